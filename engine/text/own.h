// The formats that say themselves what they are, read strictly and written: our CSV of codes, our
// text, the `.mine` files of JSMinesweeper, the `.mgb` of MineGauler and the `.mbf` of Arbiter. A
// fault is a sentence that begins with its line.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "text/lines.h"
#include "text/position.h"

namespace mw::text {

struct Read {
  Position position;
  std::string wrong;  // where it cannot be read: ", line 3: ..."
};

inline Read wrong(std::string sentence) { return {{}, std::move(sentence)}; }

// A file or a link, or why the position cannot be written as one.
struct Written {
  std::string bytes, wrong;
};

// "# a comment", "#mines 10", "#first_bloc 3,4", then rows of codes 0-11 with commas between them.
Read read_codes(const std::vector<Line>& lines, bool trust_flags);

// "mines 10", then rows of 0-8, # hidden, F flag, * mine; blanks and empty lines are passed over.
Read read_text(const std::vector<Line>& lines);

// WIDTHxHEIGHTxMINES, then rows of 0-8, H hidden, F flag, ? or M mine.
Read read_mine(const std::vector<Line>& lines);

// JSON with dims and coords, or with x_size, y_size and mine_coords: where all mines lie.
Read read_mgb(std::u32string_view text);

// Bytes: columns, rows, the number of mines in two, and column and row of each: a whole board.
Read read_mbf(std::string_view bytes, int most);

Written write_codes(const Position& board);
Written write_mine(const Position& board);
Written write_mbf(const Position& board);

// Why a format that says where all mines are cannot hold a board, "" where it can.
std::string not_all_marked(const Position& board, const std::string& what);

bool is_mgb(std::u32string_view text);
bool begins_as_mine(const std::vector<Line>& lines);
// Whether a head line of ours stands in it, as in no other format.
bool has_head_of_codes(const std::vector<Line>& lines);
// Whether it is a total and rows as we print them.
bool is_printed_text(const std::vector<Line>& lines);

// A whole number of at most `digits` digits, -1 of anything else.
int number_in(std::u32string_view text, int digits = 9);
std::string at_line(int line);
std::string at_cell(int line, int row, int col);

}  // namespace mw::text
