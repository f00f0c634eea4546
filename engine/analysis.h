// From a matrix of cell codes to mine probabilities: what the Python face asks for.
#pragma once

#include <cmath>
#include <limits>
#include <vector>

#include "count.h"
#include "position.h"

namespace mw {

// Codes of the CSV format.
constexpr int kCodeFlag = 9, kCodeMine = 10, kCodeHidden = 11;

struct Verdict {
  std::vector<double> mine;        // by cell, nan where open
  Cell trouble = Position::kNone;  // a number that cannot be met, kTotal, or kNone
  bool exact = true;
  double log_ways = 0;
};

// Reads codes into a position and deduces. `code` is rows * cols.
inline Position read_position(const Grid& grid, const std::int8_t* code, int mines,
                              bool trust_flags) {
  Position position(grid, mines);
  for (Cell c = 0; c < grid.size(); ++c)
    if (code[c] == kCodeMine || (code[c] == kCodeFlag && trust_flags)) position.mark_mine(c);
  for (Cell c = 0; c < grid.size(); ++c)
    if (code[c] <= 8) position.open(c, code[c]);
  position.deduce();
  return position;
}

inline Verdict probabilities(const std::int8_t* code, int rows, int cols, int mines,
                             bool trust_flags, std::int64_t work) {
  const Grid grid(rows, cols);
  const Position position = read_position(grid, code, mines, trust_flags);
  Counter counter;
  Verdict verdict;
  verdict.mine.assign(grid.size(), std::numeric_limits<double>::quiet_NaN());
  if (!counter.count(position, work)) {
    verdict.trouble = counter.trouble;
    return verdict;
  }
  verdict.exact = counter.exact;
  verdict.log_ways = counter.log_ways;
  for (Cell c = 0; c < grid.size(); ++c) {
    const auto state = position.state(c);
    if (state == kMine) verdict.mine[c] = 1;
    if (state == kSafe) verdict.mine[c] = 0;
    if (state == kHidden) verdict.mine[c] = counter.mine(c);
  }
  return verdict;
}

}  // namespace mw
