// What follows if a cell were otherwise: numbers that leave no choice, one after the other, until
// one cannot be met. Where they end before, both cases of a further cell are followed, to a depth
// that is given. Only what the end needs is kept.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "explain/clues.h"

namespace mw {

// A supposition, and why it cannot be.
struct Case {
  struct Consequence {
    int number;
    std::vector<Cell> cells;
    bool mines;

    bool operator==(const Consequence&) const = default;
  };

  Cell cell = Position::kNone;
  bool mine = false;
  std::vector<Consequence> then;
  int clash = -1;     // the number that cannot be met, or -1 where two further cases tell
  int mines = 0;      // that it would have around it
  bool room = false;  // it would have room for only so many
  std::vector<Case> cases;
  std::vector<int> numbers;  // all that were used, here and in further cases
  std::vector<Cell> known;   // cells that were known before and are needed
  std::vector<Cell> outer;   // needed cells that follow from suppositions around this one

  // How much there is to say.
  int length() const;

  // Whether it ends as another does, in the same way, for another cell.
  bool is_like(const Case& other) const;
};

// Adds a number to a list, unless it is there.
void add(std::vector<int>& list, int n);

class Supposing {
 public:
  static constexpr std::int8_t kOpen = -1;

  // `known` says of a cell whether it is a mine (1), safe (0), or kOpen.
  Supposing(const Clues& clues, const std::vector<int>& numbers,
            const std::function<std::int8_t(Cell)>& known);

  // Why the cell cannot be a mine, or safe, with cases within cases down to `depth`; nothing if
  // that does not settle it.
  std::optional<Case> refute(Cell cell, bool mine, int depth);

  // The shortest refutation without cases of any cell but `except`.
  std::optional<Case> shortest(Cell except);

 private:
  struct Rest {
    int need;
    std::vector<Cell> open;
  };

  Rest rest_of(int n) const;
  bool propagate(Case& here);
  void note_clash(Case& here, int n, const Rest& rest) const;
  std::optional<Case> by_cases(Case here, int depth);
  void keep_needed(Case& here) const;
  std::vector<Cell> cells_by_use() const;
  void take_back(std::size_t to);
  void set(Cell cell, bool mine);

  const Clues& clues_;
  const std::vector<int>& numbers_;
  std::vector<std::int8_t> value_;
  std::vector<char> given_;     // by cell: known before anything was supposed
  std::vector<Cell> supposed_;  // cells set, in their order
};

}  // namespace mw
