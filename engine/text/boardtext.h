// Boards as people paste them and as programs save them. What says itself what it is, a link among
// it, is read strictly. Of the rest every notation that is known is tried, and weighed by whether a
// board can look like what comes out; where several are possible and give different boards, none is
// taken.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "text/own.h"

namespace mw::text {

struct Question {
  std::string_view bytes;     // the text, in UTF-8, or a file
  std::string_view notation;  // or a part of its name, "link" or "mbf"; "" where it is to be found
  int most = 0;               // rows and columns that are taken, 0 for any number
  bool trust_flags = true;
};

struct Answer {
  Position position;
  std::string notation;              // that was taken
  std::string wrong;                 // where no board was read: what follows the name of its file
  std::vector<std::string> choices;  // the notations to choose from, where that is wrong
};

Answer read_board(const Question& question);

// A position in the format of "csv", "mine" or "mbf", or of a link (links.h).
Written written(const Position& board, std::string_view kind);

// What is read as JSON: notation, rows, cols, mines and first (null where not said), and cells, a
// character for each as in "012345678F*#"; or wrong and choices.
std::string board_as_json(const Question& question);

}  // namespace mw::text
