// A position: what the player knows of each cell, kept up to date by the two rules every player
// knows. A number whose mines are all known makes the rest around it safe; a number with as many
// hidden cells as missing mines makes them all mines. What these rules settle never reaches the
// counting, which keeps its components small.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "position/grid.h"

namespace mw {

// What the player knows of a cell. The values below kMine are the numbers of open cells, 0 to 8 on
// squares.
enum class CellState : std::int8_t {
  kMine = kMostAround + 1,  // known: flagged, shown or proven
  kHidden = kMine + 2,      // nothing known
  kSafe = kMine + 3,        // proven safe, not yet opened
};
using enum CellState;

constexpr CellState open_cell(int number) { return static_cast<CellState>(number); }
constexpr bool is_open(CellState state) { return state < kMine; }
constexpr std::int8_t value_of(CellState state) { return static_cast<std::int8_t>(state); }

constexpr int kUnknownMines = -1;

// What of a position cannot be met: nothing, a number, or the number of all mines.
struct Trouble {
  enum class Kind : std::uint8_t { kNone, kNumber, kTotal };

  Kind kind = Kind::kNone;
  Cell cell = -1;  // of the number

  static Trouble number(Cell c) { return {Kind::kNumber, c}; }
  static Trouble total() { return {Kind::kTotal, -1}; }
  bool is_total() const { return kind == Kind::kTotal; }
  bool is_number() const { return kind == Kind::kNumber; }
  explicit operator bool() const { return kind != Kind::kNone; }
  bool operator==(const Trouble&) const = default;

  // As the bindings say it: the cell of the number, -2 for all mines, -1 for nothing.
  int code() const { return is_number() ? cell : is_total() ? -2 : -1; }
};

class Position {
 public:
  // All cells hidden; `mines` is the total or kUnknownMines.
  Position(const Grid& grid, int mines)
      : Position(grid, mines, std::vector<CellState>(grid.size(), kHidden)) {}

  // A position met half-way: `states` are open cells, kMine, kHidden or kSafe. Call deduce()
  // afterwards.
  Position(const Grid& grid, int mines, std::vector<CellState> states)
      : grid_(&grid),
        state_(std::move(states)),
        need_(grid.size()),
        unknown_(grid.size()),
        hidden_(0),
        mines_(mines),
        mines_left_(mines) {
    // Plain loops over bytes, which the compiler turns into vectors.
    const Cell cells = grid.size();
    std::vector<std::uint8_t> flags(cells), around;
    const CellState* state = state_.data();
    std::int8_t *need = need_.data(), *unknown = unknown_.data();
    std::uint8_t* flag = flags.data();
    for (Cell c = 0; c < cells; ++c)
      flag[c] = static_cast<std::uint8_t>((state[c] == kHidden) | (state[c] == kMine) << 4);
    grid.sum_around(flags, around);
    const std::uint8_t* sum = around.data();
    for (Cell c = 0; c < cells; ++c) unknown[c] = static_cast<std::int8_t>(sum[c] & 15);
    for (Cell c = 0; c < cells; ++c)
      need[c] = static_cast<std::int8_t>(value_of(state[c]) - (sum[c] >> 4));
    for (Cell c = 0; c < cells; ++c)
      flag[c] =
          static_cast<std::uint8_t>(is_open(state[c]) & ((need[c] <= 0) | (need[c] >= unknown[c])) &
                                    ((need[c] | unknown[c]) != 0));
    hidden_ = static_cast<int>(std::count(state_.begin(), state_.end(), kHidden));
    const auto known = static_cast<int>(std::count(state_.begin(), state_.end(), kMine));
    open_ = static_cast<int>(std::ranges::count_if(state_, is_open));
    each_set(flags, [&](Cell c) { touched_.push_back(c); });
    if (counts_mines()) mines_left_ -= known;
  }

