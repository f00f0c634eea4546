// Boards and positions in links and game IDs, of our page and of other programs. Facts are from
// running and reading JSMinesweeper (https://github.com/DavidNHill/JSMinesweeper), the PTT
// calculator (https://github.com/PTTACGfans/Minesweeper-ZiNi-Calculator), LlamaSweeper
// (https://github.com/hwatson381/LlamaSweeper), and Simon Tatham's description of his game IDs.
#pragma once

#include <string_view>

#include "text/own.h"

namespace mw::text {

// Whether a text looks like a link or a game ID, and not like rows of a board.
bool is_link(std::string_view text);

// Those that say where all mines are give the solved board, `first` the cell where its game begins.
// No side may be longer than `most`.
Read read_link(std::string_view text, int most);

// A position as a link of "page" (from its address on), "jsminesweeper", "ptt" or "llamasweeper",
// or as a game ID of "tatham".
Written write_link(const Position& board, std::string_view kind);

}  // namespace mw::text
