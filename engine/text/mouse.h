// What buttons of a mouse do to a board, as programs record it: presses and releases become moves.
//
// A replay says where and when buttons went down and up, not what that did. The rules are those
// that programs after Minesweeper of Windows share: the left button opens where it is released, the
// right one changes marks where it is pressed, both together and the middle one chord where the
// first of them is released, and what is still held then does nothing more.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "text/position.h"

namespace mw::text {

// One event: "mv" (moved), "lc" and "lr" (left button down and up), "rc" and "rr" (right), "mc" and
// "mr" (middle), "sc" (left with Shift), "cc" (the second of both), "mt" (question marks switched
// on or off) or "pf" (a flag that is there from the start). Row and column have parts of cells, and
// may lie off the board.
struct Event {
  double seconds;
  std::string kind;
  double row, col;
};

struct Move {
  std::string_view did;  // "open", "flag" or "chord"
  Cell cell;
  double seconds;
};

// A game on a solved board. `marks`: whether the right button sets question marks, too; `chords`:
// whether the left button chords on numbers.
class MouseGame {
 public:
  MouseGame(const Position& key, bool marks, bool chords)
      : closed(key.size() - key.mines),
        key_(key),
        grid_(key.rows, key.cols),
        cells_(key.cells.size(), kCodeHidden),
        marks_(marks),
        chords_(chords),
        questions_(key.cells.size()) {}

  void take(const Event& event) {
    if (lost || !closed) return;
    const double row = std::floor(event.row), col = std::floor(event.col);
    const bool inside = row >= 0 && row < key_.rows && col >= 0 && col < key_.cols;
    const Cell cell = inside ? static_cast<Cell>(row * key_.cols + col) : -1;
    const std::string_view did = done_by(event.kind, cell);
    if (event.kind != "mv") count(event.kind, did, cell);
    used_ |= event.kind[1] == 'c';
    if (inside && did != "" && changes(did, cell)) moves.push_back({did, cell, event.seconds});
  }

  std::vector<Move> moves;  // that changed anything
  int clicks = 0;           // those that changed nothing, too, as ms_toollib counts
  int closed;               // cells without a mine
  bool lost = false;

 private:
  // The code of a cell, kCodeBlank off the board.
  int code(Cell cell) const { return cell < 0 ? kCodeBlank : cells_[cell]; }

  std::string_view done_by(const std::string& kind, Cell cell) {
    if (kind == "lc") left_ = true, both_ = right_;
    if (kind == "sc" || kind == "cc") left_ = both_ = true, right_ |= kind == "cc";
    if (kind == "mt") marks_ = !marks_;
    if (kind == "pf") return "flag";
    if (kind == "mr") return "chord";
    if (kind == "rc") {
      right_ = true, both_ = left_;
      return left_ || cell < 0 ? "" : mark(cell);
    }
    if (kind == "rr") {
      const bool chord = both_;
      both_ = right_ = false, spent_ |= chord;
      return chord ? "chord" : "";
    }
    if (kind != "lr") return "";
    const bool chord = both_, opens = (left_ || !used_) && !spent_;
    left_ = spent_ = both_ = false;
    if (chord || !opens) return chord ? "chord" : "";
    if (cell >= 0) questions_[cell] = 0;
    return chords_ && code(cell) < kCodeFlag ? "chord" : "open";
  }

  // The next mark: a flag, then a question mark where there are such, then none.
  std::string_view mark(Cell cell) {
    if (cells_[cell] == kCodeFlag && marks_) questions_[cell] = 1;
    return cells_[cell] == kCodeHidden && std::exchange(questions_[cell], 0) ? "" : "flag";
  }

  // Counts a click; those before the game are forgotten where they have left no mark. A right
  // button that went down where it sets no mark is no click of its own with a chord.
  void count(const std::string& kind, std::string_view did, Cell cell) {
    const bool inside = cell >= 0, begun = closed < key_.size() - key_.mines;
    const auto flags = std::ranges::count(cells_, kCodeFlag);
    const bool fresh = !begun && !flags;
    if (kind == "rc" && !left_) {
      idle_ = !inside || code(cell) < kCodeFlag;
      clicks += inside || !fresh;
    } else if (kind == "pf" || (did != "" && (inside || (did == "open" && !fresh)))) {
      ++clicks;
    }
    if (did == "chord" && kind != "mr") clicks -= idle_;
    idle_ &= kind != "rr" && did != "chord";
    if (!begun && flags == 1 && did == "flag" && code(cell) == kCodeFlag) clicks = 0;
  }

  // Makes a move; whether anything changed.
  bool changes(std::string_view did, Cell cell) {
    const int here = cells_[cell];
    if (did == "flag" && here >= kCodeFlag)
      cells_[cell] = here == kCodeFlag ? kCodeHidden : kCodeFlag;
    if (did == "flag") return here >= kCodeFlag;
    if (did == "open") return open(cell);
    int flags = 0;
    bool any = false;
    for (const Cell n : grid_.around(cell)) flags += cells_[n] == kCodeFlag;
    if (here == flags)
      for (const Cell n : grid_.around(cell)) any |= open(n);
    return any;
  }

  bool open(Cell cell) {
    if (cells_[cell] != kCodeHidden) return false;
    lost |= key_.cells[cell] == kCodeMine;
    std::vector<Cell> queue(key_.cells[cell] != kCodeMine, cell);
    while (!queue.empty()) {
      const Cell here = queue.back();
      queue.pop_back();
      if (cells_[here] != kCodeHidden) continue;
      cells_[here] = key_.cells[here];
      --closed;
      if (!cells_[here])
        for (const Cell n : grid_.around(here)) queue.push_back(n);
    }
    return true;
  }

  const Position& key_;
  const Grid grid_;
  std::vector<std::int8_t> cells_;
  bool marks_, chords_;
  bool left_ = false, right_ = false;  // whether it is down
  bool both_ = false;                  // whether the next release chords
  bool spent_ = false;                 // whether the left button is down from a chord that is over
  bool used_ = false;  // whether any button went down: some programs leave the first press out
  bool idle_ = false;  // whether the right button went down where it sets no mark
  std::vector<char> questions_;
};

}  // namespace mw::text
