// The numbers as a proof uses them: how many mines each still needs, and the cells they may lie in.
// Known are only the cells that are open, and shown mines and trusted flags; nothing is deduced.
#pragma once

#include <cstdint>
#include <vector>

#include "count/satisfy.h"
#include "explain/groups.h"
#include "position/codes.h"
#include "position/grid.h"
#include "position/position.h"

namespace mw {

struct Clue {
  Cell cell;
  std::int8_t need;       // mines not known yet
  ShortList<Cell> cells;  // hidden ones

  Group group() const { return {{cells.begin(), cells.end()}, need, need}; }
};

class Clues {
 public:
  std::vector<Clue> all;  // the numbers with hidden cells around them
  int hidden = 0;         // cells of which nothing is known
  int total;              // mines on the board, or kUnknownMines
  int left;               // mines not known yet, or kUnknownMines

  // `code` is rows * cols cell codes. The cell asked for counts as hidden even where it is flagged.
  Clues(const Grid& grid, const std::int8_t* code, int mines, bool trust_flags, Cell asked)
      : total(mines), left(mines), grid_(&grid), state_(grid.size()), clue_at_(grid.size(), -1) {
    for (Cell c = 0; c < grid.size(); ++c) {
      state_[c] = state_of(code[c], trust_flags && c != asked);
      hidden += state_[c] == kHidden;
      if (state_[c] == kMine && left != kUnknownMines) --left;
    }
    for (Cell c = 0; c < grid.size(); ++c)
      if (is_open(state_[c])) add(c);
  }

  const Grid& grid() const { return *grid_; }
  bool is_hidden(Cell c) const { return state_[c] == kHidden; }
  int number(const Clue& clue) const { return value_of(state_[clue.cell]); }

  // A clue for Satisfier.
  Sum sum(int n) const { return {all[n].cells, all[n].need}; }

  // Calls `visit` with the index of every clue around a hidden cell.
  template <typename Visit>
  void each_around(Cell c, Visit&& visit) const {
    for (Cell n : grid_->around(c))
      if (clue_at_[n] >= 0) visit(clue_at_[n]);
  }

 private:
  void add(Cell c) {
    Clue clue{c, value_of(state_[c]), {}};
    for (Cell n : grid_->around(c)) {
      if (state_[n] == kHidden) clue.cells.add(n);
      clue.need = static_cast<std::int8_t>(clue.need - (state_[n] == kMine));
    }
    if (clue.cells.empty()) return;
    clue_at_[c] = static_cast<std::int32_t>(all.size());
    all.push_back(clue);
  }

  const Grid* grid_;
  std::vector<CellState> state_;
  std::vector<std::int32_t> clue_at_;
};

}  // namespace mw
