// JSON, written from front to back.
#pragma once

#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "position/grid.h"

namespace mw {

class Json {
 public:
  // Cells are written as [row, col] of a board with `cols` columns.
  explicit Json(int cols) : cols_(cols) {}

  Json& open(char bracket) {
    separate();
    out_ += bracket;
    fresh_ = true;
    return *this;
  }
  Json& close(char bracket) {
    out_ += bracket;
    fresh_ = false;
    return *this;
  }
  Json& key(std::string_view name) {
    text(name);
    out_ += ": ";
    fresh_ = true;
    return *this;
  }
  Json& text(std::string_view words) {
    separate();
    out_ += '"';
    for (const char c : words) {
      if (c == '"' || c == '\\') out_ += '\\';
      c == '\n' ? out_ += "\\n" : out_ += c;
    }
    out_ += '"';
    return *this;
  }
  Json& number(int value) { return word(std::to_string(value)); }
  // To some fifteen digits, without the weight of printf.
  Json& number(double value) {
    if (value == 0 || !std::isfinite(value)) return word("0");
    const double size = std::abs(value);
    int exponent = static_cast<int>(std::floor(std::log10(size))) - kDigits + 1;
    const double scaled = exponent < -300 ? size * 1e300 * std::pow(10, -exponent - 300)
                                          : size * std::pow(10, -exponent);
    return word(std::to_string(std::llround(value < 0 ? -scaled : scaled)) + "e" +
                std::to_string(exponent));
  }
  Json& thousandths(double value) { return word(std::to_string(std::llround(value)) + "e-3"); }
  Json& flag(bool value) { return word(value ? "true" : "false"); }
  Json& null() { return word("null"); }
  Json& cell(Cell c) { return open('[').number(c / cols_).number(c % cols_).close(']'); }
  Json& cells(const std::vector<Cell>& list) {
    open('[');
    for (Cell c : list) cell(c);
    return close(']');
  }

  const std::string& str() const { return out_; }

 private:
  Json& word(std::string_view value) {
    separate();
    out_ += value;
    return *this;
  }

  void separate() {
    if (!fresh_) out_ += ", ";
    fresh_ = false;
  }

  static constexpr int kDigits = 16;

  int cols_;
  bool fresh_ = true;  // nothing to set apart from
  std::string out_;
};

}  // namespace mw
