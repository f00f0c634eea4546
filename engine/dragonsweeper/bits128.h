// A row of 128 bits.
#pragma once

#include <bit>
#include <cstdint>

namespace dragon {

// Two words, as no portable integer is wide enough. Shifts are by 0 to 127 places.
struct Bits128 {
  std::uint64_t low = 0, high = 0;

  // Bit i alone.
  static constexpr Bits128 bit(int i) { return Bits128{1, 0} << i; }

  constexpr bool none() const { return (low | high) == 0; }
  constexpr bool test(int i) const { return ((i < 64 ? low : high) >> (i & 63) & 1) != 0; }
  // The place of the lowest bit that is set; there must be one.
  constexpr int lowest() const {
    return low != 0 ? std::countr_zero(low) : 64 + std::countr_zero(high);
  }
  constexpr Bits128 without_lowest() const {
    return low != 0 ? Bits128{low & (low - 1), high} : Bits128{0, high & (high - 1)};
  }

  constexpr Bits128& operator|=(Bits128 other) { return *this = *this | other; }
  constexpr Bits128& operator&=(Bits128 other) { return *this = *this & other; }

  friend constexpr Bits128 operator|(Bits128 a, Bits128 b) {
    return {a.low | b.low, a.high | b.high};
  }
  friend constexpr Bits128 operator&(Bits128 a, Bits128 b) {
    return {a.low & b.low, a.high & b.high};
  }
  friend constexpr Bits128 operator~(Bits128 a) { return {~a.low, ~a.high}; }
  friend constexpr Bits128 operator<<(Bits128 a, int by) {
    // The bits that cross from word to word move in two steps: a shift by 64 is undefined.
    return by < 64 ? Bits128{a.low << by, a.high << by | a.low >> 1 >> (63 - by)}
                   : Bits128{0, a.low << (by - 64)};
  }
  friend constexpr Bits128 operator>>(Bits128 a, int by) {
    return by < 64 ? Bits128{a.low >> by | a.high << 1 << (63 - by), a.high >> by}
                   : Bits128{a.high >> (by - 64), 0};
  }
  friend constexpr bool operator==(Bits128 a, Bits128 b) = default;
};

}  // namespace dragon
