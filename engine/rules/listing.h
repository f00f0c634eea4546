// A part of few cells, counted by going through all their arrangements, 64 at a time, whatever the
// rules and however many there are: each says for 64 arrangements at once which of them meet it.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "count/constraints.h"
#include "count/convolution.h"
#include "count/sweep.h"

namespace mw {

// Of the mines in `cells`, bits for cells of the part, from `low` to `high`.
struct Span {
  std::uint32_t cells;
  int low, high;
};

class Listing {
 public:
  static constexpr int kMost = 24;  // cells

  PolynomialIn<Scaled> total;  // weight by mines, or of all

  // `odds` has those of each cell; `mines` is whether they are counted.
  SweepOutcome count(const std::vector<Scaled>& odds, const std::vector<Span>& spans, bool mines);

  // The mine probability of each cell. `weight[i]` is what the rest gives to `total.low + i`.
  std::vector<double> chances(const Scaled* weight) const;

 private:
  static constexpr int kLanes = 6;  // cells of which a word has all arrangements

  bool by_mines_ = false;
  int cells_ = 0;
  std::vector<Scaled> high_weight_;      // of the cells beyond the lanes, by arrangement
  std::array<Scaled, 64> low_weight_{};  // of those in the lanes
  std::vector<std::uint64_t> met_;       // arrangements of the lanes that meet all, by the others
};

}  // namespace mw
