// Groups of cells and how many mines they hold, at least and at most; and what two groups that
// overlap say of the cells they share and of those they do not.
#pragma once

#include <algorithm>
#include <iterator>
#include <vector>

#include "position/grid.h"

namespace mw {

struct Group {
  std::vector<Cell> cells;  // sorted
  int low, high;            // mines in them

  int size() const { return static_cast<int>(cells.size()); }
  bool all_mines() const { return low == size(); }
  bool all_safe() const { return high == 0; }
  bool is_settled() const { return !cells.empty() && (all_mines() || all_safe()); }
};

struct Overlap {
  Group shared, only_first, only_second;

  Overlap(const Group& a, const Group& b) {
    std::ranges::set_intersection(a.cells, b.cells, std::back_inserter(shared.cells));
    std::ranges::set_difference(a.cells, b.cells, std::back_inserter(only_first.cells));
    std::ranges::set_difference(b.cells, a.cells, std::back_inserter(only_second.cells));
    shared.low = std::max({0, a.low - only_first.size(), b.low - only_second.size()});
    shared.high = std::min({shared.size(), a.high, b.high});
    bound(only_first, a);
    bound(only_second, b);
  }

 private:
  void bound(Group& rest, const Group& whole) const {
    rest.low = std::max(0, whole.low - shared.high);
    rest.high = std::min(rest.size(), whole.high - shared.low);
  }
};

}  // namespace mw
