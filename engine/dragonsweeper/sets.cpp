#include "dragonsweeper/sets.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "dragonsweeper/patterns.h"
#include "dragonsweeper/sums.h"

namespace dragon {

std::vector<Equation> equations_of(const Memory& memory) {
  std::vector<Equation> all;
  for (Square s = 0; s < kSquares; ++s) {
    if (!memory.readable(s)) continue;
    Equation e;
    e.at = s;
    int rest = memory.look(s).value;
    for (Square n : kAround[s]) {
      if (memory.unknown(n))
        e.unknown.add(n);
      else
        rest -= memory.shown_power(n);
    }
    e.mines = rest / 100;
    e.creatures = rest % 100;
    if (e.unknown.count > 0) all.push_back(e);
  }
  return all;
}

Sets::Sets(const Memory& memory, const std::vector<Equation>& equations)
    : memory_(&memory), equations_(&equations) {
  for (Square s = 0; s < kSquares; ++s) at_[s] = memory.kinds(s);
  dirty_.fill(true);
}

void Sets::know_settled(const std::array<KindSet, kSquares>& kinds,
                        const std::vector<Equation>& equations) {
  for (Square s = 0; s < kSquares; ++s) dirty_[s] = at_[s] != kinds[s];
  std::array<const Equation*, kSquares> before{};
  for (const Equation& e : equations) before[e.at] = &e;
  for (const Equation& e : *equations_)
    if (!before[e.at] || !(*before[e.at] == e))
      for (Square s : e.unknown) dirty_[s] = true;
}

bool Sets::narrow(Square s, KindSet kinds) {
  const KindSet gone = at_[s] & ~kinds;
  if (gone == 0) return false;
  at_[s] &= kinds;
  // A square that is now certain affects every kind.
  changed_ |= gone | at_[s];
  dirty_[s] = true;
  failed_ |= at_[s] == 0;
  return true;
}

bool Sets::propagate() {
  do {
    const KindSet changed = std::exchange(changed_, 0);
    if (changed != 0) {
      counts();
      if (!failed_ && !narrow_by_patterns(changed, *memory_, *this)) failed_ = true;
    }
    if (!failed_) numbers();
  } while (changed_ != 0 && !failed_);
  return !failed_;
}

void Sets::counts() {
  std::array<int, kHiddenKinds> sure{}, possible{};
  for (const KindSet set : at_) {
    if (is_single(set)) ++sure[std::countr_zero(set)];
    each_kind(set, [&](Kind kind) { ++possible[static_cast<int>(kind)]; });
  }
  KindSet full = 0, needed = 0;
  for (int k = 0; k < kHiddenKinds; ++k) {
    const int count = kTraits[k].count;
    failed_ |= sure[k] > count || possible[k] < count;
    if (sure[k] == count)
      full |= KindSet{1} << k;
    else if (possible[k] == count)
      needed |= KindSet{1} << k;
  }
  for (Square s = 0; s < kSquares; ++s) {
    if (open(s)) narrow(s, ~full);
    if (at_[s] & needed) narrow(s, needed);
  }
}

void Sets::numbers() {
  const auto dirty = std::exchange(dirty_, {});
  for (const Equation& e : *equations_)
    if (std::ranges::any_of(e.unknown, [&](Square s) { return dirty[s]; })) number(e);
}

// Keeps the powers that take part in a sum as the number says: generalised arc consistency, by a
// forward and a backward pass over sets of sums.
void Sets::number(const Equation& e) {
  if (e.mines > Sums::kMostMines || e.creatures < 0) failed_ = true;
  if (failed_) return;
  std::vector<Sums> before{Sums(e.mines, 0, 0)};
  for (Square s : e.unknown) before.push_back(before.back().plus(powers(s)));
  Sums wanted(e.mines, e.mines, e.creatures);  // what the squares up to the i-th have to add up to
  for (int i = e.unknown.count; i-- > 0;) {
    const Square s = e.unknown.items[i];
    unsigned kept = 0;
    Sums next(e.mines);
    each_power(powers(s), [&](int bit) {
      const Sums rest = wanted.minus(bit);
      if (before[i].intersects(rest)) kept |= 1u << bit;
      next |= rest;
    });
    narrow(s, kinds_with(static_cast<PowerSet>(kept), memory_->disarmed()));
    wanted = next;
  }
}

bool Sets::propagate_needs() {
  std::array<int, kHiddenKinds> left{};
  for (int k = 0; k < kHiddenKinds; ++k) left[k] = kTraits[k].count;
  for (Square s = 0; s < kSquares; ++s)
    if (!open(s)) --left[std::countr_zero(at_[s])];
  std::array<int, kHiddenKinds> beside{};  // numbers that may have one of a kind
  for (const Equation& e : *equations_) {
    KindSet kinds = 0;
    for (Square s : e.unknown)
      if (open(s)) kinds |= at_[s];
    each_kind(kinds, [&](Kind kind) { ++beside[static_cast<int>(kind)]; });
  }
  for (int k = 0; k < kHiddenKinds; ++k) {
    const Kind kind = static_cast<Kind>(k);
    // Where other kinds have the same power, a number adds up without this one.
    if (left[k] <= 0 || !is_single(kinds_with(PowerSet(1u << power_bit(kind)), false))) continue;
    if (kind == Kind::kMine ? memory_->disarmed() : beside[k] < left[k]) continue;
    std::array<bool, kSquares> covered{};
    int needed = 0;
    for (const Equation& e : *equations_) {
      const auto taken = [&](Square s) { return covered[s]; };
      const int least = std::ranges::any_of(e.unknown, taken) ? 0 : least_of(e, kind);
      if (least == 0) continue;
      needed += least;
      for (Square s : e.unknown) covered[s] = true;
    }
    failed_ |= needed > left[k];
    if (needed < left[k]) continue;
    for (Square s = 0; s < kSquares; ++s)
      if (!covered[s] && open(s)) narrow(s, ~only(kind));
  }
  return changed_ != 0 || failed_;
}

// How many of a kind a number needs at least, beyond those that are certain: for mines what it
// says, for others one if it does not add up without.
int Sets::least_of(const Equation& e, Kind kind) const {
  const auto doubtful = [&](Square s) { return open(s) && may(s, kind); };
  if (std::ranges::none_of(e.unknown, doubtful)) return 0;
  if (kind == Kind::kMine)
    return e.mines - static_cast<int>(std::ranges::count_if(
                         e.unknown, [&](Square s) { return is(s, Kind::kMine); }));
  Sums without(e.mines, 0, 0);
  for (Square s : e.unknown) {
    const KindSet rest = doubtful(s) ? at_[s] & ~only(kind) : at_[s];
    without = without.plus(powers_of(rest, memory_->disarmed()));
  }
  return !without.contains(e.mines, e.creatures);
}

}  // namespace dragon
