// Exact mine probabilities of a position: frontier, orders, sweeps and convolution put together.
#pragma once

#include <cmath>
#include <memory>
#include <vector>

#include "count/constraints.h"
#include "count/convolution.h"
#include "count/deadline.h"
#include "count/order.h"
#include "count/sweep.h"
#include "position/position.h"

namespace mw {

class Counter {
 public:
  using Outcome = Sweep::Outcome;

  Frontier frontier;
  std::vector<double> class_mine;         // mine probability by class of the frontier
  double off_mine = 0;                    // and of a cell off it
  double log_ways = 0;                    // log of the number of arrangements
  bool exact = true;                      // false when numbers had to be left out
  Trouble trouble;                        // what cannot be met, after kContradiction
  std::int64_t spent = 0;                 // multiply-adds it took
  std::int64_t memory = Budget::kMemory;  // bytes that the sweeps of one count may take

  // Counts a position that deduce() has settled: kDone, kContradiction when it contradicts itself,
  // kLate when the deadline passed first. When the work allowed is spent, numbers are left out.
  [[nodiscard]] Outcome count(const Position& position, std::int64_t work = 150'000'000) {
    const Outcome outcome = count_exactly(position, work);
    return outcome == Outcome::kTooWide ? estimate(position, work / 8) : outcome;
  }

  [[nodiscard]] Outcome count_exactly(const Position& position, std::int64_t work) {
    exact = true;
    spent = 0;
    trouble = position.trouble();
    too_wide_ = Position::kNone;
    if (position.contradicts()) return Outcome::kContradiction;
    if (Deadline::passed()) return Outcome::kLate;
    frontier.build(position);
    order_.set_cols(position.grid().cols());
    arrange();
    choose_tilt(position);
    if (hopeless_) return Deadline::passed() ? Outcome::kLate : Outcome::kTooWide;
    return sweep_leaning(position, work);
  }

  // Leaves numbers out of a position that count_exactly() found too wide until the rest can be
  // counted within the work allowed: what is then proven safe or a mine still is, the other
  // probabilities are estimates. As the deadline comes near more numbers are left out, and so they
  // are from the start for a `rough` estimate. kDone, kContradiction, or kLate.
  Outcome estimate(const Position& position, std::int64_t allowed, bool rough = false) {
    exact = false;
    rough_ = rough;
    ignored_.assign(position.size(), 0);
    seconds_ = Deadline::left();
    block_ = kLargestBlock;
    allowed = std::max(allowed, kCellWork * position.hidden());
    for (;; allowed = std::max<std::int64_t>(allowed / 2, 1000)) {
      if (!leave_out(position, allowed)) return late();
      const Outcome outcome = sweep_leaning(position, allowed);
      if (outcome != Outcome::kTooWide) return outcome;
    }
  }

  // The last resort, for when no time is left to count anything: all hidden cells are alike.
  void leave_all_out(const Position& position) {
    exact = false;
    ignored_.assign(position.size(), 1);
    frontier.build(position, &ignored_);
    trouble = {};
    choose_tilt(position);
    convolution_.reset(0);
    finish(position);
  }

  double mine(Cell c) const {
    const auto k = frontier.class_of[c];
    return k < 0 ? off_mine : class_mine[k];
  }

  // Marks in the position that was counted what the counting proves; whether any of it is safe.
  bool mark_proven(Position& position) const {
    bool safe = false;
    for (std::size_t k = 0; k < frontier.classes.size(); ++k) {
      const double p = class_mine[k];
      if (p > 0 && p < 1) continue;
      for (int i = 0; i < frontier.classes[k].size; ++i) {
        const Cell c = frontier.classes[k].cells[i];
        p <= 0 ? position.mark_safe(c) : position.mark_mine(c);
      }
      safe |= p <= 0;
    }
    if (frontier.off_cells && (off_mine <= 0 || off_mine >= 1))
      for (Cell c = 0; c < position.size(); ++c)
        if (position.is_hidden(c) && frontier.class_of[c] < 0) {
          off_mine <= 0 ? position.mark_safe(c) : position.mark_mine(c);
          safe |= off_mine <= 0;
        }
    return safe;
  }

