// What every square may hold, given all that was seen: constraint propagation to a fixed point.
//
// Sound by construction: a kind is removed only where no lair that agrees with the memory has it.
#pragma once

#include <array>
#include <vector>

#include "dragonsweeper/board.h"
#include "dragonsweeper/kindset.h"
#include "dragonsweeper/memory.h"
#include "dragonsweeper/patterns.h"
#include "dragonsweeper/sums.h"

namespace dragon {

// The numbers in sight, less what is in full sight around them.
std::vector<Equation> equations_of(const Memory& memory);

// How hard to think: every number by itself, or every two that share squares as well.
enum class Effort { kSingle, kPairs };

class Sets {
 public:
  Sets(const Memory& memory, const std::vector<Equation>& equations);

  // Knows that `kinds` and `equations` were at a fixpoint already: only what is otherwise now needs
  // to be looked at.
  void know_settled(const SetArray& kinds, const std::vector<Equation>& equations);

  KindSet operator[](Square s) const { return at_[s]; }
  const SetArray& all() const { return at_; }
  PowerSet powers(Square s) const { return powers_of(at_[s], memory_->disarmed()); }

  // Supposes what a square holds; to be followed by `propagate`.
  void suppose(Square s, KindSet kinds);

  // Narrows until nothing changes; false when no lair agrees.
  bool propagate(Effort effort);

  // Whether it follows that a square does not hold a kind: proof by contradiction.
  bool refutes(Square s, Kind kind) const {
    Sets supposed = *this;
    supposed.suppose(s, only(kind));
    return !supposed.propagate(Effort::kPairs);
  }

 private:
  bool cheap();
  void note_changes();
  bool counts();
  Summands summands(const Equation& e) const;
  bool take(const Summands& sum);
  bool numbers();
  bool pairs();
  bool pair(const Equation& a, const Equation& b, const std::array<bool, kSquares>& dirty);
  bool needs();
  int least_of(const Equation& e, Kind kind) const;
  bool is_single_power(Square s) const { return is_single(powers(s)); }

  const Memory* memory_;
  const std::vector<Equation>* equations_;
  SetArray at_{}, before_{};
  std::array<bool, kSquares> dirty_{}, dirty_pair_{};
  KindSet changed_kinds_ = kAnyKind;
};

}  // namespace dragon
