// The reader of pasted boards for the page: what web/static/formats/reader.js calls. A module of
// its own, which is loaded when something is pasted. input() gives room for the text and the name
// of its notation, in UTF-8 one after the other.
#include <string>
#include <string_view>

#include "bindings/module.h"
#include "text/boardtext.h"

namespace {

std::string given, told;

}  // namespace

MODULE_EXPORT(input) char* input(int bytes) {
  given.resize(bytes);
  return given.data();
}

// Answers with JSON, see engine/text/boardtext.h; gives its length, and answer() where it lies.
MODULE_EXPORT(read) int read(int text, int most) {
  const std::string_view all(given);
  told = mw::text::board_as_json({all.substr(0, text), all.substr(text), most, true});
  return static_cast<int>(told.size());
}

MODULE_EXPORT(answer) const char* answer() { return told.data(); }
