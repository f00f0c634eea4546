#include "dragonsweeper/happiness.h"

#include <bit>
#include <cstdlib>
#include <utility>

namespace dragon {

namespace {

constexpr bool unwelcome(Kind kind) {
  return kind == Kind::kDragon || kind == Kind::kGazer || kind == Kind::kChest ||
         kind == Kind::kSpellOrb || kind == Kind::kRatKing || kind == Kind::kMine ||
         kind == Kind::kEgg || kind == Kind::kBigSlime || kind == Kind::kMimic;
}

}  // namespace

// The groups of terms that an entity of this kind is part of, as bits.
unsigned Happiness::touched_by(Kind kind) {
  const auto bit = [](Group g) { return 1u << g; };
  switch (kind) {
    case Kind::kDragon: return bit(kDragonGroup) | bit(kEggGroup) | bit(kOrbGroup);
    case Kind::kWizard: return bit(kWizardGroup) | bit(kBigSlimeGroup);
    case Kind::kBigSlime: return bit(kBigSlimeGroup) | bit(kOrbGroup);
    case Kind::kMineKing: return bit(kMineKingGroup);
    case Kind::kLover: return bit(kLoverGroup);
    case Kind::kGuard: return bit(kGuardGroup);
    case Kind::kGargoyle: return bit(kGargoyleGroup);
    case Kind::kMinotaur: return bit(kMinotaurGroup);
    case Kind::kEgg: return bit(kEggGroup) | bit(kOrbGroup);
    case Kind::kGnome: return bit(kGnomeGroup);
    case Kind::kMedikit: return bit(kMedikitGroup) | bit(kGnomeGroup) | bit(kOrbGroup);
    case Kind::kChest: return bit(kChestGroup) | bit(kMinotaurGroup) | bit(kOrbGroup);
    case Kind::kWall: return bit(kWallGroup) | bit(kOrbGroup);
    case Kind::kOrb:
    case Kind::kGazer:
    case Kind::kSpellOrb:
    case Kind::kRatKing:
    case Kind::kMine:
    case Kind::kMimic: return bit(kOrbGroup);
    default: return 0;
  }
}

void Happiness::place(Entity entity, Square s) {
  at_[s] = entity;
  of(entity.kind).where[entity.index] = static_cast<std::uint8_t>(s);
  ++of(entity.kind).count;
}

int Happiness::total() {
  total_ = 0;
  for (int g = 0; g < kGroups; ++g) total_ += value_[g] = group(g);
  return total_;
}

int Happiness::if_exchanged(Square a, Square b) {
  const unsigned touched = touched_by(at_[a].kind) | touched_by(at_[b].kind);
  if (touched == 0) return total_;
  swap(a, b);
  int sum = total_;
  for (unsigned rest = touched; rest != 0; rest &= rest - 1) {
    const int g = std::countr_zero(rest);
    sum += group(g) - value_[g];
  }
  swap(a, b);
  return sum;
}

void Happiness::exchange(Square a, Square b) {
  const unsigned touched = touched_by(at_[a].kind) | touched_by(at_[b].kind);
  swap(a, b);
  for (unsigned rest = touched; rest != 0; rest &= rest - 1) {
    const int g = std::countr_zero(rest);
    const int now = group(g);
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

int Happiness::group(int g) const {
  switch (g) {
    case kDragonGroup: return dragon();
    case kWizardGroup: return wizard();
    case kBigSlimeGroup: return big_slimes();
    case kMineKingGroup: return mine_king();
    case kLoverGroup: return lovers();
    case kGuardGroup: return guards();
    case kGargoyleGroup: return gargoyles();
    case kMinotaurGroup: return minotaurs();
    case kEggGroup: return egg();
    case kGnomeGroup: return gnome();
    case kMedikitGroup: return -1000 * crowding(of(Kind::kMedikit), 13);  // closer than 3.5
    case kChestGroup: return -1000 * crowding(of(Kind::kChest), 9);
    case kWallGroup: return walls();
    default: return orb();
  }
}

int Happiness::dragon() const {
  int sum = 0;
  for (Square s : of(Kind::kDragon)) sum += s == kDragonSquare ? 10000 : 0;
  return sum;
}

int Happiness::wizard() const {
  int sum = 0;
  for (Square s : of(Kind::kWizard)) sum += on_border(s) && !in_corner(s) ? 10000 : 0;
  return sum;
}

int Happiness::big_slimes() const {
  int sum = 0;
  for (Square s : of(Kind::kBigSlime))
    for (Square w : of(Kind::kWizard)) sum += distance2(s, w) <= 2 ? 1000 : 0;
  return sum;
}

int Happiness::mine_king() const {
  int sum = 0;
  for (Square s : of(Kind::kMineKing)) sum += in_corner(s) ? 10000 : 0;
  return sum;
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

int Happiness::egg() const {
  int sum = 0;
  for (Square s : of(Kind::kEgg))
    for (Square d : of(Kind::kDragon)) sum += distance2(s, d) <= 2 ? 9000 : 0;
  return sum;
}

int Happiness::gnome() const {
  for (Square s : of(Kind::kGnome))
    for (Square m : of(Kind::kMedikit))
      if (distance2(s, m) <= 2) return 10000;
  return 0;
}

// Ordered pairs whose squared distance is below a bound.
int Happiness::crowding(const Places& all, int below2) {
  int pairs = 0;
  for (int i = 0; i < all.count; ++i)
    for (int k = 0; k < i; ++k) pairs += distance2(all.where[i], all.where[k]) < below2 ? 2 : 0;
  return pairs;
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
      else if (unwelcome(kind))
        sum -= 2000;
    }
    if (walls > 2) sum -= 2000 * (walls - 2);
    if (medikits == 1 && walls >= 1) sum += 2000;
  }
  return sum;
}

}  // namespace dragon
