#include "text/position.h"

namespace mw::text {

namespace {

template <typename Holds>
int count_around(const Grid& grid, Cell cell, Holds&& holds) {
  int count = 0;
  for (Cell n : grid.around(cell)) count += holds(n);
  return count;
}

}  // namespace

Weight weight_of(const Position& position) {
  const auto& cells = position.cells;
  const Grid grid(position.rows, position.cols);
  std::vector<char> room(cells.size());
  int mines = 0, flags = 0, hidden = 0, places = 0;
  bool odd = false, unmet = false;
  for (Cell c = 0; c < grid.size(); ++c) {
    if (cells[c] <= 8) continue;
    mines += cells[c] == kCodeMine;
    flags += cells[c] == kCodeFlag;
    hidden += cells[c] == kCodeHidden;
    places += room[c] = !count_around(grid, c, [&](Cell n) { return cells[n] == 0; });
    if (room[c]) continue;
    if (cells[c] == kCodeMine) return Weight::kImpossible;
    odd = true;
  }
  for (Cell c = 0; c < grid.size(); ++c) {
    if (cells[c] > 8) continue;
    int shown = 0, marked = 0, free = 0;
    for (Cell n : grid.around(c)) {
      shown += cells[n] == kCodeMine;
      marked += cells[n] == kCodeFlag;
      free += room[n];
    }
    if (shown > cells[c] || free < cells[c]) return Weight::kImpossible;
    odd |= shown + marked > cells[c];
    unmet |= shown + marked < cells[c];
  }
  if (position.mines >= 0) {
    if (mines > position.mines || places < position.mines) return Weight::kImpossible;
    odd |= mines + flags > position.mines;
  }
  const bool closed_alone = mines + flags == grid.size() && grid.size() > 1;
  return odd || closed_alone || (!hidden && unmet) ? Weight::kOdd : Weight::kPlausible;
}

Cell without_room(const Position& position) {
  const auto& cells = position.cells;
  const Grid grid(position.rows, position.cols);
  for (Cell c = 0; c < grid.size(); ++c) {
    if (cells[c] > 8 || cells[c] == 0) continue;
    if (count_around(grid, c, [&](Cell n) { return cells[n] > 8; }) < cells[c]) return c;
  }
  return -1;
}

void count_numbers(Position& position) {
  const Grid grid(position.rows, position.cols);
  auto& cells = position.cells;
  for (Cell c = 0; c < grid.size(); ++c) {
    if (cells[c] == kCodeMine) continue;
    cells[c] = static_cast<std::int8_t>(
        count_around(grid, c, [&](Cell n) { return cells[n] == kCodeMine; }));
  }
}

std::string said(std::string_view sentence, std::initializer_list<Part> parts) {
  std::string text;
  for (const Part& part : parts) {
    const auto gap = sentence.find("{}");
    text.append(sentence.substr(0, gap)).append(part.text);
    sentence.remove_prefix(gap + 2);
  }
  return text.append(sentence);
}

std::string too_large(const Position& position, int most) {
  return said(": the board has {} rows and {} columns; up to {} of each are taken",
              {position.rows, position.cols, most});
}

}  // namespace mw::text
