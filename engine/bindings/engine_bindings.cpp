// The Python face of the engine.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>

#include "bindings/python.h"
#include "explain/explain.h"
#include "play/analysis.h"
#include "play/field.h"
#include "play/game.h"
#include "play/luck.h"
#include "play/noguess.h"
#include "play/perfect.h"
#include "play/zini.h"
#include "train/puzzle_json.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using Masks = nb::ndarray<const bool, nb::ndim<3>, nb::c_contig, nb::device::cpu>;

template <typename T>
nb::ndarray<nb::numpy, T> to_numpy(std::vector<T> values,
                                   std::initializer_list<std::size_t> shape) {
  auto* data = new std::vector<T>(std::move(values));
  nb::capsule owner(data, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  return nb::ndarray<nb::numpy, T>(data->data(), shape.size(), shape.begin(), owner);
}

// A C-contiguous matrix that somebody else owns, by Python's buffer protocol: in a call of a few
// microseconds a general array exchange would be felt.
template <typename T>
class Matrix {
 public:
  Matrix(nb::handle owner, bool writable) {
    const int flags = PyBUF_C_CONTIGUOUS | (writable ? PyBUF_WRITABLE : 0);
    if (PyObject_GetBuffer(owner.ptr(), &view_, flags) != 0) throw nb::python_error();
    if (view_.ndim != 2 || view_.itemsize != sizeof(T)) {
      PyBuffer_Release(&view_);
      throw nb::type_error("a matrix of another shape or item size was expected");
    }
  }
  ~Matrix() { PyBuffer_Release(&view_); }
  Matrix(const Matrix&) = delete;
  Matrix& operator=(const Matrix&) = delete;

  T* data() const { return static_cast<T*>(view_.buf); }
  int rows() const { return static_cast<int>(view_.shape[0]); }
  int cols() const { return static_cast<int>(view_.shape[1]); }

 private:
  Py_buffer view_;
};

const char* name_of(mw::Why why) {
  return why == mw::Why::kProof ? "proof" : why == mw::Why::kEndgame ? "endgame" : "guess";
}

constexpr int kNoCode = -3;  // beside those of mw::Trouble

nb::bytes to_bytes(const std::vector<mw::Cell>& cells) {
  return nb::bytes(reinterpret_cast<const char*>(cells.data()), cells.size() * sizeof(mw::Cell));
}

nb::object told(const mw::Verdict& verdict) {
  if (!verdict.decided) return nb::none();
  const mw::Decision& decision = verdict.decision;
  nb::list candidates;
  for (const auto& c : decision.candidates)
    candidates.append(nb::make_tuple(c.cell, c.mine, c.score, c.bound));
  return nb::make_tuple(decision.cell, name_of(decision.why), decision.win, decision.complete,
                        candidates);
}

bool are_codes(const Matrix<const std::int8_t>& code) {
  return std::all_of(code.data(), code.data() + code.rows() * code.cols(),
                     [](auto c) { return c >= 0 && c <= mw::kCodeHidden; });
}

mw::Strength known(std::string_view name) {
  const auto strength = mw::strength_named(name);
  if (!strength)
    throw nb::value_error(
        ("strength is fast, default or max, not '" + std::string(name) + "'").c_str());
  return *strength;
}

// Says what is wrong in a number, or else: exact, whether all that the numbers prove is told, cells
// safe, cells mines, the logarithm of the number of arrangements, decision or None.
// Writes mine probabilities into `probability`, a float64 matrix like the int8 matrix `cells`.
// `strength` names how to decide, or is empty for no decision.
nb::object analyse(nb::handle cells, nb::handle probability, int mines, bool trust_flags,
                   double seconds, std::int64_t memory, const char* strength, bool decide) {
  const Matrix<const std::int8_t> code(cells, false);
  const Matrix<double> mine(probability, true);
  if (mine.rows() != code.rows() || mine.cols() != code.cols() || code.rows() * code.cols() == 0)
    throw nb::value_error("the two matrices differ in shape, or are empty");
  if (!are_codes(code)) return nb::int_(kNoCode);
  const bool guesses = *strength != 0;
  const auto wanted = !guesses ? mw::Wanted::kNoDecision
                      : decide ? mw::Wanted::kDecisionLater
                               : mw::Wanted::kProbabilities;
  const mw::Verdict verdict = without_lock([&] {
    mw::Workplace& here = mw::Workplace::of(code.rows(), code.cols());
    if (guesses) here.guesser.set(known(strength));
    return mw::analyse(code.data(), here.grid, mines, trust_flags,
                       {.seconds = seconds, .memory = memory}, wanted, here.counter, here.guesser,
                       mine.data());
  });
  if (verdict.trouble) return nb::int_(verdict.trouble.code());
  return nb::make_tuple(verdict.exact, verdict.complete, to_bytes(verdict.safe),
                        to_bytes(verdict.mines), verdict.log_ways, told(verdict));
}

// Explains a cell that is not open: JSON, see engine/explain/explain.h; or kNoCode.
nb::object explain(nb::handle cells, int mines, bool trust_flags, int cell, double seconds) {
  const Matrix<const std::int8_t> code(cells, false);
  const int size = code.rows() * code.cols();
  if (cell < 0 || cell >= size) throw nb::value_error("the cell lies off the board");
  if (!are_codes(code)) return nb::int_(kNoCode);
  const std::string answer = without_lock([&] {
    return mw::explain(mw::Grid(code.rows(), code.cols()), code.data(), mines, trust_flags, cell,
                       seconds);
  });
  return nb::str(answer.data(), answer.size());
}

// Plays on `threads` threads without the GIL; a few times a second reports the number of games
// finished and looks for signals. Ctrl-C stops the games, and what is finished comes back with
// `stopped` set; any other exception of `progress` stops them and is passed on.
nb::dict play(Masks mines, int first, const std::string& strength, int threads,
              nb::object progress) {
  const int rows = static_cast<int>(mines.shape(1)), cols = static_cast<int>(mines.shape(2));
  mw::Match match(rows, cols, first, known(strength), mines.data(), mines.shape(0));
  bool stopped = false;
  {
    nb::gil_scoped_release release;
    match.start(threads);
    while (!match.wait(std::chrono::milliseconds(100))) {
      nb::gil_scoped_acquire acquire;
      try {
        if (!progress.is_none() && !stopped) progress(match.finished());
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
      } catch (nb::python_error& error) {
        if (!error.matches(PyExc_KeyboardInterrupt)) throw;
        stopped = true;
        match.stop();
      }
    }
  }
  if (!progress.is_none() && !stopped) progress(match.finished());
  const std::vector<mw::GameResult>& games = match.results();
  const auto column = [&](auto value) {
    std::vector<std::decay_t<decltype(value(games[0]))>> values;
    for (const mw::GameResult& game : games) values.push_back(value(game));
    return to_numpy(std::move(values), {games.size()});
  };
  std::vector<std::int32_t> guessed;
  for (const mw::GameResult& game : games)
    guessed.insert(guessed.end(), game.guessed.begin(), game.guessed.end());
  const std::size_t all = guessed.size();
  nb::dict answer;
  answer["ending"] =
      column([](const auto& game) { return static_cast<std::uint8_t>(game.ending); });
  answer["ms"] = column([](const auto& game) { return game.ms; });
  answer["guesses"] = column([](const auto& game) { return game.guesses; });
  answer["positions"] = column([](const auto& game) { return game.positions; });
  answer["opened"] = column([](const auto& game) { return game.opened; });
  answer["found"] = column([](const auto& game) { return game.found; });
  answer["guessed"] = to_numpy(std::move(guessed), {all});
  answer["stopped"] = stopped;
  return answer;
}

// What games owe to luck, and the sum of the mine probabilities of their guesses: a row for each
// game. `opened` has the cells of each game in the order in which they were opened, `promise` what
// the rules promise of the first. No game is followed for longer than `seconds`.
nb::object luck(Masks mines, int first, int promise, const std::vector<std::vector<int>>& opened,
                double seconds) {
  const mw::Grid grid(static_cast<int>(mines.shape(1)), static_cast<int>(mines.shape(2)));
  const std::size_t games = mines.shape(0);
  const auto on_board = [&](int c) { return c >= 0 && c < grid.size(); };
  if (opened.size() != games || !on_board(first) || promise < 0 || promise > 2)
    throw nb::value_error("every game needs its cells, and a first cell on the board");
  for (const auto& cells : opened)
    if (!std::all_of(cells.begin(), cells.end(), on_board))
      throw nb::value_error("a cell lies off the board");
  std::vector<double> told = without_lock([&] {
    std::vector<double> told;
    mw::LuckAccount account;
    for (std::size_t i = 0; i < games; ++i) {
      const mw::Deadline due(seconds);
      const bool* const mask = mines.data() + i * grid.size();
      std::vector<char> mine(mask, mask + grid.size());
      const int count = static_cast<int>(std::count(mine.begin(), mine.end(), 1));
      const auto sum = account.follow(grid, std::move(mine), count, first,
                                      static_cast<mw::Promise>(promise), opened[i]);
      told.insert(told.end(), {sum.luck, sum.risk});
    }
    return told;
  });
  return nb::cast(to_numpy(std::move(told), {games, 2}));
}

// (layouts, wins, nodes) after opening `first` on a board of its own, or None where that takes more
// than `work` byte operations.
nb::object perfect(int rows, int cols, int mines, int first, std::int64_t work) {
  const auto found =
      without_lock([&] { return mw::play_perfectly(mw::Grid(rows, cols), mines, first, work); });
  if (!found) return nb::none();
  return nb::make_tuple(found->layouts, found->wins, found->nodes);
}

// JSON of a puzzle, see mw::puzzle_json; empty where none of `games` games has one. `what` and
// `grade` as in mw::wish_named.
std::string puzzle(const std::string& seed, const std::string& what, int grade, int games) {
  mw::Puzzle puzzle;
  const bool found = without_lock(
      [&] { return mw::PuzzleMaker(seed).find(mw::wish_named(what, grade), games, puzzle); });
  return found ? mw::puzzle_json(puzzle) : "";
}

constexpr std::array kRules = {"any", "safe", "open"};  // of mw::FirstClick

mw::FirstClick rule_named(std::string_view name) {
  const auto at = std::find(kRules.begin(), kRules.end() - 1, name);
  return static_cast<mw::FirstClick>(at - kRules.begin());
}

void check_board(int rows, int cols, int mines, int first) {
  if (rows < 1 || cols < 1 || mines < 0 || mines >= rows * cols || first < 0 ||
      first >= rows * cols)
    throw nb::value_error("there is no such board");
}

// A board that needs no guess: a byte for every cell, 1 for a mine, and whether it was mended. None
// where `seconds` were not enough. `making` is a number of mw::Making.
nb::object no_guess(int rows, int cols, int mines, int first, const std::string& rule,
                    const std::string& seed, int making, double seconds) {
  check_board(rows, cols, mines, first);
  mw::BoardMaker maker(mw::Grid(rows, cols), mines, first, rule_named(rule), seed,
                       static_cast<mw::Making>(making));
  const bool found = without_lock([&] {
    const double due = mw::Deadline::now() + seconds;
    // Without a deadline, so that what is counted does not depend on the machine.
    while (!maker.find(1))
      if (mw::Deadline::now() >= due || mw::Demand::gone()) return false;
    return true;
  });
  if (!found) return nb::none();
  return nb::make_tuple(nb::bytes(maker.board().data(), maker.board().size()), maker.mended());
}

// The mines that the page lays for a seed: a byte for every cell.
nb::bytes deal(int rows, int cols, int mines, int first, const std::string& rule,
               const std::string& seed) {
  check_board(rows, cols, mines, first);
  std::vector<char> mine;
  mw::Dealer(mw::Grid(rows, cols), mines, first, rule_named(rule), seed).deal(mine);
  return nb::bytes(mine.data(), mine.size());
}

// The clicks of greedy, 8-way and H.ZiNi on a board.
nb::object zini(nb::handle mines) {
  const Matrix<const bool> mask(mines, false);
  const auto clicks = without_lock([&] {
    const mw::Grid grid(mask.rows(), mask.cols());
    const std::vector<char> mine(mask.data(), mask.data() + grid.size());
    mw::Zini zini(grid, mine);
    return std::array{zini.greedy().size(), zini.eight_way().size(), zini.human().size()};
  });
  return nb::make_tuple(clicks[0], clicks[1], clicks[2]);
}

using Actions = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Restarts = nb::ndarray<const bool, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Risks = nb::ndarray<double, nb::ndim<3>, nb::c_contig, nb::device::cpu>;

// Opens one cell in every game without the GIL; nothing happens unless all cells are on the board.
void step(mw::Field& field, Actions actions, Restarts restarts) {
  const std::int64_t* const cell = actions.data();
  const auto on_board = [&](std::int64_t c) { return c >= 0 && c < field.grid().size(); };
  if (actions.shape(0) != field.games() || restarts.shape(0) != field.games() ||
      !std::all_of(cell, cell + field.games(), on_board))
    throw nb::value_error(
        ("every game needs one cell from 0 to " + std::to_string(field.grid().size() - 1)).c_str());
  nb::gil_scoped_release release;
  field.step(cell, restarts.data());
}

void write_risks(const mw::Field& field, Risks risk) {
  if (risk.shape(0) != field.games() || risk.size() != field.cells().size())
    throw nb::value_error("the matrix has another shape than the games");
  nb::gil_scoped_release release;
  field.risks(risk.data());
}

// A property: what a field keeps for every game, to be read where it lies; `shape` of each game.
template <typename T, auto kValues>
nb::object kept(nb::handle_t<mw::Field> self, std::vector<std::size_t> shape = {}) {
  const auto& field = nb::cast<const mw::Field&>(self);
  shape.insert(shape.begin(), field.games());
  return nb::cast(
      nb::ndarray<nb::numpy, const T>((field.*kValues)().data(), shape.size(), shape.data(), self));
}

void make_field(mw::Field* self, int rows, int cols, int mines, const std::string& rule, int first,
                std::size_t games) {
  if (rows < 1 || cols < 1 || mines < 0 || mines >= rows * cols || first >= rows * cols)
    throw nb::value_error("there is no such board");
  new (self) mw::Field(rows, cols, mines, rule_named(rule), first, games);
}

void bind_field(nb::module_& m) {
  using mw::Field;
  nb::class_<Field>(m, "Field")
      .def("__init__", &make_field, "rows"_a, "cols"_a, "mines"_a, "rule"_a, "first"_a, "games"_a)
      .def("__getstate__",
           [](const Field& field) {
             const std::string state = field.state();
             return std::tuple(field.grid().rows(), field.grid().cols(), field.mines(),
                               std::string(kRules[static_cast<int>(field.rule())]), field.first(),
                               field.games(), nb::bytes(state.data(), state.size()));
           })
      .def("__setstate__",
           [](Field* self,
              const std::tuple<int, int, int, std::string, int, std::size_t, nb::bytes>& kept) {
             const auto& [rows, cols, mines, rule, first, games, state] = kept;
             make_field(self, rows, cols, mines, rule, first, games);
             if (!self->restore({state.c_str(), state.size()}))
               throw nb::value_error("the state is of another field");
           })
      .def(
          "seed",
          [](Field& field, std::size_t game, std::uint64_t seed, std::uint64_t number,
             std::uint64_t stride) {
            if (game >= field.games()) throw nb::index_error("there are fewer games");
            field.seed(game, seed, number, stride);
          },
          "game"_a, "seed"_a, "number"_a, "stride"_a)
      .def("step", &step, "actions"_a, "restarts"_a)
      .def("risks", &write_risks, "risk"_a)
      .def_prop_ro("cells",
                   [](nb::handle_t<Field> self) {
                     const mw::Grid& grid = nb::cast<const Field&>(self).grid();
                     return kept<std::int8_t, &Field::cells>(
                         self, {std::size_t(grid.rows()), std::size_t(grid.cols())});
                   })
      .def_prop_ro(
          "stages",
          [](nb::handle_t<Field> self) { return kept<std::uint8_t, &Field::stages>(self); })
      .def_prop_ro(
          "opened",
          [](nb::handle_t<Field> self) { return kept<std::int32_t, &Field::opened>(self); })
      .def_prop_ro("numbers", [](nb::handle_t<Field> self) {
        return kept<std::int64_t, &Field::numbers>(self);
      });
}

}  // namespace

