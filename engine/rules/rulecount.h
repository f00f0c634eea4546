// Exact mine probabilities in a system of rules, by the same classes, orders, sweeps and
// convolution as on a board (count/). A rule "from a to b" is one that needs b of its cells and
// b - a slack cells, which are no mines and cost nothing.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "count/constraints.h"
#include "count/convolution.h"
#include "count/order.h"
#include "count/sweep.h"
#include "rules/listing.h"
#include "rules/system.h"

namespace mw {

class RuleCounter {
 public:
  using Outcome = SweepOutcome;

  std::vector<double> mine;  // probability of each cell, or of any mine among `each` of them
  double log_weight = 0;     // log of what all arrangements weigh, relative to that of no mines
  bool exact = true;         // false where rules had to be left out
  int unmet = -1;            // after kContradiction: a rule that cannot be met, or -1: the total

  // Counts within `seconds`: exactly if three quarters of that and `memory` bytes suffice, else an
  // estimate. kDone or kContradiction.
  Outcome count_in_time(const RuleSystem& system, double seconds, std::int64_t memory);

  // Whether the rules can be met at all, which is cheaper: kDone, kContradiction, kTooWide where
  // what is allowed does not suffice, or kLate.
  Outcome meet(const RuleSystem& system, const Budget& allowed);

  std::int64_t spent = 0;  // multiply-adds it took, all calls together

 private:
  struct Sum {  // rules of the same cells, without those that are known
    std::vector<int> rules;
    std::vector<Cell> cells;
    int low, high;
  };
  enum class Known : std::int8_t { kNothing, kSafe, kMine };

  Outcome estimate(const RuleSystem& system, const Budget& allowed);
  Outcome count_without(const RuleSystem& system, const Budget& allowed, bool probabilities);
  bool settle(const RuleSystem& system);
  bool settle_sums();
  bool settle_each();
  void index();
  bool merge();
  void drop_implied();
  void build(const RuleSystem& system);
  void add_off_cells(const RuleSystem& system, const std::vector<Cell>& off);
  double arrange(int component, bool quick = false);
  template <typename Key>
  bool arrange_all();
  Outcome list(const Component& part, Listing& listing, bool mines, Budget& budget) const;
  template <typename Key>
  Outcome sweep(const RuleSystem& system, const Budget& allowed, bool probabilities);
  void tell(const RuleSystem& system, const std::vector<double>& class_mine);

  std::vector<Known> known_;
  std::vector<Sum> sums_;
  std::vector<char> left_out_;  // by rule
  int mines_left_ = 0, hidden_ = 0;
  double base_odds_ = 1;  // of the cells off the frontier
  Parts<InRules> parts_;
  OrderingIn<InRules> order_;
  ConvolutionIn<Scaled> convolution_;
  std::vector<std::vector<std::int32_t>> sums_of_;  // by cell
  std::vector<char> listed_;                        // by component
  int most_need_ = 0, each_ = 1;
};

}  // namespace mw
