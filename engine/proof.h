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
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "arrange.h"
#include "clues.h"
#include "deadline.h"
#include "hitting.h"
#include "rings.h"

namespace mw {

struct Proof {
  std::vector<int> numbers;  // indices of clues, in the order of their cells
  bool total = false;        // whether the mines left are needed besides
  bool smallest = false;     // known to be of the smallest size
  bool found = false;
};

class Prover {
 public:
  explicit Prover(const Clues& clues) : clues_(clues), arranger_(clues) {}

  enum class Nearby { kSafe, kMine, kUnknown, kContradiction };

  // What the numbers near a cell say of it, however large and wide the board is.
  Nearby look_nearby(Cell cell) {
    Rings rings(clues_, cell);
    while (rings.grow() && rings.numbers.size() <= kNear) {
      const Outcome mine = arranger_.find(rings.numbers, cell, true, false);
      const Outcome safe = arranger_.find(rings.numbers, cell, false, false);
      if (mine == Outcome::kTooWide || safe == Outcome::kTooWide) break;
      if (mine == safe && mine == Outcome::kNone) return Nearby::kContradiction;
      if (mine != safe) return mine == Outcome::kNone ? Nearby::kSafe : Nearby::kMine;
    }
    return Nearby::kUnknown;
  }

  // Proves that `cell` is a mine, or safe, which is known to be true. `total` means that this
  // cannot be known without the mines left.
  Proof prove(Cell cell, bool mine, bool total) {
    cell_ = cell;
    mine_ = mine;
    proof_ = {};
    proof_.total = total;
    total ? prove_with_total() : prove_nearby();
    std::ranges::sort(proof_.numbers);
    return proof_;
  }

  Arranger& arranger() { return arranger_; }

 private:
  using Outcome = Arranger::Outcome;

  bool forces(const std::vector<int>& numbers) {
    return arranger_.find(numbers, cell_, !mine_, proof_.total) == Outcome::kNone;
  }

  // The nearest rings that force the cell, reduced; then as many rings as a smaller proof can
  // reach.
  void prove_nearby() {
    Rings rings(clues_, cell_);
    do {
      if (!rings.grow()) return;
    } while (!forces(rings.numbers));
    proof_.found = true;
    proof_.numbers.assign(rings.numbers.rbegin(), rings.numbers.rend());
    reduce(proof_.numbers);
    while (rings.count() + 1 < proof_.numbers.size() && rings.grow()) {
    }
    shrink(rings.within(proof_.numbers.size() - 1));
  }

  // All numbers, reduced in several orders: numbers that say much are best kept.
  void prove_with_total() {
    std::vector<int> all(clues_.all.size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<int>(i);
    if (!forces(all)) return;
    proof_.found = true;
    proof_.numbers = all;
    const auto says = [&](int n) { return clues_.all[n].need; };
    const auto unsaid = [&](int n) { return -clues_.all[n].count; };
    const auto spare = [&](int n) { return clues_.all[n].need - clues_.all[n].count; };
    for (int order = 0; order < 3; ++order) {
      std::vector<int> numbers = all;
      if (order == 0) std::ranges::stable_sort(numbers, {}, says);
      if (order == 1) std::ranges::stable_sort(numbers, {}, spare);
      if (order == 2) std::ranges::stable_sort(numbers, {}, unsaid);
      reduce(numbers);
      if (numbers.size() < proof_.numbers.size()) proof_.numbers = numbers;
      if (Deadline::passed()) break;
    }
    shrink(all);
  }

  // Leaves out what the proof can do without: blocks first, then single numbers, the first ones in
  // the list first. What is left is needed, every single number.
  void reduce(std::vector<int>& numbers) {
    std::vector<int> rest;
    for (std::size_t block = numbers.size() / 2; block > 0; block /= 2) {
      if (block > 1 && block < 4) continue;
      for (std::size_t from = 0; from < numbers.size();) {
        rest.assign(numbers.begin(), numbers.begin() + static_cast<std::ptrdiff_t>(from));
        const std::size_t to = std::min(from + block, numbers.size());
        rest.insert(rest.end(), numbers.begin() + static_cast<std::ptrdiff_t>(to), numbers.end());
        if (forces(rest)) {
          numbers = rest;
        } else {
          from = to;
        }
      }
    }
  }

  // Looks for a smaller proof among some numbers.
  void shrink(const std::vector<int>& among) {
    HittingSets demands(among);
    const std::int64_t end = arranger_.work + kWork;
    std::vector<int> smaller;
    while (demands.smallest(proof_.numbers.size() - 1, smaller)) {
      if (arranger_.work > end || demands.late() || Deadline::passed()) return;
      const Outcome outcome = arranger_.find(smaller, cell_, !mine_, proof_.total);
      if (outcome == Outcome::kTooWide) return;
      if (outcome == Outcome::kNone) {
        proof_.numbers = smaller;
        break;
      }
      demands.add(broken(smaller, among));
    }
    proof_.smallest = !demands.late();
  }

  // Numbers that break when `met` and as many others as can be are met by an arrangement in which
  // the cell is otherwise.
  std::vector<int> broken(std::vector<int> met, const std::vector<int>& among) {
    std::vector<int> broken, rest;
    for (int n : among)
      if (std::ranges::find(met, n) == met.end()) rest.push_back(n);
    while (!rest.empty()) {
      std::erase_if(rest, [&](int n) {
        if (!is_met(n)) return false;
        met.push_back(n);
        return true;
      });
      if (rest.empty()) break;
      const int n = rest.front();
      rest.erase(rest.begin());
      met.push_back(n);
      if (arranger_.find(met, cell_, !mine_, proof_.total) == Outcome::kSome) continue;
      met.pop_back();
      broken.push_back(n);
      arranger_.find(met, cell_, !mine_, proof_.total);
    }
    return broken;
  }

  // Whether the arrangement at hand meets a number, whatever is done with the cells it leaves free.
  bool is_met(int n) const {
    const Clue& clue = clues_.all[n];
    int mines = 0;
    for (int i = 0; i < clue.count; ++i) {
      if (!arranger_.is_settled(clue.cells[i])) return false;
      mines += arranger_.is_mine(clue.cells[i]);
    }
    return mines == clue.need;
  }

  static constexpr std::int64_t kWork = 1'000'000;
  static constexpr std::size_t kNear =
      150;  // numbers that are looked at without counting the board

  const Clues& clues_;
  Arranger arranger_;
  Cell cell_ = Position::kNone;
  bool mine_ = false;
  Proof proof_;
};

}  // namespace mw
