// Boards that need no guess, made by mending: a board is played with all that can be proven, and
// where that ends, mines among the cells not known yet are moved so that a number tells more. The
// idea is Simon Tatham's (Mines, 2005); the player is exact counting. Boards so made are not
// equally likely, but there are some where dealing finds none: on dense and on large boards.
#pragma once

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "play/deal.h"
#include "play/round.h"
#include "position/grid.h"
#include "position/position.h"

namespace mw {

class BoardMender : private Round {
 public:
  // `first` is safe whatever the rule promises.
  BoardMender(const Grid& grid, int mines, Cell first, FirstClick rule, std::string_view seed)
      : grid_(grid),
        mines_(mines),
        first_(first),
        rule_(rule == FirstClick::kAny ? FirstClick::kSafe : rule),
        dealer_(grid_, mines, first, rule_, seed),
        random_(seed),
        fixed_(grid_.size(), 0),
        position_(grid_, mines) {
    for (Cell c : spared_cells(grid_, mines, first, rule_)) fixed_[c] = 1;
  }
  BoardMender(const BoardMender&) = delete;
  BoardMender& operator=(const BoardMender&) = delete;

  // Plays and mends until the board needs no guess, then true; or false after `steps` mends.
  bool find(int steps) {
    for (; steps > 0; --steps) {
      if (begin_) begin();
      const Next next = advance(position_);
      begin_ = next == Next::kWon;
      if (begin_) {
        if (unmended_) return true;
      } else if (next != Next::kGuess || ++mends_ > kMostMends + grid_.size() / 4) {
        deal_ = begin_ = true;
      } else {
        mend();
      }
    }
    return false;
  }

  const std::vector<char>& board() const { return mine_; }

 private:
  static constexpr int kMostMends = 60;  // of one board, and one more for every four cells

  // Plays from the first click on, a new board where the last was given up.
  void begin() {
    if (deal_) {
      dealer_.deal(mine_);
      mends_ = 0;
    }
    deal_ = begin_ = false;
    unmended_ = true;
    position_ = Position(grid_, mines_);
    open(position_, first_);
  }

  // Fills or empties the cells around a number; where none has any, opens a gap in the mines around
  // what is hidden. What is changed counts as hidden again, so that play can go on.
  void mend() {
    unmended_ = false;
    std::vector<Cell> target = number_to_fill();
    const bool walled = target.empty();
    if (walled) target = mine_in_wall();
    std::vector<Cell> change[2];  // what emptying takes, and filling
    int reach[2];
    const auto others = by_reach(target);
    for (const bool fill : {false, true})
      reach[fill] = exchange(target, others, fill, change[fill]);
    const bool by_lot = random_.below(2) == 1;
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
    return cells[random_.below(static_cast<std::uint32_t>(cells.size()))];
  }

  // All cells but those of the target, shuffled, and then sorted by what a change would disturb:
  // nothing that is seen, numbers, or what is known.
  enum Reach { kUnseen, kSeen, kKnown, kNowhere };
  using Others = std::vector<std::pair<Reach, Cell>>;

  Others by_reach(const std::vector<Cell>& target) {
    std::vector<char> left_out = fixed_;
    for (Cell c : target) left_out[c] = 1;
    Others others;
    for (Cell c = 0; c < grid_.size(); ++c)
      if (!left_out[c]) others.emplace_back(reach(c), c);
    for (auto i = static_cast<std::uint32_t>(others.size()); i > 1; --i)
      std::swap(others[i - 1], others[random_.below(i)]);
    std::ranges::stable_sort(others, {}, &Others::value_type::first);
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
    int furthest = kUnseen;
    for (auto other = others.begin(); missing > 0; ++other) {
      if (other == others.end()) {
        change.clear();
        return kNowhere;
      }
      if (mine_[other->second] != fill) continue;
      change.push_back(other->second);
      furthest = other->first;
      --missing;
    }
    return furthest;
  }

  // The numbers that are open show what lies around them now.
  void look_again(const std::vector<Cell>& changed) {
    std::vector<CellState> states(grid_.size());
    for (Cell c = 0; c < grid_.size(); ++c) {
      states[c] = position_.state(c);
      if (!position_.is_number(c)) continue;
      int number = 0;
      for (Cell n : grid_.around(c)) number += mine_[n];
      states[c] = open_cell(number);
    }
    for (Cell c : changed) states[c] = kHidden;
    position_ = Position(grid_, mines_, std::move(states));
    position_.deduce();
  }

  const Grid grid_;
  int mines_;
  Cell first_;
  FirstClick rule_;
  Dealer dealer_;
  SeededRandom random_;
  std::vector<char> fixed_;  // cells that the first click keeps free of mines
  Position position_;
  bool deal_ = true, begin_ = true;  // anew, before the next step
  bool unmended_ = true;             // since play began
  int mends_ = 0;                    // of this board
};

}  // namespace mw
