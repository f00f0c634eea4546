#include "text/layouts.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "text/own.h"
#include "text/signs.h"

namespace mw::text {

namespace {

using View = std::u32string_view;
using Words = std::vector<std::u32string>;

constexpr std::size_t kMostIndents = 24;  // blanks at the left that are tried
constexpr View kFrame = U" +-=_|─━═┌┐└┘├┤┬┴┼╔╗╚╝╠╣╦╩╬:";

// Lines that are still to be cut into cells, and what was taken away from them.
struct Draft {
  std::vector<Line> lines;
  std::vector<std::string> parts;
  int mines = -1;
  std::vector<int> size = {};
};

// Rows of words, one for each cell.
struct Table {
  std::vector<Words> rows;
  std::vector<int> lines;
};

bool is_empty(const Line& line) { return stripped(line.signs).empty(); }

std::optional<Draft> with_part(Draft draft, std::vector<Line> lines, std::string part) {
  if (lines.empty()) return std::nullopt;
  draft.lines = std::move(lines);
  draft.parts.push_back(std::move(part));
  return draft;
}

Words words_of(View text, View marks) {
  Words words;
  while (true) {
    const auto end = text.find_first_of(marks);
    words.emplace_back(stripped(text.substr(0, end)));
    if (end == text.npos) return words;
    text.remove_prefix(end + 1);
  }
}

Words words_between_blanks(View text) {
  Words words;
  for (text = stripped(text); !text.empty(); text = stripped(text)) {
    const auto end = std::min(text.find(kBlank), text.find(U'\t'));
    words.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end, text.size()));
  }
  return words;
}

// Whether words count from 0 or 1, or are letters from a or A.
bool are_labels(const Words& words) {
  if (words.empty()) return false;
  const auto begins = [&](int from) {
    for (std::size_t i = 0; i < words.size(); ++i)
      if (number_in(words[i], 3) != from + static_cast<int>(i)) return false;
    return true;
  };
  const auto letters = [&](char32_t from) {
    for (std::size_t i = 0; i < words.size(); ++i)
      if (words[i].size() != 1 || words[i][0] != from + i) return false;
    return words.size() <= 26;
  };
  return begins(0) || begins(1) || letters(U'a') || letters(U'A');
}

// The same of digits side by side, of which only the last one of each number is there.
bool are_digits_of_labels(View text) {
  if (text.size() < 2) return false;
  for (const std::size_t from : {0, 1}) {
    std::size_t i = 0;
    while (i < text.size() && text[i] == U'0' + (from + i) % 10) ++i;
    if (i == text.size()) return true;
  }
  Words letters;
  for (const char32_t c : text) letters.emplace_back(1, c);
  return are_labels(letters);
}

// --- What may stand beside the cells ---

std::optional<Draft> without_edges(const Draft& draft) {
  const auto first = std::find_if_not(draft.lines.begin(), draft.lines.end(), is_empty);
  const auto last = std::find_if_not(draft.lines.rbegin(), draft.lines.rend(), is_empty).base();
  if (first == draft.lines.begin() && last == draft.lines.end()) return std::nullopt;
  if (first >= last) return std::nullopt;
  return with_part(draft, {first, last}, "trimmed");
}

std::optional<Draft> without_every_second(const Draft& draft) {
  std::vector<Line> lines;
  for (std::size_t i = 0; i < draft.lines.size(); ++i) {
    if (i % 2 == 0)
      lines.push_back(draft.lines[i]);
    else if (!draft.lines[i].signs.empty())
      return std::nullopt;
  }
  if (lines.size() < 2) return std::nullopt;
  return with_part(draft, std::move(lines), "double-spaced");
}

// Rows in groups, with empty lines between them.
std::optional<Draft> without_gaps(const Draft& draft) {
  std::vector<Line> lines = draft.lines;
  if (std::erase_if(lines, [](const Line& line) { return line.signs.empty(); }) == 0)
    return std::nullopt;
  return with_part(draft, std::move(lines), "grouped");
}

