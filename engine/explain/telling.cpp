#include "explain/telling.h"

#include <algorithm>
#include <type_traits>

#include "explain/patterns.h"
#include "explain/wording.h"

// Counting is to be quick, this is to be small on the page: it takes a fraction of a millisecond.
#ifdef __wasm__
#pragma clang attribute push(__attribute__((minsize)), apply_to = function)
#endif

namespace mw {

namespace {

// Measured as those of argument.cpp are.
constexpr int kMostListed = 3;  // cells around one number that are named one by one

class Teller {
 public:
  Teller(const Clues& clues, Cell cell) : clues_(clues), cell_(cell), say_(clues) {}

  // A supposition that leads to the same end as the one before is not told at length again.
  std::string tell_after(const Step& before, const Step& step) {
    recent_ = before.group.cells;
    const Group& group = step.group;
    if (const auto* pair = std::get_if<ByPair>(&step.by); pair && compares_the_same(before, step)) {
      const int rest = Overlap(pair->first, pair->second).only_first.size();
      const std::string number = say_.number(step.numbers[0]);
      if (is_long(group))
        return "And " + others(group, "the") + " of " + number + " " + are(group) + ".";
      return "And " + say_.conclusion(group.cells, group.all_mines()) +
             (group.size() < rest ? ", among the other cells of "
              : rest == 1         ? ", the other cell of "
                                  : ", the other cells of ") +
             number + ".";
    }
    if (const auto *one = std::get_if<ByMany>(&before.by), *other = std::get_if<ByMany>(&step.by);
        one && other && other->chained && before.numbers == step.numbers)
      return "And " + say_.conclusion(group.cells, group.all_mines()) + ".";
    const Case *one = std::get_if<Case>(&before.by), *other = std::get_if<Case>(&step.by);
    if (!one || !other || !one->is_like(*other)) return tell(step);
    return "In the same way " + say_.conclusion(step.group.cells, step.group.all_mines()) + ".";
  }

  std::string tell(const Step& step) const {
    return std::visit([&](const auto& by) { return tell(step, by); }, step.by);
  }

 private:
  static bool compares_the_same(const Step& before, const Step& step) {
    return std::holds_alternative<ByPair>(before.by) && before.numbers[0] == step.numbers[1] &&
           before.numbers[1] == step.numbers[0];
  }

  // Cells, without their places where the sentence before was about them.
  std::string these(const std::vector<Cell>& cells) const {
    if (cells.size() < 2 || cells != recent_) return say_.cells(cells);
    return say_.point(cells, "these " + std::to_string(cells.size()) + " cells");
  }

  // Whether cells are too many to be named, and not what was asked for.
  bool is_long(const Group& group) const {
    return group.size() > kMostListed && std::ranges::find(group.cells, cell_) == group.cells.end();
  }

  std::string others(const Group& group, const std::string& whose) const {
    return say_.point(group.cells, whose + " " + std::to_string(group.size()) + " other cells");
  }

  static std::string are(const Group& group) {
    return group.all_mines() ? "are mines" : "are safe";
  }

  // What two numbers show of the cells that only one of them touches.
  std::string so_of_pair(const Group& rest, const Group& told) const {
    return is_long(told) && told.size() == rest.size()
               ? "So " + others(told, "its") + " " + are(told) + "."
               : so(told);
  }

  std::string so(const Group& group) const {
    return "So " + say_.conclusion(group.cells, group.all_mines()) + ".";
  }

  std::string tell(const Step& step, const ByNumber& by) const {
    const int n = step.numbers[0], shown = clues_.number(clues_.all[n]);
    const Group& group = by.rest.group;
    const std::string number = capital(say_.number(n));
    const auto& mines = by.rest.mines;
    if (group.all_mines()) {
      const int room = group.size() + static_cast<int>(mines.size());
      return number + " has only " + plural(room, "hidden cell") + " left" +
             (room == shown ? "" : " for " + plural(room, "more mine")) + ": " +
             all_mines(step.group.cells) + ".";
    }
    std::string known = shown == 0   ? " has no mine around it"
                        : shown == 1 ? " has its mine"
                                     : " has its " + plural(shown, "mine");
    if (static_cast<int>(mines.size()) < shown)
      known += " already";
    else if (shown > kMostListed)
      known = " has " + say_.point(mines, "its " + plural(shown, "mine"));
    else if (shown > 0)
      known += ", " + say_.cells(mines);
    return number + known + ". So " + rest_is_safe(step.group.cells, group.size()) + ".";
  }

  std::string all_mines(const std::vector<Cell>& cells) const {
    const bool few = static_cast<int>(cells.size()) <= kMostListed;
    if (few) return say_.conclusion(cells, true);
    if (std::ranges::find(cells, cell_) == cells.end()) return say_.point(cells, "all are mines");
    return say_.point(cells, "all are mines") + ", so " + say_.cell(cell_) + " is one";
  }

