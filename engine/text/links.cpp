#include "text/links.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "text/sha1.h"

namespace mw::text {

namespace {

using std::to_string;

constexpr std::string_view kLetters = "abcdefghiFMH";  // of our own positions, by cell code
constexpr std::string_view kBase62 =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
constexpr std::string_view kBase64 =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr std::string_view kBase32 = "0123456789abcdefghijklmnopqrstuv";
constexpr std::string_view kBase16 = kBase32.substr(0, 16), kBase10 = kBase32.substr(0, 10);

// JSMinesweeper's signs: 0 to 8, a known mine, a closed cell, a flag that the numbers around it are
// less by, as by a known mine, and any other flag. Each has so many digits of base 62 for runs.
constexpr int kKnown = 9, kClosed = 10, kFlag = 11, kOtherFlag = 12;
constexpr int kCounts[] = {10, 7, 5, 5, 4, 3, 3, 1, 1, 4, 10, 8, 1};

// Columns and rows by `b=` of the PTT calculator.
constexpr std::pair<std::string_view, std::string_view> kSizes[] = {
    {"1", "99"}, {"2", "1616"}, {"3", "3016"}};

// Reads a text from its front. Once something is not there, nothing more is.
struct Scanner {
  std::string_view rest;
  bool fine = true;

  std::int64_t number(std::size_t most_digits) {
    const auto size = std::min(rest.find_first_not_of(kBase10), rest.size());
    if (!size || size > most_digits) return fail();
    std::int64_t value = 0;
    for (const char digit : rest.substr(0, size)) value = value * 10 + (digit - '0');
    rest.remove_prefix(size);
    return value;
  }

  bool skip(char sign) {
    const bool there = rest.starts_with(sign);
    rest.remove_prefix(there);
    return there;
  }

  Scanner& need(char sign) {
    if (!skip(sign)) fail();
    return *this;
  }

  // COLSxROWS.
  Position size() {
    const auto cols = static_cast<int>(number(4));
    return {static_cast<int>(need('x').number(4)), cols};
  }

  bool ended() const { return fine && rest.empty(); }

