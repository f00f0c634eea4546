// What a position is worth that a guess may lead to: how safe the next move will be.
//
// Learned values (networks over some eighty features of the position, trained on the outcomes of
// millions of positions) were tried in its place and won less; see docs/strength.md.
#pragma once

#include <algorithm>

#include "count.h"
#include "position.h"

namespace mw {

// Collects the chances that the safest kinds of cell are safe: of a class, of the ground off the
// frontier, or of a cell known to be safe. A cell all of whose neighbours are known tells nothing
// and does not count.
class Safety {
 public:
  double first = 0, second = 0;

  void read(const Position& position, const Counter& counter) {
    first = second = 0;
    for (Cell c : position.pending())
      if (position.state(c) == kSafe && position.unknown(c) > 0) offer(1);
    for (std::size_t k = 0; k < counter.frontier.classes.size(); ++k) {
      const CellClass& klass = counter.frontier.classes[k];
      for (int i = 0; i < klass.size; ++i)
        if (position.unknown(klass.cells[i]) > 0) {
          offer(1 - counter.class_mine[k]);
          break;
        }
    }
    for (int i = 0; i < std::min(counter.frontier.off_cells, 2); ++i) offer(1 - counter.off_mine);
  }

 private:
  void offer(double safe) {
    if (safe > first) {
      second = first;
      first = safe;
    } else {
      second = std::max(second, safe);
    }
  }
};

// The safest next move, with some regard for the second, which is there when the first tells
// nothing new.
inline double worth_of(const Position& position, const Counter& counter, double second_share) {
  Safety safety;
  safety.read(position, counter);
  return (1 - second_share) * safety.first + second_share * safety.second;
}

}  // namespace mw
