#include "text/replay.h"

#include <charconv>
#include <list>
#include <utility>

#include "explain/json.h"
#include "text/lines.h"
#include "text/mouse.h"

namespace mw::text {

namespace {

using std::to_string;

constexpr std::string_view kBlanks = " \t", kDigits = "0123456789",
                           kLowercase = "abcdefghijklmnopqrstuvwxyz";
const std::string kMouse = "mv, lc, lr, rc, rr, mc, mr, sc, mt";
const std::string kWon = "won, win", kLost = "lost, loss, boom, blast";

// What stands before the board, key by key.
struct Keys {
  std::string& operator[](std::string_view key) {
    for (auto& [name, value] : lines)
      if (name == key) return value;
    return lines.emplace_back(key, "").second;
  }

  std::list<std::pair<std::string, std::string>> lines;
};

struct Replay {
  Keys head = {};
  Position key = {};
  std::vector<Event> events = {};
  std::string_view said = "";  // how it ended
  std::string wrong = "";
};

std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
  return text;
}

// Takes signs from the front of a text.
std::string_view take(std::string_view& text, std::string_view signs) {
  const auto taken = text.substr(0, text.find_first_not_of(signs));
  text.remove_prefix(taken.size());
  return taken;
}

bool take_number(std::string_view& text, int& number) {
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return fault == std::errc();
}

bool take_pair(std::string_view text, int& one, int& other, std::string_view end) {
  return take_number(text, one) && !take(text, kBlanks).empty() && take_number(text, other) &&
         text.starts_with(end);
}

// Seconds with or without parts of them, such as 12.345.
bool take_seconds(std::string_view& text, double& seconds) {
  const bool less = text.starts_with('-');
  int whole = 0;
  if (!take_number(text, whole)) return false;
  double part = 0, power = 1;
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    for (const char digit : take(text, kDigits).substr(0, 9))
      part = part * 10 + (digit - '0'), power *= 10;
  }
  seconds = (whole * power + (less ? -part : part)) / power;
  return true;
}

bool is_among(std::string_view word, const std::string& list) {
  return said(", {},", {list}).find(said(", {},", {word})) != list.npos;
}

std::string_view end_of(std::string_view word) {
  return is_among(word, kWon) ? "won" : is_among(word, kLost) ? "lost" : "";
}

// A whole number of the head, or what is wrong with it.
int whole(Replay& replay, std::string key, int least, int most) {
  const std::string value = replay.head[key];
  std::string_view text = value;
  int number = 0;
  if (take_number(text, number) && text.empty() && number >= least && number <= most) return number;
  key[0] = static_cast<char>(key[0] - 32);
  if (replay.wrong.empty())
    replay.wrong =
        said("this .rawvf replay is to have a line '{}: N' with {} to {} before its board, got {}",
             {key, least, most, quoted(value)});
  return 0;
}

std::string read_board(const std::vector<Line>& lines, std::size_t at, Replay& replay, int most) {
  if (lower(replay.head["level"]) == "marathon")
    return "this .rawvf replay is a marathon of several boards, which is not read";
  Position& key = replay.key;
  key.rows = whole(replay, "height", 1, most);
  key.cols = whole(replay, "width", 1, most);
  if (!replay.wrong.empty()) return replay.wrong;
  for (int row = 0; row < key.rows; ++row, ++at) {
    const auto signs = at < lines.size() ? stripped(lines[at].signs) : std::u32string_view();
    if (static_cast<int>(signs.size()) != key.cols ||
        signs.find_first_not_of(U"*012345678") != signs.npos)
      return said(
          "line {}: row {} of the board is to have {} signs, * for a mine and 0 for none, got {}",
          {at + 1, row, key.cols, quoted(signs)});
    for (const char32_t sign : signs) key.cells.push_back(sign == U'*' ? kCodeMine : 0);
  }
  count_numbers(key);
  key.mines = static_cast<int>(std::ranges::count(key.cells, kCodeMine));
  if (!replay.head["mines"].empty() && whole(replay, "mines", 0, most * most) != key.mines &&
      replay.wrong.empty())
    return said("the board has {} mines, its head says {}", {key.mines, replay.head["mines"]});
  return replay.wrong;
}

