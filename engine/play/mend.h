// Boards that need no guess, made by mending: a board is played with all that can be proven, and
// where that ends, mines among the cells not known yet are moved so that a number tells more. The
// idea is Simon Tatham's (Mines, 2005); the player is exact counting. Boards so made are not
// equally likely, but there are some where dealing finds none: on dense and on large boards.
#pragma once

#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "play/deal.h"
#include "play/round.h"
#include "position/grid.h"
#include "position/position.h"

namespace mw {

// A board being dealt, played and mended.
class MendedRound : protected Round {
 protected:
  MendedRound(const Grid& grid, int mines, Cell first, FirstClick rule, std::string_view seed)
      : grid_(grid),
        mines_(mines),
        first_(first),
        dealer_(grid_, mines, first, rule, seed),
        fixed_(grid_.size(), 0),
        position_(grid_, mines) {
    for (Cell c : spared_cells(grid_, mines, first, rule)) fixed_[c] = 1;
    fixed_[first] = 1;
  }
  MendedRound(const MendedRound&) = delete;
  MendedRound& operator=(const MendedRound&) = delete;

  // Plays on, and mends where a guess is due; true when the board was won from the first click on
  // without mending. Begins with a new board where one needs too many mends.
  bool play_and_mend() {
    if (mends_left_ < 0) {
      dealer_.deal(mine_);
      mends_left_ = mine_[first_] ? -1 : kMends + grid_.size() / 4;
      begin_ = true;
    }
    if (mends_left_ < 0) return false;
    if (begin_) {
      position_ = Position(grid_, mines_);
      open(position_, first_);
    }
    const bool unmended = std::exchange(begin_, false);
    const Next next = advance(position_);
    if (next == Next::kWon) {
      begin_ = true;
      return unmended;
    }
    if (next != Next::kGuess || --mends_left_ < 0)
      mends_left_ = -1;
    else
      mend();
    return false;
  }

  const Grid grid_;
  const int mines_;
  const Cell first_;
  Dealer dealer_;

 private:
  static constexpr int kMends = 60;  // of one board, and one more for every four cells

  // Fills or empties the cells around a number; where none has any, opens a gap in the mines around
  // what is hidden. What is changed counts as hidden again, so that play can go on.
  void mend() {
    std::vector<Cell> target = number_to_fill();
    const bool walled = target.empty();
    if (walled) target = mine_in_wall();
    std::vector<Cell> change[2];  // what emptying takes, and filling
    int reach[2];
    const auto others = by_reach(target);
    for (const bool fill : {false, true})
      reach[fill] = exchange(target, others, fill, change[fill]);
    const bool by_lot = dealer_.random().below(2) == 1;
    const bool fill = !walled && (reach[0] == reach[1] ? by_lot : reach[1] < reach[0]);
    for (Cell c : change[fill]) mine_[c] = !mine_[c];
    look_again(change[fill]);
  }

  // The hidden cells around a number, drawn from those that have any.
  std::vector<Cell> number_to_fill() {
    std::vector<Cell> numbers, around;
    for (Cell c = 0; c < grid_.size(); ++c)
      if (position_.is_number(c) && position_.unknown(c) > 0) numbers.push_back(c);
    if (!numbers.empty())
      for (Cell n : grid_.around(drawn(numbers)))
        if (position_.is_hidden(n)) around.push_back(n);
    return around;
  }

  // A known mine beside hidden cells.
  std::vector<Cell> mine_in_wall() {
    std::vector<Cell> wall;
    for (Cell c = 0; c < grid_.size(); ++c)
      if (position_.state(c) == kMine && position_.unknown(c) > 0) wall.push_back(c);
    return {drawn(wall)};
  }

  Cell drawn(const std::vector<Cell>& cells) {
    return cells[dealer_.random().below(static_cast<std::uint32_t>(cells.size()))];
  }

  // The other cells by what a change of them would disturb: nothing that is seen, numbers, or what
  // is known. Each kind in an order drawn by lot.
  enum Reach { kUnseen, kSeen, kKnown, kNowhere };
  using Others = std::array<std::vector<Cell>, kNowhere>;

  Others by_reach(const std::vector<Cell>& target) {
    std::vector<char> left_out = fixed_;
    for (Cell c : target) left_out[c] = 1;
    Others others;
    for (Cell c = 0; c < grid_.size(); ++c)
      if (!left_out[c]) others[reach(c)].push_back(c);
    for (auto& kind : others)
      for (auto i = static_cast<std::uint32_t>(kind.size()); i > 1; --i)
        std::swap(kind[i - 1], kind[dealer_.random().below(i)]);
    return others;
  }

  Reach reach(Cell c) const {
    if (!position_.is_hidden(c)) return kKnown;
    for (Cell n : grid_.around(c))
      if (position_.is_number(n)) return kSeen;
    return kUnseen;
  }

  // Lists the cells to change so that the target is full of mines or empty, and as many of the
  // others the opposite; gives the furthest reach among them, kNowhere where there are too few.
  int exchange(const std::vector<Cell>& target, const Others& others, bool fill,
               std::vector<Cell>& change) const {
    for (Cell c : target)
      if (mine_[c] != fill) change.push_back(c);
    std::size_t missing = change.size();
    if (missing == 0) return kUnseen;
    for (int reach = kUnseen; reach < kNowhere; ++reach)
      for (Cell c : others[reach]) {
        if (mine_[c] != fill) continue;
        change.push_back(c);
        if (--missing == 0) return reach;
      }
    change.clear();
    return kNowhere;
  }

  // The numbers that are open show what lies around them now.
  void look_again(const std::vector<Cell>& changed) {
    std::vector<CellState> states(grid_.size());
    for (Cell c = 0; c < grid_.size(); ++c) {
      const bool open = position_.is_number(c);
      states[c] = open ? open_cell(grid_.count_around(c, mine_)) : position_.state(c);
    }
    for (Cell c : changed) states[c] = kHidden;
    position_ = Position(grid_, mines_, std::move(states));
    position_.deduce();
  }

  std::vector<char> fixed_;  // cells that the first click keeps free of mines
  Position position_;
  int mends_left_ = -1;  // of this board, -1 where there is none yet
  bool begin_ = false;   // with the first click
};

}  // namespace mw
