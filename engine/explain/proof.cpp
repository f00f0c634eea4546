#include "explain/proof.h"

#include <algorithm>
#include <numeric>
#include <random>
#include <utility>

#include "count/deadline.h"
#include "count/satisfy.h"
#include "explain/hitting.h"
#include "explain/rings.h"

namespace mw {

namespace {

// Limits of time, not of what is proven: how often a proof is known to be the smallest is counted
// by benchmarks/engine/explanations.py.
constexpr std::int64_t kHittingWork = 6'000'000;  // multiply-adds for a smaller proof
constexpr std::int64_t kWideWork = 3'000'000;     // cells set for a question too wide to sweep
constexpr std::size_t kNear = 150;  // numbers that are looked at without counting the board
constexpr std::size_t kMany = 40;   // numbers of which clause learning first names those it needs

std::vector<int> all_of(const Clues& clues) {
  std::vector<int> all(clues.all.size());
  std::iota(all.begin(), all.end(), 0);
  return all;
}

Satisfier satisfier_of(const Clues& clues, const std::vector<int>& numbers, bool traces) {
  std::vector<Sum> sums;
  for (int n : numbers) sums.push_back(clues.sum(n));
  return {sums, traces};
}

}  // namespace

Prover::Finding Prover::look_nearby(Cell cell) {
  Rings rings(clues_, cell);
  while (rings.grow() && rings.numbers.size() <= kNear) {
    const Outcome mine = arranger_.find(rings.numbers, cell, true, false).outcome;
    const Outcome safe = arranger_.find(rings.numbers, cell, false, false).outcome;
    if (mine == Outcome::kTooWide || safe == Outcome::kTooWide) break;
    if (mine == safe && mine == Outcome::kNone) return Finding::kContradiction;
    if (mine != safe) return mine == Outcome::kNone ? Finding::kSafe : Finding::kMine;
  }
  return Finding::kUnknown;
}

std::optional<Prover::Finding> Prover::look_everywhere(Cell cell) const {
  Rings rings(clues_, cell);
  while (rings.grow()) {
  }
  if (rings.numbers.empty()) return Finding::kUnknown;
  Satisfier satisfier = satisfier_of(clues_, rings.numbers, false);
  const auto mine = satisfier.find(cell, true, kWideWork);
  const auto safe = satisfier.find(cell, false, kWideWork);
  using Found = Satisfier::Outcome;
  if (mine == Found::kLate || safe == Found::kLate) return std::nullopt;
  if (mine == safe) return mine == Found::kNone ? Finding::kContradiction : Finding::kUnknown;
  return mine == Found::kNone ? Finding::kSafe : Finding::kMine;
}

Proof Prover::prove(Cell cell, bool mine, bool total) {
  const Question asked{cell, mine, total};
  Proof proof = total ? prove_with_total(asked) : prove_nearby(asked);
  std::ranges::sort(proof.numbers);
  return proof;
}

// Whether the numbers can be met with the cell otherwise.
Prover::Outcome Prover::find_otherwise(const std::vector<int>& numbers, const Question& asked) {
  return arranger_.find(numbers, asked.cell, !asked.mine, asked.total).outcome;
}

bool Prover::forces(const std::vector<int>& numbers, const Question& asked) {
  const Outcome outcome = find_otherwise(numbers, asked);
  if (outcome != Outcome::kTooWide || asked.total) return outcome == Outcome::kNone;
  return core(numbers, asked).has_value();
}

// Those of some numbers that clause learning needs to force the cell; nothing if they do not.
std::optional<std::vector<int>> Prover::core(const std::vector<int>& numbers,
                                             const Question& asked) const {
  Satisfier satisfier = satisfier_of(clues_, numbers, true);
  if (satisfier.find(asked.cell, !asked.mine, kWideWork) != Satisfier::Outcome::kNone)
    return std::nullopt;
  std::vector<int> used;
  for (int at : satisfier.core()) used.push_back(numbers[static_cast<std::size_t>(at)]);
  return used;
}

// The nearest rings that force the cell, reduced; then as many rings as a smaller proof can reach.
Proof Prover::prove_nearby(const Question& asked) {
  Rings rings(clues_, asked.cell);
  do {
    if (!rings.grow()) return {};
  } while (!forces(rings.numbers, asked));
  Proof proof{.numbers = rings.numbers, .found = true};
  focus(proof.numbers, asked);
  std::ranges::reverse(proof.numbers);
  reduce(proof.numbers, asked);
  while (rings.count() + 1 < proof.numbers.size() && rings.grow()) {
  }
  shrink(proof, rings.within(proof.numbers.size() - 1), asked);
  return proof;
}

// Of many numbers those that clause learning needs, again and again while they become fewer.
void Prover::focus(std::vector<int>& numbers, const Question& asked) const {
  while (numbers.size() > kMany) {
    auto used = core(numbers, asked);
    if (!used || used->size() >= numbers.size()) return;
    numbers = std::move(*used);
  }
}

// All numbers, reduced in several orders: numbers that say much are best kept.
Proof Prover::prove_with_total(const Question& asked) {
  const std::vector<int> all = all_of(clues_);
  if (!forces(all, asked)) return {};
  Proof proof{.numbers = all, .total = true, .found = true};
  for (int order = 0; order < 3; ++order) {
    std::vector<std::pair<int, int>> ranked;  // such pairs are sorted elsewhere, too
    for (int n : all) {
      const Clue& clue = clues_.all[n];  // by what is needed, what is spare, what is unsaid
      ranked.emplace_back(order == 0   ? clue.need
                          : order == 1 ? clue.need - clue.cells.size()
                                       : -clue.cells.size(),
                          n);
    }
    std::ranges::stable_sort(ranked);
    std::vector<int> numbers;
    for (const auto& [rank, n] : ranked) numbers.push_back(n);
    reduce(numbers, asked);
    if (numbers.size() < proof.numbers.size()) proof.numbers = numbers;
    if (Deadline::passed()) break;
  }
  shrink(proof, all, asked);
  return proof;
}

void Prover::reduce(std::vector<int>& numbers, const Question& asked) {
  mw::reduce(numbers, [&](const auto& rest) { return forces(rest, asked); });
}

// Looks for a smaller proof among some numbers.
void Prover::shrink(Proof& proof, const std::vector<int>& among, const Question& asked) {
  const std::int64_t end = arranger_.work() + kHittingWork;
  const auto suffices = [&](const auto& numbers) -> std::optional<bool> {
    if (arranger_.work() > end || Deadline::passed()) return std::nullopt;
    const Outcome outcome = find_otherwise(numbers, asked);
    if (outcome == Outcome::kTooWide) return std::nullopt;
    return outcome == Outcome::kNone;
  };
  proof.smallest = mw::shrink(proof.numbers, among, suffices, [&](const auto& met) {
    return std::optional(broken(met, among, asked));
  });
}

// Numbers that break when `met` and as many others as can be are met by an arrangement in which
// the cell is otherwise.
std::vector<int> Prover::broken(std::vector<int> met, const std::vector<int>& among,
                                const Question& asked) {
  std::vector<int> broken, rest;
  for (int n : among)
    if (std::ranges::find(met, n) == met.end()) rest.push_back(n);
  while (!rest.empty()) {
    std::erase_if(rest, [&](int n) {
      if (!is_met(n)) return false;
      met.push_back(n);
      return true;
    });
    if (rest.empty()) break;
    const int n = rest.front();
    rest.erase(rest.begin());
    met.push_back(n);
    if (find_otherwise(met, asked) == Outcome::kSome) continue;
    met.pop_back();
    broken.push_back(n);
    find_otherwise(met, asked);
  }
  return broken;
}

// Whether the arrangement at hand meets a number, whatever is done with the cells it leaves free.
bool Prover::is_met(int n) const {
  const Clue& clue = clues_.all[n];
  int mines = 0;
  for (Cell c : clue.cells) {
    if (!arranger_.is_settled(c)) return false;
    mines += arranger_.is_mine(c);
  }
  return mines == clue.need;
}

std::optional<std::vector<char>> Prover::arrangement(Cell cell, bool mine) {
  const bool total = clues_.left != kUnknownMines;
  const Arranger::Answer answer = arranger_.find(all_of(clues_), cell, mine, total);
  if (answer.outcome == Outcome::kTooWide) return wide_arrangement(cell, mine);
  if (answer.outcome == Outcome::kNone) return std::nullopt;
  const auto size = static_cast<std::size_t>(clues_.grid().size());
  std::vector<char> settled(size), mines(size);
  for (Cell c = 0; c < clues_.grid().size(); ++c) {
    settled[c] = arranger_.is_settled(c);
    mines[c] = settled[c] && arranger_.is_mine(c);
  }
  return lay(settled, std::move(mines), answer.free_mines);
}

// The same where the board is too wide to sweep: the numbers are met first, with few mines or with
// many, and the cells that no number touches take what is left, if they can.
std::optional<std::vector<char>> Prover::wide_arrangement(Cell cell, bool mine) const {
  const auto size = static_cast<std::size_t>(clues_.grid().size());
  for (const bool many : {false, true}) {
    Satisfier satisfier = satisfier_of(clues_, all_of(clues_), false);
    satisfier.prefer(many);
    const auto& touched = satisfier.cells();
    const bool touches = satisfier.touches(cell);
    if (satisfier.find(cell, mine, kWideWork) != Satisfier::Outcome::kSome) return std::nullopt;
    std::vector<char> settled(size), mines(size);
    int laid = 0;
    for (Cell c : touched) settled[c] = 1, mines[c] = satisfier.is_mine(c), laid += mines[c];
    if (!touches) settled[cell] = 1, mines[cell] = mine, laid += mine;
    if (clues_.left == kUnknownMines) return lay(settled, std::move(mines), 0);
    const int free_cells = clues_.hidden - static_cast<int>(touched.size()) - !touches;
    const int free_mines = clues_.left - laid;
    if (free_mines >= 0 && free_mines <= free_cells)
      return lay(settled, std::move(mines), free_mines);
  }
  return std::nullopt;
}

// Mines that may lie anywhere are laid by lot, always the same, so that two arrangements differ no
// more than they must.
std::vector<char> Prover::lay(const std::vector<char>& settled, std::vector<char> mines,
                              int free_mines) const {
  std::vector<Cell> free;
  for (Cell c = 0; c < clues_.grid().size(); ++c)
    if (clues_.is_hidden(c) && !settled[c]) free.push_back(c);
  std::mt19937 lot;
  for (std::size_t i = free.size(); i > 1; --i) std::swap(free[i - 1], free[lot() % i]);
  for (int i = 0; i < free_mines; ++i) mines[free[i]] = 1;
  return mines;
}

}  // namespace mw
