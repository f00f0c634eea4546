// Why a cell is safe or a mine, or why neither is known: what the page and Python tell a person, as
// JSON. Beside the verdict and the numbers that force it: a nudge where to look, and the steps.
#pragma once

#include <cstdint>
#include <string>

#include "position/grid.h"

namespace mw {

// `code` is rows * cols cell codes, `mines` the total or kUnknownMines; `cell` is not open. Comes
// back after `seconds` or soon after. Keys of the answer:
//   cell         [row, col]
//   verdict      "safe", "mine" or "unknown"
//   numbers      the open numbers that the proof rests on; none is spare
//   mine_count   whether the total is needed besides
//   steps        of {"text", "parts", "numbers", "cells", "low", "high", "rule"}: by these numbers,
//                and what earlier steps say, these cells hold `low` to `high` mines; `rule` is
//                number, pair, group, total or contradiction, and arrangement where nothing is
//                proven. Parts are the text in pieces, {"text", "cells"}: what it says, and the
//                cells that this is about, none for words between. Cases within a text stand in
//                lines that are indented.
// of a proof:
//   smallest     whether no proof with fewer numbers exists, as far as it was looked for
//   nudge        where to look, without the answer
// and of an unknown cell:
//   probability, exact    of a mine
//   log_ways     {"safe", "mine"}: logarithms of the numbers of arrangements
//   arrangements {"safe", "mine"}: the mines of one arrangement each, or null; then
//   why_not      says in a sentence why there are none
// A position that contradicts itself gets {"trouble": [row, col]}, or {"trouble": "total"}.
std::string explain(const Grid& grid, const std::int8_t* code, int mines, bool trust_flags,
                    Cell cell, double seconds);

}  // namespace mw
