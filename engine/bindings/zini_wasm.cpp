// ZiNi for the page: what web/static/game/zini.js calls. A module of its own, small enough to be
// there when a game ends. input() gives room for a byte for each cell, 1 for a mine; answer() says
// where the paths lie.
#include <cstdint>
#include <vector>

#include "bindings/module.h"
#include "play/zini.h"

namespace {

std::vector<char> given;
std::vector<std::int32_t> told;

void tell(const std::vector<mw::ZiniMove>& path) {
  told.push_back(static_cast<std::int32_t>(path.size()));
  for (const mw::ZiniMove& move : path)
    told.push_back(4 * move.cell + static_cast<std::int32_t>(move.kind));
}

}  // namespace

MODULE_EXPORT(input) char* input(int cells) {
  given.resize(cells);
  return given.data();
}

// The path of greedy ZiNi, and with `all` those of 8-way ZiNi and of H.ZiNi. Each is its length,
// and for each move four times its cell and its kind, as in mw::ZiniKind.
MODULE_EXPORT(paths) void paths(int rows, int cols, int all, int shape, int turned) {
  const mw::Grid grid(rows, cols, static_cast<mw::Shape>(shape), static_cast<bool>(turned));
  mw::Zini zini(grid, given);
  told.clear();
  tell(zini.greedy());
  if (!all) return;
  tell(zini.eight_way());
  tell(zini.human());
}

MODULE_EXPORT(answer) const std::int32_t* answer() { return told.data(); }
MODULE_EXPORT(answer_size) int answer_size() { return static_cast<int>(told.size()); }
