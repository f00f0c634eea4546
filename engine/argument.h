// A proof as the steps a person would make: numbers that leave no choice, then two numbers
// compared, then groups of cells that follow from comparing others, the mines left where the proof
// needs them, and only in the end a supposition that leads to a contradiction. Steps that the
// conclusion does not need are dropped.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "arrange.h"
#include "clues.h"
#include "deduction.h"
#include "groups.h"
#include "patterns.h"
#include "proof.h"
#include "suppose.h"
#include "wording.h"

namespace mw {

enum class Rule { kNumber, kPair, kGroup, kTotal, kContradiction };

struct Step {
  Rule rule;
  std::string text;
  std::vector<int> numbers;  // clues it uses itself
  Group group;               // what it says: the mines in these cells
  std::vector<int> after;    // earlier steps it builds on
};

class Argument {
 public:
  std::vector<Step> steps;

  Argument(const Clues& clues, Arranger& arranger)
      : clues_(clues), arranger_(arranger), say_(clues), value_(clues.grid().size(), kOpen) {}

  // Tells why `cell` is a mine, or safe, by the numbers of a proof.
  void tell(const Proof& proof, Cell cell, bool mine) {
    numbers_ = proof.numbers;
    cell_ = cell;
    steps.clear();
    while (value_[cell] == kOpen && (by_number() || by_pair())) {
    }
    if (value_[cell] == kOpen && !proof.total)
      while (value_[cell] == kOpen && (by_number() || by_pair() || by_groups())) {
      }
    if (value_[cell] == kOpen) proof.total ? by_total(mine) : by_contradiction(mine);
    keep_needed();
    join_alike();
    if (const std::string name = line_pattern(clues_, numbers_); !name.empty() && !steps.empty())
      steps[0].text = "This is a " + name + ". " + steps[0].text;
  }

 private:
  static constexpr int kOpen = -1;

  // What a number says of the cells that are still open.
  struct Rest {
    Group group;
    std::vector<int> after;
    std::vector<Cell> mines;  // known around it
  };

  Rest rest_of(int n) const {
    const Clue& clue = clues_.all[n];
    Rest rest;
    int need = clue.need;
    for (int i = 0; i < clue.count; ++i) {
      const Cell c = clue.cells[i];
      if (value_[c] == kOpen) {
        rest.group.cells.push_back(c);
        continue;
      }
      add(rest.after, value_[c]);
      if (steps[value_[c]].group.all_mines()) rest.mines.push_back(c), --need;
    }
    rest.group.low = rest.group.high = need;
    return rest;
  }

  static void add(std::vector<int>& list, int n) {
    if (std::ranges::find(list, n) == list.end()) list.push_back(n);
  }

  static std::vector<int> both(std::vector<int> a, const std::vector<int>& b) {
    for (int n : b) add(a, n);
    return a;
  }

  void conclude(Rule rule, std::vector<int> numbers, Group group, std::vector<int> after,
                std::string text) {
    if (group.is_settled())
      for (Cell c : group.cells)
        if (value_[c] == kOpen) value_[c] = static_cast<int>(steps.size());
    steps.push_back(
        {rule, std::move(text), std::move(numbers), std::move(group), std::move(after)});
  }

  bool settles(const Group& group) const {
    return group.is_settled() && std::ranges::find(group.cells, cell_) != group.cells.end();
  }

  // A number whose mines are all known, or that has no more hidden cells than mines. One that
  // settles the cell asked for comes first.
  bool by_number() {
    int pick = -1;
    for (int n : numbers_) {
      const Group group = rest_of(n).group;
      if (!group.is_settled() || (pick >= 0 && !settles(group))) continue;
      pick = n;
      if (settles(group)) break;
    }
    if (pick < 0) return false;
    Rest rest = rest_of(pick);
    std::string text = number_text(pick, rest);
    conclude(Rule::kNumber, {pick}, rest.group, rest.after, std::move(text));
    return true;
  }