// Whether nothing stands in a line but a frame: a corner, which is no cell, two equal marks side by
// side, or what parts the head of a table from its rows.
bool is_frame(const std::vector<Line>& lines, std::size_t at) {
  const View text = stripped(lines[at].signs);
  if (text.find_first_not_of(kFrame) != text.npos) return false;
  const auto run = std::ranges::adjacent_find(
      text, [](char32_t a, char32_t b) { return a == b && a != U'|' && a != kBlank; });
  const auto drawn = [](char32_t c) { return c >= 0x2500 && c < 0x2580; };
  if (text.find(U'+') != text.npos || std::ranges::any_of(text, drawn)) return true;
  const bool rule = at == 1 && text.find(U'-') != text.npos && !is_frame(lines, 0);
  return run != text.end() || (rule && text.find_first_not_of(U"|-: ") == text.npos);
}

std::optional<Draft> without_frames(const Draft& draft) {
  std::vector<Line> lines;
  for (std::size_t at = 0; at < draft.lines.size(); ++at)
    if (!is_frame(draft.lines, at)) lines.push_back(draft.lines[at]);
  if (lines.size() == draft.lines.size()) return std::nullopt;
  return with_part(draft, std::move(lines), "framed");
}

// A first line that has the mines, the size, or both.
std::optional<Draft> without_count(const Draft& draft) {
  const Words words = words_between_blanks(draft.lines[0].signs);
  std::vector<int> numbers;
  for (const auto& word : words)
    numbers.push_back(word.size() > 1 && word[0] == U'0' ? -1 : number_in(word, 6));
  if (numbers.empty() || numbers.size() > 3 || std::ranges::count(numbers, -1)) return std::nullopt;
  auto rest = with_part(draft, {draft.lines.begin() + 1, draft.lines.end()}, "count");
  if (!rest) return rest;
  if (numbers.size() != 2) rest->mines = numbers.back();
  if (numbers.size() != 1) rest->size = {numbers[0], numbers[1]};
  return rest;
}

std::optional<Draft> without_head(const Draft& draft) {
  const auto text = stripped(draft.lines[0].signs);
  const Words words = words_between_blanks(text);
  if (!are_labels(words) && !(words.size() == 1 && are_digits_of_labels(text))) return std::nullopt;
  auto rest = with_part(draft, {draft.lines.begin() + 1, draft.lines.end()}, "head");
  if (rest) rest->size = {-1, static_cast<int>(words.size() > 1 ? words.size() : text.size())};
  return rest;
}

// Labels at the beginning of lines, with blanks or another mark after each.
std::optional<Draft> without_labels(const Draft& draft) {
  Words labels;
  std::vector<Line> lines = draft.lines;
  bool marked = true;
  for (Line& line : lines) {
    const auto begin = line.signs.find_first_not_of(kBlank);
    const auto end = line.signs.find_first_of(U" :|.)\t", begin);
    if (begin == line.signs.npos || end == line.signs.npos) return std::nullopt;
    labels.push_back(line.signs.substr(begin, end - begin));
    const auto mark = line.signs.find_first_not_of(kBlank, end);
    const bool is_mark =
        mark != line.signs.npos && View(U":|.)").find(line.signs[mark]) != View::npos;
    line.signs.erase(0, (is_mark ? mark : end) + 1);
    marked &= is_mark && line.signs.substr(0, 1) == U" ";
  }
  if (!are_labels(labels)) return std::nullopt;
  for (Line& line : lines) line.signs.erase(0, marked);
  return with_part(draft, std::move(lines), "labels");
}

// Bars at both ends of every line, and none between.
std::optional<Draft> without_sides(const Draft& draft) {
  std::vector<Line> lines = draft.lines;
  for (Line& line : lines) {
    const auto text = stripped(line.signs);
    if (text.size() < 3 || text.front() != U'|' || text.find(U'|', 1) != text.size() - 1)
      return std::nullopt;
    line.signs = text.substr(1, text.size() - 2);
  }
  return with_part(draft, std::move(lines), "framed");
}

constexpr std::array kSteps = {without_edges, without_frames, without_sides,
                               without_count, without_edges,  without_every_second,
                               without_gaps,  without_head,   without_labels};

// --- How rows are cut ---

