// From a matrix of cell codes to mine probabilities and the cell to open: what the Python face
// asks for.
#pragma once

#include <cmath>
#include <limits>
#include <vector>

#include "count.h"
#include "guess.h"
#include "position.h"

namespace mw {

// Codes of the CSV format.
constexpr int kCodeFlag = 9, kCodeMine = 10, kCodeHidden = 11;

struct Verdict {
  std::vector<double> mine;        // by cell, nan where open
  Cell trouble = Position::kNone;  // a number that cannot be met, kTotal, or kNone
  bool exact = true;
  double log_ways = 0;
  Decision decision;
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

// The safe cell that tells most, else the best guess.
inline Decision decide(const Position& position, const Counter& counter, Guesser& guesser) {
  Decision decision;
  for (Cell c = 0; c < position.size(); ++c) {
    const bool safe = position.state(c) == kSafe || (position.is_hidden(c) && counter.mine(c) <= 0);
    if (safe && (decision.cell < 0 || position.unknown(c) > position.unknown(decision.cell)))
      decision.cell = c;
  }
  if (decision.cell < 0) return guesser.decide(position, counter);
  decision.why = Why::kProof;
  decision.win = guesser.exact_win(position, counter);
  return decision;
}

// Analyses a position within `work` multiply-adds for the counting; `guesser` null leaves the best
// cell out.
inline Verdict analyse(const std::int8_t* code, int rows, int cols, int mines, bool trust_flags,
                       std::int64_t work, Guesser* guesser) {
  const Grid grid(rows, cols);
  const Position position = read_position(grid, code, mines, trust_flags);
  Counter counter;
  Verdict verdict;
  if (!counter.count(position, work)) {
    verdict.trouble = counter.trouble;
    return verdict;
  }
  verdict.mine.assign(grid.size(), std::numeric_limits<double>::quiet_NaN());
  verdict.exact = counter.exact;
  verdict.log_ways = counter.log_ways;
  for (Cell c = 0; c < grid.size(); ++c) {
    const auto state = position.state(c);
    if (state == kMine) verdict.mine[c] = 1;
    if (state == kSafe) verdict.mine[c] = 0;
    if (state == kHidden) verdict.mine[c] = counter.mine(c);
  }
  if (guesser) verdict.decision = decide(position, counter, *guesser);
  return verdict;
}

}  // namespace mw
