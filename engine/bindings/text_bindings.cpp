// The Python face of the reader of pasted boards.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include "text/boardtext.h"

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
}