std::optional<Table> cut(const Draft& draft, Words (*words)(const Line&)) {
  Table table;
  for (const Line& line : draft.lines) {
    table.rows.push_back(words(line));
    table.lines.push_back(line.number);
    if (table.rows.back().empty()) return std::nullopt;
  }
  return table;
}

Words each_sign(View text) {
  Words words;
  for (const char32_t c : text) words.emplace_back(1, c);
  return words;
}

Words by_bars(const Line& line) {
  auto text = stripped(line.signs);
  if (text.find(U'|') == text.npos) return {};
  if (text.front() == U'|') text.remove_prefix(1);
  if (!text.empty() && text.back() == U'|') text.remove_suffix(1);
  return words_of(text, U"|");
}

Words by_commas(const Line& line) {
  const auto mark = line.signs.find_first_of(U",;\t");
  return mark == line.signs.npos ? Words() : words_of(line.signs, line.signs.substr(mark, 1));
}

// The same where a mark stands after the last cell, too.
Words by_ended_commas(const Line& line) {
  Words words = by_commas(line);
  if (!words.empty() && words.back().empty()) words.pop_back();
  return words;
}

Words by_blanks(const Line& line) { return words_between_blanks(line.signs); }

// [1][ ][#], with blanks between or without.
Words by_brackets(const Line& line) {
  Words words;
  for (View left = stripped(line.signs); !left.empty(); left = stripped(left)) {
    if (left.size() < 3 || left[0] != U'[' || left[2] != U']') return {};
    words.emplace_back(stripped(left.substr(1, 1)));
    left.remove_prefix(3);
  }
  return words;
}

Words solid(const Line& line) {
  const auto text = stripped(line.signs);
  return text.find_first_of(U" \t") == text.npos ? each_sign(text) : Words();
}

// Columns of one sign from `from` on, every `step` signs. Blanks are cells, and fill up short rows.
std::optional<Table> by_columns(const Draft& draft, std::size_t from, std::size_t step) {
  Table table;
  std::size_t cols = 0;
  for (const Line& line : draft.lines) {
    Words row;
    for (std::size_t i = from; i < line.signs.size(); ++i) {
      if ((i - from) % step == 0)
        row.emplace_back(1, line.signs[i]);
      else if (line.signs[i] != kBlank)
        return std::nullopt;
    }
    cols = std::max(cols, row.size());
    table.rows.push_back(std::move(row));
    table.lines.push_back(line.number);
  }
  const auto is_blank = [](const auto& word) { return word == U" "; };
  const auto has_blank = [&](const Words& row) {
    return row.empty() || std::ranges::any_of(row, is_blank);
  };
  if (std::ranges::none_of(table.rows, has_blank)) return std::nullopt;
  for (Words& row : table.rows) row.resize(cols, U" ");
  return table;
}

std::size_t indentation(const Draft& draft) {
  std::size_t least = View::npos;
  for (const Line& line : draft.lines)
    least = std::min(least, line.signs.find_first_not_of(kBlank));
  return least == View::npos ? 0 : least;
}

// The brackets of a list in a text, and what stands in them.
class List {
 public:
  explicit List(const std::vector<Line>& lines) {
    for (const char32_t bracket : {U'[', U'{', U'('})
      for (const Line& line : lines)
        if (!open_ && line.signs.find(bracket) != View::npos) open_ = bracket;
    for (const Line& line : lines) read(line);
  }

  bool is_list() const { return open_ != 0 && ended_; }
  bool is_cut() const { return cut_; }
  std::optional<Table> table() {
    if (table_.rows.empty() && !row_.empty()) end_row();
    if (deepest_ > 2 || (strings_ && deepest_ > 1)) return std::nullopt;
    return table_;
  }

