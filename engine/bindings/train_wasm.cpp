// Puzzles for the page: what web/static/train/maker.js calls. A module of its own, for only those
// who train need it: the rest of the engine is in bindings/engine_wasm.cpp. input() gives room for
// the seed and what is wished for, side by side; text_of_answer() says where the answer lies.
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bindings/module.h"
#include "train/puzzle_json.h"

namespace {

std::vector<char> given;
std::string text;
std::unique_ptr<mw::PuzzleMaker> maker;
mw::Wish wish;

}  // namespace

MODULE_EXPORT(input) char* input(int bytes) {
  given.resize(bytes);
  return given.data();
}

// Begins with the games of a seed: `seed` bytes of it lie in input(), and after it what is wished
// for. `grade` is -1 for any, see mw::wish_named.
MODULE_EXPORT(puzzle_begin) void puzzle_begin(int seed, int grade) {
  const std::string_view all(given.data(), given.size());
  maker = std::make_unique<mw::PuzzleMaker>(all.substr(0, seed));
  wish = mw::wish_named(all.substr(seed), grade);
}

// Plays up to `games` further games; the length of the puzzle's JSON (see mw::puzzle_json), 0 where
// none of them had one.
MODULE_EXPORT(puzzle_find) int puzzle_find(int games) {
  mw::Puzzle puzzle;
  text = maker->find(wish, games, puzzle) ? mw::puzzle_json(puzzle) : "";
  return static_cast<int>(text.size());
}

MODULE_EXPORT(text_of_answer) const char* text_of_answer() { return text.data(); }
