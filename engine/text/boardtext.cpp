#include "text/boardtext.h"

#include <algorithm>
#include <utility>

#include "explain/json.h"
#include "text/layouts.h"
#include "text/lines.h"
#include "text/links.h"
#include "text/signs.h"

namespace mw::text {

namespace {

constexpr int kMostWeighed = 1000;                // rows or columns of boards in foreign notations
constexpr std::int64_t kMostCells = 400'000'000;  // that are weighed of all that is possible
constexpr std::size_t kMostShown = 8;             // notations to choose from
constexpr std::size_t kLargest = 2'000'000;       // bytes: 250x250 cells take fewer in any format

struct Candidate {
  std::vector<std::string> parts;
  Position position;
  Weight weight;
  bool plain;  // cells and nothing else, of which none has two meanings
};

bool has(const std::vector<std::string>& parts, std::string_view part) {
  return std::find(parts.begin(), parts.end(), part) != parts.end();
}

Answer refused(std::string sentence, std::vector<std::string> choices = {}) {
  return {{}, "", std::move(sentence), std::move(choices)};
}

std::string joined(const std::vector<std::string>& parts) {
  std::string name;
  for (const auto& part : parts) name += (name.empty() ? "" : "+") + part;
  return name;
}

std::vector<std::string> parted(std::string_view name) {
  std::vector<std::string> parts;
  while (!name.empty()) {
    const auto end = std::min(name.find('+'), name.size());
    parts.emplace_back(name.substr(0, end));
    name.remove_prefix(std::min(end + 1, name.size()));
  }
  return parts;
}

// Takes the lines that say the total in words, and what stands around a board: fences of code.
std::vector<Line> without_words(std::vector<Line> lines, int& mines) {
  const auto is_words = [&](const Line& line) {
    std::u32string text(stripped(line.signs));
    if (text.starts_with(U"```")) return true;
    for (char32_t& c : text) c = c >= U'A' && c <= U'Z' ? c + 32 : c;
    const auto word = std::min(text.find(U"mines"), text.find(U"bombs"));
    if (word == text.npos) return false;
    std::u32string digits, others;
    for (const char32_t c : text) (c >= U'0' && c <= U'9' ? digits : others) += c;
    if (text.find(U"left") != text.npos) return false;  // of which flags are taken away
    if (others.find_first_not_of(U"#minesbo ofttal:=") != others.npos) return false;
    if (number_in(digits, 6) < 0) return false;
    mines = number_in(digits, 6);
    return true;
  };
  std::erase_if(lines, is_words);
  return lines;
}

// Finds the candidates of one sheet: all that its signs can mean together.
class Meanings {
 public:
  Meanings(const Sheet& sheet, int mines, std::vector<Candidate>& found)
      : sheet_(sheet), found_(found) {
    position_.rows = static_cast<int>(sheet.rows.size());
    position_.cols = static_cast<int>(sheet.rows[0].size());
    position_.mines = sheet.mines >= 0 ? sheet.mines : mines;
    for (const auto& row : sheet.rows)
      for (const char32_t sign : row) note(sign & ~kSpoiler);
    std::ranges::stable_partition(places_,
                                  [](int place) { return kSigns[place].word != "question"; });
  }

  void find(std::int64_t& work) {
    work_ = &work;
    settle(0, sheet_.parts);
    find_map();
  }

 private:
  void note(char32_t sign) {
    const int place = place_of(sign);
    if (place < 0)
      numbers_ = true, ones_ |= sign == U'1', others_ |= sign != U'1';
    else if (!std::ranges::count(places_, place))
      places_.push_back(place);
  }

  // Gives the signs from `next` on a meaning each.
  void settle(std::size_t next, const std::vector<std::string>& parts) {
    if (next == places_.size()) {
      add(parts);
      return;
    }
    const Sign& sign = kSigns[places_[next]];
    for (const char meaning : sign.meanings) {
      const bool question = sign.word == "question", by_letters = has_sign("letter-h");
      if (question && meaning == 'h' ? !(by_letters || has_sign("hash")) && means(meaning)
          : question                 ? !by_letters
                                     : means(meaning))
        continue;
      const std::string part = part_of(sign, meaning);
      if (!go_together(parts, part)) continue;
      auto more = parts;
      if (!part.empty() && !has(more, part)) more.push_back(part);
      meant_.emplace_back(places_[next], meaning);
      settle(next + 1, more);
      meant_.pop_back();
    }
  }