  std::string number_text(int n, const Rest& rest) const {
    const Group& group = rest.group;
    const std::string number = Wording::capital(say_.number(n));
    const int shown = clues_.number(clues_.all[n]);
    if (group.all_mines())
      return number + " " + say_.needs(n, group.low) + " and has only " +
             plural(group.size(), "hidden cell") + " left for " +
             (group.low == 1 ? "it: " : "them: ") + say_.conclusion(group.cells, true) + ".";
    std::string known;
    if (shown == 0)
      known = " has no mine around it";
    else if (rest.mines.empty() || static_cast<int>(rest.mines.size()) < shown)
      known = shown == 1 ? " has its mine already"
                         : " has all its " + plural(shown, "mine") + " already";
    else
      known =
          std::string(shown == 1 ? " has its mine: " : " has its mines: ") + say_.cells(rest.mines);
    return number + known + ". So " + say_.conclusion(group.cells, false) + ".";
  }

  // Two numbers with common cells.
  bool by_pair() {
    std::vector<Group> groups;
    for (int n : numbers_) groups.push_back(rest_of(n).group);
    int first = -1, second = -1;
    for (std::size_t i = 0; i < groups.size(); ++i)
      for (std::size_t j = 0; j < groups.size(); ++j) {
        if (i == j || !near(numbers_[i], numbers_[j])) continue;
        const Group rest = Overlap(groups[i], groups[j]).only_first;
        if (!rest.is_settled() || (first >= 0 && !settles(rest))) continue;
        first = numbers_[i], second = numbers_[j];
        if (settles(rest)) i = j = groups.size() - 1;
      }
    if (first < 0) return false;
    const Rest a = rest_of(first), b = rest_of(second);
    const Overlap overlap(a.group, b.group);
    conclude(Rule::kPair, {first, second}, overlap.only_first, both(a.after, b.after),
             pair_text(first, second, a.group, b.group, overlap));
    return true;
  }

  // Whether two numbers can have cells in common.
  bool near(int a, int b) const {
    const int cols = clues_.grid().cols();
    const Cell p = clues_.all[a].cell, q = clues_.all[b].cell;
    return std::abs(p / cols - q / cols) <= 2 && std::abs(p % cols - q % cols) <= 2;
  }

  // Why the cells around `a` that do not lie around `b` are safe, or mines.
  std::string pair_text(int a, int b, const Group& first, const Group& second,
                        const Overlap& overlap) const {
    const Group &rest = overlap.only_first, &shared = overlap.shared;
    const std::string name = pair_pattern(clues_, a, b, first, second, rest.all_mines());
    const std::string head = name.empty() ? "" : name + ": ";
    const std::string one = say_.number(a), other = say_.number(b);
    const auto namely = [&](const Group& group) { return ", " + say_.cells(group.cells) + ", "; };
    if (rest.all_mines())
      return head + Wording::capital(one) + " " + say_.needs(a, first.low) +
             ". The cells it shares with " + other + namely(shared) + "hold " +
             range_in_words(0, shared.high) + ". So " + say_.conclusion(rest.cells, true) + ".";
    if (overlap.only_second.cells.empty())
      return head + "Every hidden cell left around " + other + " also lies around " + one +
             ", and both need " + plural(first.low, "mine") + ". " +
             (first.low == 1 ? "It lies" : "They lie") + " there, so " +
             say_.conclusion(rest.cells, false) + ".";
    return head + Wording::capital(other) + " " + say_.needs(b, second.low) + ", and only " +
           say_.cells(overlap.only_second.cells) + " of its hidden cells " +
           (overlap.only_second.size() == 1 ? "does" : "do") + " not lie around " + one +
           " as well. So those that do" + namely(shared) + "hold at least " +
           plural(shared.low, "mine") + ", all that " + one + " needs, and " +
           say_.conclusion(rest.cells, false) + ".";
  }

