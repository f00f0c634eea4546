// A key of 128 bits that holds what up to 32 numbers still need, four bits each; and a wider one.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace mw {

// Two words, as no portable integer is wide enough. No sum or difference of needs leaves its four
// bits, so the words never borrow from each other.
struct Key {
  static constexpr int kSlots = 32, kBits = 4;
  static constexpr int kMostNeed = 15;

  std::uint64_t low = 0, high = 0;

  static Key at(int shift, std::uint64_t need) {
    return shift < 64 ? Key{need << shift, 0} : Key{0, need << (shift - 64)};
  }

  int need(int shift) const {
    return static_cast<int>((shift < 64 ? low : high) >> (shift & 63)) & 15;
  }

  Key& operator|=(const Key& other) {
    low |= other.low;
    high |= other.high;
    return *this;
  }

  friend Key operator|(Key a, const Key& b) { return a |= b; }

  // This key with `times` taken from every need that `ones` has a one for.
  Key less(const Key& ones, std::uint64_t times) const {
    return {low - ones.low * times, high - ones.high * times};
  }

  bool operator==(const Key&) const = default;

  std::size_t hash() const {
    std::uint64_t h = low * 0x9E3779B97F4A7C15ULL;
    h ^= (high + (h >> 29)) * 0xD6E8FEB86659FD93ULL;
    return static_cast<std::size_t>(h ^ (h >> 32));
  }
};

// The same for systems of rules that need more: 128 numbers, 16 bits each.
struct WideKey {
  static constexpr int kSlots = 128, kBits = 16;
  static constexpr int kMostNeed = 65'535;

  std::array<std::uint64_t, 32> words{};

  static WideKey at(int shift, std::uint64_t need) {
    WideKey key;
    key.words[shift / 64] = need << (shift % 64);
    return key;
  }

  int need(int shift) const {
    return static_cast<int>(words[shift / 64] >> (shift % 64)) & kMostNeed;
  }

  WideKey& operator|=(const WideKey& other) {
    for (std::size_t i = 0; i < words.size(); ++i) words[i] |= other.words[i];
    return *this;
  }

  friend WideKey operator|(WideKey a, const WideKey& b) { return a |= b; }

  WideKey less(const WideKey& ones, std::uint64_t times) const {
    WideKey key;
    for (std::size_t i = 0; i < words.size(); ++i) key.words[i] = words[i] - ones.words[i] * times;
    return key;
  }

  bool operator==(const WideKey&) const = default;

  std::size_t hash() const {
    std::uint64_t h = 0;
    for (const std::uint64_t word : words) h = (h ^ (h >> 29) ^ word) * 0x9E3779B97F4A7C15ULL;
    return static_cast<std::size_t>(h ^ (h >> 32));
  }
};

}  // namespace mw