  // Our codes and those of ms_toollib are the same numbers.
  static std::string part_of(const Sign& sign, char meaning) {
    if (sign.word == "nine" && meaning == 'f') return "codes";
    if (sign.word == "ten") return meaning == 'm' ? "codes" : "toollib";
    if (sign.word == "eleven") return meaning == 'h' ? "codes" : "toollib";
    if (sign.meanings.size() == 1) return "";
    const std::string_view word = meaning == 'h'   ? "-closed"
                                  : meaning == 'o' ? "-open"
                                  : meaning == 'm' ? "-mine"
                                                   : "-flag";
    return std::string(sign.word) + std::string(word);
  }

  static bool go_together(const std::vector<std::string>& parts, std::string_view part) {
    for (const std::string_view one : {"codes", "toollib", "nine-mine"})
      if (one != part && has(parts, one) &&
          (part == "codes" || part == "toollib" || part == "nine-mine"))
        return false;
    return true;
  }

  bool has_sign(std::string_view word) const {
    return std::ranges::any_of(places_, [&](int place) { return kSigns[place].word == word; });
  }

  // Whether a sign before has this meaning.
  bool means(char meaning) const {
    return std::ranges::any_of(meant_, [&](const auto& one) { return one.second == meaning; });
  }

  char meaning_of(int place) const {
    return std::ranges::find(meant_, place, &std::pair<int, char>::first)->second;
  }

  void add(const std::vector<std::string>& parts) {
    bool covered = false, uncovered = false;
    for (const auto& row : sheet_.rows)
      for (const char32_t sign : row) (sign & kSpoiler ? covered : uncovered) = true;
    const bool mixed = covered && uncovered;
    for (const bool closed : {false, true}) {
      if (closed && !mixed) continue;
      auto named = parts;
      if (mixed) named.emplace_back(closed ? "spoilers-closed" : "spoilers-shown");
      position_.cells.clear();
      for (const auto& row : sheet_.rows)
        for (const char32_t sign : row)
          position_.cells.push_back(closed && (sign & kSpoiler) ? kCodeHidden : code_of(sign));
      keep(std::move(named));
    }
  }

  std::int8_t code_of(char32_t sign) const {
    const int place = place_of(sign & ~kSpoiler);
    if (place < 0) return static_cast<std::int8_t>((sign & ~kSpoiler) - U'0');
    const char meaning = meaning_of(place);
    return meaning == 'h'   ? kCodeHidden
           : meaning == 'm' ? kCodeMine
           : meaning == 'f' ? kCodeFlag
                            : 0;
  }

  // Where the mines lie, and nothing else: two signs, such as * and . or 1 and 0.
  void find_map() {
    std::string_view mine, other;
    for (const int place : places_) {
      const auto means = [&](char meaning) {
        return kSigns[place].meanings.find(meaning) != std::string_view::npos;
      };
      if (means('m') && kSigns[place].word != "question" && mine.empty())
        mine = kSigns[place].word;
      else if (means('o') && other.empty())
        other = kSigns[place].word;
      else
        return;
    }
    const bool by_ones = mine.empty() && other == "zero" && ones_ && !others_;
    if (other.empty() || (by_ones ? !numbers_ : mine.empty() || numbers_)) return;
    position_.cells.clear();
    for (const auto& row : sheet_.rows)
      for (const char32_t sign : row) {
        const int place = place_of(sign & ~kSpoiler);
        const bool is_mine = place < 0 || kSigns[place].word == mine;
        position_.cells.push_back(is_mine ? kCodeMine : 0);
      }
    count_numbers(position_);
    auto named = sheet_.parts;
    named.emplace_back("map");
    keep(std::move(named));
  }

  void keep(std::vector<std::string> parts) {
    *work_ -= static_cast<std::int64_t>(position_.cells.size());
    if (*work_ < 0) return;
    const bool whole = std::ranges::none_of(
        position_.cells, [](int code) { return code == kCodeHidden || code == kCodeFlag; });
    if (whole) parts.emplace_back("whole");
    const std::size_t ours = has(parts, "separated") && has(parts, "codes");
    const std::size_t asked = has(parts, "question-closed");
    const bool plain = sheet_.parts.size() == 1 && parts.size() == 1 + whole + ours + asked;
    found_.push_back({std::move(parts), position_, weight_of(position_), plain});
  }

