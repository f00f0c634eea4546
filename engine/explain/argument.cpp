#include "explain/argument.h"

#include <algorithm>

namespace mw {

namespace {

constexpr int kOpen = -1;
// How texts come to be short and quick: benchmarks/engine/explanations.py counts their words, and
// the figures are in docs/design.md, "Why a cell is safe".
constexpr std::size_t kManySteps = 2;     // before those by single numbers are told as one
constexpr int kDeepest = 2;               // cases within cases
constexpr std::size_t kWidest = 60;       // numbers of which cases are looked for
constexpr std::size_t kMostPointed = 40;  // undecided cells that are pointed at one by one

std::vector<int> both(std::vector<int> a, const std::vector<int>& b) {
  for (int n : b) add(a, n);
  return a;
}

bool has(const std::vector<Cell>& cells, Cell cell) {
  return std::ranges::find(cells, cell) != cells.end();
}

class Arguer {
 public:
  Arguer(const Clues& clues, Arranger& arranger, const Proof& proof, Cell cell)
      : clues_(clues),
        arranger_(arranger),
        numbers_(proof.numbers),
        cell_(cell),
        value_(clues.grid().size(), kOpen) {}

  std::vector<Step> argue(bool mine, bool total, bool groups) {
    if (total) {
      while (is_open() && (by_number() || by_pair())) {
      }
      if (is_open()) by_total(mine);
    } else {
      while (is_open() && (by_number() || by_pair() || (!groups && by_chain(mine)) || by_groups() ||
                           by_supposing(mine))) {
      }
      if (is_open())
        conclude(Technique::kContradiction, numbers_, settled(mine), {}, {}, ByCounting{});
    }
    keep_needed(total);
    if (total) {
      fold();
    } else {
      join_alike();
      fold_chains();
    }
    return std::move(steps_);
  }

 private:
  bool is_open() const { return value_[cell_] == kOpen; }
  Group settled(bool mine) const { return {{cell_}, mine, mine}; }

  Rest rest_of(int n) const {
    const Clue& clue = clues_.all[n];
    Rest rest;
    int need = clue.need;
    for (Cell c : clue.cells) {
      if (value_[c] == kOpen) {
        rest.group.cells.push_back(c);
        continue;
      }
      if (!steps_[value_[c]].group.all_mines()) {
        rest.safe.push_back(c);
        continue;
      }
      rest.mines.push_back(c);
      --need;
    }
    rest.group.low = rest.group.high = need;
    return rest;
  }

  static std::vector<Cell> known(const Rest& rest) { return both(rest.safe, rest.mines); }

  template <typename By>
  void conclude(Technique rule, std::vector<int> numbers, Group group, std::vector<int> after,
                std::vector<Cell> uses, By by) {
    for (Cell c : uses) add(after, value_[c]);
    if (group.is_settled())
      for (Cell c : group.cells)
        if (value_[c] == kOpen) value_[c] = static_cast<int>(steps_.size());
    steps_.push_back({rule, std::move(numbers), std::move(group), std::move(after), std::move(uses),
                      std::move(by)});
  }

  bool settles(const Group& group) const { return group.is_settled() && has(group.cells, cell_); }

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
    // Of a number that has all its mines it does not matter which cells are safe, nor the reverse.
    Rest rest = rest_of(pick);
    conclude(Technique::kNumber, {pick}, rest.group, {},
             rest.group.all_mines() ? rest.safe : rest.mines, ByNumber{rest});
    return true;
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
    conclude(Technique::kPair, {first, second}, Overlap(a.group, b.group).only_first, {},
             both(known(a), known(b)), ByPair{a.group, b.group});
    return true;
  }

  // Whether two numbers can have cells in common.
  bool near(int a, int b) const {
    return clues_.grid().distance(clues_.all[a].cell, clues_.all[b].cell) <= 2;
  }

