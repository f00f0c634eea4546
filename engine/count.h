// Exact mine probabilities of a position: frontier, orders, sweeps and convolution put together.
#pragma once

#include <memory>
#include <vector>

#include "constraints.h"
#include "convolution.h"
#include "order.h"
#include "position.h"
#include "sweep.h"

namespace mw {

class Counter {
 public:
  Frontier frontier;
  std::vector<double> class_mine;  // mine probability by class of the frontier
  double off_mine = 0;             // and of a cell off it
  double log_ways = 0;             // log of the number of arrangements
  bool exact = true;               // false when numbers had to be left out
  Cell trouble = Position::kNone;  // after failure: a number that cannot be met, or kTotal
  std::int64_t spent = 0;          // multiply-adds it took

  // Counts a position that deduce() has settled. False when it contradicts itself. When the work
  // allowed is spent, numbers are left out until the rest can be counted: what is then proven safe
  // or a mine still is, the other probabilities are estimates.
  bool count(const Position& position, std::int64_t work = 150'000'000) {
    exact = true;
    trouble = position.contradiction();
    if (position.contradicts()) return false;
    frontier.build(position);
    order_.set_cols(position.grid().cols());
    arrange();
    choose_tilt(position);
    spent = 0;
    std::int64_t allowed = work;
    while (true) {
      budget_.work = allowed;
      const Sweep::Outcome outcome = sweep(position);
      spent += allowed - budget_.work;
      if (outcome == Sweep::Outcome::kContradiction) return false;
      if (outcome == Sweep::Outcome::kDone) {
        if (!lean(position)) break;
        continue;
      }
      if (exact) ignored_.assign(position.size(), 0);
      allowed = exact ? work / 8 : allowed / 2;
      exact = false;
      leave_out(position, allowed);
    }
    return finish(position);
  }

  double mine(Cell c) const {
    const auto k = frontier.class_of[c];
    return k < 0 ? off_mine : class_mine[k];
  }

 private:
  void arrange() {
    cost_.resize(frontier.component_count);
    for (int i = 0; i < frontier.component_count; ++i)
      cost_[i] = order_.arrange(frontier, frontier.components[i]);
  }

  // Small boards are counted in whole numbers; on large ones a mine weighs what it does on average,
  // so that the likely totals stay within the range of doubles.
  void choose_tilt(const Position& position) {
    const int left = position.mines_left();
    tilt_ = 1;
    leans_ = 0;
    if (position.counts_mines() && frontier.cells > 300)
      tilt_ = std::max(1, left) / std::max(1.0, static_cast<double>(position.hidden() - left));
  }

  // Changes the tilt where the mine count is far from the average it gives; true if so.
  bool lean(const Position& position) {
    if (!position.counts_mines() || frontier.cells <= 300 || leans_++ > 6) return false;
    const double more = convolution_.lean(frontier.off_cells, position.mines_left(), tilt_);
    const double before = tilt_;
    tilt_ = std::clamp(tilt_ * more, 1e-12, 1e12);
    return tilt_ != before;
  }

  Sweep::Outcome sweep(const Position& position) {
    const int left = position.mines_left();
    while (static_cast<int>(sweeps_.size()) < frontier.component_count)
      sweeps_.push_back(std::make_unique<Sweep>());
    convolution_.reset(frontier.component_count);
    for (int i = 0; i < frontier.component_count; ++i) {
      Sweep& s = *sweeps_[i];
      const auto outcome = s.forward(frontier, frontier.components[i], tilt_, left, budget_);
      if (outcome != Sweep::Outcome::kDone) {
        trouble = s.trouble < 0 ? Position::kTotal : frontier.numbers[s.trouble].cell;
        return outcome;
      }
      Polynomial& p = convolution_.component(i);
      p.low = s.low;
      p.log_scale = s.log_scale;
      p.value = s.total;
      p.normalise();
    }
    return Sweep::Outcome::kDone;
  }

  // Leaves out the number that failed and then those in the widest layers, until the simulated
  // cost, which is an upper bound, fits.
  void leave_out(const Position& position, std::int64_t allowed) {
    ignored_[trouble] = 1;
    while (true) {
      frontier.build(position, &ignored_);
      bool fits = true;
      for (int i = 0; i < frontier.component_count; ++i) {
        Component& part = frontier.components[i];
        const double cost = order_.arrange(frontier, part);
        if (cost * std::min(part.cells, 40) < static_cast<double>(allowed) / 20) continue;
        fits = false;
        ignored_[frontier.numbers[order_.widest(frontier, part)].cell] = 1;
      }
      if (fits) return;
    }
  }

  bool finish(const Position& position) {
    convolution_.combine(frontier.off_cells, position.mines_left(), tilt_);
    if (!convolution_.possible) {
      trouble = Position::kTotal;
      return false;
    }
    log_ways = convolution_.log_ways;
    off_mine = convolution_.off_mines;
    class_mine.assign(frontier.classes.size(), 0.0);
    for (int i = 0; i < frontier.component_count; ++i)
      sweeps_[i]->backward(frontier.components[i], convolution_.weight(i).data(),
                           [&](std::int32_t c, double mines, double safe) {
                             class_mine[c] = mine_share(mines, safe);
                           });
    return true;
  }

  Ordering order_;
  std::vector<std::unique_ptr<Sweep>> sweeps_;
  Convolution convolution_;
  Budget budget_;
  std::vector<double> cost_;
  std::vector<char> ignored_;
  double tilt_ = 1;  // what a mine weighs in the sweeps
  int leans_ = 0;
};

}  // namespace mw
