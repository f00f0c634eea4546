// One round: what lies under the cells, and the moves that need no choice.
#pragma once

#include <vector>

#include "count.h"
#include "position.h"

namespace mw {

class Round {
 protected:
  enum class Next { kWon, kGuess, kWrong };

  void open(Position& position, Cell c) {
    int number = 0;
    for (Cell n : position.grid().around(c)) number += mine_[n];
    position.open(c, number);
    position.deduce();
  }

  // Opens everything that is proven, until the game is won or a guess is due; `counter_` has then
  // counted the position. kWrong when a proof was wrong or the deadline passed.
  Next advance(Position& position) {
    const int safe = position.size() - position.mines();
    while (true) {
      if (!open_pending(position)) return Next::kWrong;
      if (position.open_count() == safe) return Next::kWon;
      ++counted_;
      if (!counter_.count(position)) return Next::kWrong;
      if (counter_.mark_proven(position)) continue;
      if (position.deduce(); !position.pending().empty()) continue;
      return counter_.count(position) ? Next::kGuess : Next::kWrong;
    }
  }

  std::vector<char> mine_;
  Counter counter_;
  int counted_ = 0;  // positions, between moves

 private:
  // Opens everything the two rules prove; false when a proof was wrong.
  bool open_pending(Position& position) {
    while (!position.pending().empty()) {
      const Cell c = position.pending().back();
      position.pending().pop_back();
      if (position.state(c) != kSafe) continue;
      if (mine_[c]) return false;
      open(position, c);
    }
    return true;
  }
};

}  // namespace mw
