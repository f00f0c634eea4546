// What a proof asks of a person: how many numbers it takes, by which kinds of steps, and whether
// the mines left have to be counted; and how hard that makes a position in which it is to be found.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "explain/argument.h"
#include "explain/clues.h"
#include "explain/patterns.h"
#include "explain/proof.h"

namespace mw {

struct Effort {
  int numbers = 0;                         // of the smallest proof found
  int steps = 0;                           // of the argument
  Technique hardest = Technique::kNumber;  // of its steps
  bool total = false;                      // needs the number of mines left
  bool smallest = false;                   // no proof has fewer numbers
  bool found = false;                      // else the proof is too tangled to be picked out
  std::string pattern;                     // its name, where it has one
  std::vector<Cell> proof;                 // the numbers

  // How much there is to keep in mind, in numbers: comparing costs more than looking, and a
  // supposition is followed number by number. Measured, see docs/training.md, "Grades".
  double cost() const {
    static constexpr std::array<double, 5> kByRule = {1, 2, 6, 8, 20};
    return kByRule[static_cast<int>(hardest)] * (1 + numbers) / 2;
  }
};

// Whether the numbers of a proof lie in a line 1-2-2-1, side by side: one of them need not be
// named, for three prove what is safe there.
inline bool lies_in_1221(const Clues& clues, const std::vector<int>& numbers) {
  static constexpr std::array<int, 4> kNeeds = {1, 2, 2, 1};
  const int cols = clues.grid().cols();
  for (const int step : {1, cols})
    for (Cell start = clues.all[numbers[0]].cell - step, tries = 0; tries < 2;
         ++tries, start += step) {
      const Cell end = start + 3 * step;
      if (start < 0 || end >= clues.grid().size() || (step == 1 && start / cols != end / cols))
        continue;
      std::vector<Cell> line;
      for (const Clue& clue : clues.all)
        for (int i = 0; i < 4; ++i)
          if (clue.cell == start + i * step && clue.need == kNeeds[i] &&
              clues.number(clue) == kNeeds[i])
            line.push_back(clue.cell);
      if (line.size() == kNeeds.size() && std::ranges::all_of(numbers, [&](int n) {
            return std::ranges::find(line, clues.all[n].cell) != line.end();
          }))
        return true;
    }
  return false;
}

// The name of a proof of one step, such as "1-2 pattern"; empty where it has none.
inline std::string pattern_of(const Clues& clues, const Proof& proof, Cell cell) {
  if (proof.total) return "";
  if (const std::string line = line_pattern(clues, proof.numbers); !line.empty()) return line;
  if (proof.numbers.size() == 3 && lies_in_1221(clues, proof.numbers)) return "1-2-2-1";
  if (proof.numbers.size() != 2) return "";
  for (const bool turned : {false, true}) {
    const int a = proof.numbers[turned], b = proof.numbers[!turned];
    const Group first = clues.all[a].group(), second = clues.all[b].group(),
                rest = Overlap(first, second).only_first;
    if (!rest.is_settled() || std::ranges::find(rest.cells, cell) == rest.cells.end()) continue;
    return pair_pattern(clues, a, b, first, second, rest.all_mines());
  }
  return "";
}

// The effort for a cell that is known to be proven.
inline Effort effort_of(const Clues& clues, Cell cell, bool mine, bool total) {
  Prover prover(clues);
  const Proof proof = prover.prove(cell, mine, total);
  if (!proof.found) return {};
  const std::vector<Step> steps = argue(clues, prover.arranger(), proof, cell, mine);
  Effort effort;
  effort.numbers = static_cast<int>(proof.numbers.size());
  effort.steps = static_cast<int>(steps.size());
  for (const Step& step : steps) effort.hardest = std::max(effort.hardest, step.rule);
  effort.total = proof.total;
  effort.smallest = proof.smallest;
  effort.found = proof.found;
  effort.pattern = pattern_of(clues, proof, cell);
  for (int n : proof.numbers) effort.proof.push_back(clues.all[n].cell);
  return effort;
}

}  // namespace mw