// Reads one line below the board; gives what is wrong with it.
std::string read_event(std::string_view line, int pixels, Replay& replay) {
  double seconds = 0;
  if (!take_seconds(line, seconds) || take(line, kBlanks).empty()) return "";
  const std::string kind(take(line, kLowercase));
  if (kind.empty() || line.find_first_of("0123456789_ABCDEFGHIJKLMNOPQRSTUVWXYZ") == 0) return "";
  take(line, kBlanks);
  if (replay.said.empty()) replay.said = end_of(kind);
  int x = 0, y = 0;
  bool placed = false;
  for (auto at = line.find('('); at != line.npos && !placed; at = line.find('(', at + 1))
    placed = take_pair(line.substr(at + 1), x, y, ")");
  if (!is_among(kind, kMouse + ", cc, pf"))  // these two of files in other formats
    return placed ? said("{} is no event of the mouse; there are {}",
                         {quoted(std::string_view(kind)), kMouse})
                  : "";  // what became of the board
  auto& events = replay.events;
  if (!events.empty() && seconds < events.back().seconds)
    return "this event comes before the one above it";
  if (placed)
    events.push_back({seconds, kind, double(y) / pixels, double(x) / pixels});
  else if (take_pair(line, x, y, ""))
    events.push_back({seconds, kind, y - 0.5, x - 0.5});
  else if (line.empty() && !events.empty())
    events.push_back({seconds, kind, events.back().row, events.back().col});
  else
    return "this event has no place, such as '3 4 (35 50)'";
  return "";
}

Replay read_replay(const std::vector<Line>& lines, int most) {
  Replay replay;
  replay.head["squaresize"] = "16";
  std::size_t at = 0;
  for (std::string key; key != "board"; ++at) {
    if (at == lines.size()) {
      replay.wrong = "this is no .rawvf replay: it has no line 'Board:'";
      return replay;
    }
    const std::u32string_view line = lines[at].signs;
    const auto colon = line.find(U':');
    if (colon == line.npos) continue;
    key = lower(utf8(stripped(line.substr(0, colon))));
    replay.head[key] = utf8(stripped(line.substr(colon + 1)));
  }
  replay.wrong = read_board(lines, at, replay, most);
  const int pixels = whole(replay, "squaresize", 1, most * most);
  replay.said = end_of(lower(replay.head["status"]));
  for (at += replay.key.rows; at < lines.size() && replay.wrong.empty(); ++at) {
    const auto fault = read_event(utf8(stripped(lines[at].signs)), pixels, replay);
    if (!fault.empty()) replay.wrong = said("line {}: {}", {at + 1, fault});
  }
  return replay;
}

// Who played, how long, where, and where it does not end as the file says, that.
std::string title_of(Replay& replay, const std::string& program, const MouseGame& game) {
  auto time = replay.head["time"];
  std::ranges::replace(time, ',', '.');
  std::string_view rest = time;
  double seconds = 0;
  std::string shown, other;
  if (take_seconds(rest, seconds) && rest.empty() && seconds >= 0) {
    const auto parts = std::llround(1000 * seconds);
    shown = said("{}.{} s", {parts / 1000, std::to_string(1000 + parts % 1000).substr(1)});
  }
  const std::string stage = game.lost ? "lost" : game.closed ? "" : "won";
  if (!replay.said.empty() && replay.said != stage)
    other = std::string(replay.said) + " by its file, which as played " +
            (stage.empty() ? said("leaves {} cells closed", {game.closed}) : "is " + stage);
  std::string title;
  for (const std::string& part : {replay.head["player"], shown, program, other})
    title += (title.empty() || part.empty() ? "" : ", ") + part;
  for (char& c : title) c = c >= 0 && c < ' ' ? ' ' : c;
  return title;
}

}  // namespace

std::string replay_as_json(std::string_view bytes, int most) {
  const auto [lines, fault] = lines_of(bytes, true);
  Replay replay = read_replay(lines, most);
  if (!fault.empty()) replay.wrong = fault;
  Json json(std::max(replay.key.cols, 1));
  json.open('{');
  if (!replay.wrong.empty()) return json.key("wrong").text(replay.wrong).close('}').str();
  auto& head = replay.head;
  const bool marks = lower(head["marks"].empty() ? head["questionmarks"] : head["marks"]) == "on";
  MouseGame game(replay.key, marks, lower(head["superclick"]) == "on");
  for (const Event& event : replay.events) game.take(event);
  std::string program = head["program"];
  program += (program.empty() || head["version"].empty() ? "" : " ") + head["version"];
  json.key("format").text("minesweeper-game").key("version").number(1);
  json.key("title").text(title_of(replay, program, game)).key("source").text(program);
  json.key("rows").number(replay.key.rows).key("cols").number(replay.key.cols);
  json.key("clicks").number(game.clicks).key("mines").open('[');
  for (Cell c = 0; c < replay.key.size(); ++c)
    if (replay.key.cells[c] == kCodeMine) json.cell(c);
  json.close(']').key("moves").open('[');
  for (const auto& [did, cell, seconds] : game.moves) {
    json.open('{').key("kind").text(did).key("cell").cell(cell);
    json.key("seconds").thousandths(1000 * seconds).close('}');
  }
  json.close(']').key("pointer").open('[');
  double row = -1e9, col = -1e9;
  for (const Event& event : replay.events) {
    if (event.kind == "pf" || (event.row == row && event.col == col)) continue;
    row = event.row, col = event.col;
    json.open('[').thousandths(1000 * event.seconds);
    json.thousandths(10 * std::round(100 * row)).thousandths(10 * std::round(100 * col)).close(']');
  }
  return json.close(']').close('}').str();
}

}  // namespace mw::text
