// Names that players have for what two or more numbers say: 1-1, 1-2, holes, 1-2-1 and 1-2-2-1. A
// number counts by the mines it still needs, so that a 3 beside two known mines is a 1: players
// call that reduction.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "explain/clues.h"
#include "explain/groups.h"

namespace mw {

inline bool is_reduced(const Clues& clues, int n, int need) {
  return clues.number(clues.all[n]) != need;
}

// The name of what `b` says of the cells around `a` alone, which are mines or safe; empty if it has
// none. `first` and `second` are what the two still say.
inline std::string pair_pattern(const Clues& clues, int a, int b, const Group& first,
                                const Group& second, bool mines) {
  const int cols = clues.grid().cols();
  const Cell p = clues.all[a].cell, q = clues.all[b].cell;
  const int rows_apart = std::abs(p / cols - q / cols), cols_apart = std::abs(p % cols - q % cols);
  const bool reduced = is_reduced(clues, a, first.low) || is_reduced(clues, b, second.low);
  const std::string by = reduced ? " by reduction" : "";
  const bool inside = std::ranges::includes(first.cells, second.cells);
  if (rows_apart + cols_apart == 1) {
    if (mines)
      return std::to_string(second.low) + "-" + std::to_string(first.low) + " pattern" + by;
    if (inside)
      return std::to_string(first.low) + "-" + std::to_string(first.low) + " pattern" + by;
    return "";
  }
  if (!mines && inside) return "Hole" + by;
  return "";
}

// 1-2-1 or 1-2-2-1 where the numbers of a proof stand so in a line, side by side.
inline std::string line_pattern(const Clues& clues, const std::vector<int>& numbers) {
  if (numbers.size() != 3 && numbers.size() != 4) return "";
  const int cols = clues.grid().cols();
  const Cell start = clues.all[numbers[0]].cell, step = clues.all[numbers[1]].cell - start;
  const bool in_row = step == 1 && start % cols + static_cast<int>(numbers.size()) <= cols;
  if (!in_row && step != cols) return "";
  std::string name;
  bool reduced = false;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const Clue& clue = clues.all[numbers[i]];
    if (clue.cell != start + static_cast<Cell>(i) * step) return "";
    if (i > 0) name += '-';
    name += std::to_string(clue.need);
    reduced |= is_reduced(clues, numbers[i], clue.need);
  }
  if (name != "1-2-1" && name != "1-2-2-1") return "";
  return name + (reduced ? " by reduction" : "");
}

}  // namespace mw
