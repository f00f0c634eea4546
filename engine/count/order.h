// The order in which a component's classes are swept. A number is open from its first class to its
// last; the sweep's cost is the product of the values the open numbers may still need, so the art
// is to have few of them open at a time. Greedy orders from several ends are compared by that cost,
// simulated, and the cheapest is taken.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "count/constraints.h"
#include "count/deadline.h"

namespace mw {

class Ordering {
 public:
  // Sorts `part.classes` into sweep order and returns the simulated cost, which is infinite when no
  // order keeps few enough numbers open, or none was found in time. `quick` tries fewer orders.
  double arrange(const Frontier& frontier, Component& part, bool quick = false) {
    frontier_ = &frontier;
    part_ = &part;
    best_cost_ = std::numeric_limits<double>::infinity();
    index();
    consider(part.classes);
    if (best_cost_ > kCheap * static_cast<double>(part.classes.size())) {
      const auto far = last_of_walk(part.classes[0]);
      by_class(far);
      if (best_cost_ > kCheap * static_cast<double>(part.classes.size())) {
        by_number(far);
        const auto other = last_of_walk(far);
        by_class(other);
        by_number(other);
        by_lines();
      }
      if (best_cost_ > kDear && !quick) by_many_starts();
    }
    if (best_cost_ < std::numeric_limits<double>::infinity()) part.classes = best_;
    return best_cost_;
  }

