// Which sums of powers a few squares can reach, and what of their kinds takes part in a wanted one.
//
// Generalised arc consistency on one equation, by forward and backward sweeps over bit sets.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "dragonsweeper/bits128.h"
#include "dragonsweeper/board.h"
#include "dragonsweeper/kindset.h"

namespace dragon {

// A set of pairs (mines, sum of the creatures' powers); sums go up to 127, which is more than eight
// creatures have.
class Sums {
 public:
  static constexpr int kMostMines = 8;

  static Sums zero() {
    Sums sums;
    sums.level_[0] = Bits128::bit(0);
    return sums;
  }
  static Sums just(int mines, int creatures) {
    Sums sums;
    sums.add(mines, creatures);
    return sums;
  }

  bool contains(int mines, int creatures) const { return level_[mines].test(creatures); }
  void add(int mines, int creatures) { level_[mines] |= Bits128::bit(creatures); }

  // Every pair of this set plus one of `powers`; levels above `most` mines are left out.
  Sums plus(PowerSet powers, int most) const {
    Sums sums;
    for (int m = 0; m <= most; ++m) {
      if (level_[m].none()) continue;
      Bits128 out;
      for (unsigned rest = powers & ~unsigned{kMinePower}; rest != 0; rest &= rest - 1)
        out |= level_[m] << std::countr_zero(rest);
      sums.level_[m] |= out;
      if (powers & kMinePower && m < most) sums.level_[m + 1] |= level_[m];
    }
    return sums;
  }

  // The pairs of `this` that, added to some pair of `other`, give (mines, creatures).
  Sums meeting(const Sums& other, int mines, int creatures) const {
    Sums out;
    for (int m = 0; m <= mines && m <= kMostMines; ++m)
      out.level_[m] = level_[m] & other.mirrored(mines - m, creatures);
    return out;
  }

  // (mines, creatures) minus each pair.
  Sums taken_from(int mines, int creatures) const {
    Sums out;
    for (int m = 0; m <= mines && m <= kMostMines; ++m)
      out.level_[m] = mirrored(mines - m, creatures);
    return out;
  }

  // Every pair less one power (a bit number of `PowerSet`).
  Sums minus(int bit, int most) const {
    Sums out;
    for (int m = 0; m <= most; ++m)
      out.level_[m] = bit != kMineBit ? level_[m] >> bit : m < most ? level_[m + 1] : Bits128{};
    return out;
  }
  bool intersects(const Sums& other, int most) const {
    for (int m = 0; m <= most; ++m)
      if (!(level_[m] & other.level_[m]).none()) return true;
    return false;
  }
  void merge(const Sums& other, int most) {
    for (int m = 0; m <= most; ++m) level_[m] |= other.level_[m];
  }

 private:
  // Bit i of the result is bit `about - i` of a level.
  Bits128 mirrored(int mines, int about) const {
    Bits128 out;
    if (mines > kMostMines) return out;
    for (Bits128 rest = level_[mines]; !rest.none(); rest = rest.without_lowest()) {
      const int bit = rest.lowest();
      if (bit > about) break;
      out |= Bits128::bit(about - bit);
    }
    return out;
  }

  std::array<Bits128, kMostMines + 1> level_{};
};

// A few squares whose powers are summed.
struct Summands {
  std::array<std::uint8_t, 8> square{};
  std::array<PowerSet, 8> powers{};
  int count = 0;

  void add(Square s, PowerSet p) {
    square[count] = static_cast<std::uint8_t>(s);
    powers[count++] = p;
  }

  Sums reach(int most) const {
    Sums sums = Sums::zero();
    for (int i = 0; i < count; ++i) sums = sums.plus(powers[i], most);
    return sums;
  }

  // Keeps the powers that take part in a sum of `target`; false when a square is left without any.
  bool restrict_to(const Sums& target, int most) {
    std::array<Sums, 9> before;
    before[0] = Sums::zero();
    for (int i = 0; i < count; ++i) before[i + 1] = before[i].plus(powers[i], most);
    // What lies behind square i is folded into the target instead: wanted = target - later powers.
    Sums wanted = target;
    for (int i = count - 1; i >= 0; --i) {
      PowerSet kept = 0;
      Sums next;
      for (unsigned rest = powers[i]; rest != 0; rest &= rest - 1) {
        const int bit = std::countr_zero(rest);
        const Sums shifted = wanted.minus(bit, most);
        if (before[i].intersects(shifted, most)) kept = static_cast<PowerSet>(kept | 1u << bit);
        next.merge(shifted, most);
      }
      if (kept == 0) return false;
      powers[i] = kept;
      wanted = next;
    }
    return true;
  }
};

}  // namespace dragon
