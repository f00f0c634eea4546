#include "count/order.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

#include "count/deadline.h"

namespace mw {

namespace {

// States a class, below which a better order saves less than it takes to find, and states in all,
// above which every start is tried. They change nothing but the time, which
// benchmarks/engine/positions.py measures.
constexpr double kCheap = 100, kDear = 3e4, kVeryDear = 1e6;
constexpr std::size_t kStarts = 8, kMoreStarts = 24;

}  // namespace

template <typename Room>
double OrderingIn<Room>::arrange(const Parts<Room>& frontier, Component& part, bool quick) {
  frontier_ = &frontier;
  part_ = &part;
  best_cost_ = std::numeric_limits<double>::infinity();
  index();
  consider(part.classes);
  if (best_cost_ > kCheap * static_cast<double>(part.classes.size())) {
    const auto far = last_of_walk(part.classes[0]);
    greedy(far, &OrderingIn::take_class);
    if (best_cost_ > kCheap * static_cast<double>(part.classes.size())) {
      greedy(far, &OrderingIn::close_number);
      const auto other = last_of_walk(far);
      greedy(other, &OrderingIn::take_class);
      greedy(other, &OrderingIn::close_number);
      by_lines();
    }
    if (best_cost_ > kDear && !quick) by_many_starts();
  }
  if (best_cost_ < std::numeric_limits<double>::infinity()) part.classes = best_;
  return best_cost_;
}

template <typename Room>
void OrderingIn<Room>::narrow(const Parts<Room>& frontier, const Component& part, double states,
                              std::vector<char>& left_out) {
  frontier_ = &frontier;
  part_ = &part;
  best_cost_ = std::numeric_limits<double>::infinity();
  simulate(part.classes);
  const auto peak = peak_class_;
  index();
  start();
  for (auto c : part.classes) {
    take(c);
    if (c == peak) break;
  }
  forget_closed();
  const auto values = [&](auto n) { return std::min<int>(number(n).need, 4) * 8 + left_[n]; };
  std::ranges::stable_sort(opened_, std::greater{}, values);
  if (opened_.empty()) opened_.push_back(klass(peak).numbers[0]);
  const auto some = static_cast<std::size_t>(std::log(std::max(1.0, peak_ / states)));
  for (std::size_t i = 0; i < std::clamp<std::size_t>(some, 1, opened_.size()); ++i)
    left_out[number(opened_[i]).cell] = 1;
}

template <typename Room>
void OrderingIn<Room>::index() {
  left_.resize(frontier_->numbers.size());
  done_.resize(frontier_->classes.size());
  mark_.resize(frontier_->numbers.size(), 0);
}

template <typename Room>
void OrderingIn<Room>::start() {
  for (auto n : part_->numbers) left_[n] = number(n).classes.size();
  for (auto c : part_->classes) done_[c] = 0;
  opened_.clear();
  order_.clear();
}

template <typename Room>
void OrderingIn<Room>::take(std::int32_t c) {
  done_[c] = 1;
  order_.push_back(c);
  for (auto n : klass(c).numbers) {
    if (untouched(n)) opened_.push_back(n);
    --left_[n];
  }
}

template <typename Room>
void OrderingIn<Room>::forget_closed() {
  std::erase_if(opened_, [&](std::int32_t n) { return left_[n] == 0; });
}

template <typename Room>
bool OrderingIn<Room>::too_many_open() {
  forget_closed();
  return static_cast<int>(opened_.size()) > most_open_;
}

template <typename Room>
bool OrderingIn<Room>::no_time_left() const {
  return order_.size() % 256 == 0 && Deadline::passed();
}

template <typename Room>
std::int32_t OrderingIn<Room>::last_of_walk(std::int32_t from) {
  start();
  take(from);
  for (std::size_t i = 0; i < order_.size(); ++i)
    for (auto n : klass(order_[i]).numbers)
      for (auto c : number(n).classes)
        if (!done_[c]) take(c);
  return order_.back();
}

// An order that begins with a class and goes on with what `take_next` takes, unless too many
// numbers are open on the way.
template <typename Room>
void OrderingIn<Room>::greedy(std::int32_t from, void (OrderingIn::*take_next)()) {
  start();
  take(from);
  while (order_.size() < part_->classes.size()) {
    if (too_many_open() || no_time_left()) return;
    (this->*take_next)();
  }
  consider(order_);
}

// Takes the class that opens the fewest numbers and closes the most; the oldest number breaks
// ties.
template <typename Room>
void OrderingIn<Room>::take_class() {
  std::int32_t pick = -1;
  int pick_score = std::numeric_limits<int>::max();
  for (auto n : opened_)
    for (auto c : number(n).classes) {
      if (done_[c]) continue;
      int score = 0;
      for (auto m : klass(c).numbers) {
        if (untouched(m)) score += 2;
        if (left_[m] == 1) score -= 2;
      }
      if (score < pick_score) pick = c, pick_score = score;
    }
  take(pick);
}

// Closes the open number that drags in the fewest new ones, class by class.
template <typename Room>
void OrderingIn<Room>::close_number() {
  std::int32_t pick = -1;
  int pick_score = std::numeric_limits<int>::max();
  for (auto n : opened_) {
    int score = 0;
    ++stamp_;
    for (auto c : number(n).classes) {
      if (done_[c]) continue;
      for (auto m : klass(c).numbers) {
        if (mark_[m] == stamp_) continue;
        mark_[m] = stamp_;
        if (untouched(m)) ++score;
      }
    }
    if (score < pick_score) pick = n, pick_score = score;
  }
  for (auto c : number(pick).classes)
    if (!done_[c]) take(c);
}

// As pairs of whole numbers, which are sorted elsewhere, too: one function less on the page, where
// the stable sort is a third of the other.
template <typename Room>
template <typename Rank>
void OrderingIn<Room>::order_by(Rank&& rank) {
  std::vector<std::pair<int, int>> ranked;
  for (auto c : part_->classes) ranked.emplace_back(rank(klass(c).cells[0]), c);
  std::ranges::stable_sort(ranked);
  order_.clear();
  for (const auto& [place, c] : ranked) order_.push_back(c);
  consider(order_);
}

template <typename Room>
void OrderingIn<Room>::by_lines() {
  const int cols = cols_;
  if (cols == 0) return;
  int rows = 0;
  for (auto c : part_->classes) rows = std::max(rows, klass(c).cells[0] / cols + 1);
  order_by([](Cell cell) { return cell; });
  order_by([&](Cell cell) { return cell % cols * rows + cell / cols; });
}

template <typename Room>
void OrderingIn<Room>::by_many_starts() {
  const std::vector<std::int32_t> classes = part_->classes;
  const std::size_t tries = best_cost_ > kVeryDear ? kMoreStarts : kStarts;
  const std::size_t stride = std::max<std::size_t>(1, classes.size() / tries);
  for (std::size_t i = 0; i < classes.size() && !Deadline::passed(); i += stride) {
    greedy(classes[i], &OrderingIn::take_class);
    greedy(classes[i], &OrderingIn::close_number);
  }
}

template <typename Room>
void OrderingIn<Room>::consider(const std::vector<std::int32_t>& order) {
  const double cost = simulate(order);
  if (cost < best_cost_) best_cost_ = cost, best_ = order;
}

// Sums, over the layers, the number of states if all combinations of needs could occur.
template <typename Room>
double OrderingIn<Room>::simulate(const std::vector<std::int32_t>& order) {
  seen_.resize(frontier_->numbers.size());
  room_.resize(frontier_->numbers.size());
  values_.resize(frontier_->numbers.size());
  for (auto n : part_->numbers) {
    seen_[n] = 0;
    room_[n] = 0;
    values_[n] = 1;
    for (auto c : number(n).classes) room_[n] += klass(c).cells.size();
  }
  double states = 1, cost = 0;
  int open = 0;
  peak_ = 0;
  for (auto c : order) {
    const int size = klass(c).cells.size();
    int closed = 0;
    for (auto n : klass(c).numbers) {
      open += seen_[n] == 0;
      closed += room_[n] == size;
      seen_[n] += size;
      room_[n] -= size;
      const int need = number(n).need;
      const int values = std::min(need, seen_[n]) - std::max(0, need - room_[n]) + 1;
      states *= static_cast<double>(std::max(values, 1)) / values_[n];
      values_[n] = std::max(values, 1);
    }
    cost += states;
    if (open > most_open_) return std::numeric_limits<double>::infinity();
    open -= closed;
    if (cost > best_cost_) break;
    if (states > peak_) {
      peak_ = states;
      peak_class_ = c;
    }
  }
  return cost;
}

template class OrderingIn<OnGrid>;
template class OrderingIn<InRules>;

}  // namespace mw
