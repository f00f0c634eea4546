// Regions: hidden cells that can bear on each other, since they touch or see a common number. A
// small one is best left for the end, when the count of mines says more about it.
#pragma once

#include <vector>

#include "position/position.h"

namespace mw {

class Regions {
 public:
  // How many hidden cells the region of a hidden cell has; 0 for other cells.
  int size(Cell c) const { return size_[c]; }

  void find(const Position& position) {
    const Grid& grid = position.grid();
    size_.assign(position.size(), 0);
    for (Cell seed = 0; seed < position.size(); ++seed) {
      if (!position.is_hidden(seed) || size_[seed] != 0) continue;
      region_.clear();
      reach(position, seed);
      for (std::size_t i = 0; i < region_.size(); ++i)
        for (Cell n : grid.around(region_[i])) {
          reach(position, n);
          if (position.is_number(n))
            for (Cell m : grid.around(n)) reach(position, m);
        }
      for (Cell c : region_) size_[c] = static_cast<int>(region_.size());
    }
  }

 private:
  void reach(const Position& position, Cell c) {
    if (!position.is_hidden(c) || size_[c] != 0) return;
    size_[c] = 1;
    region_.push_back(c);
  }

  std::vector<int> size_;
  std::vector<Cell> region_;
};

}  // namespace mw
