// The most that can be won on a small board: after a first click that is safe, every position is
// searched to the end of the game, and the wins are added up over all layouts of the mines.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>

#include "count/count.h"
#include "play/endgame.h"
#include "position/position.h"

namespace mw {

struct Perfect {
  std::int64_t layouts = 0;  // of the mines, none on the first cell
  std::int64_t wins = 0;     // of them, with best play
  std::int64_t nodes = 0;    // sets of layouts looked into
};

// What can be won after opening `first`. Nothing where more than 65 535 layouts show the same
// number there, or they need more than `work` byte operations.
inline std::optional<Perfect> play_perfectly(const Grid& grid, int mines, Cell first,
                                             std::int64_t work) {
  Perfect perfect;
  Counter counter;
  Endgame endgame;
  for (int number = 0; number <= grid.around(first).count; ++number) {
    Position position(grid, mines);
    position.open(first, number);
    if (!position.deduce()) continue;
    if (counter.count(position) != Counter::Outcome::kDone) continue;
    const auto solution = endgame.solve(position, counter, Endgame::kMost, work);
    if (!solution) return std::nullopt;
    perfect.layouts += solution->arrangements;
    perfect.wins += solution->wins;
    perfect.nodes += solution->nodes;
  }
  return perfect;
}

}  // namespace mw
