// Where to look, without the answer: the first help a person gets.
#pragma once

#include <string>
#include <vector>

#include "argument.h"
#include "clues.h"
#include "proof.h"

namespace mw {

// Where most of the numbers lie, seen from the cell; empty where they lie all around it.
inline std::string direction(const Clues& clues, const std::vector<int>& numbers, Cell cell) {
  const int cols = clues.grid().cols();
  int down = 0, right = 0;
  for (int n : numbers) {
    down += clues.all[n].cell / cols - cell / cols;
    right += clues.all[n].cell % cols - cell % cols;
  }
  const auto count = static_cast<int>(numbers.size());
  const std::string rows = 2 * down > count ? "below" : 2 * down < -count ? "above" : "";
  const std::string sides = 2 * right > count    ? "to the right"
                            : 2 * right < -count ? "to the left"
                                                 : "";
  return rows + (rows.empty() || sides.empty() ? "" : " and ") + sides;
}

inline std::string nudge(const Clues& clues, const Proof& proof, const std::vector<Step>& steps,
                         Cell cell) {
  if (proof.total) return "Count the mines that are left, and where they have to be.";
  const std::string where = direction(clues, proof.numbers, cell);
  const std::string look = "Look " + (where.empty() ? "around this cell" : where) + ": ";
  if (proof.numbers.size() == 1) return look + "a single number settles it.";
  if (!steps.empty() && steps.back().rule == Rule::kContradiction)
    return look + "suppose it were otherwise, and follow where that leads.";
  if (proof.numbers.size() == 2) return look + "two numbers settle it, by the cells they share.";
  return look + std::to_string(proof.numbers.size()) + " numbers settle it, one after the other.";
}

}  // namespace mw