  // The cells around a number that has its mines, if they are many and none is left out their
  // count.
  std::string rest_is_safe(const std::vector<Cell>& cells, int all) const {
    const auto count = static_cast<int>(cells.size());
    if (count <= kMostListed || count < all) return say_.conclusion(cells, false);
    return say_.point(cells, "its " + std::to_string(count) + " hidden cells") + " are safe";
  }

  std::string tell(const Step& step, const ByMany& by) const {
    const Group& group = step.group;
    const std::string numbers = capital(say_.numbers(step.numbers));
    if (step.numbers.size() == 1) return numbers + " shows " + found(group) + ".";
    if (by.chained)
      return capital(say_.numbers(step.numbers, kMostInChain)) + " show, one after the other, " +
             found(group) + ".";
    if (group.all_mines()) return numbers + " show " + found(group) + ".";
    return numbers + " have all their mines: " +
           (group.size() <= kMostListed
                ? say_.conclusion(group.cells, false)
                : say_.point(group.cells, std::to_string(group.size()) + " cells around them") +
                      " are safe") +
           ".";
  }

  std::string found(const Group& group) const {
    if (group.size() <= kMostListed || !group.all_mines())
      return "that " + say_.conclusion(group.cells, group.all_mines());
    return say_.point(group.cells, std::to_string(group.size()) + " mines");
  }

  // Why the cells around the first number that do not lie around the second are safe, or mines.
  std::string tell(const Step& step, const ByPair& by) const {
    const int a = step.numbers[0], b = step.numbers[1];
    const Overlap overlap(by.first, by.second);
    const Group &rest = overlap.only_first, &shared = overlap.shared;
    const std::string name = pair_pattern(clues_, a, b, by.first, by.second, rest.all_mines());
    const std::string head = name.empty() ? "" : name + ": ";
    const std::string one = say_.number(a), other = say_.number(b);
    const auto opening = [&](std::string text) {
      return head + (name.empty() ? capital(text) : text);
    };
    if (rest.all_mines())
      return opening(one + shares(a, by.first.low, shared) + other + ". " +
                     so_of_pair(rest, step.group));
    const std::string end = one + ", which needs no more. " + so_of_pair(rest, step.group);
    if (const int own = overlap.only_second.size(); own > 0)
      return opening(other + " has only " +
                     say_.point(overlap.only_second.cells, plural(own, "cell") + " of its own") +
                     " and" + shares(b, by.second.low, shared) + end);
    const std::string more =
        is_reduced(clues_, b, by.second.low) ? " " + say_.needs(b, by.second.low) + " and" : "";
    return opening(other + more + " " +
                   say_.point(shared.cells, shared.size() == 1 ? "shares its only hidden cell"
                                                               : "shares all its hidden cells") +
                   " with " + end);
  }

  std::string tell(const Step& step, const ByGroups& by) const {
    const Overlap overlap(by.first.group, by.second.group);
    const Group& shared = overlap.shared;
    const Group& group = step.group;
    if (is_part(group, shared))
      return capital(subject(by.first)) + ", and " + subject(by.second) + ". " +
             (group.is_settled() ? so(group)
                                 : "So the cells they share, " + say_.cells(group.cells) + "," +
                                       holds(group.size()) + range_in_words(group) + ".");
    const bool is_first = is_part(group, overlap.only_first);
    const ByGroups::Side &whole = is_first ? by.first : by.second,
                         &part = is_first ? by.second : by.first;
    const bool many = whole.number >= 0 && group.size() > kMostListed;
    const std::string rest = many ? others(group, "its") : say_.cells(group.cells);
    const std::string end = group.is_settled()
                                ? so(group)
                                : "So " + rest + holds(group.size()) + range_in_words(group) + ".";
    const auto [n, need] = std::pair(whole.number, whole.group.low);
    const bool with_number = part.number >= 0;
    const std::string named = with_number ? say_.number(part.number) : these(shared.cells);
    if (n < 0)
      return capital(subject(whole)) + ", " +
             of_them(shared, whole.group.high, with_number ? "shared with " : "in ") + named +
             ". " + end;
    if (!with_number)
      return capital(say_.number(n)) + " has " + amount(n, need, shared) + " in " + named + ". " +
             end;
    const int own = (is_first ? overlap.only_second : overlap.only_first).size();
    const bool at_least = shared.low > 0 && shared.low < shared.high && own > 0;
    const std::string why = at_least ? ", which has only " + plural(own, "other cell") : "";
    return capital(say_.number(n)) + shares(n, need, shared) + named + why + ". " + end;
  }

