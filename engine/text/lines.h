// A text as lines of signs. What only draws a sign in another way is taken away: `:one:`, 1 in a
// keycap and a wide 1 are the sign 1.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mw::text {

constexpr char32_t kBlank = U' ';
// Set in a sign that stood between || and ||, where a reader has to press to see it.
constexpr char32_t kSpoiler = 1 << 24;

struct Line {
  int number;  // in the text, from 1
  std::u32string signs;
};

struct Lines {
  std::vector<Line> lines;
  std::string wrong;  // a sentence, where the bytes are no UTF-8
};

// Cuts bytes into lines as Python does; `plain` leaves the signs as they are.
Lines lines_of(std::string_view bytes, bool plain = false);

bool is_space(char32_t c);
std::u32string_view stripped(std::u32string_view text);
std::string utf8(std::u32string_view text);
std::u32string joined(const std::vector<Line>& lines);
// Foreign text for a sentence: on one line, and short.
std::string quoted(std::u32string_view text);
std::string quoted(std::string_view bytes);

}  // namespace mw::text
