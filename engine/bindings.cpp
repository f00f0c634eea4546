// The Python face of the engine.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "analysis.h"
#include "game.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using Cells = nb::ndarray<const std::int8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Masks = nb::ndarray<const bool, nb::ndim<3>, nb::c_contig, nb::device::cpu>;

template <typename T>
nb::ndarray<nb::numpy, T> to_numpy(std::vector<T> values,
                                   std::initializer_list<std::size_t> shape) {
  auto* data = new std::vector<T>(std::move(values));
  nb::capsule owner(data, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  return nb::ndarray<nb::numpy, T>(data->data(), shape.size(), shape.begin(), owner);
}

const char* name_of(mw::Why why) {
  return why == mw::Why::kProof ? "proof" : why == mw::Why::kEndgame ? "endgame" : "guess";
}

nb::dict analyse(Cells cells, int mines, bool trust_flags, std::int64_t work,
                 const std::string& strength) {
  const int rows = static_cast<int>(cells.shape(0)), cols = static_cast<int>(cells.shape(1));
  mw::Verdict verdict;
  {
    nb::gil_scoped_release release;
    mw::Guesser guesser;
    if (!strength.empty()) guesser.strength = mw::strength_named(strength);
    verdict = mw::analyse(cells.data(), rows, cols, mines, trust_flags, work,
                          strength.empty() ? nullptr : &guesser);
  }
  nb::dict answer;
  answer["trouble"] = verdict.trouble;
  if (verdict.trouble != mw::Position::kNone) return answer;
  answer["exact"] = verdict.exact;
  answer["log_ways"] = verdict.log_ways;
  answer["mine"] = to_numpy(std::move(verdict.mine), {cells.shape(0), cells.shape(1)});
  answer["best"] = verdict.decision.cell;
  answer["why"] = name_of(verdict.decision.why);
  answer["win"] = verdict.decision.win;
  nb::list candidates;
  for (const auto& c : verdict.decision.candidates)
    candidates.append(nb::make_tuple(c.cell, c.mine, c.score));
  answer["candidates"] = candidates;
  return answer;
}

// Plays on `threads` threads without the GIL; a few times a second reports the number of games
// finished and looks for signals. Ctrl-C stops the games, and what is finished comes back with
// `stopped` set; any other exception of `progress` stops them and is passed on.
nb::dict play(Masks mines, int first, const std::string& strength, int threads,
              nb::object progress) {
  const int rows = static_cast<int>(mines.shape(1)), cols = static_cast<int>(mines.shape(2));
  mw::Match match(rows, cols, first, mw::strength_named(strength), mines.data(), mines.shape(0));
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
  const std::size_t games = match.results().size();
  std::vector<std::uint8_t> ending;
  std::vector<double> ms;
  std::vector<std::int32_t> guesses, moves, positions, open;
  for (const mw::GameResult& r : match.results()) {
    ending.push_back(static_cast<std::uint8_t>(r.ending));
    ms.push_back(r.ms);
    guesses.push_back(r.guesses);
    positions.push_back(r.positions);
    open.push_back(r.opened);
  }
  nb::dict answer;
  answer["ending"] = to_numpy(std::move(ending), {games});
  answer["ms"] = to_numpy(std::move(ms), {games});
  answer["guesses"] = to_numpy(std::move(guesses), {games});
  answer["positions"] = to_numpy(std::move(positions), {games});
  answer["opened"] = to_numpy(std::move(open), {games});
  answer["stopped"] = stopped;
  return answer;
}

}  // namespace

NB_MODULE(_engine, m) {
  m.doc() = "Exact Minesweeper counting and play.";
  m.def("analyse", &analyse, "cells"_a, "mines"_a, "trust_flags"_a, "work"_a, "strength"_a);
  m.def("play", &play, "mines"_a, "first"_a, "strength"_a, "threads"_a,
        "progress"_a = nb::none());
}
