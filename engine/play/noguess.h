// Boards that need no guess: dealt at random and kept when exact counting finds a safe cell after
// every move, from the first click to the last mine. Every such board is equally likely. Where they
// are too rare to be found so, boards are mended.
#pragma once

#include <string_view>
#include <vector>

#include "play/deal.h"
#include "play/mend.h"
#include "play/round.h"
#include "position/grid.h"
#include "position/position.h"

namespace mw {

// Whether every cell around `a` that is no mine also lies around `b`.
inline bool seen_alike(const Grid& grid, const std::vector<char>& mine, Cell a, Cell b) {
  for (Cell n : grid.around(a))
    if (n != b && !mine[n] && grid.distance(n, b) > 1) return false;
  return true;
}

// Two neighbouring cells, one of them a mine, where no number shows which: every cell that sees
// just one of them is a mine. Exchanged they show the same board, so one of them has to be guessed.
// Looking for such twins is quick and sorts out most boards before they are played. `first` is
// shown at the start, and is none of them.
inline bool has_twins(const Grid& grid, const std::vector<char>& mine, Cell first) {
  for (Cell a = 0; a < grid.size(); ++a)
    for (Cell b : grid.around(a))
      if (a < b && mine[a] != mine[b] && a != first && b != first && seen_alike(grid, mine, a, b) &&
          seen_alike(grid, mine, b, a))
        return true;
  return false;
}

enum class Making { kEither, kUniform, kMended };

// Deals a number of boards that depends on nothing but their size, so that a seed gives the same
// board everywhere, and mends then; or does the one or the other alone.
class BoardMaker : private MendedRound {
 public:
  BoardMaker(const Grid& grid, int mines, Cell first, FirstClick rule, std::string_view seed,
             Making making = Making::kEither)
      : MendedRound(grid, mines, first, rule, seed),
        deals_left_(making == Making::kMended   ? 0
                    : making == Making::kEither ? 1 + kCellsDealt / grid.size()
                                                : -1) {}

  // Deals up to `tries` boards, or mends as often; true when the last needs no guess.
  bool find(int tries) {
    for (; tries > 0; --tries) {
      if (mended()) {
        if (play_and_mend()) return true;
        continue;
      }
      dealer_.deal(mine_);
      if (needs_no_guess()) return true;
      if (deals_left_ > 0) --deals_left_;
    }
    return false;
  }

  // The first board dealt, whether or not it needs a guess.
  void deal() { dealer_.deal(mine_); }

  // Whether the board was made by mending, not dealt as it is.
  bool mended() const { return deals_left_ == 0; }
  const std::vector<char>& board() const { return mine_; }

 private:
  // Enough for Expert, of which in the worst case one board in some 30 needs no guess, and for
  // boards of its size with 130 mines; they take a fifth of a second.
  static constexpr int kCellsDealt = 1'000'000;

  bool needs_no_guess() {
    if (mine_[first_] || has_twins(grid_, mine_, first_)) return false;
    Position position(grid_, mines_);
    open(position, first_);
    return advance(position) == Next::kWon;
  }

  int deals_left_;  // before boards are mended, -1 without end
};

}  // namespace mw
