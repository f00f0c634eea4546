// The generator that `numpy.random.default_rng([seed, number])` gives, as far as
// `minefield.random_mines` draws from it: SeedSequence (O'Neill's seed_seq), PCG64 (XSL-RR, 128
// bits of state) and `choice` without replacement. tests/engine/test_field.py holds them together.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "position/grid.h"

namespace mw {

// A whole number of 128 bits, in two halves: not every compiler has one.
struct Wide {
  std::uint64_t high = 0, low = 0;

  Wide operator+(const Wide& other) const {
    const std::uint64_t sum = low + other.low;
    return {high + other.high + (sum < low), sum};
  }

  Wide operator*(const Wide& other) const {
    const std::uint64_t a = low >> 32, b = low & kHalf, c = other.low >> 32, d = other.low & kHalf;
    const std::uint64_t middle = (b * d >> 32) + (a * d & kHalf) + b * c;
    return {high * other.low + low * other.high + a * c + (a * d >> 32) + (middle >> 32),
            low * other.low};
  }

 private:
  static constexpr std::uint64_t kHalf = 0xffffffff;
};

class NumpyRandom {
 public:
  NumpyRandom(std::uint64_t seed, std::uint64_t number) {
    const auto words = seed_words(seed, number);
    increment_ = Wide{words[2] << 1 | words[3] >> 63, words[3] << 1 | 1};
    state_ = (increment_ + Wide{words[0], words[1]}) * kMultiplier + increment_;
  }

  // Each of 0 to `most` equally likely (Lemire 2019).
  std::uint32_t up_to(std::uint32_t most) {
    if (most == 0) return 0;
    const std::uint32_t range = most + 1;
    std::uint64_t product = std::uint64_t{next32()} * range;
    if (static_cast<std::uint32_t>(product) < range) {
      const std::uint32_t threshold = -range % range;
      while (static_cast<std::uint32_t>(product) < threshold)
        product = std::uint64_t{next32()} * range;
    }
    return static_cast<std::uint32_t>(product >> 32);
  }

  // Sets `chosen` of `count` items of `flags`, all of which are 0: those that numpy's `choice`
  // takes. Large sets are the tail of a shuffle, small ones are drawn by Floyd's method.
  void choose(std::vector<char>& flags, Cell count, Cell chosen) {
    if (count > 10'000 && chosen > count / 50) {
      std::vector<Cell> order(count);
      for (Cell i = 0; i < count; ++i) order[i] = i;
      for (Cell i = count - 1; i >= std::max(count - chosen, 1); --i)
        std::swap(order[i], order[up_to(static_cast<std::uint32_t>(i))]);
      for (Cell i = count - chosen; i < count; ++i) flags[order[i]] = 1;
    } else {
      for (Cell i = count - chosen; i < count; ++i) {
        char& drawn = flags[up_to(static_cast<std::uint32_t>(i))];
        (drawn ? flags[i] : drawn) = 1;
      }
    }
  }

 private:
  static constexpr Wide kMultiplier{0x2360ed051fc65da4, 0x4385df649fccf645};

  // What 32 bits become on the way into, or out of, the pool of a SeedSequence.
  struct Hash {
    std::uint32_t constant, multiplier;

    std::uint32_t operator()(std::uint32_t word) {
      word ^= constant;
      constant *= multiplier;
      word *= constant;
      return word ^ word >> 16;
    }
  };

  static std::array<std::uint64_t, 4> seed_words(std::uint64_t seed, std::uint64_t number) {
    std::array<std::uint32_t, 4> pool{};  // at most four words, so none has to be mixed in later
    std::size_t size = 0;
    for (const std::uint64_t value : {seed, number}) {
      pool[size++] = static_cast<std::uint32_t>(value);
      if (value >> 32) pool[size++] = static_cast<std::uint32_t>(value >> 32);
    }
    Hash in{0x43b0d7e5, 0x931e8875}, out{0x8b51f9dd, 0x58f38ded};
    for (auto& word : pool) word = in(word);
    for (const auto& from : pool)
      for (auto& to : pool) {
        if (&from == &to) continue;
        const std::uint32_t mixed = 0xca01f9dd * to - 0x4973f715 * in(from);
        to = mixed ^ mixed >> 16;
      }
    std::array<std::uint64_t, 4> words;
    for (std::size_t i = 0; i < 4; ++i) {
      const std::uint64_t low = out(pool[2 * i % 4]);
      words[i] = low | std::uint64_t{out(pool[(2 * i + 1) % 4])} << 32;
    }
    return words;
  }

  std::uint32_t next32() {
    if (std::exchange(kept_, !kept_)) return static_cast<std::uint32_t>(drawn_ >> 32);
    state_ = state_ * kMultiplier + increment_;
    drawn_ = std::rotr(state_.high ^ state_.low, static_cast<int>(state_.high >> 58));
    return static_cast<std::uint32_t>(drawn_);
  }

  Wide state_, increment_;
  std::uint64_t drawn_ = 0;
  bool kept_ = false;  // the upper half of what was drawn is still to be given
};

}  // namespace mw
