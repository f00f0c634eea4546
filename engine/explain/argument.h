// A proof as the steps a person would make: numbers that leave no choice, then two numbers
// compared, then groups of cells that follow from comparing others, the mines left where the proof
// needs them, and only in the end a supposition that leads to a contradiction, first for other
// cells without cases. Steps and cells that the conclusion does not need are dropped, and what many
// single numbers show in a row is one step. telling.h puts them in words.
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

// Numbers that show something one after the other, told as one step (measured as those of
// argument.cpp are).
inline constexpr int kMostInChain = 6;

enum class Technique { kNumber, kPair, kGroup, kTotal, kContradiction };

inline const char* name_of(Technique rule) {
  static constexpr const char* kNames[] = {"number", "pair", "group", "total", "contradiction"};
  return kNames[static_cast<int>(rule)];
}

// What a number says of the cells that are still open.
struct Rest {
  Group group;
  std::vector<Cell> safe, mines;  // known around it
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
  Technique rule;
  std::vector<int> numbers;  // clues it uses itself
  Group group;               // what it says: the mines in these cells, of which more may be settled
  std::vector<int> after;    // earlier steps it builds on
  std::vector<Cell> uses;    // cells settled by them that it needs
  std::variant<ByNumber, ByPair, ByGroups, ByMany, ByTotal, Case, ByCounting> by;
  bool compared = false;  // with another group by a later step, as a whole
};

// Why `cell` is a mine, or safe, by the numbers of a proof. `arranger` answers questions on the
// total. Without `groups`, groups of cells are compared only where the cell cannot be supposed
// otherwise without cases.
std::vector<Step> argue(const Clues& clues, Arranger& arranger, const Proof& proof, Cell cell,
                        bool mine, bool groups = true);

}  // namespace mw
