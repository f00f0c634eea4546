// A proof as the steps a person would make: numbers that leave no choice, then two numbers
// compared, then groups of cells that follow from comparing others, the mines left where the proof
// needs them, and only in the end a supposition that leads to a contradiction, first for other
// cells without cases. Steps that the conclusion does not need are dropped. telling.h puts them in
// words.
#pragma once

#include <utility>
#include <variant>
#include <vector>

#include "explain/arrange.h"
#include "explain/clues.h"
#include "explain/deduction.h"
#include "explain/groups.h"
#include "explain/proof.h"
#include "explain/suppose.h"

namespace mw {

enum class Rule { kNumber, kPair, kGroup, kTotal, kContradiction };

// What a number says of the cells that are still open.
struct Rest {
  Group group;
  std::vector<int> after;   // steps that it builds on
  std::vector<Cell> mines;  // known around it
};

// What a step rests on, for the words: one number; two, and what they say; two groups, each that of
// a number or one found before; many numbers, one after the other; the mines left; a case; or
// counting.
struct ByNumber {
  Rest rest;
};
struct ByPair {
  Group first, second;
};
struct ByGroups {
  struct Side {
    int number;  // or -1
    Group group;
  };
  Side first, second;
};
struct ByMany {
  bool chained = false;  // some rest on others
};
struct ByTotal {
  struct Taker {
    int number;
    Group group;
  };
  int found = 0;                // mines known before, flagged, shown or found
  int left = 0;                 // mines left
  std::vector<Cell> undecided;  // hidden cells, where there are few enough to point at
  int open = 0;                 // how many there are
  std::vector<Taker> takers;    // numbers that still need mines
  bool apart = true;            // they have no cell in common
  bool counted = false;         // if the cell were otherwise, the mines left would be
  int fewest = 0, most = 0;     // so many
};
struct ByCounting {};

struct Step {
  Rule rule;
  std::vector<int> numbers;  // clues it uses itself
  Group group;               // what it says: the mines in these cells
  std::vector<int> after;    // earlier steps it builds on
  std::variant<ByNumber, ByPair, ByGroups, ByMany, ByTotal, Case, ByCounting> by;
};

// Why `cell` is a mine, or safe, by the numbers of a proof. `arranger` answers questions on the
// total.
std::vector<Step> argue(const Clues& clues, Arranger& arranger, const Proof& proof, Cell cell,
                        bool mine);

}  // namespace mw
