// Dead cells: hidden cells that are not known to be mines and whose opening can only ever show one
// number. Opening such a cell gives no information, but that it was no mine itself.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "count/count.h"
#include "count/deadline.h"
#include "position/position.h"

namespace mw {

class DeadCells {
 public:
  struct Answer {
    std::vector<Cell> cells;
    bool exact;  // no cell was passed over for want of time
  };

  // Finds the dead cells of a position that deduce() has settled and `counter` has counted exactly.
  // The mines around a dead cell are as many in every arrangement in which it is safe: so with the
  // cell marked safe their expected number is whole, and a count with that number shown finds as
  // many arrangements as without. Past `seconds` only cells are found that have no unknown
  // neighbour.
  Answer find(const Position& position, const Counter& counter, double seconds) {
    const Deadline deadline(seconds);
    std::vector<Cell> cells;
    exact_ = counter.exact;
    settled_ = position;
    if (counter.exact) counter.mark_proven(*settled_);
    settled_->deduce();
    group_ = kNoGroup;
    std::vector<std::pair<int, Cell>> order;
    for (Cell c = 0; c < position.size(); ++c)
      if (settled_->state(c) == kSafe)
        order.emplace_back(kSafeGroup, c);
      else if (settled_->is_hidden(c))
        order.emplace_back(counter.frontier.class_of[c], c);
    std::ranges::stable_sort(order);
    for (const auto& [group, c] : order)
      if (is_dead(counter, c, group)) cells.push_back(c);
    std::ranges::sort(cells);
    return {std::move(cells), exact_};
  }

 private:
  bool is_dead(const Counter& counter, Cell c, int group) {
    if (settled_->unknown(c) == 0) return true;
    if (!counter.exact) return false;
    if (!may_be_dead(counter, c)) return false;
    if (Deadline::passed()) {
      exact_ = false;
      return false;
    }
    return shows_one_number(counter, c, group);
  }

  // Whether the chances of the cells around leave it possible that their mines, given that `c` is
  // safe, are always the same number: the chances shift by no more than that of a mine in `c`.
  bool may_be_dead(const Counter& counter, Cell c) const {
    const bool hidden = settled_->is_hidden(c);
    const double mine = hidden ? counter.mine(c) : 0;
    double low = 0, high = 0;
    for (Cell n : settled_->grid().around(c)) {
      if (!settled_->is_hidden(n)) continue;
      low += std::max(0.0, counter.mine(n) - mine);
      high += std::min(1 - mine, counter.mine(n));
    }
    const double safe = 1 - mine;
    return std::floor(high / safe + kSlack) >= std::ceil(low / safe - kSlack);
  }

  // Cells of a group are interchangeable, so what is expected of others is counted once for all.
  bool shows_one_number(const Counter& counter, Cell c, int group) {
    const bool hidden = settled_->is_hidden(c);
    const Counter* given = &counter;
    if (hidden) {
      if (group_ != group) {
        group_ = kNoGroup;
        safe_ = *settled_;
        safe_->mark_safe(c);
        if (!safe_->deduce() || !counts(given_, *safe_)) return false;
        group_ = group;
        counted_ = c;
      }
      given = &given_;
    }
    const double expected = expected_around(*given, c, hidden ? counted_ : c, hidden);
    if (std::abs(expected - std::round(expected)) > kSlack) return false;
    next_ = *settled_;
    next_->open(c, static_cast<int>(std::lround(expected)) + settled_->known(c));
    if (!next_->deduce() || !counts(shown_, *next_)) return false;
    return std::abs(shown_.log_ways - given->log_ways) < kSlack;
  }

  // Counts a position exactly; what cannot be counted in time leaves cells out.
  bool counts(Counter& counter, const Position& position) {
    const Counter::Outcome outcome = counter.count(position);
    if (outcome == Counter::Outcome::kContradiction) return false;
    const bool counted = outcome == Counter::Outcome::kDone && counter.exact;
    exact_ &= counted;
    return counted;
  }

  double expected_around(const Counter& given, Cell c, Cell counted, bool hidden) const {
    double sum = 0;
    for (Cell n : settled_->grid().around(c)) {
      if (!settled_->is_hidden(n)) continue;
      const Cell there = hidden && n == counted ? c : n;  // the counted cell changes places with c
      const auto state = hidden ? safe_->state(there) : kHidden;
      sum += state == kMine ? 1 : state == kSafe ? 0 : given.mine(there);
    }
    return sum;
  }

  static constexpr double kSlack = 1e-7;                // what doubles may be off by
  static constexpr int kSafeGroup = -2, kNoGroup = -3;  // beside classes, and -1 off the frontier
  std::optional<Position> settled_, safe_, next_;
  Counter given_, shown_;
  bool exact_ = true;
  int group_ = kNoGroup;
  Cell counted_ = Position::kNone;
};

}  // namespace mw
