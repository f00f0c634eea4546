// Draws lairs that agree with all that is known.
//
// Squares beside numbers are settled first, those with the fewest kinds before others, then the
// kinds that come in patterns, then the rest; every choice is made by the probabilities, and is
// followed by constraint propagation. A draw that ends in a contradiction is given up and begun
// anew.
#pragma once

#include <array>
#include <bit>
#include <optional>
#include <vector>

#include "dragonsweeper/knowledge.h"
#include "dragonsweeper/random.h"

namespace dragon {

using Kinds = std::array<Kind, kSquares>;  // what every square held at the start

class Sampler {
 public:
  Sampler(Knowledge& knowledge, RandomStream& random)
      : knowledge_(knowledge), probabilities_(knowledge.probabilities()), random_(random) {
    for (const Equation& e : knowledge.equations())
      for (Square s : e.unknown) beside_[s] = true;
  }

  // A lair, or nothing when too many draws failed.
  std::optional<Kinds> draw() {
    constexpr int kTries = 4;  // a limit of time
    for (int i = 0; i < kTries; ++i) {
      Sets sets = knowledge_.sets();
      if (settle_numbers(sets) && settle_patterns(sets))
        if (const auto kinds = fill(sets)) return kinds;
    }
    return std::nullopt;
  }

 private:
  double uniform() { return random_.next() / 4294967296.0; }

  // Takes one of a square's kinds by the probabilities, or rules it out if nothing fits with it.
  bool settle(Sets& sets, Square s) {
    while (!is_single(sets[s])) {
      double sum = 0;
      each_kind(sets[s], [&](Kind k) { sum += probabilities_(s, k) + kLeast; });
      double left = uniform() * sum;
      Kind pick = first_of(sets[s]);
      each_kind(sets[s], [&](Kind k) {
        if (left >= 0) pick = k;
        left -= probabilities_(s, k) + kLeast;
      });
      if (!decide(sets, s, pick)) return false;
    }
    return true;
  }

  static bool decide(Sets& sets, Square s, Kind kind) {
    Sets supposed = sets;
    supposed.narrow(s, only(kind));
    if (supposed.propagate()) {
      sets = supposed;
      return true;
    }
    sets.narrow(s, ~only(kind));
    return sets.propagate();
  }

  bool settle_numbers(Sets& sets) {
    while (true) {
      Square next = kNowhere;
      int fewest = 99;
      for (Square s = 0; s < kSquares; ++s) {
        const int count = std::popcount(sets[s]);
        if (beside_[s] && count > 1 && count < fewest) next = s, fewest = count;
      }
      if (next == kNowhere) return true;
      if (!settle(sets, next)) return false;
    }
  }

  bool settle_patterns(Sets& sets) {
    using K = Kind;
    for (const Kind kind :
         {K::kWizard, K::kLover, K::kMineKing, K::kGuard, K::kMinotaur, K::kChest, K::kGargoyle,
          K::kMedikit, K::kGnome, K::kGazer, K::kWall, K::kEgg, K::kRatKing})
      while (true) {
        double sum = 0;
        std::array<double, kSquares> weight{};
        for (Square s = 0; s < kSquares; ++s)
          if (has(sets[s], kind) && !is_single(sets[s]))
            sum += weight[s] = probabilities_(s, kind) + kLeast;
        if (sum == 0) break;
        double left = uniform() * sum;
        Square pick = kNowhere;
        for (Square s = 0; s < kSquares; ++s) {
          if (weight[s] > 0 && left >= 0) pick = s;
          left -= weight[s];
        }
        if (!decide(sets, pick, kind)) return false;
      }
    return true;
  }

  // What is left has no pattern and no number beside it: any order of the missing kinds will do.
  std::optional<Kinds> fill(const Sets& sets) {
    Kinds kinds{};
    std::array<int, kHiddenKinds> missing{};
    for (int k = 0; k < kHiddenKinds; ++k) missing[k] = kTraits[k].count;
    std::array<std::uint8_t, kSquares> open{};
    int count = 0;
    for (Square s = 0; s < kSquares; ++s) {
      if (!is_single(sets[s])) {
        open[count++] = static_cast<std::uint8_t>(s);
        continue;
      }
      kinds[s] = first_of(sets[s]);
      --missing[static_cast<int>(kinds[s])];
    }
    random_.shuffle(open, count);
    for (int i = 0; i < count; ++i) {
      int sum = 0, pick = -1;
      each_kind(sets[open[i]], [&](Kind k) { sum += std::max(0, missing[static_cast<int>(k)]); });
      if (sum == 0) return std::nullopt;
      int left = static_cast<int>(random_.below(static_cast<std::uint32_t>(sum)));
      each_kind(sets[open[i]], [&](Kind k) {
        if (left >= 0 && missing[static_cast<int>(k)] > 0) pick = static_cast<int>(k);
        left -= std::max(0, missing[static_cast<int>(k)]);
      });
      kinds[open[i]] = static_cast<Kind>(pick);
      --missing[pick];
    }
    return kinds;
  }

  static constexpr double kLeast = 1e-6;  // what is possible is never given up by rounding

  Knowledge& knowledge_;
  const Probabilities& probabilities_;
  RandomStream& random_;
  std::array<bool, kSquares> beside_{};
};

}  // namespace dragon
