// How the cells of a board may stand in a text: signs side by side, with blanks, commas or bars
// between them, in lists, with labels or without. Every way in which rows of cells come out is
// told; which of them is meant is judged by what they say.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "text/lines.h"

namespace mw::text {

// Cells as signs (signs.h), one for each.
struct Sheet {
  std::vector<std::u32string> rows;
  std::vector<int> lines;          // where each row stands
  std::vector<std::string> parts;  // of the name of the notation
  int mines = -1;
  std::vector<int> size = {};  // rows and columns, if the text tells them
};

struct Sheets {
  std::vector<Sheet> sheets;
  std::string wrong;  // why there is none, after the name of the file
};

Sheets sheets_of(const std::vector<Line>& lines);

}  // namespace mw::text