  int fail() {
    rest = {};
    return fine = false;
  }
};

bool are(std::string_view text, std::string_view digits) {
  return text.find_first_not_of(digits) == text.npos;
}

// Without blanks around it, and with bytes in place of their codes after percent signs.
std::string plain(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\n\r\v\f";
  text = text.substr(0, text.find_last_not_of(kBlanks) + 1);
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  const auto digit = [&](std::size_t at) {
    return kBase16.find(at < text.size() ? static_cast<char>(text[at] | ' ') : ' ');
  };
  std::string bytes;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const auto high = digit(at + 1), low = digit(at + 2);
    const bool coded = text[at] == '%' && std::max(high, low) < 16;
    bytes += coded ? static_cast<char>(high * 16 + low) : text[at];
    at += coded ? 2 : 0;
  }
  return bytes;
}

// What a link asks for by this name, "" where it does not.
std::string_view asked(std::string_view link, std::string_view name) {
  if (const auto mark = link.find('?'); mark != link.npos)
    link = link.substr(mark + 1, link.find('#', mark) - mark - 1);
  while (!link.empty()) {
    const auto part = link.substr(0, link.find('&'));
    link.remove_prefix(std::min(part.size() + 1, link.size()));
    if (part.starts_with(name) && part.substr(name.size()).starts_with('='))
      return part.substr(name.size() + 1);
  }
  return {};
}

Read unfilled(const Position& board) {
  return wrong(said(": its cells do not fill {} rows of {}", {board.rows, board.cols}));
}

std::string fault_of_sides(const Position& board, int most) {
  if (board.rows < 1 || board.cols < 1) return ": a board has at least one row and one column";
  return std::max(board.rows, board.cols) > most ? too_large(board, most) : "";
}

using Bits = std::vector<std::int8_t>;  // cell by cell, 1 for a mine

// Cells as the bits of digits, the highest first.
Bits bits_of(std::string_view text, std::string_view digits, int width) {
  Bits bits;
  for (const char sign : text)
    for (int place = width - 1; place >= 0; --place) bits.push_back(digits.find(sign) >> place & 1);
  return bits;
}

std::string digits_of(const Bits& bits, std::string_view digits, int width) {
  std::string text;
  for (std::size_t at = 0; at < bits.size(); at += width) {
    int value = 0;
    for (std::size_t i = at; i < at + width; ++i) value = value * 2 + (i < bits.size() && bits[i]);
    text += digits[value];
  }
  return text;
}

// The solved board with mines where bits are set, and maybe a first cell.
Read whole(Position board, const Bits& mined, std::int64_t row = -1, std::int64_t col = -1) {
  if (row >= board.rows || col >= board.cols) return wrong(": its first cell lies off the board");
  for (Cell c = 0; c < board.size(); ++c) board.cells.push_back(mined[c] ? kCodeMine : 0);
  count_numbers(board);
  board.mines = static_cast<int>(std::ranges::count(board.cells, kCodeMine));
  if (row >= 0) board.first = static_cast<int>(row * board.cols + col);
  return {board, ""};
}

// Our own position: COLSxROWS/MINES.RUNS, a letter for each run with its length before it.
Read of_position(std::string_view link, int most) {
  Scanner scan{asked(link, "position")};
  Position board = scan.size();
  board.mines = scan.need('/').skip('-') ? -1 : static_cast<int>(scan.number(5));
  scan.need('.');
  const auto fault = fault_of_sides(board, most);
  std::int64_t filled = 0;
  while (!scan.rest.empty()) {
    const auto length = scan.rest[0] > '9' ? 1 : scan.number(5);
    const auto code = scan.rest.empty() ? kLetters.npos : kLetters.find(scan.rest[0]);
    if (code == kLetters.npos) scan.fail();
    if ((filled += length) <= board.size() && fault.empty())
      board.cells.insert(board.cells.end(), length, code);
    scan.rest.remove_prefix(scan.fine);
  }
  if (!scan.fine)
    return wrong(said(": ?position={} is no position", {quoted(asked(link, "position"))}));
  if (!fault.empty()) return wrong(fault);
  return filled == board.size() ? Read{board, ""} : unfilled(board);
}

// The mines that JSMinesweeper deals where "opening on start" is off, as it is at first: by Bob
// Jenkins' small generator.
Bits dealt(const Position& board, Cell start, std::int64_t seed, bool old) {
  const auto low = static_cast<std::uint32_t>(seed);
  std::uint32_t a = 0xf1ea5eed, b = low, c = old ? low : seed >> 32, d = low;
  const auto draw = [&]() -> std::uint64_t {
    const std::uint32_t e = a - std::rotl(b, 27);
    a = b ^ std::rotl(c, 17), b = c + d, c = d + e, d = a + e;
    return d;
  };
  for (int n = 0; n < 20; ++n) draw();
  std::vector<Cell> cells(board.size());
  std::iota(cells.begin(), cells.end(), 0);
  cells.erase(cells.begin() + start);
  for (int last = board.size() - 2; last > 0; --last)
    std::swap(cells[last], cells[draw() * (last + 1) >> 32]);
  Bits mined(board.size());
  for (int n = 0; n < board.mines; ++n) mined[cells[n]] = 1;
  return mined;
}

// Our own board, COLSxROWS.BITS, or JSMinesweeper's WIDTHxHEIGHTxMINES with seed and start.
Read of_board(std::string_view link, int most) {
  Scanner scan{asked(link, "board")}, start{asked(link, "start")}, seed{asked(link, "seed")};
  Position board = scan.size();
  const bool own = scan.skip('.');
  if (!own) board.mines = static_cast<int>(scan.need('x').number(6));
  if (!scan.fine || !are(scan.rest, own ? kBase64 : ""))
    return wrong(said(": ?board={} is no board", {quoted(asked(link, "board"))}));
  if (const auto fault = fault_of_sides(board, most); !fault.empty()) return wrong(fault);
  const int size = board.size();
  if (own) {
    if (static_cast<int>(scan.rest.size()) != ((size + 7) / 8 * 8 + 5) / 6) return unfilled(board);
    const auto row = start.number(3), col = start.need(',').number(3);
    return whole(board, bits_of(scan.rest, kBase64, 6), start.ended() ? row : -1, col);
  }
  if (board.mines >= size)
    return wrong(said(": {} mines leave no cell of {} to open", {board.mines, size}));
  const auto first = start.number(16), number = seed.number(16);
  if (!start.ended() || !seed.ended() || !number) {  // dealt when a cell is opened
    board.cells.assign(size, kCodeHidden);
    return {board, ""};
  }
  if (first >= size) return wrong(said(": ?start={} is no cell of the board", {first}));
  const Bits mined = dealt(board, static_cast<Cell>(first), number, asked(link, "rng") == "old");
  return whole(board, mined, first / board.cols, first % board.cols);
}

int in_base62(std::string_view text) {
  int value = 0;
  for (const char digit : text) value = value * 62 + static_cast<int>(kBase62.find(digit));
  return value;
}

// A digit of a run: whose it is, and its value.
std::pair<int, int> sign_and_value(char sign) {
  int digit = static_cast<int>(kBase62.find(sign)), whose = 0;
  while (digit >= kCounts[whose]) digit -= kCounts[whose++];
  return {whose, digit};
}

// JSMinesweeper's position: its size and mines in base 62, and runs of cells.
Read of_analysis(std::string_view link, int most) {
  const auto text = asked(link, "analysis");
  if (text.size() < 8 || !are(text, kBase62))
    return wrong(said(": ?analysis={} is no position", {quoted(text)}));
  Position board{in_base62(text.substr(2, 2)), in_base62(text.substr(0, 2)),
                 in_base62(text.substr(4, 4))};
  if (const auto fault = fault_of_sides(board, most); !fault.empty()) return wrong(fault);
  std::vector<int> signs;
  for (std::size_t at = 8; at < text.size() && static_cast<int>(signs.size()) <= board.size();) {
    const int sign = sign_and_value(text[at]).first, count = kCounts[sign];
    int length = 0;
    for (; at < text.size() && sign_and_value(text[at]).first == sign; ++at)
      length = std::min(count == 1 ? length + 1 : length * count + sign_and_value(text[at]).second,
                        board.size() + 1);
    signs.insert(signs.end(), length, sign);
  }
  if (static_cast<int>(signs.size()) != board.size()) return unfilled(board);
  for (const int sign : signs)
    board.cells.push_back(sign < kKnown ? sign : sign < kFlag ? kCodeHidden : kCodeFlag);
  const Grid grid(board.rows, board.cols);
  bool above = false;
  for (Cell c = 0; c < board.size(); ++c)
    if (signs[c] == kKnown || signs[c] == kFlag)
      for (const Cell n : grid.around(c))
        if (signs[n] < kKnown) above |= ++board.cells[n] > 8;
  return above ? wrong(": it has a number above 8") : Read{board, ""};
}

// Of the PTT calculator and LlamaSweeper: the size, and five cells a digit of base 32.
Read of_ptt(std::string_view link, int most) {
  auto size = asked(link, "b");
  const auto mines = asked(link, "m");
  if (size.size() > 6 || !are(size, kBase10) || !are(mines, kBase32))
    return wrong(said(": ?b={} and m={} are no board", {quoted(size), quoted(mines)}));
  for (const auto& [name, sides] : kSizes) size = size == name ? sides : size;
  Scanner cols{size.substr(0, size.size() / 2)}, rows{size.substr(size.size() / 2)};
  const Position board{static_cast<int>(rows.number(3)), static_cast<int>(cols.number(3))};
  if (const auto fault = fault_of_sides(board, most); !fault.empty()) return wrong(fault);
  const int wanted = (board.size() + 4) / 5;
  if (static_cast<int>(mines.size()) != wanted)
    return wrong(said(": m= has {} signs, {} rows of {} take {}",
                      {mines.size(), board.rows, board.cols, wanted}));
  return whole(board, bits_of(mines, kBase32, 5));
}

// Changes each half of the cells, in bytes, by SHA-1 of the other, in this order, as Mines does;
// bits after the last cell stay 0.
void mask(Bits& bits, bool last_half_first) {
  std::string bytes;
  for (int byte = 0; byte < 256; ++byte) bytes += static_cast<char>(byte);
  const auto size = bits.size();
  bits.resize((size + 7) / 8 * 8);
  const auto middle = bits.begin() + static_cast<std::ptrdiff_t>(bits.size() / 16 * 8);
  for (const bool last : {last_half_first, !last_half_first}) {
    const Bits other = last ? Bits(bits.begin(), middle) : Bits(middle, bits.end());
    const std::string seed = digits_of(other, bytes, 8);
    auto at = last ? middle : bits.begin();
    const auto end = last ? bits.end() : middle;
    for (int number = 0; at < end; ++number)
      for (const int bit : bits_of(sha1(seed + to_string(number)), bytes, 8))
        if (at < end) *at++ ^= bit;
    std::fill(bits.begin() + static_cast<std::ptrdiff_t>(size), bits.end(), 0);
  }
  bits.resize(size);
}

// A game ID of Simon Tatham's Mines: its size, what is said up to a # or :, and its layout.
struct GameId {
  explicit GameId(std::string_view text) {
    Scanner scan{text};
    board = scan.size();
    const auto end = scan.rest.find_first_of("#:");
    if (!scan.fine || end == scan.rest.npos) return;
    by_seed = scan.rest[end] == '#';
    layout = scan.rest.substr(end + 1);
    fine = are(scan.rest.substr(0, end), "n0123456789.%a") &&
           (!by_seed || (end > 1 && scan.rest[0] == 'n'));
  }