  const Sheet& sheet_;
  std::vector<Candidate>& found_;
  Position position_;
  std::vector<int> places_;                  // of the signs of the sheet, in kSigns
  std::vector<std::pair<int, char>> meant_;  // what they mean just now
  bool numbers_ = false, ones_ = false, others_ = false;
  std::int64_t* work_ = nullptr;
};

// Keeps what passes; false, and all of it, where nothing does.
template <typename Passes>
bool keep_if(std::vector<Candidate>& candidates, Passes&& passes) {
  if (std::ranges::none_of(candidates, passes)) return false;
  std::erase_if(candidates, [&](const Candidate& one) { return !passes(one); });
  return true;
}

// Leaves one candidate of those that give the same board.
void keep_different(std::vector<Candidate>& candidates) {
  std::vector<Candidate> kept;
  for (Candidate& one : candidates)
    if (std::ranges::none_of(kept, [&](const auto& k) { return k.position == one.position; }))
      kept.push_back(std::move(one));
  candidates = std::move(kept);
}

// A name for each of several notations: their parts that not all of them have.
std::vector<std::string> choices_of(const std::vector<Candidate>& candidates) {
  std::vector<std::string> names;
  for (const Candidate& one : candidates) {
    std::vector<std::string> own;
    for (const auto& part : one.parts) {
      const bool common = std::ranges::all_of(
          candidates, [&](const Candidate& other) { return has(other.parts, part); });
      if (!common && part != "whole") own.push_back(part);
    }
    names.push_back(joined(own.empty() ? one.parts : own));
  }
  return names;
}

// The name of a notation; ours have short ones.
std::string name_of(const Candidate& one) {
  auto parts = one.parts;
  std::erase(parts, "whole");
  if (joined(parts) == "solid") return "text";
  if (joined(parts) == "separated" || joined(parts) == "separated+codes") return "codes";
  if (parts.size() > 1) std::erase(parts, "solid");
  return joined(parts);
}

Answer choose(std::vector<Candidate>& found, const Question& asked) {
  const std::string wanted(asked.notation);
  const auto parts = parted(wanted);
  const auto is_wanted = [&](const Candidate& one) {
    return std::ranges::all_of(parts, [&](const auto& part) { return has(one.parts, part); });
  };
  if (!keep_if(found, is_wanted) && wanted != "whole") {
    keep_different(found);
    return refused(said(": this is no board in the notation {}; it could be {}",
                        {wanted, choices_of(found).front()}));
  }
  // What was named without a part that others have is meant without it.
  const auto exact = [&](const Candidate& one) {
    return std::ranges::all_of(one.parts, [&](const auto& part) { return has(parts, part); });
  };
  if (!parts.empty()) keep_if(found, exact);
  const bool possible =
      keep_if(found, [](const auto& one) { return one.weight > Weight::kImpossible; });
  keep_if(found, [](const auto& one) { return one.weight == Weight::kPlausible; });
  keep_different(found);
  if (!possible && !(found.size() == 1 && found[0].plain && has(found[0].parts, "solid"))) {
    const Position& board = found[0].position;
    const Cell c = std::max(without_room(board), 0);
    return refused(
        said(", cell ({}, {}): no board can look like this, in no notation that is known; see that "
             "all of it is there",
             {c / board.cols, c % board.cols}));
  }
  const bool odd = found[0].weight == Weight::kOdd && !found[0].plain;
  if (found.size() == 1 && (!odd || !parts.empty()))
    return {found[0].position, name_of(found[0]), "", {}};
  auto choices = choices_of(found);
  if (choices.size() > kMostShown) choices.resize(kMostShown);
  std::string told;
  for (const auto& choice : choices) told += (told.empty() ? "" : ", ") + choice;
  const std::string doubt =
      found.size() == 1
          ? ": this is an odd board, with too many flags or closed cells beside zeros"
          : said(": this can be read in {} ways that give different boards", {found.size()});
  return refused(said("{}; name the notation that is meant: {}", {doubt, told}),
                 std::move(choices));
}

Answer own(Read read, const char* notation) {
  return {std::move(read.position), notation, std::move(read.wrong), {}};
}

// Whether rows of numbers stand in it, and else nothing but heads and comments.
bool is_codes(const std::vector<Line>& lines) {
  bool rows = false;
  for (const Line& one : lines) {
    const auto line = stripped(one.signs);
    const bool row = line.find_first_not_of(U"0123456789,; \t") == line.npos;
    if (!row && !line.starts_with(U"#")) return false;
    rows |= row && !line.empty();
  }
  return rows;
}

Answer weighed(const Question& asked, const std::vector<Line>& plain) {
  int mines = -1;
  const auto lines = without_words(lines_of(asked.bytes).lines, mines);
  const auto is_blank = [](const Line& line) { return stripped(line.signs).empty(); };
  if (std::ranges::all_of(lines, is_blank)) return refused(": there is no board in an empty text");
  if (lines.size() > kMostWeighed)
    return refused(": this has too many lines for a board, " + std::to_string(lines.size()));
  Sheets sheets = sheets_of(lines);
  std::vector<Candidate> found;
  std::int64_t work = kMostCells;
  for (const Sheet& sheet : sheets.sheets) Meanings(sheet, mines, found).find(work);
  if (work < 0) return refused(": this could be too many things; name its notation");
  const bool possible =
      std::ranges::any_of(found, [](const auto& one) { return one.weight > Weight::kImpossible; });
  if (!possible && is_codes(plain)) return own(read_codes(plain, asked.trust_flags), "codes");
  if (found.empty())
    return refused(
        (sheets.sheets.empty() ? sheets.wrong : ": these signs do not go together on one board"));
  return choose(found, asked);
}

}  // namespace

Answer read_board(const Question& asked) {
  const auto wanted = asked.notation;
  const bool any = wanted.empty() || wanted == "whole";
  if (asked.most && asked.bytes.size() > kLargest)
    return refused(said(": the file has {} bytes, too many for a board", {asked.bytes.size()}));
  if (wanted == "mbf") return own(read_mbf(asked.bytes, asked.most), "mbf");
  if (wanted == "link" || (any && is_link(asked.bytes)))
    return own(read_link(asked.bytes, asked.most ? asked.most : kMostWeighed), "link");
  const Lines plain = lines_of(asked.bytes, true);
  if (!plain.wrong.empty()) return refused(", " + plain.wrong);
  const auto& lines = plain.lines;
  Answer answer;
  if (wanted == "codes" || (any && has_head_of_codes(lines) && is_codes(lines)))
    answer = own(read_codes(lines, asked.trust_flags), "codes");
  else if (wanted == "text" || (any && is_printed_text(lines)))
    answer = own(read_text(lines), "text");
  else if (wanted == "mine" || (any && begins_as_mine(lines)))
    answer = own(read_mine(lines), "mine");
  else if (const auto whole = joined(lines); any && is_mgb(whole))
    answer = own(read_mgb(whole), "mgb");
  else
    answer = weighed(asked, lines);
  const Position& board = answer.position;
  if (asked.most && std::max(board.rows, board.cols) > asked.most)
    return refused(too_large(board, asked.most));
  return answer;
}

Written written(const Position& board, std::string_view kind) {
  return kind == "csv"    ? write_codes(board)
         : kind == "mine" ? write_mine(board)
         : kind == "mbf"  ? write_mbf(board)
                          : write_link(board, kind);
}

std::string board_as_json(const Question& question) {
  const Answer answer = read_board(question);
  const Position& board = answer.position;
  Json json(std::max(board.cols, 1));
  json.open('{');
  if (!answer.wrong.empty()) {
    json.key("wrong").text(answer.wrong).key("choices").open('[');
    for (const auto& choice : answer.choices) json.text(choice);
    return json.close(']').close('}').str();
  }
  json.key("notation").text(answer.notation);
  json.key("rows").number(board.rows).key("cols").number(board.cols);
  json.key("mines");
  board.mines < 0 ? json.null() : json.number(board.mines);
  json.key("first");
  board.first < 0 ? json.null() : json.number(board.first);
  std::string cells;
  for (const int code : board.cells) cells += "012345678F*#"[code];
  return json.key("cells").text(cells).close('}').str();
}

}  // namespace mw::text
