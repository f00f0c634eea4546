#include "explain/wording.h"

// Counting is to be quick, this is to be small on the page: it takes a fraction of a millisecond.
#ifdef __wasm__
#pragma clang attribute push(__attribute__((minsize)), apply_to = function)
#endif

namespace mw {

namespace {

constexpr char kBegin = '\1', kWords = '\2', kEnd = '\3';

std::string listed(const std::vector<std::string>& items) {
  std::string text;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i > 0) text += i + 1 == items.size() ? " and " : ", ";
    text += items[i];
  }
  return text;
}

}  // namespace

std::vector<TextPart> parts_of(std::string_view marked) {
  std::vector<TextPart> parts{{}};
  for (std::size_t i = 0; i < marked.size(); ++i) {
    if (marked[i] == kBegin) {
      if (!parts.back().text.empty()) parts.emplace_back();
      Cell cell = 0;
      for (++i; marked[i] != kWords; ++i) {
        if (marked[i] != ' ') {
          cell = 10 * cell + (marked[i] - '0');
          continue;
        }
        parts.back().cells.push_back(cell);
        cell = 0;
      }
    } else if (marked[i] == kEnd) {
      parts.emplace_back();
    } else {
      parts.back().text += marked[i];
    }
  }
  if (parts.back().text.empty()) parts.pop_back();
  return parts;
}

std::string plain(std::string_view marked) {
  std::string text;
  for (const TextPart& part : parts_of(marked)) text += part.text;
  return text;
}

std::string plural(int n, const char* one) {
  return std::to_string(n) + " " + one + (n == 1 ? "" : "s");
}

std::string capital(std::string marked) {
  const std::size_t at =
      !marked.empty() && marked[0] == kBegin ? marked.find(kWords) + 1 : std::size_t{0};
  if (at < marked.size() && marked[at] >= 'a' && marked[at] <= 'z')
    marked[at] = static_cast<char>(marked[at] - 'a' + 'A');
  return marked;
}

std::string range_in_words(const Group& group) {
  const auto [low, high] = std::pair(group.low, group.high);
  if (low == high) return low == 0 ? "no mine" : "exactly " + plural(low, "mine");
  if (low == 0) return "at most " + plural(high, "mine");
  if (high == group.size()) return "at least " + plural(low, "mine");
  return std::to_string(low) + (high == low + 1 ? " or " : " to ") + plural(high, "mine");
}

std::string Wording::point(const std::vector<Cell>& cells, std::string_view words) {
  std::string marked(1, kBegin);
  for (Cell c : cells) marked += std::to_string(c) + " ";
  return marked + kWords + std::string(words) + kEnd;
}

std::string Wording::cell(Cell c) const {
  const int cols = clues_.grid().cols();
  return point({c},
               std::string("(") + std::to_string(c / cols) + ", " + std::to_string(c % cols) + ")");
}

// Three cells or more in a row, or in a column, are named by the first and the last.
std::string Wording::cells(const std::vector<Cell>& list) const {
  const int cols = clues_.grid().cols();
  std::vector<std::string> items;
  for (std::size_t i = 0; i < list.size();) {
    std::size_t end = i + 1;
    for (const int step : {1, cols}) {
      if (end - i >= 3) break;
      end = i + 1;
      while (end < list.size() && list[end] == list[end - 1] + step &&
             (step > 1 || list[end] % cols != 0))
        ++end;
    }
    if (end - i < 3) {
      items.push_back(cell(list[i++]));
      continue;
    }
    const auto begin = list.begin() + static_cast<std::ptrdiff_t>(i);
    const std::vector<Cell> line(begin, list.begin() + static_cast<std::ptrdiff_t>(end));
    items.push_back(point(line, plain(cell(line.front())) + " to " + plain(cell(line.back()))));
    i = end;
  }
  return listed(items);
}

std::string Wording::number(int n) const {
  const Clue& clue = clues_.all[n];
  return point({clue.cell},
               "the " + std::to_string(clues_.number(clue)) + " at " + plain(cell(clue.cell)));
}

std::string Wording::numbers(const std::vector<int>& list, int most) const {
  if (static_cast<int>(list.size()) > most) {
    std::vector<Cell> at;
    for (int n : list) at.push_back(clues_.all[n].cell);
    return point(at, std::to_string(list.size()) + " numbers");
  }
  std::vector<std::string> items;
  for (int n : list) items.push_back(number(n));
  return listed(items);
}

std::string Wording::conclusion(const std::vector<Cell>& list, bool mines) const {
  return cells(list) + (list.size() == 1 ? (mines ? " is a mine" : " is safe")
                                         : (mines ? " are mines" : " are safe"));
}

std::string Wording::needs(int n, int need) const {
  const int shown = clues_.number(clues_.all[n]);
  return "needs " + plural(need, need == shown ? "mine" : "more mine");
}

}  // namespace mw

#ifdef __wasm__
#pragma clang attribute pop
#endif
