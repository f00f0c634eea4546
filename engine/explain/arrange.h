// Whether mines can be arranged so that some of the numbers are met, and one such arrangement:
// first by the two rules every player knows, then by a sweep (count/sweep.h) of the cells that
// these leave open.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "count/constraints.h"
#include "count/order.h"
#include "count/sweep.h"
#include "explain/clues.h"

namespace mw {

class Arranger {
 public:
  enum class Outcome { kNone, kSome, kTooWide };

  struct Answer {
    Outcome outcome = Outcome::kNone;
    int free_mines = 0;  // of an arrangement: mines on cells that none of the numbers touches
    // With `total`, unless the numbers alone cannot be met: the fewest and the most mines of the
    // arrangements that meet them, without those on the cells that none of them touches.
    bool counted = false;
    int fewest = 0, most = 0, free_cells = 0;
  };

  explicit Arranger(const Clues& clues);

  // Looks for an arrangement that meets the clues in `numbers` with `cell` a mine or not (any, if
  // it is kNone), and, with `total`, has exactly as many mines as are left.
  Answer find(const std::vector<int>& numbers, Cell cell, bool mine, bool total);

  // Of the arrangement found last: whether a cell lies around one of the numbers, or is the one
  // asked for, and whether there is a mine in it.
  bool is_settled(Cell c) const { return seen_[c] == stamp_; }
  bool is_mine(Cell c) const { return value_[c] == 1; }

  std::int64_t work() const { return work_; }  // multiply-adds, over all questions

 private:
  bool begin(const std::vector<int>& numbers, Cell cell, bool mine);
  void touch(Cell c);
  void set(Cell c, bool mine);
  void classify(const std::vector<int>& numbers);
  void join();
  Outcome sweep(bool total);
  int choose(Answer& answer) const;

  static constexpr std::int8_t kOpenCell = -1;
  // Limits of memory: beyond them clause learning answers, which is there only without the total.
  static constexpr std::int64_t kMemory = 64 << 20, kLocalMemory = 3 << 19;

  const Clues& clues_;
  std::int64_t work_ = 0;
  std::uint32_t stamp_ = 0;
  std::vector<std::uint32_t> seen_;  // by cell
  std::vector<std::int8_t> value_;   // by cell: mine, none, or kOpenCell
  std::vector<std::uint32_t> active_;
  std::vector<int> need_, room_, place_;  // by clue; place in `parts_`
  std::vector<Cell> touched_;
  std::vector<int> queue_;
  int sure_mines_ = 0;
  Parts<OnGrid> parts_;
  Ordering order_;
  std::vector<std::unique_ptr<Sweep>> sweeps_;  // by component
  Workbench bench_;
};

}  // namespace mw
