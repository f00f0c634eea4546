// Which sums of powers a few squares can reach.
#pragma once

#include <array>
#include <bit>
#include <bitset>

#include "dragonsweeper/kindset.h"

namespace dragon {

// A set of pairs (mines, sum of the creatures' powers) with at most so many mines; sums go up to
// 127, which is more than eight creatures have.
class Sums {
 public:
  static constexpr int kMostMines = 8;

  // The empty set.
  explicit Sums(int most_mines) : most_(most_mines) {}
  // One pair.
  Sums(int most_mines, int mines, int creatures) : most_(most_mines) {
    level_[mines].set(creatures);
  }

  bool contains(int mines, int creatures) const {
    return mines <= most_ && level_[mines][creatures];
  }

  // Every pair of this set plus one of `powers`.
  Sums plus(PowerSet powers) const {
    Sums sums(most_);
    each_power(powers, [&](int bit) {
      for (int m = 0; m <= most_; ++m)
        if (bit != kMineBit)
          sums.level_[m] |= level_[m] << bit;
        else if (m < most_)
          sums.level_[m + 1] |= level_[m];
    });
    return sums;
  }

  // Every pair less one power.
  Sums minus(int bit) const {
    Sums sums(most_);
    for (int m = 0; m <= most_; ++m)
      if (bit != kMineBit)
        sums.level_[m] = level_[m] >> bit;
      else if (m < most_)
        sums.level_[m] = level_[m + 1];
    return sums;
  }

  bool intersects(const Sums& other) const {
    for (int m = 0; m <= most_; ++m)
      if ((level_[m] & other.level_[m]).any()) return true;
    return false;
  }

  Sums& operator|=(const Sums& other) {
    for (int m = 0; m <= most_; ++m) level_[m] |= other.level_[m];
    return *this;
  }

 private:
  int most_;
  std::array<std::bitset<128>, kMostMines + 1> level_{};
};

}  // namespace dragon