 private:
  void read(const Line& line) {
    number_ = line.number;
    const View text = line.signs;
    for (std::size_t i = 0; i < text.size() && !ended_; ++i) {
      const char32_t c = text[i];
      if (c == open_ || (depth_ && (c == U'[' || c == U'('))) {
        deepest_ = std::max(deepest_, ++depth_);
      } else if (!depth_) {
        continue;
      } else if (c == U']' || c == U')' || c == U'}') {
        if (--depth_ == 1 && !row_.empty()) end_row();
        ended_ = depth_ == 0;
      } else if (c == U'"' || c == U'\'') {
        const auto end = std::min(text.find(c, i + 1), text.size());
        add(text.substr(i + 1, end - i - 1), true);
        i = end;
      } else if (c != U',' && !is_space(c)) {
        const auto end = std::min(text.find_first_of(U", \t])}", i), text.size());
        add(text.substr(i, end - i), false);
        i = end - 1;
      }
    }
  }

  // A string that is not within a row is a row itself.
  void add(View word, bool quotes) {
    cut_ |= word == U"...";
    if (quotes && depth_ == 1) {
      strings_ = true;
      row_ = each_sign(word);
      end_row();
    } else {
      const auto point = std::min(word.find(U'.', 1), word.size());
      const bool whole = word.find_first_not_of(U".0", point) == word.npos;
      row_.emplace_back(quotes || !whole ? word : word.substr(0, point));
    }
  }

  void end_row() {
    table_.rows.push_back(std::exchange(row_, {}));
    table_.lines.push_back(number_);
  }

  char32_t open_ = 0;
  int depth_ = 0, deepest_ = 0, number_ = 1;
  bool ended_ = false, strings_ = false, cut_ = false;
  Words row_;
  Table table_;
};

// --- From words to signs ---

// The sign of a word, 0 of none.
char32_t sign_of(View word) {
  while (word.size() > 1 &&
         (word.front() == U'`' || word.front() == U'"' || word.front() == U'\'') &&
         word.back() == word.front())
    word = word.substr(1, word.size() - 2);
  if (word.empty()) return kBlank;
  if (word.size() == 1 && word != U"9") return word[0];
  if (word == U"None" || word == U"null" || word == U"nan" || word == U"NaN") return U'?';
  if (word == U"True" || word == U"true") return U'1';
  if (word == U"False" || word == U"false") return U'0';
  const bool minus = word[0] == U'-';
  const int number = number_in(word.substr(minus), 2);
  if (number < 0 || number > kMostNumber || (minus && -number < kLeastNumber)) return 0;
  return number_sign(minus ? -number : number);
}

// What stands in a list of numbers; nothing, or None, is a cell that nobody knows.
bool is_number(char32_t sign) {
  return (sign >= U'0' && sign <= U'9') || sign >= kNumber || sign == kBlank || sign == U'?';
}

// Makes a sheet of a table, or says what is wrong with it.
std::string to_sheet(const Table& table, Sheet& sheet) {
  const bool numbers = std::ranges::any_of(table.rows, [](const Words& row) {
    return std::ranges::any_of(
        row, [](const auto& word) { return (sign_of(word) & ~kSpoiler) >= kNumber; });
  });
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    const Words& words = table.rows[row];
    const int line = table.lines[row];
    if (words.size() != table.rows[0].size())
      return said("{}: this row has {} cells, the first row has {}",
                  {at_line(line), words.size(), table.rows[0].size()});
    std::u32string signs;
    for (std::size_t col = 0; col < words.size(); ++col) {
      signs += sign_of(words[col]);
      const bool known = signs.back() && place_of(signs.back() & ~kSpoiler) > -2;
      if (known && (!numbers || is_number(signs.back()))) continue;
      return said(
          "{}: {} is no cell; use 0-8 open, # hidden, F flag, * mine",
          {at_cell(line, static_cast<int>(row), static_cast<int>(col)), quoted(words[col])});
    }
    sheet.rows.push_back(std::move(signs));
    sheet.lines.push_back(line);
  }
  return "";
}

