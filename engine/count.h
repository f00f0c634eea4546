// Exact mine probabilities of a position: frontier, orders, sweeps and convolution put together.
#pragma once

#include <cmath>
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
      const Sweep::Outcome outcome = hopeless_ ? Sweep::Outcome::kTooWide : sweep(position);
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
    hopeless_ = false;
    for (int i = 0; i < frontier.component_count; ++i) {
      cost_[i] = order_.arrange(frontier, frontier.components[i]);
      hopeless_ |= std::isinf(cost_[i]);
    }
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
    convolution_.trim = trim_;
    for (int i = 0; i < frontier.component_count; ++i) {
      Sweep& s = *sweeps_[i];
      s.trim = trim_;
      const auto outcome = s.forward(frontier, frontier.components[i], tilt_, left, budget_);
      if (outcome != Sweep::Outcome::kDone) {
        trouble = s.trouble < 0 ? Position::kTotal : frontier.numbers[s.trouble].cell;
        if (outcome == Sweep::Outcome::kContradiction && position.counts_mines() &&
            s.forward(frontier, frontier.components[i], 1, kUnknownMines, budget_) ==
                Sweep::Outcome::kDone)
          trouble = Position::kTotal;  // the numbers agree, but not on so few mines
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
  // cost, which is an upper bound, fits. What no order can sweep is first cut in blocks.
  void leave_out(const Position& position, std::int64_t allowed) {
    if (!hopeless_) ignored_[trouble] = 1;
    int block = 64;
    double most = static_cast<double>(allowed) / 4;
    while (true) {
      frontier.build(position, &ignored_);
      double sum = 0;
      bool fits = true;
      hopeless_ = false;
      for (int i = 0; i < frontier.component_count; ++i) {
        Component& part = frontier.components[i];
        const double length = std::min(part.cells, 40);
        const double cost = order_.arrange(frontier, part, true) * length;
        sum += cost;
        if (cost < most) continue;
        fits = false;
        if (std::isinf(cost)) {
          hopeless_ = true;
          cut(position.grid(), part, block);
        } else {
          order_.narrow(frontier, part, most / length, ignored_);
        }
      }
      if (hopeless_) block = std::max(4, block / 2);
      if (fits && sum < static_cast<double>(allowed)) return;
      if (fits) most /= 2;
    }
  }

  // Leaves out two rows and two columns of numbers between blocks: a hidden cell sees but one side.
  void cut(const Grid& grid, const Component& part, int block) {
    for (auto n : part.numbers) {
      const Cell c = frontier.numbers[n].cell;
      if (c / grid.cols() % block < 2 || c % grid.cols() % block < 2) ignored_[c] = 1;
    }
  }

  bool finish(const Position& position) {
    convolution_.combine(frontier.off_cells, position.mines_left(), tilt_);
    if (trim_ && convolution_.likeness < 1e-12 && frontier.cells > 200)
      return count_in_full(position);
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

  // An unlikely mine count lies in the tails: again, with nothing dropped.
  bool count_in_full(const Position& position) {
    trim_ = false;
    budget_.work = 2'000'000'000;
    const bool fine = sweep(position) == Sweep::Outcome::kDone && finish(position);
    trim_ = true;
    return fine;
  }

  Ordering order_;
  bool trim_ = true;
  std::vector<std::unique_ptr<Sweep>> sweeps_;
  Convolution convolution_;
  Budget budget_;
  std::vector<double> cost_;
  std::vector<char> ignored_;
  double tilt_ = 1;  // what a mine weighs in the sweeps
  int leans_ = 0;
  bool hopeless_ = false;  // a component has too many numbers open in any order
};

}  // namespace mw
