// The Python face of the engine.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include "analysis.h"

namespace nb = nanobind;
using namespace nb::literals;

using Cells = nb::ndarray<const std::int8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

NB_MODULE(_engine, m) {
  m.doc() = "Exact Minesweeper counting and play.";

  m.def(
      "probabilities",
      [](Cells cells, int mines, bool trust_flags, std::int64_t work) {
        const int rows = static_cast<int>(cells.shape(0)), cols = static_cast<int>(cells.shape(1));
        mw::Verdict verdict;
        {
          nb::gil_scoped_release release;
          verdict = mw::probabilities(cells.data(), rows, cols, mines, trust_flags, work);
        }
        auto* data = new std::vector<double>(std::move(verdict.mine));
        nb::capsule owner(data, [](void* p) noexcept { delete static_cast<std::vector<double>*>(p); });
        const std::size_t shape[2] = {cells.shape(0), cells.shape(1)};
        return nb::make_tuple(verdict.trouble, verdict.exact, verdict.log_ways,
                              nb::ndarray<nb::numpy, double>(data->data(), 2, shape, owner));
      },
      "cells"_a, "mines"_a, "trust_flags"_a, "work"_a);
}
