// How few clicks a board takes with flags and chords: greedy ZiNi (Elmar Zimmermann and Christoph
// Nikolaus), in eight orders (8-way ZiNi), and with the openings first (H.ZiNi). The board is known
// beforehand; fewer clicks may be possible.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "position/grid.h"

namespace mw {

enum class ZiniKind : std::uint8_t { kOpen, kFlag, kChord };

struct ZiniMove {
  ZiniKind kind;
  Cell cell;
};

// The tasks that make up the 3BV of a board: openings first, then numbers that touch none.
struct Tasks {
  Tasks(const Grid& grid, const std::vector<char>& mine)
      : number(grid.size(), 0), solves(grid.size(), kNone) {
    for (Cell c = 0; c < grid.size(); ++c) number[c] = grid.count_around(c, mine);
    std::vector<Cell> queue;
    std::vector<int> reached(grid.size(), kNone);  // by which opening
    for (Cell start = 0; start < grid.size(); ++start) {
      if (mine[start] || number[start] > 0 || solves[start] != kNone) continue;
      const int task = openings++;
      queue.assign(1, start);
      reached[start] = task;
      for (std::size_t i = 0; i < queue.size(); ++i) {
        const Cell c = queue[i];
        if (number[c] > 0) continue;
        solves[c] = task;
        for (Cell n : grid.around(c))
          if (std::exchange(reached[n], task) != task) queue.push_back(n);
      }
      cells.push_back(queue);
    }
    for (Cell c = 0; c < grid.size(); ++c) {
      if (mine[c] || reached[c] != kNone) continue;
      solves[c] = static_cast<int>(cells.size());
      cells.push_back({c});
    }
  }

  static constexpr int kNone = -1;
  std::vector<int> number;               // mines around each cell
  std::vector<int> solves;               // the task that a click on a cell solves, or kNone
  std::vector<std::vector<Cell>> cells;  // that each task opens; there are as many as the 3BV says
  int openings = 0;
};

// Plays a board by greedy ZiNi.
class Zini {
 public:
  static constexpr int kOrders = 8;

  Zini(const Grid& grid, const std::vector<char>& mine)
      : grid_(grid), mine_(mine), tasks_(grid, mine) {}

  // A chord on a number is worth the 3BV it solves, less a click for each mine around it without a
  // flag, one for the chord, and one for opening the number first where that solves nothing by
  // itself (it lies on the rim of an opening). The chord worth most is made, the first of equals,
  // while one is worth at least nothing; then the first 3BV is solved by a plain click. `order`
  // says which corner and direction comes first: 0 is column by column, as ms_toollib counts.
  const std::vector<ZiniMove>& greedy(int order = 0) {
    begin(order);
    finish();
    return moves_;
  }

  // The fewest clicks of all eight orders.
  std::vector<ZiniMove> eight_way() {
    std::vector<ZiniMove> best = greedy(0);
    for (int order = 1; order < kOrders; ++order)
      if (greedy(order).size() < best.size()) best = moves_;
    return best;
  }

  // As a person plays: all openings first, and then chords on open numbers alone.
  const std::vector<ZiniMove>& human() {
    begin(0, true);
    for (int task = 0; task < tasks_.openings; ++task) click(tasks_.cells[task].front());
    finish();
    return moves_;
  }

 private:
  // Worth and place in the order, of cells worth at least nothing: the last is to be taken.
  using Entry = std::pair<int, Cell>;

  void begin(int order, bool open_alone = false) {
    const Cell size = grid_.size();
    open_alone_ = open_alone;
    covered_.assign(size, 1);
    flagged_.assign(size, 0);
    solved_.assign(tasks_.cells.size(), 0);
    rank_.resize(size);
    const int rows = grid_.rows(), cols = grid_.cols();
    for (Cell c = 0; c < size; ++c) {
      const int row = order & 1 ? rows - 1 - c / cols : c / cols;
      const int col = order & 2 ? cols - 1 - c % cols : c % cols;
      rank_[c] = order & 4 ? row * cols + col : col * rows + row;
    }
    cell_at_.resize(size);
    for (Cell c = 0; c < size; ++c) cell_at_[rank_[c]] = c;
    worth_.assign(size, 0);
    heap_.clear();
    moves_.clear();
    changed_.clear();
    for (Cell c = 0; c < size; ++c) value(c);
  }