  // Groups that follow from comparing two others, breadth first, until one settles a cell.
  bool by_groups() {
    Deduction deduction;
    for (int n : numbers_) deduction.start(rest_of(n).group);
    const int end = deduction.search(cell_);
    if (end < 0) return false;
    std::vector<int> step_of(deduction.nodes.size(), -1);
    take(deduction, end, step_of);
    return true;
  }

  void take(const Deduction& deduction, int at, std::vector<int>& step_of) {
    const auto& node = deduction.nodes[at];
    std::vector<int> numbers, earlier;
    std::vector<Cell> uses;
    const auto side = [&](int parent) -> ByGroups::Side {
      const Group& group = deduction.nodes[parent].group;
      if (parent < static_cast<int>(numbers_.size())) {
        add(numbers, numbers_[parent]);
        uses = both(uses, known(rest_of(numbers_[parent])));
        return {numbers_[parent], group};
      }
      if (step_of[parent] < 0) take(deduction, parent, step_of);
      add(earlier, step_of[parent]);
      steps_[step_of[parent]].compared = true;
      return {-1, group};
    };
    ByGroups by{side(node.first), side(node.second)};
    step_of[at] = static_cast<int>(steps_.size());
    conclude(Technique::kGroup, std::move(numbers), node.group, std::move(earlier), std::move(uses),
             std::move(by));
  }

  // What would follow if the cell were otherwise; first without cases, for this cell or another
  // that helps, and only then with cases, and cases within them.
  bool by_supposing(bool mine) {
    if (numbers_.size() > kWidest) return false;
    Supposing supposing = suppose();
    auto found = supposing.refute(cell_, !mine, 0);
    if (!found) found = supposing.shortest(cell_);
    for (int depth = 1; depth <= kDeepest && !found; ++depth)
      found = supposing.refute(cell_, !mine, depth);
    return refuted(std::move(found));
  }

  // The same for this cell alone and without cases.
  bool by_chain(bool mine) { return refuted(suppose().refute(cell_, !mine, 0)); }

  Supposing suppose() const {
    return Supposing(clues_, numbers_, [&](Cell c) -> std::int8_t {
      return value_[c] == kOpen ? Supposing::kOpen : steps_[value_[c]].group.all_mines();
    });
  }

  bool refuted(std::optional<Case> found) {
    if (!found) return false;
    std::vector<Cell> uses = found->known;
    std::vector<int> numbers = found->numbers;
    std::ranges::sort(numbers);
    const bool is_mine = !found->mine;
    conclude(Technique::kContradiction, std::move(numbers), {{found->cell}, is_mine, is_mine}, {},
             std::move(uses), std::move(*found));
    return true;
  }

  // The mines left decide.
  void by_total(bool mine) {
    std::vector<int> after;
    ByTotal by;
    by.left = clues_.left;
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      after.push_back(static_cast<int>(i));
      if (steps_[i].group.all_mines()) by.left -= steps_[i].group.size();
    }
    by.found = clues_.total - by.left;
    for (Cell c = 0; c < clues_.grid().size(); ++c) {
      if (!clues_.is_hidden(c) || value_[c] != kOpen) continue;
      ++by.open;
      if (by.undecided.size() <= kMostPointed) by.undecided.push_back(c);
    }
    if (by.undecided.size() > kMostPointed) by.undecided.clear();
    std::vector<Cell> taken;
    for (int n : numbers_) {
      const Group group = rest_of(n).group;
      if (group.cells.empty()) continue;
      for (Cell c : group.cells) {
        by.apart &= std::ranges::find(taken, c) == taken.end();
        taken.push_back(c);
      }
      by.takers.push_back({n, group});
    }
    const Arranger::Answer answer = arranger_.find(numbers_, cell_, !mine, true);
    by.counted = answer.counted && answer.outcome == Arranger::Outcome::kNone;
    by.fewest = answer.fewest - (clues_.left - by.left);
    by.most = answer.most + answer.free_cells - (clues_.left - by.left);
    conclude(Technique::kTotal, numbers_, settled(mine), after, {}, std::move(by));
  }

