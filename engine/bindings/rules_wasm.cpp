// Systems of rules for JavaScript: what web/static/rules/rules.js calls. A module of its own, for
// no board needs it. input() gives room for what is asked, whole numbers of 32 bits: how many cells
// and rules there are, the total or -1, and how many cells are asked for together; then for each
// rule the least, the most, how many cells it has, and these. odds() gives room for the odds of
// each cell, if they are not even. Answers are doubles.
#include <cstdint>
#include <vector>

#include "bindings/module.h"
#include "count/deadline.h"
#include "rules/ruleproof.h"

namespace {

std::vector<std::int32_t> given;
std::vector<double> given_odds, told;

mw::RuleSystem read() {
  auto next = given.begin();
  mw::RuleSystem system;
  system.cells = *next++;
  system.rules.resize(*next++);
  system.mines = *next++;
  system.each = *next++;
  for (mw::Rule& rule : system.rules) {
    rule.low = *next++;
    rule.high = *next++;
    rule.cells.resize(*next++);
    for (mw::Cell& cell : rule.cells) cell = *next++;
  }
  system.odds = given_odds;
  return system;
}

void tell(const mw::RuleProof& proof) {
  told.push_back(proof.found);
  told.push_back(proof.total);
  told.push_back(proof.smallest);
  told.insert(told.end(), proof.rules.begin(), proof.rules.end());
}

}  // namespace

MODULE_EXPORT(input) std::int32_t* input(int numbers) {
  given.resize(numbers);
  return given.data();
}

MODULE_EXPORT(odds) double* odds(int cells) {
  given_odds.resize(cells);
  return given_odds.data();
}

MODULE_EXPORT(answer) const double* answer() { return told.data(); }
MODULE_EXPORT(answer_size) int answer_size() { return static_cast<int>(told.size()); }

// 1, whether exact, the log of what all arrangements weigh, and the chance of a mine in each cell;
// or 0, and as prove() rules that contradict each other.
MODULE_EXPORT(count) void count(double seconds, double memory) {
  const mw::RuleSystem system = read();
  mw::RuleCounter counter;
  const auto outcome = counter.count_in_time(system, seconds, static_cast<std::int64_t>(memory));
  if (outcome == mw::SweepOutcome::kContradiction) {
    const mw::Deadline due(seconds / 2);
    told.assign(1, 0);
    tell(mw::RuleProver(system).contradiction(counter.unmet));
    return;
  }
  told = {1, double(counter.exact), counter.log_weight};
  told.insert(told.end(), counter.mine.begin(), counter.mine.end());
}

// Whether rules are found that force a cell to be a mine, or safe; whether the total is needed
// besides, whether no proof is smaller, and the rules by their places.
MODULE_EXPORT(prove) void prove(int cell, int mine, double seconds) {
  const mw::RuleSystem system = read();
  const mw::Deadline due(seconds);
  told.clear();
  tell(mw::RuleProver(system).prove(cell, mine));
}
