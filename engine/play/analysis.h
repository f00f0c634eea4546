// From a matrix of cell codes to mine probabilities and the cell to open: what the Python face
// asks for.
#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <tuple>
#include <vector>

#include "count/count.h"
#include "count/deadline.h"
#include "count/satisfy.h"
#include "play/rollout.h"
#include "position/codes.h"
#include "position/position.h"

namespace mw {

// Multiply-adds for one estimate after the other, as long as there is time: up to half a second.
// Limits of time, as are those below; tests/engine/test_budget.py holds answers to theirs.
constexpr std::int64_t kEstimateWork[] = {4'000'000, 80'000'000};

struct Verdict {
  std::vector<Cell> safe, mines;  // unopened cells proven so
  Trouble trouble;                // what contradicts, if anything
  bool exact = true;              // the probabilities are counted, not estimated
  bool complete = true;           // all that the numbers prove is in `safe` and `mines`
  double log_ways = 0;
  bool decided = false;  // `decision` is filled in
  Decision decision;
};

// Reads codes into a position and deduces. `code` is rows * cols.
inline Position read_position(const Grid& grid, const std::int8_t* code, int mines,
                              bool trust_flags) {
  std::vector<CellState> states(grid.size());
  for (Cell c = 0; c < grid.size(); ++c) states[c] = state_of(code[c], trust_flags);
  Position position(grid, mines, std::move(states));
  position.deduce();
  return position;
}

// The safe cell with most unknown neighbours, else the best guess. It is made with proven mines
// marked, as in a game, if there is time to count once more.
inline Decision decide(const Position& position, const Counter& counter, PatientGuesser& guesser) {
  Decision decision;
  for (Cell c = 0; c < position.size(); ++c) {
    const bool safe = position.state(c) == kSafe || (position.is_hidden(c) && counter.mine(c) <= 0);
    if (safe && (decision.cell < 0 || position.unknown(c) > position.unknown(decision.cell)))
      decision.cell = c;
  }
  if (decision.cell < 0) {
    Position marked = position;
    Counter again;
    if (counter.exact) counter.mark_proven(marked);
    if (counter.exact && marked.deduce() && again.count(marked) == Counter::Outcome::kDone)
      return guesser.decide(marked, again);
    return guesser.decide(position, counter);
  }
  decision.why = Why::kProof;
  decision.win = guesser.exact_win(position, counter);
  return decision;
}

struct Limits {
  double seconds = std::numeric_limits<double>::infinity();  // for the answer, by the clock
  std::int64_t work = 20'000'000'000;                        // multiply-adds for exact counting
  std::int64_t memory = Budget::kMemory;                     // bytes for it
};

enum class Counted {
  kContradiction,  // see Counter::trouble
  kExact,
  kProven,     // estimated, but all that the numbers prove is marked in the position
  kEstimated,  // and some of that may be missing
};

// Half of the time goes into counting exactly, of the processor's time where the machine is busy,
// but three quarters by the clock at most. In a position too wide for that, what the numbers
// prove is marked, and then it is counted once more. If it still is too wide, it is estimated with
// numbers left out, first roughly and then with fewer left out, as time allows; where even the
// former takes too long, only what is marked is known.
inline Counted count_in_time(Position& position, const Limits& limits, Counter& counter) {
  using Outcome = Counter::Outcome;
  const Deadline deadline(limits.seconds);
  Outcome outcome;
  Forced forced;
  {
    const Deadline exact(limits.seconds * 3 / 4, limits.seconds / 2);
    counter.memory = limits.memory;
    outcome = counter.count_exactly(position, limits.work);
  }
  if (outcome == Outcome::kTooWide || outcome == Outcome::kLate) {
    const Deadline proving(limits.seconds / 4);
    forced = forced_cells(position);
    for (Cell c : forced.mines) position.mark_mine(c);
    for (Cell c : forced.safe) position.mark_safe(c);
    if (forced.trouble || !position.deduce()) {
      counter.trouble = forced.trouble ? forced.trouble : position.trouble();
      counter.memory = Budget::kMemory;
      return Counted::kContradiction;
    }
    const Deadline exact(limits.seconds / 4);
    outcome = counter.count_exactly(position, limits.work);
  }
  counter.memory = Budget::kMemory;
  if (outcome == Outcome::kDone) return Counted::kExact;
  if (outcome == Outcome::kContradiction) return Counted::kContradiction;
  const Counted estimated = forced.complete ? Counted::kProven : Counted::kEstimated;
  outcome = counter.estimate(position, std::min(limits.work, kEstimateWork[0]), true);
  for (const std::int64_t work : kEstimateWork) {
    if (outcome != Outcome::kDone) break;
    Counter better;
    const Outcome improved = better.estimate(position, std::min(limits.work, work));
    if (improved == Outcome::kLate) return estimated;
    std::swap(counter, better);
    outcome = improved;
  }
  if (outcome == Outcome::kLate) counter.leave_all_out(position);
  return outcome == Outcome::kContradiction ? Counted::kContradiction : estimated;
}

// Writes the mine probability of every cell, nan where open, and lists those proven, row by row.
inline void tell(const Position& position, const Counter& counter, const std::int8_t* code,
                 bool trust_flags, double* mine, Verdict& verdict) {
  const Cell cells = position.size();
  std::array<double, value_of(kSafe) + 1> known;
  known.fill(std::numeric_limits<double>::quiet_NaN());
  known[value_of(kMine)] = 1;
  known[value_of(kHidden)] = counter.off_mine;
  known[value_of(kSafe)] = 0;
  const CellState* state = position.states();
  for (Cell c = 0; c < cells; ++c) mine[c] = known[value_of(state[c])];
  for (std::size_t k = 0; k < counter.frontier.classes.size(); ++k) {
    for (Cell c : counter.frontier.classes[k].cells) mine[c] = counter.class_mine[k];
  }
  std::vector<std::uint8_t> flags(cells);
  std::uint8_t* flag = flags.data();
  for (Cell c = 0; c < cells; ++c) flag[c] = mine[c] == 0;
  each_set(flags, [&](Cell c) { verdict.safe.push_back(c); });
  const int untrusted = trust_flags ? kCodeHidden : kCodeFlag;
  for (Cell c = 0; c < cells; ++c)
    flag[c] = static_cast<std::uint8_t>((mine[c] == 1) &
                                        ((code[c] == kCodeHidden) | (code[c] == untrusted)));
  each_set(flags, [&](Cell c) { verdict.mines.push_back(c); });
}

enum class Wanted {
  kNoDecision,
  kProbabilities,  // and a decision if it could not be made later by counting once more
  kDecision,
  kDecisionLater,  // of a position counted exactly before: that is done again however long it takes
};

// What a thread needs to analyse, kept from call to call: most boards are as large as the last.
struct Workplace {
  Grid grid;
  Counter counter;
  PatientGuesser guesser;

