// The seeded stream of random numbers of the public game: splitmix32.
#pragma once

#include <cstdint>
#include <utility>

namespace dragon {

class RandomStream {
 public:
  explicit RandomStream(std::uint32_t seed) : state_(seed) {}

  std::uint32_t next() {
    state_ += kStep;
    std::uint32_t t = state_ ^ (state_ >> 16);
    t *= 0x21F0AAADu;
    t ^= t >> 15;
    t *= 0x735A2D97u;
    return t ^ (t >> 15);
  }

  // An integer in [0, n).
  std::uint32_t below(std::uint32_t n) {
    return static_cast<std::uint32_t>((static_cast<std::uint64_t>(next()) * n) >> 32);
  }

  // Permutes `n` items. The last step moves nothing but draws all the same, as the game does.
  template <typename Items>
  void shuffle(Items& items, int n) {
    for (int i = n; i >= 1; --i) {
      const auto r = below(static_cast<std::uint32_t>(i));
      std::swap(items[static_cast<std::size_t>(i - 1)], items[r]);
    }
  }

  void skip(std::uint32_t draws) { state_ += draws * kStep; }

 private:
  static constexpr std::uint32_t kStep = 0x9E3779B9u;
  std::uint32_t state_;
};

}  // namespace dragon
