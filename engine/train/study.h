// Everything that is proven in a position, with what each proof asks of a person.
#pragma once

#include <cstdint>
#include <vector>

#include "count/count.h"
#include "explain/clues.h"
#include "play/analysis.h"
#include "position/codes.h"
#include "position/position.h"
#include "train/effort.h"

namespace mw {

// Cells that are interchangeable, and proven safe or mines.
struct Finding {
  std::vector<Cell> cells;
  bool mine;
  Effort effort;  // for the first of them
};

// A position counted with the mines left and without.
class Study {
 public:
  // `codes` must be possible. Flags are taken for mines.
  Study(const Grid& grid, const std::vector<std::int8_t>& codes, int mines)
      : clues_(grid, codes.data(), mines, true, Position::kNone),
        codes_(codes),
        with_(read_position(grid, codes.data(), mines, true)),
        without_(read_position(grid, codes.data(), kUnknownMines, true)) {
    exact = count(with_, counter_) && count(without_, local_);
  }

  bool exact = false;  // else the position is too wide to be counted

  const Clues& clues() const { return clues_; }

  // The chance of a mine in a hidden cell.
  double chance(Cell c) const { return counter_.mine(with_, c); }

  bool is_proven(Cell c) const {
    const double p = chance(c);
    return p <= 0 || p >= 1;
  }

  // Hidden cells without a flag that are proven safe, or mines; row by row.
  std::vector<Cell> proven(bool mine) const {
    std::vector<Cell> cells;
    for (Cell c = 0; c < with_.size(); ++c)
      if (codes_[c] == kCodeHidden && is_proven(c) && (chance(c) > 0) == mine) cells.push_back(c);
    return cells;
  }

  // The same, those that touch the same numbers together, with the effort for them.
  std::vector<Finding> findings(bool mine) const {
    std::vector<Finding> all;
    std::vector<std::vector<int>> keys;
    for (Cell c : proven(mine)) {
      std::vector<int> key;
      clues_.each_around(c, [&](int n) { key.push_back(n); });
      const auto same = std::ranges::find(keys, key);
      if (same != keys.end()) {
        all[same - keys.begin()].cells.push_back(c);
        continue;
      }
      keys.push_back(std::move(key));
      const double alone = local_.mine(without_, c);
      all.push_back({{c}, mine, effort_of(clues_, c, mine, alone > 0 && alone < 1)});
    }
    return all;
  }

 private:
  static bool count(const Position& position, Counter& counter) {
    return counter.count_exactly(position, kWork) == Counter::Outcome::kDone;
  }

  static constexpr std::int64_t kWork = 20'000'000;  // multiply-adds: a limit of time

  Clues clues_;
  const std::vector<std::int8_t>& codes_;
  Position with_, without_;
  Counter counter_, local_;
};

}  // namespace mw