 private:
  void arrange() {
    hopeless_ = false;
    for (int i = 0; i < frontier.component_count; ++i)
      hopeless_ |= std::isinf(order_.arrange(frontier, frontier.components[i]));
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

  // Sweeps all components, again with another tilt where the mine count asks for it, and combines
  // them.
  Outcome sweep_leaning(const Position& position, std::int64_t work) {
    do {
      budget_ = {.work = work, .memory = memory};
      const Outcome outcome = sweep(position);
      spent += work - budget_.work;
      if (outcome == Outcome::kLate) return late();
      if (outcome != Outcome::kDone) return outcome;
    } while (lean(position));
    return finish(position);
  }

  Outcome sweep(const Position& position) {
    const int left = position.mines_left();
    while (static_cast<int>(sweeps_.size()) < frontier.component_count)
      sweeps_.push_back(std::make_unique<Sweep>());
    convolution_.reset(frontier.component_count);
    convolution_.trim = trim_;
    for (int i = 0; i < frontier.component_count; ++i) {
      Sweep& s = *sweeps_[i];
      s.trim = trim_;
      const auto outcome =
          s.forward(frontier, frontier.components[i], tilt_, left, budget_, bench_);
      if (outcome != Outcome::kDone) {
        too_wide_ = s.widest < 0 ? Position::kNone : frontier.numbers[s.widest].cell;
        if (outcome == Outcome::kContradiction) trouble = blame(position, i);
        return outcome;
      }
      Polynomial& p = convolution_.component(i);
      p.low = s.low;
      p.log_scale = s.log_scale;
      p.value = s.total;
      p.normalise();
    }
    return Outcome::kDone;
  }

  // What the component that has no arrangement cannot meet.
  Trouble blame(const Position& position, int component) {
    Sweep& s = *sweeps_[component];
    const Trouble found =
        s.unmet < 0 ? Trouble::total() : Trouble::number(frontier.numbers[s.unmet].cell);
    const bool agree =
        position.counts_mines() && s.forward(frontier, frontier.components[component], 1,
                                             kUnknownMines, budget_, bench_) == Outcome::kDone;
    return agree ? Trouble::total() : found;  // the numbers agree, but not on so few mines
  }

  Outcome late() {
    trouble = {};
    return Outcome::kLate;
  }

  // Leaves out the number that failed and then those in the widest layers, until the simulated
  // cost, which is an upper bound, fits. What is far too wide, or would take too long to narrow, is
  // first cut in blocks. False when the deadline passed.
  bool leave_out(const Position& position, std::int64_t allowed) {
    if (too_wide_ >= 0) ignored_[too_wide_] = 1;
    double most = static_cast<double>(allowed) / 4;
    while (!Deadline::passed()) {
      frontier.build(position, &ignored_);
      const bool hurry = rough_ || Deadline::left() < seconds_ / 2;
      if (hurry) block_ = std::min(block_, block_in_time());
      double sum = 0;
      bool fits = true, cuts = false;
      for (int i = 0; i < frontier.component_count; ++i) {
        Component& part = frontier.components[i];
        const double length = std::min(part.cells, 40);
        const double cost = order_.arrange(frontier, part, true) * length;
        sum += cost;
        if (cost < most) continue;
        fits = false;
        if (hurry || cost > kFarTooWide * most) {
          cuts = true;
          cut(position.grid(), part, block_);
        } else {
          order_.narrow(frontier, part, most / length, ignored_);
        }
      }
      if (cuts) block_ = std::max(kSmallestBlock, block_ / 2);
      if (fits && sum < static_cast<double>(allowed)) return true;
      if (fits) most /= 2;
    }
    return false;
  }

  int block_in_time() const {
    if (rough_) return kSmallestBlock;
    return Deadline::left() > 0.25 * seconds_ ? 16 : 8;
  }

  // Leaves out two rows and two columns of numbers between blocks: a hidden cell sees but one side.
  void cut(const Grid& grid, const Component& part, int block) {
    for (auto n : part.numbers) {
      const Cell c = frontier.numbers[n].cell;
      if (c / grid.cols() % block < 2 || c % grid.cols() % block < 2) ignored_[c] = 1;
    }
  }

  Outcome finish(const Position& position) {
    convolution_.combine(frontier.off_cells, position.mines_left(), tilt_);
    if (trim_ && convolution_.likeness < 1e-12 && frontier.cells > 200)
      return count_in_full(position);
    if (!convolution_.possible) {
      trouble = Trouble::total();
      return Outcome::kContradiction;
    }
    trouble = {};
    log_ways = convolution_.log_ways;
    off_mine = convolution_.off_mines;
    class_mine.assign(frontier.classes.size(), 0.0);
    for (int i = 0; i < frontier.component_count; ++i)
      sweeps_[i]->backward(frontier.components[i], convolution_.weight(i).data(), bench_,
                           [&](std::int32_t c, double mines, double safe) {
                             class_mine[c] = mine_share(mines, safe);
                           });
    return Outcome::kDone;
  }

  // An unlikely mine count lies in the tails: again, with nothing dropped.
  Outcome count_in_full(const Position& position) {
    trim_ = false;
    budget_ = {.work = 2'000'000'000, .memory = memory};
    Outcome outcome = sweep(position);
    if (outcome == Outcome::kDone) outcome = finish(position);
    trim_ = true;
    return outcome == Outcome::kLate ? late() : outcome;
  }

  static constexpr int kLargestBlock = 64, kSmallestBlock = 4;
  static constexpr double kFarTooWide = 1e4;
  static constexpr std::int64_t kCellWork = 1000;  // multiply-adds a cell is worth at least

  Ordering order_;
  bool trim_ = true;
  std::vector<std::unique_ptr<Sweep>> sweeps_;
  Convolution convolution_;
  Budget budget_;
  Workbench bench_;
  std::vector<char> ignored_;
  double tilt_ = 1;                  // what a mine weighs in the sweeps
  Cell too_wide_ = Position::kNone;  // the number at which a sweep grew too wide
  int leans_ = 0;
  bool hopeless_ = false;  // a component has too many numbers open in any order
  bool rough_ = false;
  double seconds_ = 0;  // there were to estimate
  int block_ = kLargestBlock;
};

}  // namespace mw