  Position board;
  std::string_view layout;
  bool by_seed = false, fine = false;
};

// WxHnMINES:COL,ROW,mHEX, the bits masked after an m; the cell may be left out.
Read of_tatham(const GameId& id, int most) {
  const auto& board = id.board;
  if (const auto fault = fault_of_sides(board, most); !fault.empty()) return wrong(fault);
  if (id.by_seed || id.layout.starts_with('r'))
    return wrong(
        ": this names a game by a seed, of which Mines makes its board once a cell is opened; give "
        "the game ID that it shows after that");
  Scanner scan{id.layout};
  const bool placed = !id.layout.empty() && id.layout[0] <= '9';
  const auto col = placed ? scan.number(4) : -1, row = placed ? scan.need(',').number(4) : -1;
  if (placed) scan.need(',');
  const bool masked = scan.skip('m');
  if (!masked && !scan.skip('u') && !placed) scan.fail();
  const int length = (board.size() + 3) / 4;
  if (static_cast<int>(scan.rest.size()) != length || !are(scan.rest, kBase16))
    return wrong(said(
        ": {} is no layout of {} rows of {}, which is such as 0,0,m and {} signs of 0-9 and a-f",
        {quoted(id.layout), board.rows, board.cols, length}));
  Bits bits = bits_of(scan.rest, kBase16, 4);
  bits.resize(board.size());
  if (masked) mask(bits, true);
  return whole(board, bits, row, col);
}

// What a link has to ask for, and what reads it; an analysis comes with a board of its size.
constexpr struct {
  std::string_view name, other;
  Read (*read)(std::string_view, int);
} kReaders[] = {{"position", "position", of_position},
                {"analysis", "analysis", of_analysis},
                {"b", "m", of_ptt},
                {"board", "board", of_board}};

// Calls `take` with each code and how often it stands in a row.
template <typename Codes, typename Take>
void each_run(const Codes& codes, Take&& take) {
  for (auto begin = codes.begin(); begin != codes.end();) {
    const auto end = std::find_if(begin, codes.end(), [&](int code) { return code != *begin; });
    take(*begin, static_cast<int>(end - begin));
    begin = end;
  }
}

std::string as_position(const Position& board) {
  std::string text = "?position=" + to_string(board.cols) + "x" + to_string(board.rows) + "/" +
                     (board.mines < 0 ? "-" : to_string(board.mines)) + ".";
  each_run(board.cells, [&](int code, int length) {
    text += (length > 1 ? to_string(length) : "") + kLetters[code];
  });
  return text + "#analyse";
}

// A sign for each cell. Flags are other ones, but not in the first cell, where JSMinesweeper would
// lose it: the numbers around that one are less.
std::vector<int> signs_of(const Position& board) {
  std::vector<int> signs;
  for (const int code : board.cells)
    signs.push_back(code < kCodeFlag ? code : code == kCodeHidden ? kClosed : kOtherFlag);
  const Grid grid(board.rows, board.cols);
  bool less = signs[0] == kOtherFlag;
  for (const Cell n : grid.around(0)) less &= signs[n] != 0;
  if (!less) return signs;
  signs[0] = kFlag;
  for (const Cell n : grid.around(0)) signs[n] -= signs[n] < kKnown;
  return signs;
}

// A number in at least so many digits, which begin at `zero`.
std::string in_base(int base, int number, int places = 0, int zero = 0) {
  std::string text;
  for (; number || places > 0; number /= base, --places)
    text.insert(text.begin(), kBase62[zero + number % base]);
  return text;
}

std::string as_analysis(const Position& board) {
  const std::string size = said("{}x{}", {board.cols, board.rows});
  std::string text = in_base(62, board.cols, 2) + in_base(62, board.rows, 2);
  text += in_base(62, board.mines, 4);
  each_run(signs_of(board), [&](int sign, int length) {
    const int count = kCounts[sign], zero = std::accumulate(kCounts, kCounts + sign, 0);
    text += count == 1 ? std::string(length, kBase62[zero]) : in_base(count, length, 0, zero);
  });
  return said("https://davidnhill.github.io/JSMinesweeper/index.html?board={}x{}&analysis={}",
              {size, board.mines, text});
}

std::string as_ptt(const Position& board, const Bits& mined) {
  std::string rows = to_string(board.rows), cols = to_string(board.cols);
  rows.insert(0, cols.size() - std::min(rows.size(), cols.size()), '0');
  cols.insert(0, rows.size() - cols.size(), '0');
  std::string size = cols + rows;
  for (const auto& [name, sides] : kSizes)
    if (size == sides) size = name;
  return said("?b={}&m={}", {size, digits_of(mined, kBase32, 5)});
}

// A game that begins at a zero, where no first cell is known.
std::string as_tatham(const Position& board, Bits mined, int first) {
  const auto mines = std::ranges::count(mined, 1);
  mask(mined, false);
  return said("{}x{}n{}:{},{},m{}", {board.cols, board.rows, mines, first % board.cols,
                                     first / board.cols, digits_of(mined, kBase16, 4)});
}

}  // namespace

