// One round: what lies under the cells, and the moves that need no choice.
#pragma once

#include <vector>

#include "count/count.h"
#include "position/position.h"

namespace mw {

class Round {
 protected:
  enum class Next { kWon, kGuess, kWrong, kLate };

  void open(Position& position, Cell c) {
    position.open(c, position.grid().count_around(c, mine_));
    position.deduce();
  }

  // Opens everything that is proven, until the game is won or a guess is due; `counter_` has then
  // counted the position. kWrong when a proof was wrong, kLate when the deadline passed.
  Next advance(Position& position) {
    const int safe = position.size() - position.mines();
    while (true) {
      if (!open_pending(position)) return Next::kWrong;
      if (position.open_count() == safe) return Next::kWon;
      ++counted_;
      if (const Next next = count(position); next != Next::kGuess) return next;
      if (counter_.mark_proven(position)) continue;
      if (position.deduce(); !position.pending().empty()) continue;
      return count(position);
    }
  }

  std::vector<char> mine_;
  Counter counter_;
  int counted_ = 0;  // positions, between moves

 private:
  // kGuess once the position is counted.
  Next count(const Position& position) {
    switch (counter_.count(position)) {
      case Counter::Outcome::kDone: return Next::kGuess;
      case Counter::Outcome::kLate: return Next::kLate;
      default: return Next::kWrong;
    }
  }

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