  static bool is_part(const Group& group, const Group& whole) {
    return std::ranges::includes(whole.cells, group.cells);
  }

  // How many of the mines that a number needs lie in a part of its cells: "at most 1 mine", or "1
  // of its last 2 mines" where others are known.
  std::string amount(int n, int need, const Group& part) const {
    const bool reduced = is_reduced(clues_, n, need);
    const auto [low, high] = std::pair(part.low, part.high);
    const std::string last = need == 1 ? "its last mine" : "its last " + plural(need, "mine");
    if (high == 0) return !reduced ? "no mine" : need == 1 ? "no further mine" : "none of " + last;
    if (low == need) {
      if (need == 1) return reduced ? last : "its mine";
      return "all " + (reduced ? last : "its " + plural(need, "mine"));
    }
    const int count = low == high || low > 0 ? low : high;
    const std::string bound = low == high ? "" : low > 0 ? "at least " : "at most ";
    return bound + (reduced ? std::to_string(count) + " of " + last : plural(count, "mine"));
  }

  // How many of its mines a number has in common with another: " shares at most 1 mine with ".
  std::string shares(int n, int need, const Group& shared) const {
    return " " + say_.point(shared.cells, "shares " + amount(n, need, shared)) + " with ";
  }

  // How many of some mines lie in a group: "at most 1 of them in ".
  static std::string of_them(const Group& part, int whole, const std::string& where) {
    const auto [low, high] = std::pair(part.low, part.high);
    if (high == 0) return "none of them " + where;
    if (low == high && low == whole) return (whole == 1 ? "which is " : "all ") + where;
    const std::string bound = low == high ? "" : low == 0 ? "at most " : "at least ";
    return bound + std::to_string(low == 0 ? high : low) + " of them " + where;
  }

  static std::string holds(int cells) { return cells == 1 ? " holds " : " hold "; }

  // What a group says of its cells.
  std::string subject(const ByGroups::Side& side) const {
    const Group& group = side.group;
    if (side.number >= 0)
      return say_.number(side.number) + " " + say_.needs(side.number, group.low);
    return these(group.cells) + holds(group.size()) + range_in_words(group);
  }

  std::string tell(const Step& step, const ByTotal& by) const {
    const bool mine = step.group.all_mines();
    const std::string total = std::to_string(clues_.total);
    std::string text;
    if (by.left == 0)
      return "All " + plural(clues_.total, "mine") + " are found. " + so(step.group);
    text = by.found > 0 ? std::to_string(by.found) + " of " + total + " mines are found; " : "";
    const std::string open =
        by.open == 1 ? "the only cell left" : "the " + std::to_string(by.open) + " cells left";
    text += (by.undecided.empty() ? open : say_.point(by.undecided, open)) +
            (by.open == 1 ? " holds " : " hold ") +
            (by.left == by.open && by.left > 1 ? "as many"
             : by.found > 0 ? "the last " + (by.left == 1 ? std::string() : std::to_string(by.left))
             : by.left == 1 ? std::string("the only mine")
                            : "all " + std::to_string(by.left) + " mines");
    while (text.back() == ' ') text.pop_back();
    text =
        capital(text) + (by.found > 0 && by.left == 1 ? " one. " : ". ") + reason(step, by, mine);
    return text + so(step.group);
  }

  // Why the mines left decide.
  std::string reason(const Step& step, const ByTotal& by, bool mine) const {
    if (by.left == by.open) return "";
    std::vector<int> numbers;
    int needed = 0, around = 0;
    bool touched = false;
    for (const auto& [number, group] : by.takers) {
      numbers.push_back(number);
      needed += group.low;
      around += group.size();
      touched |= std::ranges::find(group.cells, step.group.cells[0]) != group.cells.end();
    }
    const std::string names = numbers.empty() ? "" : capital(say_.numbers(numbers));
    const std::string apart = numbers.size() > 1 ? ", which share no cell," : "";
    if (by.apart && !numbers.empty() && !touched && !mine && needed == by.left)
      return names + apart + (numbers.size() == 1 ? " needs " : " need ") +
             (by.left == 1   ? "it. "
              : by.left == 2 ? "both. "
                             : "them all. ");
    if (by.apart && !numbers.empty() && !touched && mine && by.left - needed == by.open - around)
      return names + apart + (numbers.size() == 1 ? " has " : " have ") + "room for only " +
             std::to_string(needed) + ", and the other " +
             (by.open - around == 1
                  ? "cell has to hold the other. "
                  : std::to_string(by.open - around) + " cells have to hold the others. ");
    const std::string if_not =
        "If " + say_.cell(step.group.cells[0]) + (mine ? " were safe, " : " were a mine, ");
    if (by.counted && by.fewest > by.left)
      return if_not + (numbers.empty() ? "there would be" : "the numbers would take") +
             " at least " + std::to_string(by.fewest) + ". ";
    if (by.counted && by.most < by.left)
      return if_not + "there would be room for only " + std::to_string(by.most) + ". ";
    return if_not + "the numbers could not be met with exactly so many. ";
  }

