// The end of the game, played out exactly. When few arrangements are left they are all written
// down, and the game tree over sets of arrangements is searched for the cell that wins most of
// them. A set of arrangements is the whole state: cells that are safe in all of them are opened for
// free, and what they show splits the set. With lives a mine may be hit: it is known then, and the
// arrangements that have it are the set.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "count/count.h"
#include "count/deadline.h"
#include "position/position.h"

namespace mw {

class Endgame {
 public:
  struct Choice {
    Cell cell;
    int wins;    // of `arrangements`
    bool exact;  // else `wins` is an upper bound: the cell is not better than the best
    int index;   // of the cell, within the search
  };

  struct Solution {
    int arrangements = 0;
    int wins = 0;                 // of them, with best play
    Cell best = Position::kNone;  // the cell to open
    std::vector<Choice> choices;  // what was weighed at the root, when a guess is needed
    std::int64_t nodes = 0;       // sets of arrangements looked into

    double chance(int won) const { return static_cast<double>(won) / arrangements; }
  };

  static constexpr int kMost = 65'535;  // arrangements that can be told apart

  int lives = 0;  // mines that may be hit before the game is lost

  // Writes down the arrangements of a position that has been counted and searches them. Nothing
  // when there are more than `most`, the search costs more than `work` byte operations, or the
  // deadline passed. The best cell does not need to know how many arrangements the others win:
  // with `scores` that is searched as well, for about as much work again.
  std::optional<Solution> solve(const Position& position, const Counter& counter, int most,
                                std::int64_t work, bool scores = false) {
    work_ = work;
    tables_.assign(static_cast<std::size_t>(lives) + 1, {});
    found_ = {};
    if (!write_down(position, counter, most)) return std::nullopt;
    look_up_values(position);
    Set all(found_.arrangements);
    std::iota(all.begin(), all.end(), std::uint16_t{0});
    found_.wins = search(all, lives, true);
    if (work_ < 0) return std::nullopt;
    if (scores && !found_.choices.empty()) score_choices(all, kScoring * (work - work_));
    return std::move(found_);
  }

 private:
  static constexpr std::uint8_t kIsMine = 255;
  static constexpr std::int64_t kNodesBetweenLooks = 1024;  // at the clock
  static constexpr std::int64_t kScoring = 8;  // times the work of the search: a limit of time
  using Set = std::vector<std::uint16_t>;

  // Depth-first over frontier cells in sweep order, then over the cells off the frontier.
  bool write_down(const Position& position, const Counter& counter, int most) {
    position_ = &position;
    const Grid& grid = position.grid();
    hidden_.clear();
    for (int i = 0; i < counter.frontier.component_count; ++i)
      for (auto c : counter.frontier.components[i].classes) {
        const CellClass& k = counter.frontier.classes[c];
        hidden_.insert(hidden_.end(), k.cells.begin(), k.cells.end());
      }
    frontier_count_ = hidden_.size();
    need_.resize(grid.size());
    unknown_.resize(grid.size());
    for (Cell c = 0; c < grid.size(); ++c) {
      need_[c] = static_cast<std::int8_t>(position.need(c));
      unknown_[c] = static_cast<std::int8_t>(position.unknown(c));
      if (position.is_hidden(c) && counter.frontier.class_of[c] < 0) hidden_.push_back(c);
    }
    mines_.assign(hidden_.size(), 0);
    layouts_.clear();
    most_ = most;
    steps_left_ = 200 * static_cast<std::int64_t>(most) + 2000;  // bounds the time, no tuning
    place(0, position.counts_mines() ? position.mines_left() : -1);
    const std::size_t count = hidden_.empty() ? 1 : layouts_.size() / hidden_.size();
    found_.arrangements = static_cast<int>(count);
    return steps_left_ >= 0 && found_.arrangements <= most && found_.arrangements > 0;
  }

  void place(std::size_t i, int mines_left) {
    if (--steps_left_ < 0) return;
    if (i == hidden_.size()) {
      if (mines_left > 0) return;
      layouts_.insert(layouts_.end(), mines_.begin(), mines_.end());
      if (layouts_.size() > static_cast<std::size_t>(most_) * hidden_.size()) steps_left_ = -1;
      return;
    }
    if (mines_left > static_cast<int>(hidden_.size() - i)) return;
    for (int mine = 0; mine <= 1; ++mine) {
      if (mine && mines_left == 0) break;
      mines_[i] = static_cast<std::uint8_t>(mine);
      if (i >= frontier_count_ || fits(hidden_[i], mine))
        place(i + 1, mine && mines_left > 0 ? mines_left - 1 : mines_left);
      if (i < frontier_count_) take_back(hidden_[i], mine);
    }
  }

  bool fits(Cell cell, int mine) {
    bool good = true;
    for (Cell n : position_->grid().around(cell)) {
      if (!position_->is_number(n)) continue;
      --unknown_[n];
      need_[n] = static_cast<std::int8_t>(need_[n] - mine);
      good &= need_[n] >= 0 && need_[n] <= unknown_[n];
    }
    return good;
  }

  void take_back(Cell cell, int mine) {
    for (Cell n : position_->grid().around(cell)) {
      if (!position_->is_number(n)) continue;
      ++unknown_[n];
      need_[n] = static_cast<std::int8_t>(need_[n] + mine);
    }
  }

