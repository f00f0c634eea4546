// Arbitrary texts as boards. Whatever they are, the reader must answer in bounds, and with one
// sentence where it finds no board; what it finds must come back from a link.
//
// By itself: g++ -std=c++20 -O1 -g -Iengine -fsanitize=address,undefined
//     benchmarks/engine/fuzz_text.cpp engine/text/*.cpp -o fuzz && ./fuzz SECONDS SEED
// Prints how many texts were read, and the most nanoseconds a byte and candidate board took.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "text/boardtext.h"
#include "text/replay.h"

namespace {

using Clock = std::chrono::steady_clock;

const std::string kSeeds[] = {
    "mines 3\n1##\n1##\n0##\n",
    "#mines 2\n#first_bloc 0,1\n11,11,1\n1,1,1\n",
    "3x2x1\nHH?\n11F\n",
    "..1xx\n..2xx\n113xx\nxxxxx\n",
    "?1 1?\n11 11\n     \n11 11\n?1 1?\n",
    "    0 1 2\n  +------\n0 | # # #\n1 | 1 2 1\n",
    "| | A | B |\n|---|---|---|\n| 1 | 1 | # |\n| 2 | | # |\n",
    "np.array([[ 0, 1, 10], [-1., 11, None]], dtype=int8)",
    "||:one:||||:bomb:||\n:zero:||:two:||\n",
    "10\n⬛⬜1️⃣🚩\n💣⬛⬜3️⃣\n",
    "{\"board\": [\"..#\", \"12*\"], \"mines\": 3}",
    "?position=3x2/2.a2bF2H#analyse",
    "http://x/?board=3x3.AIA&start=0,1",
    "?board=9x9x10&seed=12345678901234&start=40",
    "?board=2x2x1&analysis=acacaaab9mS",
    "b=0204&m=g0",
    "11x7n11:0,0,mdcbd22ec44e4a55c60f8",
    {"\3\2\0\1\2\1", 6},
    "Width: 3\nHeight: 1\nMarks: on\nTime: 2.5\nBoard:\n0*0\n0.1 lc 1 1 (5 5)\n0.2 lr (5 5)\n"
    "0.2 rc 2 1\n0.3 rr\n0.3 mt\n0.4 lc 3 1\n0.4 rc\n0.5 lr\n1 mc 1 1\n1 mr 1 1\nboom",
};
const char* const kPieces[] = {"\n", "\r\n",  " ",   "\t", "|",    "||",    ",",  "[",
                               "]]", "-",     "+--", "0",  "10",   ":one:", "🟦", "\xff",
                               "\"", "mines", "#",   ".",  "x",    "9",     "-1", "\xc2\x85",
                               "*",  "B",     "_",   "?",  "1\n1", "\0"};

void require(bool holds, const char* what, const std::string& text) {
  if (holds) return;
  std::fprintf(stderr, "%s:\n%s\n", what, text.c_str());
  std::exit(1);
}

std::string mutated(std::mt19937& random) {
  const auto below = [&](std::size_t n) { return random() % std::max<std::size_t>(n, 1); };
  std::string text = kSeeds[below(std::size(kSeeds))];
  for (int changes = static_cast<int>(below(12)); changes > 0; --changes) {
    const std::size_t at = below(text.size() + 1);
    switch (below(4)) {
      case 0: text.insert(at, kPieces[below(std::size(kPieces))]); break;
      case 1: text.erase(at, below(6)); break;
      case 2: text.insert(at, text.substr(below(text.size()), below(40))); break;
      default:
        if (at < text.size()) text[at] = static_cast<char>(random());
    }
  }
  for (int doubled = below(8) == 0 ? static_cast<int>(below(9)) : 0; doubled > 0; --doubled)
    text += text;
  return text;
}

}  // namespace

int main(int count, char** words) {
  const double seconds = count > 1 ? std::atof(words[1]) : 10;
  std::mt19937 random(count > 2 ? std::atoi(words[2]) : 1);
  const auto begin = Clock::now();
  const auto since = [](Clock::time_point t) {
    return std::chrono::duration<double>(Clock::now() - t).count();
  };
  const char* const notations[] = {"",    "",         "",      "codes", "text", "mine",
                                   "map", "dot-open", "whole", "+",     "link", "mbf"};
  const char* const kinds[] = {"csv", "mine", "mbf", "jsminesweeper", "ptt", "tatham"};
  long read = 0, tried = 0;
  double slowest = 0;
  for (; since(begin) < seconds; ++tried) {
    const std::string text = mutated(random);
    const auto start = Clock::now();
    const auto answer =
        mw::text::read_board({text, notations[random() % std::size(notations)], 250, true});
    require(mw::text::replay_as_json(text, 250).ends_with('}'), "no JSON", text);
    slowest = std::max(slowest, 1e9 * since(start) / (1000 + static_cast<double>(text.size())));
    const auto& board = answer.position;
    if (answer.wrong.empty()) {
      ++read;
      require(board.rows > 0 && board.cols > 0 && std::max(board.rows, board.cols) <= 250, "size",
              text);
      require(board.cells.size() == static_cast<std::size_t>(board.rows) * board.cols, "cells",
              text);
      for (const int code : board.cells) require(code >= 0 && code <= 11, "code", text);
      require(!answer.notation.empty(), "no name", text);
      for (const char* const kind : kinds) {
        const auto [bytes, wrong] = mw::text::written(board, kind);
        require(!bytes.empty() || !wrong.empty(), "neither file nor sentence", text);
      }
      const auto link = mw::text::written(board, "page").bytes;
      auto again = mw::text::read_board({link, "link", 250, true}).position;
      again.first = board.first;
      require(again == board || board.mines > 99999, "not read back", text + link);
    } else {
      require(answer.wrong.find('\n') == std::string::npos, "more than a line", text);
      require(answer.wrong[0] == ':' || answer.wrong[0] == ',', "no sentence", text);
    }
  }
  std::printf("%ld of %ld texts are boards, at most %.0f ns a byte\n", read, tried, slowest);
}