  const Grid& grid() const { return *grid_; }
  int size() const { return grid_->size(); }
  CellState state(Cell c) const { return state_[c]; }
  bool is_hidden(Cell c) const { return state_[c] == kHidden; }
  bool is_number(Cell c) const { return is_open(state_[c]); }
  int number(Cell c) const { return value_of(state_[c]); }  // of an open cell
  int need(Cell c) const { return need_[c]; }        // mines around an open number still to find
  int unknown(Cell c) const { return unknown_[c]; }  // hidden cells around any cell
  int known(Cell c) const {                          // mines that are known around any cell
    int mines = 0;
    for (Cell n : grid_->around(c)) mines += state_[n] == kMine;
    return mines;
  }
  const CellState* states() const { return state_.data(); }  // the same of all cells
  const std::int8_t* unknowns() const { return unknown_.data(); }
  int hidden() const { return hidden_; }  // cells of which nothing is known
  int mines() const { return mines_; }
  int mines_left() const { return mines_left_; }  // mines not known yet, or kUnknownMines
  bool counts_mines() const { return mines_ != kUnknownMines; }
  bool contradicts() const { return static_cast<bool>(trouble_); }
  Trouble trouble() const { return trouble_; }
  // Cells proven safe and not opened; entries opened meanwhile are skipped by the reader.
  std::vector<Cell>& pending() { return pending_; }
  const std::vector<Cell>& pending() const { return pending_; }
  int open_count() const { return open_; }

  static constexpr Cell kNone = -1;

  // Shows the number under a cell that is hidden or proven safe. Call deduce() afterwards.
  void open(Cell c, int number) {
    if (state_[c] == kHidden) leave_hidden(c, 0);
    state_[c] = open_cell(number);
    ++open_;
    need_[c] = static_cast<std::int8_t>(number - known(c));
    touched_.push_back(c);
  }

  void mark_mine(Cell c) {
    leave_hidden(c, 1);
    state_[c] = kMine;
    if (counts_mines()) --mines_left_;
  }

  void mark_safe(Cell c) {
    leave_hidden(c, 0);
    state_[c] = kSafe;
    pending_.push_back(c);
  }

  // Applies the two rules until nothing changes; false when the position contradicts itself.
  bool deduce() {
    while (!touched_.empty() && !contradicts()) {
      const Cell c = touched_.back();
      touched_.pop_back();
      if (!is_number(c)) continue;
      const int need = need_[c], unknown = unknown_[c];
      if (need < 0 || need > unknown) {
        trouble_ = Trouble::number(c);
      } else if (unknown > 0 && need == 0) {
        for (Cell n : grid_->around(c))
          if (is_hidden(n)) mark_safe(n);
      } else if (unknown > 0 && need == unknown) {
        for (Cell n : grid_->around(c))
          if (is_hidden(n)) mark_mine(n);
      }
    }
    touched_.clear();
    if (!contradicts() && counts_mines()) settle_total();
    return !contradicts();
  }

 private:
  // Only numbers to which a rule now applies, or which cannot be met, are worth a look.
  void leave_hidden(Cell c, int mines) {
    --hidden_;
    for (Cell n : grid_->around(c)) {
      const int need = need_[n] -= static_cast<std::int8_t>(mines), unknown = --unknown_[n];
      if (is_number(n) & ((need <= 0) | (need >= unknown))) touched_.push_back(n);
    }
  }

  void settle_total() {
    if (mines_left_ < 0 || mines_left_ > hidden_) {
      trouble_ = Trouble::total();
    } else if (hidden_ > 0 && (mines_left_ == 0 || mines_left_ == hidden_)) {
      const bool mines = mines_left_ > 0;
      for (Cell c = 0; c < size(); ++c)
        if (is_hidden(c)) mines ? mark_mine(c) : mark_safe(c);
      for (Cell c : touched_)  // every number must now be met
        if (is_number(c) && need_[c] != 0) trouble_ = Trouble::number(c);
      touched_.clear();
    }
  }

  const Grid* grid_;
  std::vector<CellState> state_;
  std::vector<std::int8_t> need_, unknown_;
  std::vector<Cell> pending_, touched_;
  int hidden_, open_ = 0, mines_, mines_left_;
  Trouble trouble_;
};

}  // namespace mw
