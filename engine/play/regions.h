// Regions: hidden cells that can bear on each other, since they touch or see a common number. A
// small one is best left for the end, when the count of mines says more about it.
#pragma once

#include <vector>

#include "position/position.h"

namespace mw {

// For each hidden cell how many hidden cells its region has; 0 for other cells.
inline std::vector<int> region_sizes(const Position& position) {
  const Grid& grid = position.grid();
  std::vector<int> size(position.size(), 0);
  std::vector<Cell> region;
  const auto reach = [&](Cell c) {
    if (position.is_hidden(c) && size[c] == 0) size[c] = 1, region.push_back(c);
  };
  for (Cell seed = 0; seed < position.size(); ++seed) {
    region.clear();
    reach(seed);
    for (std::size_t i = 0; i < region.size(); ++i)
      for (Cell n : grid.around(region[i])) {
        reach(n);
        if (position.is_number(n))
          for (Cell m : grid.around(n)) reach(m);
      }
    for (Cell c : region) size[c] = static_cast<int>(region.size());
  }
  return size;
}

}  // namespace mw
