// How likely each kind is on each square.
//
// Priors first: every kind is spread over the squares where it may be, weighted by how many
// placements of its pattern lead there, and scaled until squares add up to one and kinds to how
// many are missing (iterative proportional fitting; Deming and Stephan, 1940). Then the numbers,
// jointly (sweep.h), and the kinds are scaled once more to what the numbers have used up.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

#include "dragonsweeper/board.h"
#include "dragonsweeper/kindset.h"
#include "dragonsweeper/memory.h"
#include "dragonsweeper/patterns.h"
#include "dragonsweeper/sets.h"
#include "dragonsweeper/sweep.h"

namespace dragon {

class Probabilities {
 public:
  double operator()(Square s, Kind kind) const { return of_[s][static_cast<int>(kind)]; }

  // Works the probabilities out anew, with a sweep that was prepared for the sets.
  void work_out(const Memory& memory, const Sets& sets, Sweep& sweep) {
    constexpr int kRounds = 6;  // from there on little changes
    memory_ = &memory, sets_ = &sets, sweep_ = &sweep;
    collect_groups();
    spread();
    for (int round = 0; round < kRounds; ++round) fit();
    count();
    rescale();
    count();
    of_ = posterior_;
  }

 private:
  // A possible kind keeps a little weight, whatever the priors made of it.
  static constexpr double kLeast = 1e-7;

  using Table = std::array<std::array<double, kHiddenKinds>, kSquares>;
  struct Group {
    Kind kind;
    double total;
    std::vector<std::uint8_t> squares;
  };

  bool open(Square s) const { return sets_->open(s); }
  bool may(Square s, Kind kind) const { return sets_->may(s, kind); }
  bool is(Square s, Kind kind) const { return sets_->is(s, kind); }

  // Which squares together hold how many of a kind: the rest of every kind, one guard in a
  // quadrant, one partner for every half of a pair that is certain.
  void collect_groups() {
    groups_.clear();
    for (int k = 0; k < kHiddenKinds; ++k) {
      const Kind kind = static_cast<Kind>(k);
      Group group{kind, static_cast<double>(kTraits[k].count), {}};
      for (Square s = 0; s < kSquares; ++s) {
        if (is(s, kind))
          group.total -= 1;
        else if (may(s, kind))
          group.squares.push_back(static_cast<std::uint8_t>(s));
      }
      if (!group.squares.empty()) groups_.push_back(group);
    }
    for (int q = 0; q < 4; ++q) {
      Group group{Kind::kGuard, 1, {}};
      for (Square s = 0; s < kSquares; ++s)
        if (quadrant(s) == q && may(s, Kind::kGuard) && open(s))
          group.squares.push_back(static_cast<std::uint8_t>(s));
      if (!group.squares.empty()) groups_.push_back(group);
    }
    for (Square s = 0; s < kSquares; ++s) {
      if (open(s)) continue;
      switch (first_of((*sets_)[s])) {
        case Kind::kWall: partners(kCross[s], Kind::kWall); break;
        case Kind::kGargoyle:
          if (memory_->twin(s) == kNowhere) partners(kCross[s], Kind::kGargoyle);
          break;
        case Kind::kMinotaur: partners(kAround[s], Kind::kChest); break;
        case Kind::kChest: partners(kAround[s], Kind::kMinotaur); break;
        default: break;
      }
    }
  }

  template <typename Around>
  void partners(const Around& around, Kind kind) {
    Group group{kind, 1, {}};
    for (Square n : around) {
      if (is(n, kind)) return;
      if (may(n, kind)) group.squares.push_back(static_cast<std::uint8_t>(n));
    }
    if (!group.squares.empty()) groups_.push_back(group);
  }