class Collector {
 public:
  void add(const std::optional<Table>& table, const Draft& draft, std::string_view layout) {
    if (!table || table->rows.empty() || table->rows[0].empty()) return;
    add_one(*table, draft, layout);
    if (layout == "solid" || layout.ends_with("columns")) return;  // labels stand apart
    add_labelled(*table, draft, layout);
    if (table->rows.size() < 2) return;
    // A first row of labels or of nothing, with a corner or without.
    Words head = table->rows[0];
    const Table rest{{table->rows.begin() + 1, table->rows.end()},
                     {table->lines.begin() + 1, table->lines.end()}};
    const bool nothing = std::ranges::all_of(head, [](const auto& word) { return word.empty(); });
    const bool corner = head[0].size() != 1 || place_of(head[0][0]) == -2;
    if (!are_labels(head) && corner && number_in(head[0]) < 0) head.erase(head.begin());
    if (!nothing && !are_labels(head)) return;
    Draft headed = draft;
    headed.parts.emplace_back("head");
    if (!nothing) headed.size = {-1, static_cast<int>(head.size())};
    add_one(rest, headed, layout);
    add_labelled(rest, headed, layout);
  }

  Sheets take() {
    if (found_.sheets.empty() && found_.wrong.empty())
      found_.wrong = ": there is no board in an empty text";
    return std::move(found_);
  }

 private:
  void add_labelled(Table table, Draft draft, std::string_view layout) {
    Words labels;
    for (Words& row : table.rows) {
      if (row.size() < 2) return;
      labels.push_back(row[0]);
      row.erase(row.begin());
    }
    const bool may_be_one = layout == "spaced" || !draft.size.empty();
    if (!are_labels(labels) || (labels.size() == 1 && !may_be_one)) return;
    draft.parts.emplace_back("labels");
    add_one(table, draft, layout);
  }

  void add_one(const Table& table, const Draft& draft, std::string_view layout) {
    Sheet sheet{{}, {}, draft.parts, draft.mines, draft.size};
    sheet.parts.emplace_back(layout);
    std::string wrong = to_sheet(table, sheet);
    if (!wrong.empty()) {
      if (found_.wrong.empty()) found_.wrong = std::move(wrong);
      return;
    }
    const auto rows = static_cast<int>(sheet.rows.size());
    const auto cols = static_cast<int>(sheet.rows[0].size());
    if (const auto& size = sheet.size; !size.empty()) {
      const bool fits = (size[0] < 0 || size[0] == rows) && size[1] == cols;
      const bool turned = size[0] == cols && size[1] == rows;
      if (!fits && !turned) return;
    }
    const bool known = std::ranges::any_of(found_.sheets, [&](const Sheet& one) {
      return one.rows == sheet.rows && one.mines == sheet.mines;
    });
    if (!known) found_.sheets.push_back(std::move(sheet));
  }

  Sheets found_;
};

}  // namespace

Sheets sheets_of(const std::vector<Line>& lines) {
  Collector collector;
  Draft whole{lines, {}};
  if (auto table = cut(without_edges(whole).value_or(whole), by_brackets)) {
    collector.add(table, whole, "brackets");
    return collector.take();
  }
  if (List list(lines); list.is_list()) {
    if (list.is_cut()) return {{}, ": the rows of this list are not all there, as ... says"};
    collector.add(list.table(), whole, "list");
    return collector.take();
  }
  std::vector<Draft> drafts{std::move(whole)};
  for (const auto step : kSteps) {
    const auto before = drafts.size();
    for (std::size_t i = 0; i < before; ++i) {
      if (drafts[i].lines.empty()) continue;
      if (auto other = step(drafts[i])) drafts.push_back(std::move(*other));
    }
  }
  for (const Draft& draft : drafts) {
    collector.add(cut(draft, by_bars), draft, "table");
    collector.add(cut(draft, by_commas), draft, "separated");
    collector.add(cut(draft, by_ended_commas), draft, "separated");
    collector.add(cut(draft, solid), draft, "solid");
    collector.add(cut(draft, by_blanks), draft, "spaced");
    // How many of the blanks at the left are no cells, nobody knows.
    const std::size_t indent = indentation(draft);
    for (std::size_t from = 0; from <= indent; from = from < kMostIndents ? from + 1 : indent + 1) {
      Draft indented = draft;
      if (from) indented.parts.push_back("indent-" + std::to_string(from));
      collector.add(by_columns(draft, from, 1), indented, "columns");
      collector.add(by_columns(draft, from, 2), indented, "wide-columns");
    }
  }
  return collector.take();
}

}  // namespace mw::text
