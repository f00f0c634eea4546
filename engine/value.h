// The learned value of a position: a small network over its features, trained on the outcomes of
// the player's own games.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <stdexcept>
#include <string>

#include "signs.h"

namespace mw {

constexpr int kHidden1 = 64, kHidden2 = 32;

struct Weights {
  std::array<float, kFeatures> mean, deviation;
  std::array<std::array<float, kHidden1>, kFeatures> first;
  std::array<float, kHidden1> first_bias;
  std::array<std::array<float, kHidden2>, kHidden1> second;
  std::array<float, kHidden2> second_bias, third;
  float third_bias;
};

inline Weights& weights() {
  static Weights w;
  return w;
}

inline double& blend() {
  static double b = 0.2;
  return b;
}
inline double& power() {
  static double b = 0;
  return b;
}

inline bool& have_weights() {
  static bool have = false;
  return have;
}

inline void load_weights(const std::string& path) {
  std::FILE* f = std::fopen(path.c_str(), "rb");
  if (!f || std::fread(&weights(), sizeof(Weights), 1, f) != 1) throw std::runtime_error(path);
  std::fclose(f);
  have_weights() = true;
}

class Value {
 public:
  static double heuristic(const Features& f) {
    if (f[27] > 0 && f[20] > 0) return 1.0;
    return 1 - ((1 - blend()) * f[29] + blend() * f[30]);
  }
  double operator()(const Features& f) const {
    if (!have_weights()) return heuristic(f);
    const Weights& w = weights();
    std::array<float, kHidden1> one = w.first_bias;
    for (int i = 0; i < kFeatures; ++i) {
      const float x = std::clamp((f[i] - w.mean[i]) / w.deviation[i], -8.0f, 8.0f);
      if (x == 0) continue;
      for (int j = 0; j < kHidden1; ++j) one[j] += x * w.first[i][j];
    }
    std::array<float, kHidden2> two = w.second_bias;
    for (int i = 0; i < kHidden1; ++i) {
      if (one[i] <= 0) continue;
      for (int j = 0; j < kHidden2; ++j) two[j] += one[i] * w.second[i][j];
    }
    float out = w.third_bias;
    for (int i = 0; i < kHidden2; ++i) out += std::max(two[i], 0.0f) * w.third[i];
    const double v = 1 / (1 + std::exp(-out));
    return power() == 0 ? v : v * std::pow(heuristic(f), power());
  }
};

}  // namespace mw
