// Exact mine probabilities of a position: frontier, orders, sweeps and convolution put together.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "count/constraints.h"
#include "count/convolution.h"
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
  [[nodiscard]] Outcome count(const Position& position, std::int64_t work = 150'000'000);

  [[nodiscard]] Outcome count_exactly(const Position& position, std::int64_t work);

  // Leaves numbers out of a position that count_exactly() found too wide until the rest can be
  // counted within the work allowed: what is then proven safe or a mine still is, the other
  // probabilities are estimates. As the deadline comes near more numbers are left out, and so they
  // are from the start for a `rough` estimate. kDone, kContradiction, or kLate.
  Outcome estimate(const Position& position, std::int64_t allowed, bool rough = false);

  // The last resort, for when no time is left to count anything: all hidden cells are alike.
  void leave_all_out(const Position& position);

  // The mine probability of a hidden cell.
  double mine(Cell c) const {
    const auto k = frontier.class_of[c];
    return k < 0 ? off_mine : class_mine[k];
  }
  // The same of any cell of the position that was counted.
  double mine(const Position& position, Cell c) const {
    return position.state(c) == kMine ? 1 : position.is_hidden(c) ? mine(c) : 0;
  }

  // Marks in the position that was counted what the counting proves; whether any of it is safe.
  bool mark_proven(Position& position) const;

 private:
  void arrange();
  void choose_tilt(const Position& position);
  bool lean(const Position& position);
  Outcome sweep_leaning(const Position& position, std::int64_t work);
  Outcome sweep(const Position& position);
  Trouble blame(const Position& position, int component);
  bool leave_out(const Position& position, std::int64_t allowed);
  int block_in_time() const;
  void cut(const Grid& grid, const Component& part, int block);
  Outcome finish(const Position& position);
  Outcome count_in_full(const Position& position);

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
  int block_ = 0;       // rows and columns that are cut off from others
};

}  // namespace mw
