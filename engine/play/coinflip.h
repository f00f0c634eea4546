// Coin flips to come. Of two cells with one mine no number can show which it is when every cell
// that sees just one of them is a mine as well, for a mine shows no number; the same holds for the
// two diagonals of a square whose outer corners are mines. Such a guess has to be made at some
// time, so to make it now costs nothing extra. How likely each is, is counted, not matched by
// patterns.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "count/count.h"
#include "position/position.h"

namespace mw {

class CoinFlips {
 public:
  struct Answer {
    // For every cell, the chance that a flip it belongs to, or would decide, comes and goes against
    // it: the part of its risk that waiting would not spare the player.
    std::vector<double> influence;
    bool late = false;  // the deadline passed: no cell has any influence, rather than some less
  };

  // `position` has been counted and no cell of it is known to be safe.
  Answer count(const Position& position, const Counter& counter) {
    const Grid& grid = position.grid();
    position_ = &position;
    counter_ = &counter;
    late_ = false;
    in_flips_.assign(grid.size(), 0.0);
    enabling_.assign(grid.size(), 0.0);
    square_.assign(grid.size(), 0.0);
    for (Cell c = 0; c < grid.size(); ++c) {
      if (!position.is_hidden(c)) continue;
      const bool right = c % grid.cols() + 1 < grid.cols();
      const bool below = c / grid.cols() + 1 < grid.rows();
      if (right) pair(c, c + 1);
      if (below) pair(c, c + grid.cols());
      if (right && below) square(c, c + 1, c + grid.cols(), c + grid.cols() + 1);
    }
    Answer answer{.influence = std::vector<double>(grid.size(), 0.0), .late = late_};
    for (Cell c = 0; !late_ && c < grid.size(); ++c) {
      if (!position.is_hidden(c)) continue;
      const double mine = counter.mine(c);
      answer.influence[c] = std::min({in_flips_[c] + square_[c] + enabling_[c], mine, 1 - mine});
    }
    return answer;
  }

 private:
  // docs/strength.md, below design 17: three times more or less makes no difference.
  static constexpr double kRare = 0.003;      // flips less likely than this are not counted
  static constexpr double kEnabler = 0.0125;  // nor, for the cells that decide them, than this

  bool beside(Cell a, Cell b) const { return position_->grid().distance(a, b) <= 1; }

  // Adds `c` to the cells that must be mines; false when it cannot be one.
  bool demand(Cell c) {
    if (position_->state(c) == kMine) return true;
    if (!position_->is_hidden(c)) return false;
    guess_ *= counter_->mine(c);
    enablers_.push_back(c);
    return guess_ > kRare;
  }

  void pair(Cell a, Cell b) {
    if (!position_->is_hidden(b)) return;
    guess_ = 1;
    enablers_.clear();
    for (Cell n : position_->grid().around(a))
      if (n != b && !beside(n, b) && !demand(n)) return;
    for (Cell n : position_->grid().around(b))
      if (n != a && !beside(n, a) && !demand(n)) return;
    const double share = ways({a}, {b});
    in_flips_[a] += share;
    in_flips_[b] += share;
    enable(share);
  }

  // Corners a b / c d with mines on a and d, or on b and c.
  void square(Cell a, Cell b, Cell c, Cell d) {
    for (Cell n : {b, c, d})
      if (!position_->is_hidden(n)) return;
    guess_ = 0.25;
    enablers_.clear();
    const Cell corners[4] = {a, b, c, d};
    for (Cell corner : corners)
      for (Cell n : position_->grid().around(corner)) {
        int seen = 0;
        for (Cell other : corners) seen += n != other && beside(n, other);
        if (seen == 1 && !demand(n)) return;
      }
    const double share = ways({a, d}, {b, c});
    for (Cell corner : corners) square_[corner] = std::max(square_[corner], share);
    enable(share);
  }

  void enable(double share) {
    if (share > kEnabler)
      for (Cell c : enablers_) enabling_[c] += share;
  }

  // Share of the arrangements with mines on `mines` and the enablers, and none on `safe`.
  double ways(std::initializer_list<Cell> mines, std::initializer_list<Cell> safe) {
    next_ = *position_;
    const auto set = [&](Cell c, bool mine) {
      if (next_->state(c) == (mine ? kMine : kSafe)) return true;
      if (!next_->is_hidden(c)) return false;
      mine ? next_->mark_mine(c) : next_->mark_safe(c);
      return true;
    };
    const auto all = [&](const auto& cells, bool mine) {
      return std::ranges::all_of(cells, [&](Cell c) { return set(c, mine); });
    };
    if (!all(enablers_, true) || !all(mines, true) || !all(safe, false)) return 0;
    if (!next_->deduce()) return 0;
    const Counter::Outcome outcome = next_counter_.count(*next_);
    late_ |= outcome == Counter::Outcome::kLate;
    if (outcome != Counter::Outcome::kDone) return 0;
    return std::exp(next_counter_.log_ways - counter_->log_ways);
  }

  const Position* position_ = nullptr;
  const Counter* counter_ = nullptr;
  double guess_ = 1;
  std::vector<Cell> enablers_;
  std::vector<double> in_flips_, enabling_, square_;
  std::optional<Position> next_;
  Counter next_counter_;
  bool late_ = false;
};

}  // namespace mw
