#include "dragonsweeper/sets.h"

#include <bit>
#include <cstdlib>

namespace dragon {

namespace {

int distance_max(Square a, Square b) {
  const int dx = std::abs(x_of(a) - x_of(b)), dy = std::abs(y_of(a) - y_of(b));
  return dx > dy ? dx : dy;
}

}  // namespace

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
  dirty_pair_.fill(true);
}

void Sets::know_settled(const SetArray& kinds, const std::vector<Equation>& equations) {
  dirty_.fill(false);
  for (Square s = 0; s < kSquares; ++s) dirty_[s] = at_[s] != kinds[s];
  std::array<const Equation*, kSquares> before{};
  for (const Equation& e : equations) before[e.at] = &e;
  for (const Equation& e : *equations_)
    if (!before[e.at] || !(*before[e.at] == e))
      for (Square s : e.unknown) dirty_[s] = true;
  dirty_pair_ = dirty_;
}

void Sets::suppose(Square s, KindSet kinds) {
  before_ = at_;
  at_[s] &= kinds;
  note_changes();
}

bool Sets::propagate(Effort effort) {
  while (true) {
    if (!cheap()) return false;
    if (effort == Effort::kSingle) return true;
    if (!pairs() || !needs()) return false;
    if (changed_kinds_ == 0) return true;
  }
}

// Counts, patterns and single numbers, until nothing changes.
bool Sets::cheap() {
  do {
    const KindSet changed = changed_kinds_;
    changed_kinds_ = 0;
    before_ = at_;
    if (changed != 0 && (!counts() || !narrow_by_patterns(changed, *memory_, at_))) return false;
    note_changes();
    before_ = at_;
    if (!numbers()) return false;
    note_changes();
  } while (changed_kinds_ != 0);
  return true;
}

void Sets::note_changes() {
  for (Square s = 0; s < kSquares; ++s) {
    const KindSet gone = before_[s] & ~at_[s];
    if (gone == 0) continue;
    // A square that is now certain affects every kind.
    changed_kinds_ |= gone | at_[s];
    dirty_[s] = dirty_pair_[s] = true;
  }
}

bool Sets::counts() {
  std::array<int, kHiddenKinds> sure{}, possible{};
  for (Square s = 0; s < kSquares; ++s) {
    const KindSet set = at_[s];
    if (set == 0) return false;
    if (is_single(set)) ++sure[std::countr_zero(set)];
    for (KindSet rest = set; rest != 0; rest &= rest - 1) ++possible[std::countr_zero(rest)];
  }
  KindSet full = 0, needed = 0;
  for (int k = 0; k < kHiddenKinds; ++k) {
    const int count = kTraits[k].count;
    if (sure[k] > count || possible[k] < count) return false;
    if (sure[k] == count)
      full |= KindSet{1} << k;
    else if (possible[k] == count)
      needed |= KindSet{1} << k;
  }
  if ((full | needed) == 0) return true;
  for (Square s = 0; s < kSquares; ++s) {
    if (!is_single(at_[s])) at_[s] &= ~full;
    if (at_[s] & needed) at_[s] &= needed;
    if (at_[s] == 0) return false;
  }
  return true;
}

Summands Sets::summands(const Equation& e) const {
  Summands sum;
  for (Square s : e.unknown) sum.add(s, powers(s));
  return sum;
}

bool Sets::take(const Summands& sum) {
  for (int i = 0; i < sum.count; ++i) {
    const Square s = sum.square[i];
    at_[s] &= kinds_with(sum.powers[i], memory_->disarmed());
    if (at_[s] == 0) return false;
  }
  return true;
}

bool Sets::numbers() {
  const auto dirty = dirty_;
  dirty_.fill(false);
  for (const Equation& e : *equations_) {
    bool touched = false;
    for (Square s : e.unknown) touched |= dirty[s];
    if (!touched) continue;
    Summands sum = summands(e);
    if (e.mines > Sums::kMostMines || e.creatures < 0) return false;
    if (!sum.restrict_to(Sums::just(e.mines, e.creatures), e.mines) || !take(sum)) return false;
  }
  return true;
}

bool Sets::pairs() {
  const auto dirty = dirty_pair_;
  dirty_pair_.fill(false);
  before_ = at_;
  const auto& all = *equations_;
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t k = 0; k < i; ++k) {
      const int dx = x_of(all[i].at) - x_of(all[k].at), dy = y_of(all[i].at) - y_of(all[k].at);
      if (dx < -2 || dx > 2 || dy < -2 || dy > 2) continue;
      if (!pair(all[i], all[k], dirty)) return false;
    }
  note_changes();
  return true;
}