  void finish() {
    for (Cell next = 0;;) {
      const auto is_left = [&](Cell c) {
        return tasks_.solves[c] >= 0 && !solved_[tasks_.solves[c]];
      };
      while (next < grid_.size() && !is_left(cell_at_[next])) ++next;
      if (next == grid_.size()) return;
      const Cell cell = take();
      cell >= 0 ? chord(cell) : click(cell_at_[next]);
    }
  }

  int premium(Cell cell) const {
    const int own = tasks_.solves[cell];
    std::array<int, kMostAround> gain;
    int gains = 0, flags = 0;
    for (Cell n : grid_.around(cell)) {
      const int task = tasks_.solves[n];
      if (mine_[n])
        flags += !flagged_[n];
      else if (task >= 0 && !solved_[task] && task != own &&
               std::find(gain.begin(), gain.begin() + gains, task) == gain.begin() + gains)
        gain[gains++] = task;
    }
    // Opening the number itself costs a click and solves its own task: that is even.
    return gains - flags - 1 - (covered_[cell] && own < 0);
  }

  void value(Cell cell) {
    if (mine_[cell]) return;
    worth_[cell] = open_alone_ && covered_[cell] ? -1 : premium(cell);
    if (worth_[cell] < 0) return;
    heap_.emplace_back(worth_[cell], -rank_[cell]);
    std::push_heap(heap_.begin(), heap_.end());
  }

  // The cell worth most, -1 where none is worth a chord. Entries that are no longer true are passed
  // over.
  Cell take() {
    while (!heap_.empty()) {
      std::pop_heap(heap_.begin(), heap_.end());
      const auto [worth, place] = heap_.back();
      heap_.pop_back();
      if (worth_[cell_at_[-place]] == worth) return cell_at_[-place];
    }
    return -1;
  }

  void uncover(Cell c) {
    if (std::exchange(covered_[c], 0)) changed_.push_back(c);
  }

  void reveal(Cell c) {
    const int task = tasks_.solves[c];
    if (task >= 0 && !std::exchange(solved_[task], 1))
      for (Cell one : tasks_.cells[task]) uncover(one);
    uncover(c);
  }

  void click(Cell c) {
    moves_.push_back({ZiniKind::kOpen, c});
    reveal(c);
    value_again();
  }

  void chord(Cell c) {
    if (covered_[c]) moves_.push_back({ZiniKind::kOpen, c});
    for (Cell n : grid_.around(c)) {
      if (!mine_[n] || std::exchange(flagged_[n], 1)) continue;
      moves_.push_back({ZiniKind::kFlag, n});
      changed_.push_back(n);
    }
    moves_.push_back({ZiniKind::kChord, c});
    reveal(c);
    for (Cell n : grid_.around(c))
      if (!mine_[n]) reveal(n);
    changed_.push_back(c);
    value_again();
  }

  void value_again() {
    for (Cell c : changed_) {
      value(c);
      for (Cell n : grid_.around(c)) value(n);
    }
    changed_.clear();
  }

  const Grid& grid_;
  const std::vector<char>& mine_;
  const Tasks tasks_;
  bool open_alone_ = false;  // whether closed cells are worth nothing
  std::vector<char> covered_, flagged_, solved_;
  std::vector<int> worth_;
  std::vector<Cell> rank_, cell_at_;  // place in the order of a cell, and back
  std::vector<Entry> heap_;
  std::vector<ZiniMove> moves_;
  std::vector<Cell> changed_;  // since the worth of cells was looked at
};

}  // namespace mw
