// The Python face of the reader and writer of boards.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include "text/boardtext.h"
#include "text/links.h"
#include "text/replay.h"

namespace nb = nanobind;
using namespace nb::literals;

NB_MODULE(_text, m) {
  m.def(
      "board_as_json",
      [](nb::bytes text, std::string_view notation, int most, bool trust_flags) {
        const std::string_view bytes(text.c_str(), text.size());
        nb::gil_scoped_release release;
        return mw::text::board_as_json({bytes, notation, most, trust_flags});
      },
      "text"_a, "notation"_a, "most"_a, "trust_flags"_a);
  m.def(
      "replay_as_json",
      [](nb::bytes text, int most) {
        return mw::text::replay_as_json({text.c_str(), text.size()}, most);
      },
      "text"_a, "most"_a);
  m.def(
      "is_link", [](nb::bytes text) { return mw::text::is_link({text.c_str(), text.size()}); },
      "text"_a);
  m.def(
      "written",
      [](nb::bytes cells, int rows, int cols, int mines, int first, std::string_view kind) {
        const auto [bytes, wrong] = mw::text::written(
            {rows, cols, mines, first, {cells.c_str(), cells.c_str() + cells.size()}}, kind);
        return nb::make_tuple(nb::bytes(bytes.data(), bytes.size()), wrong);
      },
      "cells"_a, "rows"_a, "cols"_a, "mines"_a, "first"_a, "kind"_a);
}
