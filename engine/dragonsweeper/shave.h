// Proof by contradiction: what a square may hold is supposed in turn, and dropped where nothing
// fits.
#pragma once

#include "dragonsweeper/board.h"
#include "dragonsweeper/kindset.h"
#include "dragonsweeper/sets.h"

namespace dragon {

// What became of it: no lair agrees at all, nothing was dropped, or something was.
enum class Shaved { kImpossible, kNothing, kSomething };

// Supposes every kind once on every unsettled square.
inline Shaved shave(Sets& sets) {
  Shaved result = Shaved::kNothing;
  for (Square s = 0; s < kSquares; ++s) {
    if (is_single(sets[s])) continue;
    KindSet impossible = 0;
    each_kind(sets[s], [&](Kind kind) {
      Sets supposed = sets;
      supposed.suppose(s, only(kind));
      if (!supposed.propagate(Effort::kPairs)) impossible |= only(kind);
    });
    if (impossible == 0) continue;
    result = Shaved::kSomething;
    sets.suppose(s, ~impossible);
    if (!sets.propagate(Effort::kPairs)) return Shaved::kImpossible;
  }
  return result;
}

}  // namespace dragon
