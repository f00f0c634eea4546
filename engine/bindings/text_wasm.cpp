// The reader and writer of boards for the page: what web/static/formats/reader.js calls. A module
// of its own, which is loaded when something is pasted. input() gives room for bytes and the name
// of their notation, one after the other; each answer's length is given, and answer() where it
// lies.
#include <string>
#include <string_view>

#include "bindings/module.h"
#include "text/boardtext.h"
#include "text/replay.h"

namespace {

std::string given, told;

}  // namespace

MODULE_EXPORT(input) char* input(int bytes) {
  given.resize(bytes);
  return given.data();
}

// These answer with JSON, see engine/text/boardtext.h and replay.h.
MODULE_EXPORT(read) int read(int bytes, int most) {
  const std::string_view all(given);
  told = mw::text::board_as_json({all.substr(0, bytes), all.substr(bytes), most, true});
  return static_cast<int>(told.size());
}

MODULE_EXPORT(replay) int replay(int most) {
  told = mw::text::replay_as_json(given, most);
  return static_cast<int>(told.size());
}

// Of the codes of cells and a kind: with = and the bytes, or ! and why it cannot be written.
MODULE_EXPORT(write) int write(int rows, int cols, int mines, int first) {
  const auto [bytes, wrong] =
      mw::text::written({rows, cols, mines, first, {given.begin(), given.begin() + rows * cols}},
                        std::string_view(given).substr(rows * cols));
  told = wrong.empty() ? "=" + bytes : "!" + wrong;
  return static_cast<int>(told.size());
}

MODULE_EXPORT(answer) const char* answer() { return told.data(); }
