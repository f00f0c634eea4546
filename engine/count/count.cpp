#include "count/count.h"

#include <algorithm>
#include <cmath>

#include "count/deadline.h"

namespace mw {

namespace {

// How an estimate comes to leave numbers out. They bear on how good it is and how long it takes,
// not on what is proven: benchmarks/engine/positions.py measures both on the sets `random-*`, and
// tests/engine/test_budget.py holds answers to their time.
constexpr int kLargestBlock = 64, kSmallestBlock = 4;  // rows and columns
constexpr double kFarTooWide = 1e4;                    // times what one component may cost
constexpr std::int64_t kCellWork = 1000;               // multiply-adds a cell is worth at least

// From these sizes on the totals of mines leave the range of doubles, or their tails weigh nothing:
// limits of arithmetic, no tuning.
constexpr int kLargeFrontier = 300, kTrimmedFrontier = 200;  // cells
constexpr double kUnlikely = 1e-12;  // weight of a total beside the likeliest
constexpr int kMostLeans = 6;

}  // namespace

Counter::Outcome Counter::count(const Position& position, std::int64_t work) {
  const Outcome outcome = count_exactly(position, work);
  return outcome == Outcome::kTooWide ? estimate(position, work / 8) : outcome;
}

Counter::Outcome Counter::count_exactly(const Position& position, std::int64_t work) {
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

Counter::Outcome Counter::estimate(const Position& position, std::int64_t allowed, bool rough) {
  exact = false;
  trouble = {};
  rough_ = rough;
  ignored_.assign(position.size(), 0);
  seconds_ = Deadline::left();
  block_ = kLargestBlock;
  allowed = std::max(allowed, kCellWork * position.hidden());
  for (;; allowed = std::max<std::int64_t>(allowed / 2, 1000)) {
    if (!leave_out(position, allowed)) return Outcome::kLate;
    const Outcome outcome = sweep_leaning(position, allowed);
    if (outcome != Outcome::kTooWide) return outcome;
  }
}

void Counter::leave_all_out(const Position& position) {
  exact = false;
  ignored_.assign(position.size(), 1);
  frontier.build(position, &ignored_);
  trouble = {};
  choose_tilt(position);
  convolution_.reset(0);
  finish(position);
}

bool Counter::mark_proven(Position& position) const {
  bool safe = false;
  for (std::size_t k = 0; k < frontier.classes.size(); ++k) {
    const double p = class_mine[k];
    if (p > 0 && p < 1) continue;
    for (Cell c : frontier.classes[k].cells) p <= 0 ? position.mark_safe(c) : position.mark_mine(c);
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

void Counter::arrange() {
  hopeless_ = false;
  for (int i = 0; i < frontier.component_count; ++i)
    hopeless_ |= std::isinf(order_.arrange(frontier, frontier.components[i]));
}

// Small boards are counted in whole numbers; on large ones a mine weighs what it does on average,
// so that the likely totals stay within the range of doubles.
void Counter::choose_tilt(const Position& position) {
  const int left = position.mines_left();
  tilt_ = 1;
  leans_ = 0;
  if (position.counts_mines() && frontier.cells > kLargeFrontier)
    tilt_ = std::max(1, left) / std::max(1.0, static_cast<double>(position.hidden() - left));
}

// Changes the tilt where the mine count is far from the average it gives; true if so.
bool Counter::lean(const Position& position) {
  if (!position.counts_mines() || frontier.cells <= kLargeFrontier || leans_++ > kMostLeans)
    return false;
  const double more = convolution_.lean(frontier.off_cells, position.mines_left(), tilt_);
  const double before = tilt_;
  tilt_ = std::clamp(tilt_ * more, 1e-12, 1e12);
  return tilt_ != before;
}

// Sweeps all components, again with another tilt where the mine count asks for it, and combines
// them.
Counter::Outcome Counter::sweep_leaning(const Position& position, std::int64_t work) {
  do {
    budget_ = {.work = work, .memory = memory};
    const Outcome outcome = sweep(position);
    spent += work - budget_.work;
    if (outcome != Outcome::kDone) return outcome;
  } while (lean(position));
  return finish(position);
}

Counter::Outcome Counter::sweep(const Position& position) {
  const int left = position.mines_left();
  while (static_cast<int>(sweeps_.size()) < frontier.component_count)
    sweeps_.push_back(std::make_unique<Sweep>());
  convolution_.reset(frontier.component_count);
  convolution_.trim = trim_;
  for (int i = 0; i < frontier.component_count; ++i) {
    Sweep& s = *sweeps_[i];
    s.trim = trim_;
    const auto outcome = s.forward(frontier, frontier.components[i], tilt_, left, budget_, bench_);
    if (outcome != Outcome::kDone) {
      too_wide_ = s.widest < 0 ? Position::kNone : frontier.numbers[s.widest].cell;
      if (outcome == Outcome::kContradiction) trouble = blame(position, i);
      return outcome;
    }
    convolution_.component(i) = s.total;
    convolution_.component(i).normalise();
  }
  return Outcome::kDone;
}

// What the component that has no arrangement cannot meet.
Trouble Counter::blame(const Position& position, int component) {
  Sweep& s = *sweeps_[component];
  const Trouble found =
      s.unmet < 0 ? Trouble::total() : Trouble::number(frontier.numbers[s.unmet].cell);
  const bool agree =
      position.counts_mines() && s.forward(frontier, frontier.components[component], 1,
                                           kUnknownMines, budget_, bench_) == Outcome::kDone;
  return agree ? Trouble::total() : found;  // the numbers agree, but not on so few mines
}

// Leaves out the number that failed and then those in the widest layers, until the simulated
// cost, which is an upper bound, fits. What is far too wide, or would take too long to narrow, is
// first cut in blocks. False when the deadline passed.
bool Counter::leave_out(const Position& position, std::int64_t allowed) {
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

int Counter::block_in_time() const {
  if (rough_) return kSmallestBlock;
  return Deadline::left() > 0.25 * seconds_ ? 16 : 8;
}

// Leaves out two rows and two columns of numbers between blocks: a hidden cell sees but one side.
void Counter::cut(const Grid& grid, const Component& part, int block) {
  for (auto n : part.numbers) {
    const Cell c = frontier.numbers[n].cell;
    if (c / grid.cols() % block < 2 || c % grid.cols() % block < 2) ignored_[c] = 1;
  }
}

Counter::Outcome Counter::finish(const Position& position) {
  convolution_.combine(frontier.off_cells, position.mines_left(), tilt_);
  if (trim_ && convolution_.likeness < kUnlikely && frontier.cells > kTrimmedFrontier)
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
    sweeps_[i]->backward(frontier.components[i], convolution_.weight(i).data(), bench_, class_mine);
  return Outcome::kDone;
}

// An unlikely mine count lies in the tails: again, with nothing dropped.
Counter::Outcome Counter::count_in_full(const Position& position) {
  trim_ = false;
  budget_ = {.work = 2'000'000'000, .memory = memory};
  Outcome outcome = sweep(position);
  if (outcome == Outcome::kDone) outcome = finish(position);
  trim_ = true;
  return outcome;
}

}  // namespace mw
