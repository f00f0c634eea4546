// Cells, numbers and counts in words. Words that stand for cells carry these along, so that a page
// can point at them: between marks that parts_of() takes out again.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "explain/clues.h"
#include "explain/groups.h"

namespace mw {

// A piece of a text, and the cells it speaks of; none for the words between.
struct TextPart {
  std::string text;
  std::vector<Cell> cells;
};

std::vector<TextPart> parts_of(std::string_view marked);
std::string plain(std::string_view marked);

std::string plural(int n, const char* one);
std::string capital(std::string marked);

// "at most 1 mine", "exactly 2 mines", "at least 1 mine", of so many cells.
std::string range_in_words(const Group& group);

class Wording {
 public:
  explicit Wording(const Clues& clues) : clues_(clues) {}

  // Words that point at cells.
  static std::string point(const std::vector<Cell>& cells, std::string_view words);

  std::string cell(Cell c) const;                          // "(3, 4)"
  std::string cells(const std::vector<Cell>& list) const;  // "(3, 4) and (5, 1) to (5, 3)"
  std::string number(int n) const;                         // "the 2 at (3, 4)"
  // The same of up to so many, or "4 numbers".
  std::string numbers(const std::vector<int>& list, int most = 3) const;

  // "(3, 4) is safe", "(3, 4) and (3, 5) are mines"
  std::string conclusion(const std::vector<Cell>& list, bool mines) const;

  // What a number still needs: "needs 1 more mine", or "needs 2 mines".
  std::string needs(int n, int need) const;

 private:
  const Clues& clues_;
};

}  // namespace mw
