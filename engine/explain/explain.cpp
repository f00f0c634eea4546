#include "explain/explain.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "count/deadline.h"
#include "explain/argument.h"
#include "explain/clues.h"
#include "explain/json.h"
#include "explain/proof.h"
#include "explain/telling.h"
#include "explain/wording.h"
#include "play/analysis.h"

namespace mw {

namespace {

// Measured as those of argument.cpp are.
constexpr int kManyGroups = 3;  // steps that compare groups, before a supposition is tried instead
constexpr std::int64_t kQuickWork = 3'000'000;  // multiply-adds, about a fiftieth of a second

// What the codes say, with the cell asked for hidden: whether a flag on it is right is the
// question.
struct Question {
  const Grid& grid;
  std::vector<std::int8_t> codes;
  int mines;
  bool trust_flags;
  Cell cell;
  double seconds;

  Position position(int total) const {
    return read_position(grid, codes.data(), total, trust_flags);
  }
};

std::string trouble(const Question& asked, Trouble found) {
  // A number that cannot be met whatever the total is, if there is one, helps more.
  Counter counter;
  if (found.is_total()) {
    Position position = asked.position(kUnknownMines);
    if (count_in_time(position, {}, counter) == Counted::kContradiction) found = counter.trouble;
  }
  Json json(asked.grid.cols());
  json.open('{').key("trouble");
  found.is_number() ? json.cell(found.cell) : json.text("total");
  return json.close('}').str();
}

void begin(Json& json, Cell cell, const char* verdict, const std::vector<Cell>& numbers,
           bool total) {
  json.open('{').key("cell").cell(cell).key("verdict").text(verdict);
  json.key("numbers").cells(numbers).key("mine_count").flag(total).key("steps").open('[');
}

void tell_step(Json& json, const std::string& marked, const std::vector<Cell>& numbers,
               const Group& group, const char* rule) {
  const std::vector<TextPart> parts = parts_of(marked);
  std::string text;
  for (const TextPart& part : parts) text += part.text;
  json.open('{').key("text").text(text).key("parts").open('[');
  for (const TextPart& part : parts)
    json.open('{').key("text").text(part.text).key("cells").cells(part.cells).close('}');
  json.close(']').key("numbers").cells(numbers).key("cells").cells(group.cells);
  json.key("low").number(group.low).key("high").number(group.high);
  json.key("rule").text(rule).close('}');
}

std::vector<Cell> cells_of(const Clues& clues, const std::vector<int>& numbers) {
  std::vector<Cell> cells;
  for (int n : numbers) cells.push_back(clues.all[n].cell);
  return cells;
}

std::string shown_mine(const Grid& grid, Cell cell) {
  Json json(grid.cols());
  begin(json, cell, "mine", {}, false);
  tell_step(json, "The mine is shown.", {}, {{cell}, 1, 1}, "number");
  json.close(']').key("smallest").flag(true).key("nudge").text("It is shown.");
  return json.close('}').str();
}

int words(const std::vector<std::string>& texts) {
  int count = 0;
  for (const std::string& text : texts)
    count += static_cast<int>(std::ranges::count(plain(text), ' ')) + 1;
  return count;
}

// The argument, and by a supposition where groups of cells would take longer to tell.
std::vector<Step> argument(const Clues& clues, Prover& prover, const Proof& proof, Cell cell,
                           bool mine) {
  std::vector<Step> usual = argue(clues, prover.arranger(), proof, cell, mine);
  if (std::ranges::count(usual, Technique::kGroup, &Step::rule) < kManyGroups) return usual;
  std::vector<Step> other = argue(clues, prover.arranger(), proof, cell, mine, false);
  return words(tell(clues, other, cell)) < words(tell(clues, usual, cell)) ? other : usual;
}

std::string proven(const Clues& clues, Prover& prover, Cell cell, bool mine, bool total) {
  Proof proof = prover.prove(cell, mine, total);
  if (!proof.found) {  // counted, but too wide for a proof to be picked out of the numbers
    proof = {.numbers = std::vector<int>(clues.all.size()), .total = total};
    std::iota(proof.numbers.begin(), proof.numbers.end(), 0);
  }
  const std::vector<Step> steps = proof.found ? argument(clues, prover, proof, cell, mine)
                                              : std::vector<Step>{{Technique::kContradiction,
                                                                   proof.numbers,
                                                                   {{cell}, mine, mine},
                                                                   {},
                                                                   {},
                                                                   ByCounting{}}};
  const std::vector<std::string> texts = tell(clues, steps, cell);
  Json json(clues.grid().cols());
  begin(json, cell, mine ? "mine" : "safe", cells_of(clues, proof.numbers), proof.total);
  for (std::size_t i = 0; i < steps.size(); ++i)
    tell_step(json, texts[i], cells_of(clues, steps[i].numbers), steps[i].group,
              name_of(steps[i].rule));
  json.close(']').key("smallest").flag(proof.smallest);
  return json.key("nudge").text(nudge(clues, proof, steps, cell)).close('}').str();
}

std::vector<Cell> mines_of(const std::vector<char>& laid) {
  std::vector<Cell> mines;
  for (std::size_t c = 0; c < laid.size(); ++c)
    if (laid[c]) mines.push_back(static_cast<Cell>(c));
  return mines;
}

// Two arrangements that differ in the cell, or why there are none to show.
std::string unknown(const Clues& clues, Prover& prover, Cell cell, const Counter& counter,
                    double chance) {
  const auto safe = prover.arrangement(cell, false), mine = prover.arrangement(cell, true);
  Json json(clues.grid().cols());
  begin(json, cell, "unknown", {}, false);
  if (safe && mine)
    for (const auto& [laid, is_mine] : {std::pair(&*safe, false), std::pair(&*mine, true)}) {
      const std::vector<Cell> mines = mines_of(*laid);
      const auto count = static_cast<int>(mines.size());
      tell_step(json,
                "In one arrangement that meets all numbers " +
                    Wording(clues).conclusion({cell}, is_mine) + "; its mines are marked.",
                {}, {mines, count, count}, "arrangement");
    }
  json.close(']').key("probability").number(chance).key("exact").flag(counter.exact);
  json.key("log_ways").open('{').key("safe").number(counter.log_ways + std::log1p(-chance));
  json.key("mine").number(counter.log_ways + std::log(chance)).close('}').key("arrangements");
  if (!safe || !mine)
    return json.null()
        .key("why_not")
        .text("This position is too wide to lay all its mines in the time there is.")
        .close('}')
        .str();
  json.open('{').key("safe").cells(mines_of(*safe)).key("mine").cells(mines_of(*mine)).close('}');
  return json.close('}').str();
}

}  // namespace

std::string explain(const Grid& grid, const std::int8_t* code, int mines, bool trust_flags,
                    Cell cell, double seconds) {
  const Deadline deadline(seconds);
  if (code[cell] == kCodeMine) return shown_mine(grid, cell);
  Question asked{grid, {code, code + grid.size()}, mines, trust_flags, cell, seconds};
  if (trust_flags) asked.codes[cell] = kCodeHidden;
  Position position = asked.position(mines);
  const Clues clues(grid, asked.codes.data(), mines, trust_flags, cell);
  Prover prover(clues);
  using Finding = Prover::Finding;
  Finding finding = prover.look_nearby(cell);
  if (finding == Finding::kUnknown)
    finding = prover.look_everywhere(cell).value_or(Finding::kUnknown);
  Counter counter;
  if (finding == Finding::kSafe || finding == Finding::kMine) {
    // The board is counted all the same, unless that takes long: it may contradict itself
    // elsewhere.
    if (counter.count_exactly(position, kQuickWork) == Counter::Outcome::kContradiction)
      return trouble(asked, counter.trouble);
    return proven(clues, prover, cell, finding == Finding::kMine, false);
  }
  if (count_in_time(position, {.seconds = seconds / 2}, counter) == Counted::kContradiction)
    return trouble(asked, counter.trouble);
  const double chance = counter.mine(position, cell);
  if (chance > 0 && chance < 1) return unknown(clues, prover, cell, counter, chance);
  return proven(clues, prover, cell, chance == 1, true);
}

}  // namespace mw
