#include "text/own.h"

#include <algorithm>
#include <utility>

namespace mw::text {

namespace {

constexpr std::u32string_view kText = U"012345678F*#";

std::string n(int value) { return std::to_string(value); }

// Cuts at the first `mark`; without one the second part is empty.
std::pair<std::u32string_view, std::u32string_view> parted(std::u32string_view text,
                                                           std::u32string_view marks) {
  const auto at = text.find_first_of(marks);
  if (at == text.npos) return {text, {}};
  return {text.substr(0, at), text.substr(at + 1)};
}

std::string ragged(const Line& line, std::size_t cells, int first) {
  return said("{}: this row has {} cells, the first row has {}",
              {at_line(line.number), cells, first});
}

// What the head lines of a CSV file say.
struct Head {
  int mines = -1, row = -1, col = -1;

  // Gives what is wrong with a line, nothing if it is understood.
  std::string add(std::u32string_view line) {
    auto [key, value] = parted(line.substr(1), U" \t\v\f");
    value = stripped(value);
    const bool total = key == U"mines";
    if (!total && key != U"first_bloc")
      return said(
          ": {} is no head line; use '#mines N' or '#first_bloc ROW,COL', and begin comments with "
          "'# '",
          {quoted(line)});
    if ((total ? mines : row) >= 0) return said(": '#{}' is given twice", {utf8(key)});
    if (total) {
      mines = number_in(value);
      return mines >= 0 ? "" : ": '#mines' needs a whole number, got " + quoted(value);
    }
    const auto [first, second] = parted(value, U",");
    row = number_in(stripped(first));
    col = number_in(stripped(second));
    return row >= 0 && col >= 0 ? "" : ": '#first_bloc' needs ROW,COL, got " + quoted(value);
  }
};

// What is wrong with the numbers and totals of a CSV file, whose rows stand in these lines.
std::string fault(const Position& board, const std::vector<int>& lines, bool trust_flags) {
  const auto where = [&](Cell c) {
    return at_cell(lines[c / board.cols], c / board.cols, c % board.cols);
  };
  if (const Cell c = without_room(board); c >= 0) {
    const std::string number = n(board.cells[c]);
    return said(
        "{}: the number {} is impossible, fewer than {} unopened cells or mines lie around it",
        {where(c), number, number});
  }
  if (board.mines < 0) return "";
  int marked = 0, room = 0;
  Cell over = -1;
  for (Cell c = 0; c < static_cast<Cell>(board.cells.size()); ++c) {
    room += board.cells[c] > 8;
    if (board.cells[c] != kCodeMine && !(trust_flags && board.cells[c] == kCodeFlag)) continue;
    if (marked++ == board.mines) over = c;
  }
  if (over >= 0)
    return said("{}: too many mines, the board marks {} but #mines says {}",
                {where(over), marked, board.mines});
  if (board.mines > room)
    return said(
        ", line 1, cell (0, 0): too many mines, #mines says {} but only {} cells are unopened",
        {board.mines, room});
  return "";
}

// Adds the cells of a line of codes; gives what is wrong with it.
std::string add_row(std::u32string_view text, int line, int row, std::vector<std::int8_t>& cells) {
  while (!text.empty() && text.back() == U',') text.remove_suffix(1);
  for (int col = 0;; ++col) {
    const auto end = text.find(U',');
    const auto entry = stripped(text.substr(0, end));
    const int code = number_in(entry, 2);
    if (code < 0 || code > kCodeHidden)
      return said("{}: {} is not a cell code; use 0-8 open, 9 flag, 10 mine, 11 hidden",
                  {at_cell(line, row, col), quoted(entry)});
    cells.push_back(static_cast<std::int8_t>(code));
    if (end == text.npos) return "";
    text.remove_prefix(end + 1);
  }
}

// The numbers in the value of a key, however deep its brackets.
std::vector<int> json_numbers(std::u32string_view json, std::u32string_view key) {
  std::vector<int> numbers;
  const auto found = json.find(key);
  if (found == json.npos) return numbers;
  int depth = 0;
  for (auto at = found + key.size(); at < json.size(); ++at) {
    const char32_t c = json[at];
    if (c >= U'0' && c <= U'9') {
      const auto end = std::min(json.find_first_not_of(U"0123456789", at), json.size());
      numbers.push_back(number_in(json.substr(at, end - at)));
      at = end - 1;
    } else if (c == U'[') {
      ++depth;
    } else if ((c == U']' && --depth <= 0) || c == U'}' || (c == U',' && !depth)) {
      break;
    }
  }
  return numbers;
}

}  // namespace

int number_in(std::u32string_view text, int digits) {
  if (text.empty() || static_cast<int>(text.size()) > digits) return -1;
  int value = 0;
  for (const char32_t c : text) {
    if (c < U'0' || c > U'9') return -1;
    value = value * 10 + static_cast<int>(c - U'0');
  }
  return value;
}

std::string at_line(int line) { return ", line " + n(line); }

std::string at_cell(int line, int row, int col) {
  return said("{}, cell ({}, {})", {at_line(line), row, col});
}

Read read_codes(const std::vector<Line>& lines, bool trust_flags) {
  Position board;
  Head head;
  std::vector<int> numbers;
  for (const Line& one : lines) {
    const auto line = stripped(one.signs);
    if (line.empty() || line == U"#" || line.starts_with(U"# ")) continue;
    if (line[0] == U'#') {
      if (board.rows)
        return wrong(said("{}: the head line {} stands after the cells",
                          {at_line(one.number), quoted(line)}));
      if (const auto said = head.add(line); !said.empty()) return wrong(at_line(one.number) + said);
      continue;
    }
    const auto before = board.cells.size();
    const auto said = add_row(line, one.number, board.rows, board.cells);
    if (!said.empty()) return wrong(said);
    const auto width = static_cast<int>(board.cells.size() - before);
    if (board.rows && width != board.cols) return wrong(ragged(one, width, board.cols));
    board.cols = width;
    ++board.rows;
    numbers.push_back(one.number);
  }
  if (!board.rows) return wrong(": the file has no cells; give rows of codes 0-11");
  board.mines = head.mines;
  if (head.row >= 0) {
    if (head.row >= board.rows || head.col >= board.cols)
      return wrong(said(": #first_bloc {},{} lies off the {}x{} board",
                        {head.row, head.col, board.rows, board.cols}));
    board.first = head.row * board.cols + head.col;
  }
  return {board, fault(board, numbers, trust_flags)};
}

Read read_text(const std::vector<Line>& lines) {
  Position board;
  for (const Line& one : lines) {
    const auto line = stripped(one.signs);
    const auto [word, rest] = parted(line, U" \t");
    if (const int total = number_in(stripped(rest)); word == U"mines" && total >= 0) {
      board.mines = total;
      continue;
    }
    const auto before = board.cells.size();
    for (const char32_t sign : line) {
      if (is_space(sign)) continue;
      const auto code = kText.find(sign);
      if (code == kText.npos)
        return wrong(said("{}: {} is not a cell; use 0-8, # hidden, F flag, * mine",
                          {at_line(one.number), quoted({&sign, 1})}));
      board.cells.push_back(static_cast<std::int8_t>(code));
    }
    const auto width = static_cast<int>(board.cells.size() - before);
    if (!width) continue;
    if (board.rows && width != board.cols) return wrong(ragged(one, width, board.cols));
    board.cols = width;
    ++board.rows;
  }
  return {board, board.rows ? "" : ": there is no board in an empty text"};
}

Read read_mine(const std::vector<Line>& lines) {
  Position board;
  const auto first = lines.empty() ? std::u32string_view() : stripped(lines[0].signs);
  const auto [width, rest] = parted(first, U"xX");
  const auto [height, total] = parted(rest, U"xX");
  board.cols = number_in(width, 4);
  board.rows = number_in(height, 4);
  board.mines = number_in(total, 6);
  if (board.cols < 0 || board.rows < 0 || board.mines < 0)
    return wrong(
        ", line 1: the first line gives the size as WIDTHxHEIGHTxMINES, such as "
        "30x16x99, got " +
        quoted(first));
  if (!board.rows || !board.cols)
    return wrong(", line 1: a board has at least one row and one column");
  for (int row = 0; row < board.rows; ++row) {
    const auto at = static_cast<std::size_t>(row) + 1;
    const auto signs = at < lines.size() ? stripped(lines[at].signs) : std::u32string_view();
    if (signs.empty())
      return {board, said("{}: the head line gives {} rows, but row {} is missing",
                          {at_line(row + 2), board.rows, row})};
    if (static_cast<int>(signs.size()) != board.cols)
      return {board, said("{}: row {} has {} cells, the head line gives {} columns",
                          {at_line(row + 2), row, signs.size(), board.cols})};
    for (int col = 0; col < board.cols; ++col) {
      constexpr std::u32string_view kSigns = U"012345678F?HfmhM";
      constexpr std::int8_t kCodes[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 9, 10, 11, 10};
      const auto code = kSigns.find(signs[col]);
      if (code == kSigns.npos)
        return {board, said("{}: {} is no cell; use 0-8 open, H hidden, F flag, ? mine",
                            {at_cell(row + 2, row, col), quoted(signs.substr(col, 1))})};
      board.cells.push_back(kCodes[code]);
    }
  }
  for (auto at = static_cast<std::size_t>(board.rows) + 1; at < lines.size(); ++at)
    if (!stripped(lines[at].signs).empty())
      return {board, said("{}: the head line gives {} rows, here is one more",
                          {at_line(lines[at].number), board.rows})};
  return {board, ""};
}

bool is_mgb(std::u32string_view text) {
  return text.find(U"\"coords\"") != text.npos || text.find(U"\"mine_coords\"") != text.npos;
}

Read read_mgb(std::u32string_view text) {
  auto size = json_numbers(text, U"\"dims\"");
  const bool old = size.size() == 2;
  if (!old) {
    const auto rows = json_numbers(text, U"\"y_size\""), cols = json_numbers(text, U"\"x_size\"");
    if (rows.size() != 1 || cols.size() != 1) return wrong(": this .mgb board has no size");
    size = {rows[0], cols[0]};
  }
  if (text.find(U"split_cell") != text.npos)
    return wrong(": this .mgb board is of cells that split, which Minesweeper has not");
  if (std::min(size[0], size[1]) < 1 || std::max(size[0], size[1]) > 1000)
    return wrong(said(": this .mgb board has {} rows and {} columns", {size[0], size[1]}));
  Position board{size[0], size[1]};
  board.cells.assign(static_cast<std::size_t>(board.rows) * board.cols, 0);
  const auto places = json_numbers(text, old ? U"\"coords\"" : U"\"mine_coords\"");
  for (std::size_t i = 0; i + 1 < places.size(); i += 2) {
    const int row = places[i + !old], col = places[i + old];
    const std::string where = said(", cell ({}, {})", {row, col});
    if (row < 0 || col < 0 || row >= board.rows || col >= board.cols)
      return wrong(where + ": this mine lies off the board");
    auto& code = board.cells[row * board.cols + col];
    if (std::exchange(code, kCodeMine) == kCodeMine)
      return wrong(where + ": several mines lie here, which Minesweeper has not");
  }
  board.mines = static_cast<int>(places.size() / 2);
  count_numbers(board);
  return {board, ""};
}

Read read_mbf(std::string_view bytes, int most) {
  const auto at = [&](std::size_t i) { return static_cast<std::uint8_t>(bytes[i]); };
  const auto size = static_cast<int>(bytes.size());
  if (size < 4) return wrong(": an .mbf file has at least 4 bytes, this one has " + n(size));
  Position board{at(1), at(0), at(2) * 256 + at(3)};
  if (!board.size())
    return wrong(said(", byte 1: the board has {} rows and {} columns; each is at least 1",
                      {board.rows, board.cols}));
  if (most && std::max(board.rows, board.cols) > most) return wrong(too_large(board, most));
  if (size != 4 + 2 * board.mines)
    return wrong(said(", byte 3: {} mines take {} bytes, the file has {}",
                      {board.mines, 4 + 2 * board.mines, size}));
  board.cells.assign(board.size(), 0);
  for (int i = 4; i < size; i += 2) {
    const int col = at(i), row = at(i + 1);
    const std::string where = said(", byte {}, cell ({}, {}): this mine ", {i + 1, row, col});
    if (row >= board.rows || col >= board.cols)
      return wrong(
          said("{}lies off the board of {} rows and {} columns", {where, board.rows, board.cols}));
    if (std::exchange(board.cells[row * board.cols + col], kCodeMine) == kCodeMine)
      return wrong(where + "is given twice");
  }
  count_numbers(board);
  return {board, ""};
}

Written write_codes(const Position& board) {
  std::string text = board.mines < 0 ? "" : said("#mines {}\n", {board.mines});
  if (board.first >= 0)
    text += said("#first_bloc {},{}\n", {board.first / board.cols, board.first % board.cols});
  for (Cell c = 0; c < board.size(); ++c)
    text += n(board.cells[c]) + ((c + 1) % board.cols ? "," : "\n");
  return {text, ""};
}

Written write_mine(const Position& board) {
  if (board.mines < 0)
    return {"", "a .mine file needs the number of mines; give it first, or save as CSV"};
  std::string text = said("{}x{}x{}", {board.cols, board.rows, board.mines});
  for (Cell c = 0; c < board.size(); ++c)
    text += std::string(c % board.cols ? "" : "\n") + "012345678F?H"[board.cells[c]];
  return {text + "\n", ""};
}

std::string not_all_marked(const Position& board, const std::string& what) {
  int marked = 0;
  for (const int code : board.cells) marked += code == kCodeFlag || code == kCodeMine;
  if (board.mines < 0 || board.mines == marked) return "";
  return said(
      "{} says where every mine lies: the board has {} mines, but {} cells are marked; mark them "
      "all, or save as CSV",
      {what, board.mines, marked});
}

Written write_mbf(const Position& board) {
  if (std::max(board.rows, board.cols) > 255)
    return {"", said("an .mbf file holds up to 255 rows and columns, the board has {} and {}",
                     {board.rows, board.cols})};
  std::string bytes;
  for (Cell c = 0; c < board.size(); ++c)
    if (board.cells[c] == kCodeFlag || board.cells[c] == kCodeMine)
      for (const int side : {c % board.cols, c / board.cols}) bytes += static_cast<char>(side);
  const auto mines = bytes.size() / 2;
  for (const auto byte :
       {mines % 256, mines / 256, std::size_t(board.rows), std::size_t(board.cols)})
    bytes.insert(bytes.begin(), static_cast<char>(byte));
  return {bytes, not_all_marked(board, "an .mbf file")};
}

bool begins_as_mine(const std::vector<Line>& lines) {
  const auto wrong = read_mine({lines.begin(), lines.begin() + !lines.empty()}).wrong;
  return wrong.find("the first line gives") == wrong.npos;
}

bool has_head_of_codes(const std::vector<Line>& lines) {
  return std::ranges::any_of(lines, [](const Line& one) {
    const auto line = stripped(one.signs);
    return line.starts_with(U"#mines") || line.starts_with(U"#first_bloc");
  });
}

bool is_printed_text(const std::vector<Line>& lines) {
  const auto is_row = [](const Line& one) {
    return !one.signs.empty() && one.signs.find_first_not_of(kText) == one.signs.npos;
  };
  return !lines.empty() && read_text({lines[0]}).position.mines >= 0 &&
         std::all_of(lines.begin() + 1, lines.end(), is_row);
}

}  // namespace mw::text
