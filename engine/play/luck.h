// What a game owes to luck, so that it can be taken back.
//
// Luck is what is owed to chance at each guess: the mine that was there or not, and the number that
// showed. What the position was worth before and after is estimated (`chance_to_win`), and the
// estimate before is the exact mean of those after, over all the cell may show. So luck is nothing
// on average, however poor the estimate, and taking it back changes no player's expectation, if
// boards are drawn at random. Nothing is taken back of what proven cells show, nor where counting
// would be inexact or take too long, which depends on the position alone.
//
// The idea: Burch, Schmid, Moravcik, Morrill and Bowling, AIVAT: a new variance reduction technique
// for agent evaluation in imperfect information games (2018).
#pragma once

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "count/deadline.h"
#include "play/round.h"
#include "play/value.h"

namespace mw {

// What the rules promise of the first cell: nothing, no mine there, or none around it either.
enum class Promise { kNothing, kSafe, kSpared };

class LuckAccount : public Round {
 public:
  struct Sum {
    bool won = false;
    double luck = 0;  // in games won
    double risk = 0;  // sum of the mine probabilities of all guesses
  };

  // Plays a board: what is proven is opened, and else `choose(position, counter)`, a hidden cell,
  // or a known mine, or a negative number where the game ends. `mine` says of each cell whether it
  // is a mine.
  template <typename Choose>
  Sum play(const Grid& grid, std::vector<char> mine, int mines, Cell first, Promise promise,
           Choose&& choose) {
    mine_ = std::move(mine);
    sum_ = {};
    Position position(grid, mines);
    if (counter_.count(position) != Counter::Outcome::kDone) return sum_;
    if (promise == Promise::kSpared && !mine_[first])
      open(position, first);
    else if (!step(position, first, promise == Promise::kSafe))
      return sum_;
    while (true) {
      const Next next = advance(position);
      sum_.won = next == Next::kWon;
      if (next != Next::kGuess) return sum_;
      const Cell cell = choose(position, counter_);
      if (cell < 0 || !step(position, cell, false)) return sum_;
    }
  }

  // Follows a game that somebody else has played: `opened` are the cells in the order in which they
  // were opened. Whatever is proven counts as opened at once, so that only guesses are left.
  Sum follow(const Grid& grid, std::vector<char> mine, int mines, Cell first, Promise promise,
             const std::vector<Cell>& opened) {
    auto next = opened.begin();
    return play(grid, std::move(mine), mines, first, promise,
                [&](const Position& position, const Counter&) {
                  next = std::find_if(next, opened.end(), [&](Cell c) {
                    return position.is_hidden(c) || position.state(c) == kMine;
                  });
                  return next == opened.end() ? Position::kNone : *next;
                });
  }

 private:
  // Opens a cell of a position that has been counted; false when it is a mine. `known`: by the
  // rules of the game it is none.
  bool step(Position& position, Cell cell, bool known) {
    if (position.state(cell) == kMine) {
      sum_.risk += 1;
      return false;
    }
    if (!known) sum_.risk += counter_.mine(cell);
    sum_.luck += luck_at(position, cell, known);
    if (mine_[cell]) return false;
    open(position, cell);
    return true;
  }

  // What became of the position, less the mean of all that might have.
  double luck_at(const Position& position, Cell cell, bool known) {
    if (!counter_.exact) return 0;
    const int shown = position.grid().count_around(cell, mine_), least = position.known(cell);
    double mean = 0, chances = 0, after = 0;
    for (int number = least; number <= least + position.unknown(cell); ++number) {
      Position opened = position;
      opened.open(cell, number);
      if (!opened.deduce()) continue;
      const Counter::Outcome outcome = after_.count(opened);
      if (outcome == Counter::Outcome::kContradiction) continue;
      if (outcome != Counter::Outcome::kDone || !after_.exact) return 0;
      const double chance = std::exp(after_.log_ways - counter_.log_ways);
      const double value = chance_to_win(opened, after_);
      chances += chance;
      mean += chance * value;
      if (number == shown) after = value;
    }
    return (mine_[cell] ? 0 : after) - (known ? mean / chances : mean);
  }

  Counter after_;
  Sum sum_;
};

}  // namespace mw
