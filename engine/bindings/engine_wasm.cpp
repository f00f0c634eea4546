// The face of the engine for the page: what web/static/engine/engine.js calls. Questions and
// answers lie in the memory of the module: input() gives room for bytes (cell codes, or a seed);
// where the answer lies say answer() and probability() after analyse(), both doubles,
// text_of_answer() after explain(), and board_mines() after board_find().
#include <cstdint>
#include <functional>
#include <iterator>
#include <memory>
#include <numeric>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "play/analysis.h"

// Counting is to be quick, this is to be small: next to counting it takes no time.
#pragma clang attribute push(__attribute__((minsize)), apply_to = function)
#include "count/dead.h"
#include "play/noguess.h"
#pragma clang attribute pop
#include "bindings/module.h"
#include "explain/explain.h"

namespace {

std::vector<char> given;
std::vector<double> told, chances;
std::string text;
mw::DeadCells dead_cells;
std::unique_ptr<mw::BoardMaker> maker;

constexpr const char* kStrengths[] = {"fast", "default", "max"};
constexpr double kDeadSeconds = 0.02;

const std::int8_t* codes() { return reinterpret_cast<const std::int8_t*>(given.data()); }

void tell(const std::vector<mw::Cell>& cells) {
  told.push_back(static_cast<double>(cells.size()));
  told.insert(told.end(), cells.begin(), cells.end());
}

void tell(const mw::Decision& decision) {
  told.push_back(decision.cell);
  told.push_back(static_cast<int>(decision.why));
  told.push_back(decision.win);
  told.push_back(decision.complete);
  told.push_back(static_cast<double>(decision.candidates.size()));
  for (const auto& c : decision.candidates)
    told.insert(told.end(), {double(c.cell), c.mine, c.score, double(c.bound)});
}

}  // namespace

MODULE_EXPORT(input) char* input(int bytes) {
  given.resize(bytes);
  return given.data();
}

MODULE_EXPORT(answer) const double* answer() { return told.data(); }
MODULE_EXPORT(answer_size) int answer_size() { return static_cast<int>(told.size()); }
MODULE_EXPORT(probability) const double* probability() { return chances.data(); }

// Answers: trouble (the code of mw::Trouble), and unless there is some: whether exact, whether all
// that the numbers prove is told, log of the arrangements, whether dead cells are all found, then
// three lists of cells, each after its length (safe, mines, dead), and if decided: cell, why
// (proof, endgame, guess), chance to win, whether complete, number of candidates, and for each:
// cell, chance of a mine, score, whether that is an upper bound. `mines` is -1 where unknown,
// `lives` are the mines that may be hit, and `shape` is as in mw::Shape where this is compiled for
// them.
MODULE_EXPORT(analyse)
void analyse(int rows, int cols, int mines, int trust_flags, int strength, double seconds,
             int decide, int lives, [[maybe_unused]] int shape, [[maybe_unused]] int turned) {
#ifdef MW_SHAPES
  mw::Workplace& here =
      mw::Workplace::of(rows, cols, static_cast<mw::Shape>(shape), static_cast<bool>(turned));
#else
  mw::Workplace& here = mw::Workplace::of(rows, cols);
#endif
  mw::Strength wanted_strength = *mw::strength_named(kStrengths[strength]);
  if (!here.grid.squares()) wanted_strength.flips = 0;  // coin flips are known by their squares
  here.guesser.set(wanted_strength);
  here.guesser.grant(lives);
  chances.assign(here.grid.size(), 0);
  const auto wanted = decide ? mw::Wanted::kDecision : mw::Wanted::kNoDecision;
  const double begin = mw::Deadline::now();
  const mw::Verdict verdict =
      mw::analyse(codes(), here.grid, mines, trust_flags, {.seconds = seconds}, wanted,
                  here.counter, here.guesser, chances.data());
  told.assign(1, verdict.trouble.code());
  if (verdict.trouble) return;
  const double left = seconds - (mw::Deadline::now() - begin);
  const auto dead = dead_cells.find(mw::read_position(here.grid, codes(), mines, trust_flags),
                                    here.counter, std::min(kDeadSeconds, left));
  told.insert(told.end(), {double(verdict.exact), double(verdict.complete), verdict.log_ways,
                           double(dead.exact)});
  tell(verdict.safe);
  tell(verdict.mines);
  tell(dead.cells);
  if (verdict.decided) tell(verdict.decision);
}

// Answers with JSON, see engine/explain/explain.h; gives its length, and text_of_answer() where it
// lies.
MODULE_EXPORT(explain)
int explain(int rows, int cols, int mines, int trust_flags, int cell, double seconds) {
  text = mw::explain(mw::Grid(rows, cols), codes(), mines, trust_flags, cell, seconds);
  return static_cast<int>(text.size());
}

MODULE_EXPORT(text_of_answer) const char* text_of_answer() { return text.data(); }

// Begins with the boards of a seed, which input() holds. `rule` as in mw::FirstClick, `making` as
// in mw::Making.
MODULE_EXPORT(board_begin)
void board_begin(int rows, int cols, int mines, int first, int rule, int making) {
  maker = std::make_unique<mw::BoardMaker>(
      mw::Grid(rows, cols), mines, first, static_cast<mw::FirstClick>(rule),
      std::string_view(given.data(), given.size()), static_cast<mw::Making>(making));
}

// Deals up to `tries` boards, or mends as often; 1 when the last of them needs no guess. With
// `tries` 0 deals the next, whatever it needs.
MODULE_EXPORT(board_find) int board_find(int tries) {
  if (tries > 0) return maker->find(tries);
  maker->deal();
  return 1;
}

MODULE_EXPORT(board_mines) const char* board_mines() { return maker->board().data(); }
MODULE_EXPORT(board_mended) int board_mended() { return maker->mended(); }
