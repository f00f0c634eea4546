// A position that was read, and whether a board can look like it.
#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "position/codes.h"
#include "position/grid.h"

namespace mw::text {

struct Position {
  int rows = 0, cols = 0;
  int mines = -1;  // in all, -1 where that is not said
  int first = -1;  // a cell to begin with
  std::vector<std::int8_t> cells = {};

  int size() const { return rows * cols; }
  bool operator==(const Position&) const = default;
};

enum class Weight { kImpossible, kOdd, kPlausible };

// Judges by the numbers and the total. Impossible: a number has more shown mines around it, or less
// room for mines, than it says. Odd: what no program shows by itself and only a mistake brings
// about, a closed cell beside a zero or more flags than mines; and a board with nothing left to
// open, but numbers unmet.
Weight weight_of(const Position& position);

// The first number without room for its mines, -1 where there is none.
Cell without_room(const Position& position);

// Counts the mines around each cell that shows none.
void count_numbers(Position& position);

// A number or a text for a sentence.
struct Part {
  Part(std::integral auto number) : text(std::to_string(number)) {}
  Part(std::string_view text) : text(text) {}
  Part(const std::string& text) : text(text) {}
  std::string text;
};

// A sentence with parts in place of its {}.
std::string said(std::string_view sentence, std::initializer_list<Part> parts);

// Why a board of more than `most` rows or columns is not taken.
std::string too_large(const Position& position, int most);

}  // namespace mw::text