  // values_[cell index * arrangements + arrangement]: the number under the cell, or kIsMine.
  void look_up_values(const Position& position) {
    const int arrangements = found_.arrangements;
    const Grid& grid = position.grid();
    cells_ = hidden_;
    for (Cell c : position.pending())
      if (position.state(c) == kSafe && position.unknown(c) > 0) cells_.push_back(c);
    values_.assign(cells_.size() * arrangements, 0);
    is_mine_.assign(grid.size(), 0);
    for (int s = 0; s < arrangements; ++s) {
      const std::uint8_t* mines = layouts_.data() + s * hidden_.size();
      for (std::size_t i = 0; i < hidden_.size(); ++i) is_mine_[hidden_[i]] = mines[i];
      for (std::size_t i = 0; i < cells_.size(); ++i) {
        const Cell c = cells_[i];
        const int value = is_mine_[c]               ? kIsMine
                          : position.unknown(c) > 0 ? grid.count_around(c, is_mine_)
                                                    : 0;
        values_[i * arrangements + s] = static_cast<std::uint8_t>(value);
      }
    }
  }

  // How many arrangements of the set are won with best play; at the root also says how. Two
  // arrangements that show the same number on every safe cell are a coin flip.
  int search(const Set& set, int left, bool root) {
    const int size = static_cast<int>(set.size());
    if (size <= 1 + (root ? 0 : left)) return size;  // every mine that is hit rules one out
    ++found_.nodes;
    work_ -= static_cast<std::int64_t>(set.size() * cells_.size());
    if (found_.nodes % kNodesBetweenLooks == 0 && Deadline::passed()) work_ = -1;
    if (work_ < 0) return 0;
    tally_.assign(cells_.size(), 0);
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      const std::uint8_t* value = &values_[i * found_.arrangements];
      int mines = 0;
      bool differ = false;
      for (auto s : set) {
        mines += value[s] == kIsMine;
        differ |= value[s] != value[set[0]];
      }
      if (mines == 0 && differ) {
        if (root) found_.best = cells_[i];
        return split(set, i, left, 0);
      }
      tally_[i] = mines;
    }
    if (size == 2 && !root) return 1;
    auto& table = tables_[left];
    if (!root)
      if (const auto known = table.find(set); known != table.end()) return known->second;
    const int value = guess(set, left, root);
    table.emplace(set, value);
    return value;
  }

  int guess(const Set& set, int left, bool root) {
    std::vector<std::pair<int, int>> order;  // mines, cell index
    for (std::size_t i = 0; i < cells_.size(); ++i)
      if (tally_[i] > 0 && tally_[i] < static_cast<int>(set.size()))
        order.emplace_back(tally_[i], static_cast<int>(i));
    std::ranges::stable_sort(order);
    int most = 0;
    for (auto [mines, i] : order) {
      const int open = static_cast<int>(set.size()) - (left ? 0 : mines);
      if (open <= most) {
        if (!root) break;
        found_.choices.push_back({cells_[i], open, false, i});
        continue;
      }
      const int won = split(set, i, left, most);
      if (root) found_.choices.push_back({cells_[i], won, won > most, i});
      if (won > most) {
        most = won;
        if (root) found_.best = cells_[i];
      }
    }
    return most;
  }

  // Finds out what was not needed to find the best cell.
  void score_choices(const Set& all, std::int64_t work) {
    work_ = std::max<std::int64_t>(work, 1'000'000);
    for (Choice& choice : found_.choices) {
      if (choice.exact) continue;
      const int won = split(all, static_cast<std::size_t>(choice.index), lives, -1);
      if (work_ < 0) return;
      choice.wins = won;
      choice.exact = true;
    }
  }

  // Opens a cell: the sum over what it shows. Stops early once `floor` cannot be beaten.
  int split(const Set& set, std::size_t cell, int left, int floor) {
    constexpr int kHit = kMostAround + 1;
    std::array<Set, kHit + 1> group;
    const std::uint8_t* value = &values_[cell * found_.arrangements];
    int open = 0;
    for (auto s : set)
      if (value[s] != kIsMine || left > 0)
        group[value[s] == kIsMine ? kHit : value[s]].push_back(s), ++open;
    int won = 0;
    for (const Set& g : group) {
      if (g.empty()) continue;
      const int part = search(g, left - (&g == &group[kHit]), false);
      won += part;
      open -= static_cast<int>(g.size()) - part;
      if (open <= floor) return open;
    }
    return won;
  }

  struct Hash {
    std::size_t operator()(const Set& set) const {
      std::uint64_t hash = 0x243F6A8885A308D3ULL;
      for (auto s : set) {
        hash = (hash ^ s) * 0x9E3779B97F4A7C15ULL;
        hash ^= hash >> 29;
      }
      return static_cast<std::size_t>(hash);
    }
  };

  Solution found_;
  const Position* position_ = nullptr;
  std::vector<Cell> hidden_, cells_;
  std::size_t frontier_count_ = 0;
  std::vector<std::int8_t> need_, unknown_;
  std::vector<std::uint8_t> mines_, layouts_, values_, is_mine_;
  std::vector<int> tally_;
  // Arrangements won of each set seen, by the lives that are left.
  std::vector<std::unordered_map<Set, int, Hash>> tables_;
  int most_ = 0;
  std::int64_t steps_left_ = 0, work_ = 0;
};

}  // namespace mw
