// A puzzle as JSON, for the page and for Python.
#pragma once

#include <string>
#include <vector>

#include "explain/json.h"
#include "train/puzzle.h"

namespace mw {

// Keys:
//   ask      "safe", "mine" or "safer": what to point at
//   grade, rating
//   rows, cols, mines
//   board    cell codes, row by row: 0-8 open, 9 flag on a known mine, 11 hidden
//   answers  all cells that are right, and none besides
//   numbers  of open numbers beside hidden cells
// where something is proven:
//   proof    {"cell", "numbers", "steps", "rule", "mine_count", "smallest", "pattern"} of the
//   answer
//            with the least effort; `rule` is the hardest, `pattern` its name or null
// and where two cells are compared:
//   choices  [{"cell", "chance"}]
inline std::string puzzle_json(const Puzzle& puzzle) {
  static constexpr const char* kAsks[] = {"safe", "mine", "safer"};
  static constexpr const char* kGrades[] = {"easy", "medium", "hard", "expert"};
  Json json(puzzle.cols);
  json.open('{').key("ask").text(kAsks[static_cast<int>(puzzle.ask)]);
  json.key("grade").text(kGrades[static_cast<int>(grade_of(puzzle.rating))]);
  json.key("rating").number(puzzle.rating);
  json.key("rows").number(puzzle.rows).key("cols").number(puzzle.cols);
  json.key("mines").number(puzzle.mines).key("board").open('[');
  for (const int code : puzzle.codes) json.number(code);
  json.close(']').key("answers").cells(puzzle.answers).key("numbers").number(puzzle.numbers);
  if (puzzle.ask == Ask::kSafer) {
    json.key("choices").open('[');
    for (const int i : {0, 1})
      json.open('{')
          .key("cell")
          .cell(puzzle.choices[i])
          .key("chance")
          .number(puzzle.chances[i])
          .close('}');
    return json.close(']').close('}').str();
  }
  const Effort& effort = puzzle.effort;
  json.key("proof").open('{').key("cell").cell(puzzle.easiest);
  json.key("numbers").cells(effort.proof).key("steps").number(effort.steps);
  json.key("rule").text(name_of(effort.hardest));
  json.key("mine_count").flag(effort.total).key("smallest").flag(effort.smallest).key("pattern");
  effort.pattern.empty() ? json.null() : json.text(effort.pattern);
  return json.close('}').close('}').str();
}

// What is wished for, by name: `what` is safe, mine, safer, proven, or a lesson.
inline Wish wish_named(std::string_view what, int grade) {
  Wish wish{.grade = grade};
  static constexpr std::string_view kWhats[] = {"safe", "mine", "safer", "proven"};
  for (int i = 0; i < 4; ++i)
    if (what == kWhats[i]) wish.ask = static_cast<Ask>(i);
  for (std::size_t i = 1; i < kLessons.size(); ++i)
    if (what == kLessons[i]) wish.lesson = static_cast<Lesson>(i), wish.grade = kAnyGrade;
  return wish;
}

}  // namespace mw
