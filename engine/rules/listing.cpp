#include "rules/listing.h"

#include <algorithm>
#include <bit>
#include <span>

#include "count/deadline.h"

namespace mw {

namespace {

// What each arrangement of some cells weighs.
void weigh(std::span<const Scaled> odds, std::span<Scaled> weight) {
  weight[0] = 1;
  for (std::size_t i = 1; i < weight.size(); ++i)
    weight[i] = weight[i & (i - 1)] * odds[std::countr_zero(i)];
}

template <typename Visit>
void each_bit(std::uint64_t bits, Visit&& visit) {
  for (; bits; bits &= bits - 1) visit(std::countr_zero(bits));
}

}  // namespace

SweepOutcome Listing::count(const std::vector<Scaled>& odds, const std::vector<Span>& spans,
                            bool mines) {
  by_mines_ = mines;
  cells_ = static_cast<int>(odds.size());
  const int lanes = std::min(cells_, kLanes);
  const std::size_t others = std::size_t{1} << (cells_ - lanes), within = std::size_t{1} << lanes;
  high_weight_.resize(others);
  weigh(std::span(odds).subspan(lanes), high_weight_);
  weigh(std::span(odds).first(lanes), std::span(low_weight_).first(within));
  // The lanes that meet a rule, by the mines it has beyond them.
  std::vector<std::array<std::uint64_t, kMost + 1>> fits(spans.size());
  for (std::size_t r = 0; r < spans.size(); ++r)
    for (std::size_t beyond = 0; beyond < fits[r].size(); ++beyond) {
      fits[r][beyond] = 0;
      for (std::size_t lane = 0; lane < within; ++lane) {
        const int laid = static_cast<int>(beyond) + std::popcount(spans[r].cells & lane);
        const bool fit = spans[r].low <= laid && laid <= spans[r].high;
        fits[r][beyond] |= std::uint64_t{fit} << lane;
      }
    }
  met_.assign(others, within == 64 ? ~0ULL : (1ULL << within) - 1);
  total = {.low = 0, .log_scale = 0, .value = std::vector<Scaled>(mines ? cells_ + 1 : 1)};
  bool any = false;
  for (std::size_t high = 0; high < others; ++high) {
    if (high % 1024 == 0 && Deadline::passed()) return SweepOutcome::kLate;
    std::uint64_t& met = met_[high];
    for (std::size_t r = 0; r < spans.size() && met; ++r)
      met &= fits[r][std::popcount(spans[r].cells >> lanes & static_cast<std::uint32_t>(high))];
    any |= met != 0;
    const int laid = std::popcount(high);
    each_bit(met, [&](int lane) {
      const int used = mines ? laid + std::popcount(static_cast<unsigned>(lane)) : 0;
      total.value[used] += high_weight_[high] * low_weight_[lane];
    });
  }
  return any ? SweepOutcome::kDone : SweepOutcome::kContradiction;
}

std::vector<double> Listing::chances(const Scaled* weight) const {
  const int lanes = std::min(cells_, kLanes);
  std::array<Scaled, 64> by_lane{};
  std::vector<Scaled> by_others(met_.size());
  for (std::size_t high = 0; high < met_.size(); ++high)
    each_bit(met_[high], [&](int lane) {
      const int used = std::popcount(high) + std::popcount(static_cast<unsigned>(lane));
      const Scaled ways = high_weight_[high] * low_weight_[lane] * weight[by_mines_ ? used : 0];
      by_lane[lane] += ways;
      by_others[high] += ways;
    });
  std::vector<double> chances;
  for (int cell = 0; cell < cells_; ++cell) {
    const std::span<const Scaled> all =
        cell < lanes ? std::span<const Scaled>(by_lane) : std::span<const Scaled>(by_others);
    std::array<Scaled, 2> sums{};
    for (std::size_t i = 0; i < all.size(); ++i)
      sums[i >> (cell < lanes ? cell : cell - lanes) & 1] += all[i];
    chances.push_back(mine_share(sums[1], sums[0]));
  }
  return chances;
}

}  // namespace mw