  void spread() {
    const auto& tables = pattern_tables();
    for (Square s = 0; s < kSquares; ++s) {
      prior_[s].fill(0);
      each_kind((*sets_)[s], [&](Kind kind) { prior_[s][static_cast<int>(kind)] = 1; });
      if (open(s))
        for (const Kind kind : {Kind::kWizard, Kind::kBigSlime, Kind::kGargoyle, Kind::kWall,
                                Kind::kMinotaur, Kind::kChest})
          prior_[s][static_cast<int>(kind)] = 0;
    }
    const auto add = [&](Square s, Kind kind) {
      if (open(s)) prior_[s][static_cast<int>(kind)] += 1;
    };
    for (const auto& [wizard, slimes] : tables.wizards) {
      bool fits = may(wizard, Kind::kWizard);
      for (Square n : slimes) fits &= may(n, Kind::kBigSlime);
      if (!fits) continue;
      add(wizard, Kind::kWizard);
      for (Square n : slimes) add(n, Kind::kBigSlime);
    }
    const auto pair = [&](const std::vector<Pair>& all, Kind a, Kind b) {
      for (const Pair& p : all)
        if (may(p.a, a) && may(p.b, b)) add(p.a, a), add(p.b, b);
    };
    pair(tables.dominoes, Kind::kGargoyle, Kind::kGargoyle);
    pair(tables.walls, Kind::kWall, Kind::kWall);
    pair(tables.hoards, Kind::kMinotaur, Kind::kChest);
  }

  void fit() {
    for (const Group& group : groups_) {
      const int k = static_cast<int>(group.kind);
      double sum = 0;
      for (Square s : group.squares) sum += prior_[s][k];
      if (sum <= 0) continue;
      for (Square s : group.squares) prior_[s][k] *= group.total / sum;
    }
    normalise();
  }

  void normalise() {
    for (Square s = 0; s < kSquares; ++s) {
      if (!open(s)) continue;
      double sum = 0;
      for (double w : prior_[s]) sum += w;
      if (sum > 0)
        for (double& w : prior_[s]) w /= sum;
    }
  }

  int bit_of(Kind kind) const {
    const int bit = power_bit(kind);
    return bit == kMineBit && memory_->disarmed() ? 0 : bit;
  }

  // Takes the priors of kinds as weights of powers, and gives every power its share.
  void count() {
    for (Square s = 0; s < kSquares; ++s) {
      weights_[s].fill(0);
      each_kind((*sets_)[s], [&](Kind kind) { weights_[s][bit_of(kind)] += prior(s, kind); });
    }
    sweep_->weigh(weights_);
    posterior_ = prior_;
    for (Square s = 0; s < kSquares; ++s)
      if (sweep_->covers(s))
        each_kind((*sets_)[s], [&](Kind kind) {
          const int bit = bit_of(kind);
          posterior_[s][static_cast<int>(kind)] =
              prior(s, kind) / weights_[s][bit] * sweep_->share(s, bit);
        });
  }

  double prior(Square s, Kind kind) const { return prior_[s][static_cast<int>(kind)] + kLeast; }

  void rescale() {
    std::array<double, kHiddenKinds> sum{}, missing{};
    for (Square s = 0; s < kSquares; ++s)
      for (int k = 0; k < kHiddenKinds; ++k)
        if (open(s)) sum[k] += posterior_[s][k];
    for (int k = 0; k < kHiddenKinds; ++k) missing[k] = kTraits[k].count;
    for (Square s = 0; s < kSquares; ++s)
      if (!open(s)) missing[std::countr_zero((*sets_)[s])] -= 1;
    for (int k = 0; k < kHiddenKinds; ++k) {
      const double factor = sum[k] > 0 ? std::clamp(missing[k] / sum[k], 0.05, 20.0) : 1;
      for (Square s = 0; s < kSquares; ++s)
        if (open(s)) prior_[s][k] *= factor;
    }
    normalise();
  }

  const Memory* memory_ = nullptr;
  const Sets* sets_ = nullptr;
  std::vector<Group> groups_;
  Table prior_{}, posterior_{}, of_{};
  PowerWeights weights_{};
  Sweep* sweep_ = nullptr;
};

}  // namespace dragon