bool is_link(std::string_view text) {
  const std::string line = plain(text);
  Scanner ptt{line};
  ptt.need('b').need('=').number(line.size());
  const auto query = std::string_view(line).substr(0, line.find('='));
  return line.find('\n') == line.npos &&
         (line.starts_with("http://") || line.starts_with("https://") ||
          (query.size() > 1 && query.size() < line.size() && query[0] == '?' &&
           are(query.substr(1), kBase62.substr(0, 26))) ||
          ptt.rest.starts_with("&m=") || GameId(line).fine);
}

Read read_link(std::string_view text, int most) {
  const std::string line = plain(text);
  if (const GameId id(line); id.fine) return of_tatham(id, most);
  for (const auto& [name, other, read] : kReaders)
    if (!asked(line, name).empty() && !asked(line, other).empty()) return read(line, most);
  return wrong(
      ": this link holds no board; those of mwagent's page, of JSMinesweeper (?board= and "
      "?analysis=), the PTT calculator and LlamaSweeper (?b= and m=) do");
}

Written write_link(const Position& board, std::string_view kind) {
  if (kind == "page") return {as_position(board), ""};
  if (kind == "jsminesweeper")
    return board.mines < 0
               ? Written{"", "a link of JSMinesweeper needs the number of mines; give it first"}
               : Written{as_analysis(board), ""};
  const bool id = kind == "tatham";
  if (auto fault = not_all_marked(board, id ? "such a game ID" : "such a link"); !fault.empty())
    return {"", std::move(fault)};
  Bits mined;
  for (const int code : board.cells) mined.push_back(code == kCodeFlag || code == kCodeMine);
  if (!id)
    return {(kind == "ptt" ? "https://pttacgfans.github.io/Minesweeper-ZiNi-Calculator/"
                           : "https://llamasweeper.com/#/game/zini-explorer") +
                as_ptt(board, mined),
            ""};
  const auto zero = std::ranges::find(board.cells, 0) - board.cells.begin();
  const auto free = std::ranges::find(mined, 0) - mined.begin();
  if (free == board.size())
    return {"", "such a game ID names a cell to begin with, and all have mines"};
  const auto first = board.first >= 0 ? board.first : zero < board.size() ? zero : free;
  return {as_tatham(board, std::move(mined), static_cast<int>(first)), ""};
}

}  // namespace mw::text
