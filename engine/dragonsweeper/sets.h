// What every square may hold, given all that was seen: constraint propagation to a fixed point.
//
// Sound by construction: a kind is removed only where no lair that agrees with the memory has it.
#pragma once

#include <array>
#include <vector>

#include "dragonsweeper/board.h"
#include "dragonsweeper/kindset.h"
#include "dragonsweeper/memory.h"

namespace dragon {

// The numbers in sight, less what is in full sight around them.
std::vector<Equation> equations_of(const Memory& memory);

class Sets {
 public:
  Sets(const Memory& memory, const std::vector<Equation>& equations);

  // Knows that `kinds` and `equations` were at a fixed point already: only what is otherwise now
  // needs to be looked at.
  void know_settled(const std::array<KindSet, kSquares>& kinds,
                    const std::vector<Equation>& equations);

  KindSet operator[](Square s) const { return at_[s]; }
  const std::array<KindSet, kSquares>& all() const { return at_; }
  PowerSet powers(Square s) const { return powers_of(at_[s], memory_->disarmed()); }
  bool may(Square s, Kind kind) const { return has(at_[s], kind); }
  bool is(Square s, Kind kind) const { return at_[s] == only(kind); }
  bool open(Square s) const { return !is_single(at_[s]); }

  // Narrows what a square may hold; to be followed by `propagate`. Says whether that is news.
  bool narrow(Square s, KindSet kinds);

  // Narrows by counts, patterns and numbers until nothing changes; false when no lair agrees.
  bool propagate();

  // Narrows by numbers that cannot do without a kind: where those that share no square need all
  // that is left of it, there is none elsewhere. To be followed by `propagate`; says whether there
  // is news for it.
  bool propagate_needs();

 private:
  void counts();
  void numbers();
  void number(const Equation& e);
  int least_of(const Equation& e, Kind kind) const;

  const Memory* memory_;
  const std::vector<Equation>* equations_;
  std::array<KindSet, kSquares> at_{};
  std::array<bool, kSquares> dirty_{};  // squares of which the numbers beside them know no news
  KindSet changed_ = kAnyKind;          // kinds of which the counts and patterns know no news
  bool failed_ = false;
};

}  // namespace dragon
