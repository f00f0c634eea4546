// Boards that need no guess: dealt at random and kept when exact counting finds a safe cell after
// every move, from the first click to the last mine. Every such board is equally likely.
#pragma once

#include <string_view>
#include <vector>

#include "play/deal.h"
#include "play/round.h"
#include "position/grid.h"
#include "position/position.h"

namespace mw {

// Two neighbouring cells, one of them a mine, where no number shows which: every cell that sees
// just one of them is a mine. Exchanged they show the same board, so one of them has to be guessed.
// Looking for such pairs is quick and sorts out most boards before they are played. The
// cells in `open` are shown at the start, and no pair holds one of them.
class Twins {
 public:
  bool found(const Grid& grid, const std::vector<char>& mine, Cell first) const {
    for (Cell c = 0; c < grid.size(); ++c) {
      const int col = c % grid.cols();
      const bool right = col + 1 < grid.cols(), left = col > 0,
                 below = c + grid.cols() < grid.size();
      if (right && alike(grid, mine, first, c, c + 1)) return true;
      if (below && alike(grid, mine, first, c, c + grid.cols())) return true;
      if (right && below && alike(grid, mine, first, c, c + grid.cols() + 1)) return true;
      if (left && below && alike(grid, mine, first, c, c + grid.cols() - 1)) return true;
    }
    return false;
  }

 private:
  static bool alike(const Grid& grid, const std::vector<char>& mine, Cell first, Cell a, Cell b) {
    if (mine[a] == mine[b] || a == first || b == first) return false;
    return seen_alike(grid, mine, a, b) && seen_alike(grid, mine, b, a);
  }

  // Whether every cell around `a` that is no mine also lies around `b`.
  static bool seen_alike(const Grid& grid, const std::vector<char>& mine, Cell a, Cell b) {
    const int cols = grid.cols();
    for (Cell n : grid.around(a)) {
      if (n == b || mine[n]) continue;
      const int rows_apart = n / cols - b / cols, cols_apart = n % cols - b % cols;
      if (rows_apart > 1 || rows_apart < -1 || cols_apart > 1 || cols_apart < -1) return false;
    }
    return true;
  }
};

class BoardMaker : private Round {
 public:
  BoardMaker(const Grid& grid, int mines, Cell first, FirstClick rule, std::string_view seed)
      : grid_(grid), mines_(mines), first_(first), dealer_(grid_, mines, first, rule, seed) {}

  // Deals up to `tries` boards; true when the last of them needs no guess.
  bool find(int tries) {
    for (; tries > 0; --tries) {
      dealer_.deal(mine_);
      if (needs_no_guess()) return true;
    }
    return false;
  }

  // The first board dealt, whether or not it needs a guess.
  void deal() { dealer_.deal(mine_); }

  const std::vector<char>& board() const { return mine_; }

 private:
  bool needs_no_guess() {
    if (mine_[first_] || Twins().found(grid_, mine_, first_)) return false;
    Position position(grid_, mines_);
    open(position, first_);
    return advance(position) == Next::kWon;
  }

  const Grid grid_;
  int mines_;
  Cell first_;
  Dealer dealer_;
};

}  // namespace mw
