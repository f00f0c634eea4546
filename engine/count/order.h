// The order in which a component's classes are swept. A number is open from its first class to its
// last; the sweep's cost is the product of the values the open numbers may still need, so the art
// is to have few of them open at a time. Greedy orders from several ends are compared by that cost,
// simulated, and the cheapest is taken.
#pragma once

#include <cstdint>
#include <vector>

#include "count/constraints.h"
#include "count/key.h"

namespace mw {

template <typename Room>
class OrderingIn {
 public:
  // Sorts `part.classes` into sweep order and returns the simulated cost, which is infinite when no
  // order keeps few enough numbers open, or none was found in time. `quick` tries fewer orders.
  double arrange(const Parts<Room>& frontier, Component& part, bool quick = false);

  // Marks numbers to leave out so that the widest layer of the arranged component comes down
  // towards `states`: of those open there, the ones with the most values.
  void narrow(const Parts<Room>& frontier, const Component& part, double states,
              std::vector<char>& left_out);

  void set_cols(int cols) { cols_ = cols; }
  void set_most_open(int numbers) { most_open_ = numbers; }

 private:
  const ClassIn<Room>& klass(std::int32_t c) const { return frontier_->classes[c]; }
  const NumberIn<Room>& number(std::int32_t n) const { return frontier_->numbers[n]; }
  bool untouched(std::int32_t n) const { return left_[n] == number(n).classes.size(); }

  void index();
  void start();
  void take(std::int32_t c);
  void forget_closed();
  bool too_many_open();
  bool no_time_left() const;
  std::int32_t last_of_walk(std::int32_t from);
  void greedy(std::int32_t from, void (OrderingIn::*take_next)());
  void take_class();
  void close_number();
  void by_lines();
  template <typename Rank>
  void order_by(Rank&& rank);
  void by_many_starts();
  void consider(const std::vector<std::int32_t>& order);
  double simulate(const std::vector<std::int32_t>& order);

  const Parts<Room>* frontier_ = nullptr;
  const Component* part_ = nullptr;
  int cols_ = 0;
  int most_open_ = Key::kSlots;
  std::int32_t peak_class_ = 0;
  double best_cost_ = 0, peak_ = 0;
  std::vector<std::int32_t> best_, order_, opened_;
  std::int64_t stamp_ = 0;
  std::vector<std::int64_t> mark_;
  std::vector<int> left_, seen_, room_, values_;
  std::vector<char> done_;
};

using Ordering = OrderingIn<OnGrid>;

}  // namespace mw