  // Drops the steps that the last one does not build on, and of the others, unless all mines are
  // counted, the cells that nothing after them uses.
  void keep_needed(bool all_cells) {
    std::vector<char> needed(steps_.size(), 0);
    std::vector<char> used(value_.size(), 0);
    if (!needed.empty()) needed.back() = 1;
    used[cell_] = 1;
    for (std::size_t i = steps_.size(); i-- > 0;) {
      if (!needed[i]) continue;
      Step& step = steps_[i];
      for (int before : step.after) needed[before] = 1;
      for (Cell c : step.uses) used[c] = 1;
      if (!all_cells && !step.compared && step.group.is_settled()) narrow(step.group, used);
    }
    std::vector<int> place(steps_.size(), -1);
    std::vector<Step> kept;
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      if (!needed[i]) continue;
      for (int& before : steps_[i].after) before = place[before];
      place[i] = static_cast<int>(kept.size());
      kept.push_back(std::move(steps_[i]));
    }
    steps_ = std::move(kept);
  }

  // Leaves the cells of a settled group that are wanted.
  static void narrow(Group& group, const std::vector<char>& wanted) {
    const bool mines = group.all_mines();
    std::erase_if(group.cells, [&](Cell c) { return !wanted[c]; });
    group.low = group.high = mines ? group.size() : 0;
  }

  // Makes one step of all before the last where the mines are counted: that they are found is
  // enough.
  void fold() {
    if (steps_.size() < 3 || steps_.back().rule != Technique::kTotal) return;
    Step found{Technique::kNumber, {}, {{}, 0, 0}, {}, {}, ByMany{}};
    for (std::size_t i = 0; i + 1 < steps_.size(); ++i) {
      found.numbers = both(found.numbers, steps_[i].numbers);
      const Group& group = steps_[i].group;
      if (group.all_mines())
        found.group.cells.insert(found.group.cells.end(), group.cells.begin(), group.cells.end());
    }
    std::ranges::sort(found.numbers);
    std::ranges::sort(found.group.cells);
    if (found.group.cells.empty()) return;
    found.group.low = found.group.high = found.group.size();
    found.by = ByMany{true};
    Step last = std::move(steps_.back());
    last.after = {0};
    steps_.clear();
    steps_.push_back(std::move(found));
    steps_.push_back(std::move(last));
  }

  // Whether two steps use a single number each and show the same, mines or no mines.
  static bool are_alike(const Step& one, const Step& other) {
    return one.rule == Technique::kNumber && other.rule == Technique::kNumber &&
           one.group.all_mines() == other.group.all_mines();
  }

  // The steps in an order in which those that are alike follow each other as far as they can, and
  // so do those that use a single number.
  std::vector<int> in_runs() const {
    const auto size = static_cast<int>(steps_.size());
    std::vector<int> order, run;
    std::vector<char> done(steps_.size(), 0);
    while (static_cast<int>(order.size()) < size) {
      int pick = -1;
      for (int i = 0; i < size; ++i) {
        const Step& step = steps_[i];
        if (done[i] || std::ranges::any_of(step.after, [&](int b) { return !done[b]; })) continue;
        const bool runs_on = !run.empty() && are_alike(step, steps_[run.back()]) &&
                             std::ranges::none_of(step.after, [&](int b) {
                               return std::ranges::find(run, b) != run.end();
                             });
        const bool in_chain = !order.empty() && step.rule == Technique::kNumber &&
                              steps_[order.back()].rule == Technique::kNumber;
        if (runs_on || pick < 0 || (in_chain && steps_[pick].rule != Technique::kNumber)) pick = i;
        if (runs_on) break;
      }
      if (!run.empty() && !are_alike(steps_[pick], steps_[run.back()])) run.clear();
      run.push_back(pick);
      order.push_back(pick);
      done[pick] = 1;
    }
    return order;
  }

  // Makes one step of many that use a single number each and do not build on each other, but for
  // the last, which is about the cell asked for.
  void join_alike() {
    if (steps_.size() <= kManySteps) return;
    std::vector<Step> joined;
    std::vector<int> place(steps_.size());
    for (int i : in_runs()) {
      Step& step = steps_[i];
      for (int& before : step.after) before = place[before];
      Step* last = joined.empty() ? nullptr : &joined.back();
      const int at = static_cast<int>(joined.size()) - 1;
      if (last && i + 1 < static_cast<int>(steps_.size()) && are_alike(step, *last) &&
          std::ranges::find(step.after, at) == step.after.end()) {
        add(last->numbers, step.numbers[0]);
        last->group.cells = both(last->group.cells, step.group.cells);
        std::ranges::sort(last->group.cells);
        if (last->group.low > 0) last->group.low = last->group.high = last->group.size();
        last->after = both(last->after, step.after);
        last->uses = both(last->uses, step.uses);
        last->by = ByMany{};
        place[i] = at;
        continue;
      }
      place[i] = at + 1;
      joined.push_back(std::move(step));
    }
    steps_ = std::move(joined);
  }

  // Makes one step, or one for mines and one for safe cells, of more than two in a row that use
  // single numbers each: of what they show only what is used after them is told.
  void fold_chains() {
    std::vector<Step> folded;
    std::vector<int> place(steps_.size());
    for (std::size_t begin = 0; begin < steps_.size();) {
      std::size_t end = begin;
      int numbers = 0;
      while (end + 1 < steps_.size() && steps_[end].rule == Technique::kNumber &&
             numbers + static_cast<int>(steps_[end].numbers.size()) <= kMostInChain)
        numbers += static_cast<int>(steps_[end++].numbers.size());
      if (end - begin <= kManySteps) end = begin + 1;
      const int at = static_cast<int>(folded.size());
      if (end == begin + 1) {
        folded.push_back(std::move(steps_[begin]));
        for (int& before : folded.back().after) before = place[before];
      } else {
        add_chain(begin, end, place, folded);
      }
      for (; begin < end; ++begin) place[begin] = at;
    }
    steps_ = std::move(folded);
  }

  void add_chain(std::size_t begin, std::size_t end, const std::vector<int>& place,
                 std::vector<Step>& folded) const {
    std::vector<int> numbers, after;
    std::vector<Cell> uses, used;
    for (std::size_t i = end; i < steps_.size(); ++i) used = both(used, steps_[i].uses);
    for (std::size_t i = begin; i < end; ++i) {
      numbers = both(numbers, steps_[i].numbers);
      uses = both(uses, steps_[i].uses);
      for (int before : steps_[i].after)
        if (before < static_cast<int>(begin)) add(after, place[before]);
    }
    for (const bool mines : {true, false}) {
      Group group{};
      for (std::size_t i = begin; i < end; ++i)
        if (steps_[i].group.all_mines() == mines)
          for (Cell c : steps_[i].group.cells)
            if (has(used, c)) add(group.cells, c);
      if (group.cells.empty()) continue;
      std::ranges::sort(group.cells);
      group.low = group.high = mines ? group.size() : 0;
      folded.push_back({Technique::kNumber, numbers, std::move(group), after, uses, ByMany{true}});
    }
  }

  const Clues& clues_;
  Arranger& arranger_;
  const std::vector<int>& numbers_;
  const Cell cell_;
  std::vector<Step> steps_;
  std::vector<int> value_;  // by cell: the step that settles it
};

}  // namespace

std::vector<Step> argue(const Clues& clues, Arranger& arranger, const Proof& proof, Cell cell,
                        bool mine, bool groups) {
  return Arguer(clues, arranger, proof, cell).argue(mine, proof.total, groups);
}

}  // namespace mw
