// Estimates of winning, for positions where it is not known.
//
// The worth of a position that a guess may lead to: how safe the next move will be.
// Learned values (networks over some eighty features of the position, trained on the outcomes of
// millions of positions) were tried in its place and won less; see docs/strength.md.
#pragma once

#include <algorithm>
#include <cmath>

#include "count/count.h"
#include "position/position.h"

namespace mw {

// The chances that the two safest kinds of cell are safe: of a class, of the ground off the
// frontier, or of a cell known to be safe. A cell all of whose neighbours are known gives no
// information and does not count.
struct Safety {
  double first = 0, second = 0;

  void offer(double safe) {
    second = std::max(second, std::min(first, safe));
    first = std::max(first, safe);
  }
};

inline Safety safety_of(const Position& position, const Counter& counter) {
  Safety safety;
  const auto tells = [&](Cell c) { return position.unknown(c) > 0; };
  for (Cell c : position.pending())
    if (position.state(c) == kSafe && tells(c)) safety.offer(1);
  for (std::size_t k = 0; k < counter.frontier.classes.size(); ++k)
    if (std::ranges::any_of(counter.frontier.classes[k].cells, tells))
      safety.offer(1 - counter.class_mine[k]);
  for (int i = 0; i < std::min(counter.frontier.off_cells, 2); ++i)
    safety.offer(1 - counter.off_mine);
  return safety;
}

// The safest next move, with some regard for the second, which is there when the first gives no new
// information.
inline double worth_of(const Position& position, const Counter& counter, double second_share) {
  const Safety safety = safety_of(position, counter);
  return (1 - second_share) * safety.first + second_share * safety.second;
}

// Chance to win after a guess that went well: logistic in what is known before it, where the best
// candidate scored `score` and the safest is a mine with chance `risk`. Fitted once to the outcomes
// of 36 000 guesses at Expert boards (docs/strength.md, "Method"). It need not be good where it
// serves to take luck back, only the same whatever the board is.
inline double chance_after_guess(const Position& position, const Counter& counter, double score,
                                 double risk) {
  const double goal = position.size() - position.mines();
  const double off =
      static_cast<double>(counter.frontier.off_cells) / std::max(1, position.hidden());
  const double z = 1.97 + 2.59 * score - 4.89 * position.open_count() / goal -
                   0.0245 * counter.log_ways + 1.50 * off + 0.74 * risk;
  return 1 / (1 + std::exp(-z));
}

// The same, roughly, in seven figures of the position after it: fitted once to the outcomes of
// 425 000 guesses at Expert boards.
inline double chance_to_win(const Position& position, const Counter& counter) {
  if (counter.log_ways < 0.1) return 1;
  const Safety safety = safety_of(position, counter);
  double safe = 0, doubt = 0;
  for (Cell c : position.pending()) safe += position.state(c) == kSafe;
  for (std::size_t k = 0; k < counter.frontier.classes.size(); ++k) {
    const double mine = counter.class_mine[k];
    const int cells = counter.frontier.classes[k].cells.size();
    if (mine <= 0) safe += cells;
    doubt += cells * mine * (1 - mine);
  }
  const double goal = position.size() - position.mines();
  const double density = position.mines_left() / std::max(1.0, 1.0 * position.hidden());
  const double z = 5.4473 - 0.02581 * counter.log_ways -
                   5.0579 * (position.open_count() + safe) / goal + 2.0147 * safety.first +
                   0.0609 * std::min(safe, 8.0) - 0.0571 * doubt - 6.756 * density +
                   3.1767 * std::max(0.0, 1 - counter.log_ways / 3);
  return 1 / (1 + std::exp(-z));
}

}  // namespace mw
