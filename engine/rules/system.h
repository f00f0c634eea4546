// A system of rules: cells without any geometry, and what is known of them. Boards of any shape are
// such systems, and so is anything else that can be said as "so many of these cells are mines".
//
// Every cell is a mine or not by itself, with its own odds, before anything else is known; rules
// and the total of all mines are what is known. With even odds all arrangements weigh the same.
//
// Where a cell of a board may hold several mines, each of its places is a cell here: `each` of
// them, one after the other, all in the same rules and with the same odds. What is asked for is
// then the chance that there is a mine in any of them.
#pragma once

#include <cstddef>
#include <vector>

#include "position/position.h"

namespace mw {

// From `low` to `high` of `cells`, none of which is named twice, are mines.
struct Rule {
  std::vector<Cell> cells;
  int low = 0, high = 0;
};

struct RuleSystem {
  int cells = 0;
  std::vector<Rule> rules;
  int mines = kUnknownMines;
  int each = 1;
  std::vector<double> odds;  // of each cell to be a mine, above 0; empty: all even

  double odds_of(Cell c) const { return odds.empty() ? 1 : odds[static_cast<std::size_t>(c)]; }
};

}  // namespace mw