  // For boards of squares, or of what `shape` and the like say of a grid; the question is which
  // board was last.
  template <typename... Shapes>
  static Workplace& of(int rows, int cols, Shapes... shape) {
    static thread_local std::unique_ptr<Workplace> kept;
    static thread_local std::tuple<Shapes...> last;
    constexpr int kLarge = 20'000;
    const bool fits = kept && kept->grid.rows() == rows && kept->grid.cols() == cols &&
                      last == std::tuple(shape...) && rows * cols <= kLarge &&
                      kept->counter.spent < 1'000'000;
    if (!fits) kept.reset(new Workplace{Grid(rows, cols, shape...), {}, {}});
    last = std::tuple(shape...);
    return *kept;
  }
};

// Analyses a position and writes into `mine` the mine probability of every cell, nan where open,
// unless the position contradicts itself.
inline Verdict analyse(const std::int8_t* code, const Grid& grid, int mines, bool trust_flags,
                       const Limits& limits, Wanted wanted, Counter& counter,
                       PatientGuesser& guesser, double* mine) {
  const double begin = Deadline::now();
  Position position = read_position(grid, code, mines, trust_flags);
  Verdict verdict;
  const Counted counted = count_in_time(
      position, wanted == Wanted::kDecisionLater ? Limits{.memory = limits.memory} : limits,
      counter);
  if (counted == Counted::kContradiction) {
    verdict.trouble = counter.trouble;
    return verdict;
  }
  verdict.exact = counter.exact;
  verdict.complete = counted != Counted::kEstimated;
  verdict.log_ways = counter.log_ways;
  tell(position, counter, code, trust_flags, mine, verdict);
  const double spent = Deadline::now() - begin;
  const bool at_once = !counter.exact || spent > limits.seconds / 20;
  verdict.decided = wanted >= Wanted::kDecision || (wanted == Wanted::kProbabilities && at_once);
  if (verdict.decided) {
    const Deadline deadline(wanted == Wanted::kDecisionLater ? limits.seconds
                                                             : limits.seconds - spent);
    guesser.want_scores(true);
    verdict.decision = decide(position, counter, guesser);
    guesser.want_scores(false);
  }
  return verdict;
}

}  // namespace mw