  // Groups that follow from comparing two others, breadth first, until one settles a cell.
  bool by_groups() {
    Deduction deduction;
    std::vector<std::vector<int>> after;
    for (int n : numbers_) {
      Rest rest = rest_of(n);
      deduction.start(rest.group);
      after.push_back(rest.after);
    }
    const int end = deduction.search(cell_);
    if (end < 0) return false;
    std::vector<int> step_of(deduction.nodes.size(), -1);
    tell_node(deduction, end, after, step_of);
    return true;
  }

  void tell_node(const Deduction& deduction, int at, const std::vector<std::vector<int>>& after,
                 std::vector<int>& step_of) {
    const auto& node = deduction.nodes[at];
    std::vector<int> numbers, earlier;
    for (int parent : {node.first, node.second}) {
      if (parent < static_cast<int>(numbers_.size())) {
        add(numbers, numbers_[parent]);
        earlier = both(earlier, after[parent]);
        continue;
      }
      if (step_of[parent] < 0) tell_node(deduction, parent, after, step_of);
      add(earlier, step_of[parent]);
    }
    std::string text = group_text(deduction, node);
    step_of[at] = static_cast<int>(steps.size());
    conclude(Rule::kGroup, std::move(numbers), node.group, std::move(earlier), std::move(text));
  }

  std::string group_text(const Deduction& deduction, const Deduction::Node& node) const {
    const auto name = [&](int i) {
      return i < static_cast<int>(numbers_.size()) ? say_.number(numbers_[i])
                                                   : say_.cells(deduction.nodes[i].group.cells);
    };
    const auto holds = [&](int i) {
      const Group& g = deduction.nodes[i].group;
      const bool number = i < static_cast<int>(numbers_.size());
      return number
                 ? name(i) + " " + say_.needs(numbers_[i], g.low)
                 : name(i) + (g.size() == 1 ? " holds " : " hold ") + range_in_words(g.low, g.high);
    };
    const Group &first = deduction.nodes[node.first].group,
                &second = deduction.nodes[node.second].group;
    const Overlap overlap(first, second);
    const Group& group = node.group;
    std::string text = Wording::capital(holds(node.first)) + ", and " + holds(node.second) + ". ";
    const bool inside = overlap.only_second.cells.empty() || overlap.only_first.cells.empty();
    if (group.cells != overlap.shared.cells && inside)
      text += std::string("The cells of the ") +
              (overlap.only_second.cells.empty() ? "second" : "first") +
              " are among those of the " +
              (overlap.only_second.cells.empty() ? "first" : "second") + ". ";
    else if (group.cells != overlap.shared.cells)
      text += "They share " + say_.cells(overlap.shared.cells) + ", with " +
              range_in_words(overlap.shared.low, overlap.shared.high) + ". ";
    if (group.is_settled())
      return text + "So " + say_.conclusion(group.cells, group.all_mines()) + ".";
    return text + "So " + (group.cells == overlap.shared.cells ? "what they share, " : "") +
           say_.cells(group.cells) + (group.cells == overlap.shared.cells ? "," : "") +
           (group.size() == 1 ? " holds " : " hold ") + range_in_words(group.low, group.high) + ".";
  }

