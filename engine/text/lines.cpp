#include "text/lines.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "text/position.h"

namespace mw::text {

namespace {

constexpr char32_t kNone = 0xffffffff;

struct Shortcode {
  std::u32string_view name;
  char32_t sign;
};

constexpr std::array kShortcodes = {
    Shortcode{U"zero", U'0'},
    Shortcode{U"one", U'1'},
    Shortcode{U"two", U'2'},
    Shortcode{U"three", U'3'},
    Shortcode{U"four", U'4'},
    Shortcode{U"five", U'5'},
    Shortcode{U"six", U'6'},
    Shortcode{U"seven", U'7'},
    Shortcode{U"eight", U'8'},
    Shortcode{U"bomb", U'💣'},
    Shortcode{U"boom", U'💥'},
    Shortcode{U"flag", U'🚩'},
    Shortcode{U"triangular_flag_on_post", U'🚩'},
    Shortcode{U"question", U'❓'},
    Shortcode{U"grey_question", U'❓'},
    Shortcode{U"black_large_square", U'⬛'},
    Shortcode{U"white_large_square", U'⬜'},
    Shortcode{U"black_square_button", U'🔲'},
    Shortcode{U"white_square_button", U'🔳'},
    Shortcode{U"blue_square", U'🟦'},
    Shortcode{U"green_square", U'🟩'},
    Shortcode{U"yellow_square", U'🟨'},
    Shortcode{U"orange_square", U'🟧'},
    Shortcode{U"red_square", U'🟥'},
    Shortcode{U"purple_square", U'🟪'},
    Shortcode{U"brown_square", U'🟫'},
};

// The next character of UTF-8, kNone where there is none.
char32_t next(std::string_view bytes, std::size_t& at) {
  const auto byte = [&](std::size_t i) {
    return i < bytes.size() ? static_cast<std::uint8_t>(bytes[i]) : 0;
  };
  const char32_t first = byte(at++);
  if (first < 0x80) return first;
  const int more = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : 1;
  char32_t c = first & (0x3f >> more);
  if (first < 0xc2 || first > 0xf4) return kNone;
  for (int i = 0; i < more; ++i, ++at) {
    if ((byte(at) & 0xc0) != 0x80) return kNone;
    c = c << 6 | (byte(at) & 0x3f);
  }
  const bool odd = (c >= 0xd800 && c < 0xe000) || c > 0x10ffff;
  return odd || c < (more == 3 ? 0x10000u : more == 2 ? 0x800u : 0x80u) ? kNone : c;
}

bool ends_line(char32_t c) {
  return (c >= 0x0a && c <= 0x0d) || (c >= 0x1c && c <= 0x1e) || c == 0x85 || c == 0x2028 ||
         c == 0x2029;
}

// Marks that change how the character before them is drawn, and what has no width.
bool is_unseen(char32_t c) {
  return c == 0xfe0e || c == 0xfe0f || c == 0x20e3 || (c >= 0x200b && c <= 0x200d) || c == 0x2060 ||
         c == 0xfeff;
}

char32_t plain_sign(char32_t c) {
  if (c >= 0xff10 && c <= 0xff19) return c - 0xff10 + U'0';
  if (c >= 0x2460 && c <= 0x2468) return c - 0x2460 + U'1';
  if (c == 0x24ea) return U'0';
  if (c == U'│' || c == U'┃' || c == U'║') return U'|';
  return c != U'\t' && is_space(c) ? kBlank : c;
}

std::u32string without_drawing(const std::u32string& line) {
  std::u32string signs;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (is_unseen(line[i])) continue;
    if (line[i] == U':') {
      const auto* code = std::find_if(kShortcodes.begin(), kShortcodes.end(), [&](const auto& one) {
        const auto size = one.name.size();
        return line.compare(i + 1, size, one.name) == 0 && i + 1 + size < line.size() &&
               line[i + 1 + size] == U':';
      });
      if (code != kShortcodes.end()) {
        signs += code->sign;
        i += code->name.size() + 1;
        continue;
      }
    }
    signs += plain_sign(line[i]);
  }
  return signs;
}

// Marks the signs in spoilers; false where bars stand in the line for anything else.
bool take_spoilers(std::u32string& line, bool& any) {
  std::u32string signs;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] != U'|') {
      signs += line[i];
      continue;
    }
    if (i + 4 >= line.size() || line.compare(i, 2, U"||") || line.compare(i + 3, 2, U"||") ||
        line[i + 2] == U'|')
      return false;
    signs += line[i + 2] | kSpoiler;
    any = true;
    i += 4;
  }
  line = std::move(signs);
  return true;
}

}  // namespace

bool is_space(char32_t c) {
  return c == kBlank || (c >= 0x09 && c <= 0x0d) || (c >= 0x1c && c <= 0x1f) || c == 0x85 ||
         c == 0xa0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200a) || c == 0x2028 || c == 0x2029 ||
         c == 0x202f || c == 0x205f || c == 0x3000;
}

std::u32string_view stripped(std::u32string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

std::string utf8(std::u32string_view text) {
  std::string bytes;
  for (char32_t c : text) {
    c &= ~kSpoiler;
    if (c < 0x80) {
      bytes += static_cast<char>(c);
      continue;
    }
    const int more = c >= 0x10000 ? 3 : c >= 0x800 ? 2 : 1;
    constexpr std::array kFirst = {0x00, 0xc0, 0xe0, 0xf0};
    bytes += static_cast<char>(kFirst[more] | c >> 6 * more);
    for (int i = more - 1; i >= 0; --i) bytes += static_cast<char>(0x80 | (c >> 6 * i & 0x3f));
  }
  return bytes;
}

std::string quoted(std::u32string_view text) {
  std::u32string plain;
  for (const char32_t c : text.substr(0, 40)) {
    const bool hidden = c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x2028 || c == 0x2029;
    if (c == U'\\')
      plain += U"\\\\";
    else if (c == U'\t')
      plain += U"\\t";
    else
      plain += hidden ? 0xfffd : c;
  }
  return said("'{}'", {utf8(plain)});
}

std::string quoted(std::string_view bytes) { return quoted(joined(lines_of(bytes, true).lines)); }

std::u32string joined(const std::vector<Line>& lines) {
  std::u32string text;
  for (const Line& line : lines) text += line.signs;
  return text;
}

Lines lines_of(std::string_view bytes, bool plain) {
  Lines found;
  Line line{1, {}};
  for (std::size_t at = 0; at < bytes.size();) {
    const char32_t c = next(bytes, at);
    if (c == kNone) {
      found.wrong = said(
          "line {}, column {}: this is no text in UTF-8; give a board as .csv, .mine, .mbf or "
          "plain text",
          {line.number, line.signs.size() + 1});
      break;
    }
    if (c == 0xfeff && found.lines.empty() && line.signs.empty()) continue;
    if (!ends_line(c)) {
      line.signs += c;
      continue;
    }
    if (c == U'\r' && at < bytes.size() && bytes[at] == '\n') ++at;
    const int number = line.number + 1;
    found.lines.push_back(std::exchange(line, Line{number, {}}));
  }
  if (!line.signs.empty()) found.lines.push_back(std::move(line));
  if (plain) return found;
  for (Line& one : found.lines) one.signs = without_drawing(one.signs);
  std::vector<Line> covered = found.lines;
  bool any = false;
  const bool all = std::all_of(covered.begin(), covered.end(),
                               [&](Line& one) { return take_spoilers(one.signs, any); });
  if (all && any) found.lines = std::move(covered);
  return found;
}

}  // namespace mw::text
