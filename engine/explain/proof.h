// The smallest set of numbers that forces a cell: with these numbers alone, every arrangement has a
// mine in the cell, or none has.
//
// Sets are compared by size. A first proof is found in rings of numbers around the cell and freed
// of whatever it can do without. A smaller one lies within as many rings as it has numbers, for the
// numbers of a smallest proof hang together. It is looked for by implicit hitting sets (Ignatiev,
// Previti, Liffiton and Marques-Silva, "Smallest MUS extraction with minimal hitting set
// dualization", CP 2015): every arrangement in which the cell is otherwise breaks some numbers, and
// a proof has one of these at least; a smallest set that meets all such demands known so far either
// is a proof, then a smallest one, or is met by a further arrangement that adds a demand.
//
// Sets too wide to be swept are left to clause learning, which names the numbers it has used: these
// are few, and they are reduced as others are.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "explain/arrange.h"
#include "explain/clues.h"

namespace mw {

struct Proof {
  std::vector<int> numbers;  // indices of clues, in the order of their cells; none is spare
  bool total = false;        // whether the mines left are needed besides
  bool smallest = false;     // known to be of the smallest size
  bool found = false;
};

class Prover {
 public:
  explicit Prover(const Clues& clues) : clues_(clues), arranger_(clues) {}

  enum class Finding { kSafe, kMine, kUnknown, kContradiction };

  // What the numbers near a cell say of it, however large and wide the board is.
  Finding look_nearby(Cell cell);

  // What all numbers say of it, without the total; nothing if that takes too long.
  std::optional<Finding> look_everywhere(Cell cell) const;

  // Proves that `cell` is a mine, or safe, which is known to be true. `total` means that this
  // cannot be known without the mines left.
  Proof prove(Cell cell, bool mine, bool total);

  // An arrangement of all mines left in which `cell` is one, or is safe: a flag for each cell.
  // Nothing where none is found.
  std::optional<std::vector<char>> arrangement(Cell cell, bool mine);

  Arranger& arranger() { return arranger_; }

 private:
  using Outcome = Arranger::Outcome;

  struct Question {
    Cell cell;
    bool mine, total;  // what is to be proven
  };

  Outcome find_otherwise(const std::vector<int>& numbers, const Question& asked);
  bool forces(const std::vector<int>& numbers, const Question& asked);
  std::optional<std::vector<int>> core(const std::vector<int>& numbers,
                                       const Question& asked) const;
  Proof prove_nearby(const Question& asked);
  Proof prove_with_total(const Question& asked);
  void focus(std::vector<int>& numbers, const Question& asked) const;
  void reduce(std::vector<int>& numbers, const Question& asked);
  void shrink(Proof& proof, const std::vector<int>& among, const Question& asked);
  std::vector<int> broken(std::vector<int> met, const std::vector<int>& among,
                          const Question& asked);
  bool is_met(int n) const;
  std::optional<std::vector<char>> wide_arrangement(Cell cell, bool mine) const;
  std::vector<char> lay(const std::vector<char>& settled, std::vector<char> mines,
                        int free_mines) const;

  const Clues& clues_;
  Arranger arranger_;
};

}  // namespace mw