// Two numbers together: what the shared squares add up to has to suit both.
bool Sets::pair(const Equation& a, const Equation& b, const std::array<bool, kSquares>& dirty) {
  Summands shared, only_a, only_b;
  bool touched = false;
  int ca = a.creatures, ma = a.mines, cb = b.creatures, mb = b.mines;
  const auto settle = [&](Square s, int& creatures, int& mines) {
    const PowerSet p = powers(s);
    if (p & kMinePower)
      --mines;
    else
      creatures -= std::countr_zero(p);
  };
  for (Square s : a.unknown) {
    touched |= dirty[s];
    const bool both = s != b.at && distance_max(s, b.at) <= 1;
    if (is_single_power(s)) {
      settle(s, ca, ma);
      if (both) settle(s, cb, mb);
    } else {
      (both ? shared : only_a).add(s, powers(s));
    }
  }
  for (Square s : b.unknown) {
    touched |= dirty[s];
    if (s != a.at && distance_max(s, a.at) <= 1) continue;
    if (is_single_power(s))
      settle(s, cb, mb);
    else
      only_b.add(s, powers(s));
  }
  if (!touched || shared.count == 0 || shared.count + only_a.count + only_b.count < 2) return true;
  if (ca < 0 || cb < 0 || ma < 0 || mb < 0) return false;
  const int most = ma > mb ? ma : mb;
  const Sums reach_a = only_a.reach(ma), reach_b = only_b.reach(mb);
  const Sums target = shared.reach(most).meeting(reach_a, ma, ca).meeting(reach_b, mb, cb);
  return shared.restrict_to(target, most) && take(shared) &&
         only_a.restrict_to(target.taken_from(ma, ca), ma) && take(only_a) &&
         only_b.restrict_to(target.taken_from(mb, cb), mb) && take(only_b);
}

// Numbers that cannot do without a kind: where those that share no square need all that is left
// of it, there is none elsewhere.
bool Sets::needs() {
  before_ = at_;
  std::array<int, kHiddenKinds> left{};
  for (int k = 0; k < kHiddenKinds; ++k) left[k] = kTraits[k].count;
  for (Square s = 0; s < kSquares; ++s)
    if (is_single(at_[s])) --left[std::countr_zero(at_[s])];
  std::array<int, kHiddenKinds> beside{};  // numbers that may have one of a kind
  for (const Equation& e : *equations_) {
    KindSet kinds = 0;
    for (Square s : e.unknown)
      if (!is_single(at_[s])) kinds |= at_[s];
    each_kind(kinds, [&](Kind kind) { ++beside[static_cast<int>(kind)]; });
  }
  for (int k = 0; k < kHiddenKinds; ++k) {
    const Kind kind = static_cast<Kind>(k);
    if (left[k] <= 0 || power_bit(kind) == 0) continue;
    if (kind == Kind::kMine ? memory_->disarmed() : beside[k] < left[k]) continue;
    std::array<bool, kSquares> covered{};
    int needed = 0;
    for (const Equation& e : *equations_) {
      bool apart = true;
      for (Square s : e.unknown) apart &= !covered[s];
      const int least = apart ? least_of(e, kind) : 0;
      if (least == 0) continue;
      needed += least;
      for (Square s : e.unknown) covered[s] = true;
    }
    if (needed < left[k]) continue;
    if (needed > left[k]) return false;
    for (Square s = 0; s < kSquares; ++s)
      if (!covered[s] && !is_single(at_[s])) at_[s] &= ~only(kind);
  }
  note_changes();
  return true;
}

// How many of a kind a number needs at least, beyond those that are certain: for mines what it
// says, for others one if it does not add up without.
inline int Sets::least_of(const Equation& e, Kind kind) const {
  int mines = e.mines;
  bool any = false;
  Summands without;
  for (Square s : e.unknown) {
    const bool certain = is_single(at_[s]);
    if (certain && at_[s] == only(Kind::kMine)) --mines;
    const PowerSet all = powers(s);
    const PowerSet rest = certain ? all : powers_of(at_[s] & ~only(kind), memory_->disarmed());
    // Where another kind has the same power, the number adds up as before.
    any |= kind == Kind::kMine ? !certain && has(at_[s], kind) : rest != all;
    without.add(s, rest);
  }
  if (!any) return 0;
  return kind == Kind::kMine ? mines : !without.reach(e.mines).contains(e.mines, e.creatures);
}

}  // namespace dragon