  std::string tell(const Step& step, const Case& by) const {
    std::string text =
        "Suppose " + say_.cell(by.cell) + (by.mine ? " were a mine. " : " were safe. ");
    text += by.then.empty() && by.clash < 0 ? "" : capital(chain(by));
    if (text.back() == ' ') text.pop_back();
    for (const Case& one : by.cases) tell_case(one, text, 1);
    return text + (by.cases.empty() ? " " : "\n") + so(step.group);
  }

  void tell_case(const Case& here, std::string& text, int level) const {
    text += '\n';
    text.append(static_cast<std::size_t>(2 * level), ' ');
    text += "If ";
    text += say_.cell(here.cell) + (here.mine ? " is a mine" : " is safe");
    text += here.then.empty() && here.clash < 0 ? ":" : ", " + chain(here);
    for (const Case& one : here.cases) tell_case(one, text, level + 1);
  }

  // "the 1 at (3, 4) makes (4, 4) safe, and then the 2 at (5, 4) would have room for only 1 mine."
  std::string chain(const Case& here) const {
    std::string text;
    for (const Case::Consequence& one : here.then)
      text += say_.number(one.number) + " makes " + say_.cells(one.cells) +
              (!one.mines              ? " safe, "
               : one.cells.size() == 1 ? " a mine, "
                                       : " mines, ");
    if (here.clash < 0) return text + "and:";
    return text + (here.then.empty() ? "" : "and ") + say_.number(here.clash) +
           (here.room && here.mines == 0 ? std::string(" has no room for a mine")
            : here.room ? std::string(" has room for only ") + plural(here.mines, "mine")
                        : std::string(" has ") + plural(here.mines, "mine")) +
           ".";
  }

  std::string tell(const Step& step, const ByCounting&) const {
    return capital(say_.numbers(step.numbers)) + " together leave no arrangement in which " +
           say_.cell(cell_) + (step.group.all_mines() ? " is safe" : " is a mine") +
           ": it takes a computer to try them all. " + so(step.group);
  }

  const Clues& clues_;
  const Cell cell_;
  Wording say_;
  std::vector<Cell> recent_;  // what the step before is about
};

// Where most of the numbers lie, seen from the cell; empty where they lie all around it.
std::string direction(const Clues& clues, const std::vector<int>& numbers, Cell cell) {
  const int cols = clues.grid().cols();
  int down = 0, right = 0;
  for (int n : numbers) {
    down += clues.all[n].cell / cols - cell / cols;
    right += clues.all[n].cell % cols - cell % cols;
  }
  const auto count = static_cast<int>(numbers.size());
  const std::string rows = 2 * down > count ? "below" : 2 * down < -count ? "above" : "";
  const std::string sides = 2 * right > count    ? "to the right"
                            : 2 * right < -count ? "to the left"
                                                 : "";
  return rows + (rows.empty() || sides.empty() ? "" : " and ") + sides;
}

}  // namespace

std::vector<std::string> tell(const Clues& clues, const std::vector<Step>& steps, Cell cell) {
  Teller teller(clues, cell);
  std::vector<std::string> texts;
  std::vector<int> numbers;
  for (const Step& step : steps) {
    texts.push_back(texts.empty() ? teller.tell(step) : teller.tell_after(*(&step - 1), step));
    for (int n : step.numbers)
      if (std::ranges::find(numbers, n) == numbers.end()) numbers.push_back(n);
  }
  std::ranges::sort(numbers);
  if (const std::string name = line_pattern(clues, numbers); !name.empty() && !texts.empty())
    texts[0] = "This is a " + name + ". " + texts[0];
  return texts;
}

std::string nudge(const Clues& clues, const Proof& proof, const std::vector<Step>& steps,
                  Cell cell) {
  if (proof.total) return "Count the mines that are left, and where they have to be.";
  const std::string where = direction(clues, proof.numbers, cell);
  const std::string look = "Look " + (where.empty() ? "around this cell" : where) + ": ";
  if (proof.numbers.size() == 1) return look + "a single number settles it.";
  if (!steps.empty() && steps.back().rule == Technique::kContradiction)
    return look + "suppose it were otherwise, and follow where that leads.";
  if (proof.numbers.size() == 2) return look + "two numbers settle it, by the cells they share.";
  return look + std::to_string(proof.numbers.size()) + " numbers settle it, one after the other.";
}

}  // namespace mw

#ifdef __wasm__
#pragma clang attribute pop
#endif
