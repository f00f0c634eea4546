// The patterns that every generated lair has, each as the list of its possible placements.
//
// Walls stand in three pairs in nearly every lair, but not in all (in that of seed 1720 two stand
// alone): their pairs are for probabilities, and exclude nothing.
//
// A kind stays possible on a square only as part of a placement that is still possible as a whole;
// a placement without alternative is taken.
#pragma once

#include <vector>

#include "dragonsweeper/board.h"
#include "dragonsweeper/kindset.h"
#include "dragonsweeper/memory.h"
#include "dragonsweeper/sets.h"

namespace dragon {

// Two squares of a pair: twins, a wall's two halves, a minotaur (first) and its chest.
struct Pair {
  std::uint8_t a, b;
};

// Where a pattern may stand: one square, and those that go with it.
struct Place {
  Square first;
  Squares<8> others;
};

struct PatternTables {
  std::vector<Place> wizards;  // on the border, out of corners; big slimes around
  std::vector<Place> lovers;   // romeo, juliet
  std::vector<Pair> dominoes;  // every two cross neighbours, once
  std::vector<Pair> walls;     // those of them that are not both on the border
  std::vector<Pair> hoards;    // minotaur, chest

  PatternTables();
};

const PatternTables& pattern_tables();

// Narrows what squares may hold, in one round over the patterns that one of the `changed` kinds
// belongs to; false where nothing fits any more.
bool narrow_by_patterns(KindSet changed, const Memory& memory, Sets& sets);

}  // namespace dragon
