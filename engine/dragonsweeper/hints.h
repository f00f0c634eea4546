// What a page shows of what is known of a square: the range of its power.
#pragma once

#include <bit>

#include "dragonsweeper/entity.h"
#include "dragonsweeper/kindset.h"

namespace dragon {

// The powers that a square may have; a mine has that of its traits.
struct Hint {
  int low = 0, high = 0;
};

inline int power_of_bit(int bit) { return bit == kMineBit ? traits(Kind::kMine).power : bit; }

// `powers` must not be empty.
inline Hint hint_of(PowerSet powers) {
  return {power_of_bit(std::countr_zero(powers)), power_of_bit(std::bit_width(powers) - 1)};
}

}  // namespace dragon