NB_MODULE(_engine, m) {
  m.doc() = "Exact Minesweeper counting and play.";
  m.def("analyse", &analyse, "cells"_a, "probability"_a, "mines"_a, "trust_flags"_a, "seconds"_a,
        "memory"_a, "strength"_a, "decide"_a);
  m.def("explain", &explain, "cells"_a, "mines"_a, "trust_flags"_a, "cell"_a, "seconds"_a);
  m.def("play", &play, "mines"_a, "first"_a, "strength"_a, "threads"_a, "progress"_a = nb::none());
  m.def("luck", &luck, "mines"_a, "first"_a, "promise"_a, "opened"_a, "seconds"_a);
  m.def("perfect", &perfect, "rows"_a, "cols"_a, "mines"_a, "first"_a, "work"_a);
  m.def("puzzle", &puzzle, "seed"_a, "what"_a, "grade"_a, "games"_a);
  m.def("no_guess", &no_guess, "rows"_a, "cols"_a, "mines"_a, "first"_a, "rule"_a, "seed"_a,
        "making"_a, "seconds"_a);
  m.def("deal", &deal, "rows"_a, "cols"_a, "mines"_a, "first"_a, "rule"_a, "seed"_a);
  m.def("zini", &zini, "mines"_a);
  bind_field(m);
  bind_rules(m);
}