  // Marks numbers to leave out so that the widest layer of the arranged component comes down
  // towards `states`: of those open there, the ones with the most values.
  void narrow(const Frontier& frontier, const Component& part, double states,
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

  void set_cols(int cols) { cols_ = cols; }

 private:
  // States a class, below which a better order saves less than it takes to find; and states in all,
  // above which every start is tried.
  static constexpr double kCheap = 100, kDear = 3e4;

  void index() {
    left_.resize(frontier_->numbers.size());
    done_.resize(frontier_->classes.size());
    mark_.resize(frontier_->numbers.size(), 0);
  }

  const CellClass& klass(std::int32_t c) const { return frontier_->classes[c]; }
  const Number& number(std::int32_t n) const { return frontier_->numbers[n]; }

  void start() {
    for (auto n : part_->numbers) left_[n] = number(n).class_count;
    for (auto c : part_->classes) done_[c] = 0;
    opened_.clear();
    order_.clear();
  }

  bool is_open(std::int32_t n) const { return left_[n] < number(n).class_count && left_[n] > 0; }
  bool untouched(std::int32_t n) const { return left_[n] == number(n).class_count; }

  void take(std::int32_t c) {
    done_[c] = 1;
    order_.push_back(c);
    for (int i = 0; i < klass(c).number_count; ++i) {
      const auto n = klass(c).numbers[i];
      if (untouched(n)) opened_.push_back(n);
      --left_[n];
    }
  }

  void forget_closed() {
    std::erase_if(opened_, [&](std::int32_t n) { return left_[n] == 0; });
  }

  bool too_many_open() {
    forget_closed();
    return opened_.size() > kMaxOpen;
  }

  bool no_time_left() const { return order_.size() % 256 == 0 && Deadline::passed(); }

  std::int32_t last_of_walk(std::int32_t from) {
    start();
    take(from);
    for (std::size_t i = 0; i < order_.size(); ++i) {
      const CellClass& k = klass(order_[i]);
      for (int j = 0; j < k.number_count; ++j) {
        const Number& n = number(k.numbers[j]);
        for (int l = 0; l < n.class_count; ++l)
          if (!done_[n.classes[l]]) take(n.classes[l]);
      }
    }
    return order_.back();
  }

  // Takes the class that opens the fewest numbers and closes the most; the oldest number breaks
  // ties.
  void by_class(std::int32_t from) {
    start();
    take(from);
    while (order_.size() < part_->classes.size()) {
      if (too_many_open() || no_time_left()) return;
      std::int32_t pick = -1;
      int pick_score = std::numeric_limits<int>::max();
      for (auto n : opened_)
        for (int l = 0; l < number(n).class_count; ++l) {
          const auto c = number(n).classes[l];
          if (done_[c]) continue;
          int score = 0;
          for (int i = 0; i < klass(c).number_count; ++i) {
            const auto m = klass(c).numbers[i];
            if (untouched(m)) score += 2;
            if (left_[m] == 1) score -= 2;
          }
          if (score < pick_score) pick = c, pick_score = score;
        }
      take(pick);
    }
    consider(order_);
  }

  // Closes the open number that drags in the fewest new ones, class by class.
  void by_number(std::int32_t from) {
    start();
    take(from);
    while (order_.size() < part_->classes.size()) {
      if (too_many_open() || no_time_left()) return;
      std::int32_t pick = -1;
      int pick_score = std::numeric_limits<int>::max();
      for (auto n : opened_) {
        int score = 0;
        ++stamp_;
        for (int l = 0; l < number(n).class_count; ++l) {
          const auto c = number(n).classes[l];
          if (done_[c]) continue;
          for (int i = 0; i < klass(c).number_count; ++i) {
            const auto m = klass(c).numbers[i];
            if (mark_[m] == stamp_) continue;
            mark_[m] = stamp_;
            if (untouched(m)) ++score;
          }
        }
        if (score < pick_score) pick = n, pick_score = score;
      }
      const auto classes = number(pick).classes;
      for (int l = 0; l < number(pick).class_count; ++l)
        if (!done_[classes[l]]) take(classes[l]);
    }
    consider(order_);
  }

  void by_lines() {
    const int cols = cols_;
    if (cols == 0) return;
    int rows = 0;
    for (auto c : part_->classes) rows = std::max(rows, klass(c).cells[0] / cols + 1);
    order_by([](Cell cell) { return cell; });
    order_by([&](Cell cell) { return cell % cols * rows + cell / cols; });
  }

  // As pairs of whole numbers, which are sorted elsewhere, too: one function less on the page.
  template <typename Rank>
  void order_by(Rank&& rank) {
    std::vector<std::pair<int, int>> ranked;
    for (auto c : part_->classes) ranked.emplace_back(rank(klass(c).cells[0]), c);
    std::ranges::sort(ranked);
    order_.clear();
    for (const auto& [place, c] : ranked) order_.push_back(c);
    consider(order_);
  }

  void by_many_starts() {
    const std::vector<std::int32_t> classes = part_->classes;
    const std::size_t tries = best_cost_ > 1e6 ? 24 : 8;
    const std::size_t stride = std::max<std::size_t>(1, classes.size() / tries);
    for (std::size_t i = 0; i < classes.size() && !Deadline::passed(); i += stride) {
      by_class(classes[i]);
      by_number(classes[i]);
    }
  }

  void consider(const std::vector<std::int32_t>& order) {
    const double cost = simulate(order);
    if (cost < best_cost_) best_cost_ = cost, best_ = order;
  }

  // Sums, over the layers, the number of states if all combinations of needs could occur.
  double simulate(const std::vector<std::int32_t>& order) {
    seen_.resize(frontier_->numbers.size());
    room_.resize(frontier_->numbers.size());
    values_.resize(frontier_->numbers.size());
    for (auto n : part_->numbers) {
      seen_[n] = 0;
      room_[n] = 0;
      values_[n] = 1;
      for (int l = 0; l < number(n).class_count; ++l) room_[n] += klass(number(n).classes[l]).size;
    }
    double states = 1, cost = 0;
    int open = 0;
    peak_ = 0;
    for (auto c : order) {
      for (int i = 0; i < klass(c).number_count; ++i) {
        const auto n = klass(c).numbers[i];
        open += (seen_[n] == 0) - (room_[n] == klass(c).size);
        seen_[n] += klass(c).size;
        room_[n] -= klass(c).size;
        const int need = number(n).need;
        const int values = std::min(need, seen_[n]) - std::max(0, need - room_[n]) + 1;
        states *= static_cast<double>(std::max(values, 1)) / values_[n];
        values_[n] = std::max(values, 1);
      }
      cost += states;
      if (open > kMaxOpen) return std::numeric_limits<double>::infinity();
      if (cost > best_cost_) break;
      if (states > peak_) {
        peak_ = states;
        peak_class_ = c;
      }
    }
    return cost;
  }

  const Frontier* frontier_ = nullptr;
  const Component* part_ = nullptr;
  int cols_ = 0;
  std::int32_t peak_class_ = 0;
  double best_cost_ = 0, peak_ = 0;
  std::vector<std::int32_t> best_, order_, opened_;
  std::int64_t stamp_ = 0;
  std::vector<std::int64_t> mark_;
  std::vector<int> left_, seen_, room_, values_;
  std::vector<char> done_;
};

}  // namespace mw
