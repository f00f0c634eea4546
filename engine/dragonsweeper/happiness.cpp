#include "dragonsweeper/happiness.h"

#include <bit>
#include <cstdlib>
#include <utility>

namespace dragon {

namespace {

using K = Kind;
constexpr KindSet kUnwelcome =  // near an orb
    set_of(K::kDragon, K::kGazer, K::kChest, K::kSpellOrb, K::kRatKing, K::kMine, K::kEgg,
           K::kBigSlime, K::kMimic);

}  // namespace

const std::array<Happiness::Group, Happiness::kGroups> Happiness::groups = {{
    {only(K::kDragon),
     [](const Happiness& h) {
       return 10000 * h.count(K::kDragon, [](Square s) { return s == kDragonSquare; });
     }},
    {only(K::kWizard),
     [](const Happiness& h) {
       return 10000 * h.count(K::kWizard, [](Square s) { return on_border(s) && !in_corner(s); });
     }},
    {set_of(K::kBigSlime, K::kWizard),
     [](const Happiness& h) { return 1000 * h.count_near(K::kBigSlime, K::kWizard, 2); }},
    {only(K::kMineKing),
     [](const Happiness& h) { return 10000 * h.count(K::kMineKing, in_corner); }},
    {only(K::kLover), [](const Happiness& h) { return h.lovers(); }},
    {only(K::kGuard), [](const Happiness& h) { return h.guards(); }},
    {only(K::kGargoyle), [](const Happiness& h) { return h.gargoyles(); }},
    {set_of(K::kMinotaur, K::kChest), [](const Happiness& h) { return h.minotaurs(); }},
    {set_of(K::kEgg, K::kDragon),
     [](const Happiness& h) { return 9000 * h.count_near(K::kEgg, K::kDragon, 2); }},
    {set_of(K::kGnome, K::kMedikit),
     [](const Happiness& h) { return h.count_near(K::kGnome, K::kMedikit, 2) > 0 ? 10000 : 0; }},
    {only(K::kMedikit), [](const Happiness& h) { return -2000 * h.crowded(K::kMedikit, 12); }},
    {only(K::kChest), [](const Happiness& h) { return -2000 * h.crowded(K::kChest, 8); }},
    {only(K::kWall), [](const Happiness& h) { return h.walls(); }},
    {kUnwelcome | set_of(K::kOrb, K::kMedikit, K::kWall),
     [](const Happiness& h) { return h.orb(); }},
}};

// The groups of terms that an entity of this kind is part of, as bits.
unsigned Happiness::touched_by(Kind kind) {
  static const auto touched = [] {
    std::array<unsigned, kHiddenKinds> all{};
    for (int g = 0; g < kGroups; ++g)
      each_kind(groups[g].kinds, [&](Kind k) { all[static_cast<int>(k)] |= 1u << g; });
    return all;
  }();
  return touched[static_cast<int>(kind)];
}

void Happiness::place(Entity entity, Square s) {
  at_[s] = entity;
  of(entity.kind).where[entity.index] = static_cast<std::uint8_t>(s);
  ++of(entity.kind).count;
}

int Happiness::total() {
  total_ = 0;
  for (int g = 0; g < kGroups; ++g) total_ += value_[g] = groups[g].value(*this);
  return total_;
}

int Happiness::if_exchanged(Square a, Square b) {
  const unsigned touched = touched_by(at_[a].kind) | touched_by(at_[b].kind);
  if (touched == 0) return total_;
  swap(a, b);
  int sum = total_;
  for (unsigned rest = touched; rest != 0; rest &= rest - 1) {
    const int g = std::countr_zero(rest);
    sum += groups[g].value(*this) - value_[g];
  }
  swap(a, b);
  return sum;
}

void Happiness::exchange(Square a, Square b) {
  const unsigned touched = touched_by(at_[a].kind) | touched_by(at_[b].kind);
  swap(a, b);
  for (unsigned rest = touched; rest != 0; rest &= rest - 1) {
    const int g = std::countr_zero(rest);
    const int now = groups[g].value(*this);
    total_ += now - value_[g];
    value_[g] = now;
  }
}

void Happiness::move(Square s) {
  if (touched_by(at_[s].kind) != 0)
    of(at_[s].kind).where[at_[s].index] = static_cast<std::uint8_t>(s);
}

void Happiness::swap(Square a, Square b) {
  std::swap(at_[a], at_[b]);
  move(a);
  move(b);
}

// Pairs of the one kind and the other, near each other by squared distance.
int Happiness::count_near(Kind kind, Kind other, int most2) const {
  int pairs = 0;
  for (Square s : of(other))
    pairs += count(kind, [&](Square t) { return distance2(s, t) <= most2; });
  return pairs;
}

// Pairs of one kind, near each other by squared distance.
int Happiness::crowded(Kind kind, int most2) const {
  const Places& all = of(kind);
  int pairs = 0;
  for (int i = 0; i < all.count; ++i)
    for (int k = 0; k < i; ++k) pairs += distance2(all.where[i], all.where[k]) <= most2;
  return pairs;
}

int Happiness::lovers() const {
  const Places& pair = of(Kind::kLover);
  if (pair.count < 2) return 0;
  const Square romeo = pair.where[0], juliet = pair.where[1];
  const int sides = (x_of(romeo) < kCentreX) + (x_of(juliet) > kCentreX);
  const int from_centre = std::abs(x_of(romeo) - kCentreX);
  const bool level =
      y_of(romeo) == y_of(juliet) && from_centre == std::abs(x_of(juliet) - kCentreX);
  return 1000 * sides + (level ? 20000 : 0);
}

int Happiness::guards() const {
  const Places& all = of(Kind::kGuard);
  int sum = 0;
  for (int i = 0; i < all.count; ++i) sum += quadrant(all.where[i]) == i ? 2500 : 0;
  return sum;
}

int Happiness::gargoyles() const {
  const Places& all = of(Kind::kGargoyle);
  int sum = 0;
  for (int i = 0; i < all.count; ++i)
    sum += distance2(all.where[i], all.where[i ^ 1]) <= 1 ? 1000 : 0;
  return sum;
}

int Happiness::minotaurs() const {
  int sum = 0;
  for (Square m : of(Kind::kMinotaur)) {
    int chests = 0;
    bool crowded = false;
    for (Square c : of(Kind::kChest)) {
      if (distance2(m, c) > 2 || x_of(m) == x_of(c)) continue;
      ++chests;
      for (Square other : of(Kind::kMinotaur))
        if (other != m && distance2(other, c) <= 2) crowded = true;
    }
    if (chests == 1 && !crowded) sum += 10000;
  }
  return sum;
}

int Happiness::walls() const {
  int sum = 0;
  for (Square w : of(Kind::kWall)) {
    int close = 0, far = 0, edge = on_border(w);
    for (Square other : of(Kind::kWall)) {
      const int d2 = distance2(w, other);
      if (d2 == 1) ++close, edge += on_border(other);
      if (d2 == 2) ++far;
    }
    if (close == 1 && far == 0 && edge < 2) sum += 2000;
  }
  return sum;
}

int Happiness::orb() const {
  int sum = 0;
  for (Square s : of(Kind::kOrb)) {
    if (x_of(s) <= 1 || y_of(s) <= 1 || x_of(s) >= kWidth - 2 || y_of(s) >= kHeight - 2)
      sum -= 10000;
    int medikits = 0, walls = 0;
    for (Square n : kNear[s]) {
      const Kind kind = at_[n].kind;
      if (kind == Kind::kMedikit)
        ++medikits;
      else if (kind == Kind::kWall)
        ++walls;
      else if (has(kUnwelcome, kind))
        sum -= 2000;
    }
    if (walls > 2) sum -= 2000 * (walls - 2);
    if (medikits == 1 && walls >= 1) sum += 2000;
  }
  return sum;
}

}  // namespace dragon