  // The mines left decide.
  void by_total(bool mine) {
    std::vector<int> after;
    for (std::size_t i = 0; i < steps.size(); ++i) after.push_back(static_cast<int>(i));
    int known = 0;
    for (const Step& step : steps) known += step.group.all_mines() ? step.group.size() : 0;
    const bool fits = arranger_.find(numbers_, cell_, !mine, true) != Arranger::Outcome::kNone;
    const int left = clues_.left, fewest = arranger_.fewest,
              most = arranger_.most + arranger_.free_cells;
    std::string text = left == 0   ? "No mine is left to be found"
                       : left == 1 ? "1 mine is left to be found"
                                   : std::to_string(left) + " mines are left to be found";
    if (known > 0)
      text += known == left ? (left == 1 ? ", the one just found" : ", those just found")
                            : ", " + std::to_string(known) + " of them just found";
    text += ". ";
    const std::string there = say_.cell(cell_),
                      if_not = "If " + there + (mine ? " were safe, " : " were a mine, ");
    const bool counted = !fits && arranger_.counted;
    if (counted && fewest > left)
      text += if_not + (numbers_.empty() ? "there" : "these numbers") + " would " +
              (numbers_.empty() ? "be" : "take") + " at least " + std::to_string(fewest) + ". ";
    else if (counted && most < left)
      text += if_not + "there would be room for only " + std::to_string(most) + ". ";
    else
      text += if_not + "these numbers could not be met with exactly so many. ";
    text += "So " + say_.conclusion({cell_}, mine) + ".";
    conclude(Rule::kTotal, numbers_, {{cell_}, mine, mine}, after, std::move(text));
  }

  // What would follow if the cell were otherwise.
  void by_contradiction(bool mine) {
    std::vector<int> after;
    for (std::size_t i = 0; i < steps.size(); ++i) after.push_back(static_cast<int>(i));
    const auto known = [&](Cell c) {
      return value_[c] == kOpen ? Supposition::kOpen
                                : static_cast<int>(steps[value_[c]].group.all_mines());
    };
    Supposition supposition(clues_, numbers_, known);
    conclude(Rule::kContradiction, numbers_, {{cell_}, mine, mine}, after,
             supposition.tell(cell_, !mine) + " So " + say_.conclusion({cell_}, mine) + ".");
  }

  // Drops the steps that the last one does not build on.
  void keep_needed() {
    std::vector<char> needed(steps.size(), 0);
    if (!needed.empty()) needed.back() = 1;
    for (std::size_t i = steps.size(); i-- > 0;)
      if (needed[i])
        for (int before : steps[i].after) needed[before] = 1;
    std::vector<int> place(steps.size(), -1);
    std::vector<Step> kept;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      if (!needed[i]) continue;
      for (int& before : steps[i].after) before = place[before];
      place[i] = static_cast<int>(kept.size());
      kept.push_back(std::move(steps[i]));
    }
    steps = std::move(kept);
  }

  // Makes one step of many that use a single number each and do not build on each other.
  void join_alike() {
    if (steps.size() <= kManySteps) return;
    std::vector<Step> joined;
    std::vector<int> place(steps.size());
    for (std::size_t i = 0; i < steps.size(); ++i) {
      Step& step = steps[i];
      for (int& before : step.after) before = place[before];
      Step* last = joined.empty() ? nullptr : &joined.back();
      const int at = static_cast<int>(joined.size()) - 1;
      if (last && step.rule == Rule::kNumber && last->rule == Rule::kNumber &&
          step.group.all_mines() == last->group.all_mines() &&
          std::ranges::find(step.after, at) == step.after.end()) {
        add(last->numbers, step.numbers[0]);
        last->group.cells.insert(last->group.cells.end(), step.group.cells.begin(),
                                 step.group.cells.end());
        std::ranges::sort(last->group.cells);
        last->group.low += step.group.low;
        last->group.high += step.group.high;
        last->after = both(last->after, step.after);
        last->text = joined_text(*last);
        place[i] = at;
        continue;
      }
      place[i] = at + 1;
      joined.push_back(std::move(step));
    }
    steps = std::move(joined);
  }

  std::string joined_text(const Step& step) const {
    const bool mines = step.group.all_mines();
    return Wording::capital(say_.numbers(step.numbers)) +
           (mines ? " each have no more hidden cells left than mines they need. So "
                  : " have all their mines. So ") +
           say_.conclusion(step.group.cells, mines) + ".";
  }

  static constexpr std::size_t kManySteps = 4;

  const Clues& clues_;
  Arranger& arranger_;
  Wording say_;
  std::vector<int> value_;  // by cell: the step that settles it
  std::vector<int> numbers_;
  Cell cell_ = Position::kNone;
};

}  // namespace mw
