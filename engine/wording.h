// Cells, numbers and counts in words.
#pragma once

#include <string>
#include <vector>

#include "clues.h"
#include "groups.h"

namespace mw {

inline std::string plural(int n, const char* one) {
  return std::to_string(n) + " " + one + (n == 1 ? "" : "s");
}

// "at most 1 mine", "exactly 2 mines".
inline std::string range_in_words(int low, int high) {
  if (low == high) return low == 0 ? "no mine" : "exactly " + plural(low, "mine");
  if (low == 0) return "at most " + plural(high, "mine");
  return std::to_string(low) + " to " + plural(high, "mine");
}

class Wording {
 public:
  explicit Wording(const Clues& clues) : clues_(clues) {}

  std::string cell(Cell c) const {
    const int cols = clues_.grid().cols();
    return "(" + std::to_string(c / cols) + ", " + std::to_string(c % cols) + ")";
  }

  std::string cells(const std::vector<Cell>& list) const {
    std::string text;
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (i > 0) text += i + 1 == list.size() ? " and " : ", ";
      text += cell(list[i]);
    }
    return text;
  }

  // "the 2 at (3, 4)"
  std::string number(int n) const {
    const Clue& clue = clues_.all[n];
    return "the " + std::to_string(clues_.number(clue)) + " at " + cell(clue.cell);
  }

  std::string numbers(const std::vector<int>& list) const {
    std::string text;
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (i > 0) text += i + 1 == list.size() ? " and " : ", ";
      text += number(list[i]);
    }
    return text;
  }

  // "(3, 4) is safe", "(3, 4) and (3, 5) are mines"
  std::string conclusion(const std::vector<Cell>& list, bool mines) const {
    return cells(list) + (list.size() == 1 ? (mines ? " is a mine" : " is safe")
                                           : (mines ? " are mines" : " are safe"));
  }

  // What a number still needs: "still needs 1 of its 3 mines", or "needs 2 mines".
  std::string needs(int n, int need) const {
    const int shown = clues_.number(clues_.all[n]);
    if (need == shown) return "needs " + plural(need, "mine");
    return "still needs " + std::to_string(need) + " of its " + plural(shown, "mine");
  }

  static std::string capital(std::string text) {
    if (!text.empty() && text[0] >= 'a' && text[0] <= 'z')
      text[0] = static_cast<char>(text[0] - 'a' + 'A');
    return text;
  }

 private:
  const Clues& clues_;
};

}  // namespace mw
