// Sets of kinds, and the powers that the kinds of a set may have.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "dragonsweeper/board.h"
#include "dragonsweeper/entity.h"

namespace dragon {

using KindSet = std::uint32_t;  // one bit for each hidden kind

constexpr KindSet only(Kind kind) { return KindSet{1} << static_cast<int>(kind); }
template <typename... Kinds>
constexpr KindSet set_of(Kinds... kinds) {
  return (KindSet{0} | ... | only(kinds));
}
constexpr KindSet kAnyKind = (KindSet{1} << kHiddenKinds) - 1;
constexpr bool has(KindSet set, Kind kind) { return (set & only(kind)) != 0; }
constexpr bool is_single(KindSet set) { return set != 0 && (set & (set - 1)) == 0; }
constexpr Kind first_of(KindSet set) { return static_cast<Kind>(std::countr_zero(set)); }

template <typename Visit>
constexpr void each_kind(KindSet set, Visit&& visit) {
  for (; set != 0; set &= set - 1) visit(first_of(set));
}

// Sets of powers: bit p for power p up to 13, and one bit for a mine.
using PowerSet = std::uint16_t;
constexpr int kMineBit = 14;
constexpr PowerSet kMinePower = 1u << kMineBit;

template <typename Visit>
constexpr void each_power(PowerSet powers, Visit&& visit) {
  for (unsigned rest = powers; rest != 0; rest &= rest - 1) visit(std::countr_zero(rest));
}

constexpr int power_bit(Kind kind) { return kind == Kind::kMine ? kMineBit : traits(kind).power; }

// Tables from sets of kinds to sets of powers and back, a byte of kinds at a time.
struct PowerTables {
  std::array<std::array<PowerSet, 256>, 3> powers{};
  std::array<KindSet, kMineBit + 1> kinds{};  // of each power

  constexpr PowerTables() {
    for (int k = 0; k < kHiddenKinds; ++k)
      kinds[power_bit(static_cast<Kind>(k))] |= KindSet{1} << k;
    for (int byte = 0; byte < 3; ++byte)
      for (unsigned set = 0; set < 256; ++set)
        for (int bit = 0; bit < 8; ++bit)
          if (set >> bit & 1)
            powers[byte][set] = static_cast<PowerSet>(
                powers[byte][set] | 1u << power_bit(static_cast<Kind>(8 * byte + bit)));
  }
};
inline constexpr PowerTables kPowerTables;

// With the mines disarmed a mine has power 0.
constexpr PowerSet powers_of(KindSet set, bool disarmed) {
  unsigned powers = kPowerTables.powers[0][set & 255] | kPowerTables.powers[1][set >> 8 & 255] |
                    kPowerTables.powers[2][set >> 16 & 255];
  if (disarmed && powers & kMinePower) powers = (powers & ~unsigned{kMinePower}) | 1u;
  return static_cast<PowerSet>(powers);
}

constexpr KindSet kinds_with(PowerSet powers, bool disarmed) {
  KindSet set = 0;
  each_power(powers, [&](int bit) { set |= kPowerTables.kinds[bit]; });
  if (disarmed && powers & 1) set |= only(Kind::kMine);
  return set;
}

// The kinds that generated lairs may have on a square.
constexpr KindSet kinds_at(Square s) {
  using K = Kind;
  if (s == kDragonSquare) return only(K::kDragon);
  KindSet set = set_of(K::kEmpty, K::kRat, K::kBat, K::kSkeleton, K::kGargoyle, K::kSlime,
                       K::kRatKing, K::kGazer, K::kMinotaur, K::kMimic, K::kMine, K::kGnome,
                       K::kWall, K::kChest, K::kMedikit, K::kSpellOrb);
  if (quadrant(s) >= 0) set |= only(K::kGuard);
  if (x_of(s) != kCentreX) set |= only(K::kLover);
  if (in_corner(s)) set |= only(K::kMineKing);
  if (distance2(s, kDragonSquare) <= 2) set |= only(K::kEgg);
  if (on_border(s) && !in_corner(s)) set |= only(K::kWizard);
  const bool by_border =
      x_of(s) <= 1 || x_of(s) >= kWidth - 2 || y_of(s) <= 1 || y_of(s) >= kHeight - 2;
  if (by_border) set |= only(K::kBigSlime);
  if (x_of(s) >= 2 && x_of(s) <= 10 && y_of(s) >= 2 && y_of(s) <= 7) set |= only(K::kOrb);
  return set;
}

}  // namespace dragon
