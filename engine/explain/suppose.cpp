#include "explain/suppose.h"

#include <algorithm>

namespace mw {

namespace {

constexpr std::size_t kMostChoices = 24;  // cells whose cases are tried: a limit of time

}  // namespace

void add(std::vector<int>& list, int n) {
  if (std::ranges::find(list, n) == list.end()) list.push_back(n);
}

int Case::length() const {
  int sum = 1 + static_cast<int>(then.size());
  for (const Case& one : cases) sum += 1 + one.length();
  return sum;
}

bool Case::is_like(const Case& other) const {
  return mine == other.mine && clash == other.clash && then == other.then && cases.empty() &&
         other.cases.empty();
}

Supposing::Supposing(const Clues& clues, const std::vector<int>& numbers,
                     const std::function<std::int8_t(Cell)>& known)
    : clues_(clues),
      numbers_(numbers),
      value_(clues.grid().size(), kOpen),
      given_(clues.grid().size(), 0) {
  for (int n : numbers)
    for (Cell c : clues.all[n].cells) {
      value_[c] = known(c);
      given_[c] = value_[c] != kOpen;
    }
}

std::optional<Case> Supposing::refute(Cell cell, bool mine, int depth) {
  const std::size_t before = supposed_.size();
  Case here;
  here.cell = cell;
  here.mine = mine;
  set(cell, mine);
  std::optional<Case> found;
  if (propagate(here)) {
    keep_needed(here);
    found = std::move(here);
  } else if (depth > 0) {
    found = by_cases(std::move(here), depth);
  }
  take_back(before);
  return found;
}

std::optional<Case> Supposing::shortest(Cell except) {
  std::optional<Case> best;
  for (Cell c : cells_by_use())
    for (const bool mine : {false, true}) {
      if (c == except) continue;
      auto found = refute(c, mine, 0);
      if (found && (!best || found->length() < best->length())) best = std::move(found);
    }
  return best;
}

Supposing::Rest Supposing::rest_of(int n) const {
  const Clue& clue = clues_.all[n];
  Rest rest{clue.need, {}};
  for (Cell c : clue.cells) {
    if (value_[c] == kOpen)
      rest.open.push_back(c);
    else
      rest.need -= value_[c];
  }
  return rest;
}

// Follows the numbers that leave no choice, in rounds, so that what is found first is near; whether
// one cannot be met.
bool Supposing::propagate(Case& here) {
  for (bool news = true; news;) {
    news = false;
    for (int n : numbers_)
      if (const Rest rest = rest_of(n);
          rest.need < 0 || rest.need > static_cast<int>(rest.open.size())) {
        note_clash(here, n, rest);
        return true;
      }
    std::vector<Case::Consequence> round;
    for (int n : numbers_) {
      const Rest rest = rest_of(n);
      const bool none = rest.need == 0, all = rest.need == static_cast<int>(rest.open.size());
      if (!rest.open.empty() && (none || all)) round.push_back({n, rest.open, all});
    }
    for (Case::Consequence& one : round) {
      // What another number of this round has settled too is left to that.
      std::erase_if(one.cells, [&](Cell c) { return value_[c] == static_cast<int>(one.mines); });
      if (one.cells.empty()) continue;
      news = true;
      for (Cell c : one.cells)
        if (value_[c] == kOpen) set(c, one.mines);
      here.then.push_back(std::move(one));
      const Rest rest = rest_of(here.then.back().number);
      if (rest.need >= 0 && rest.need <= static_cast<int>(rest.open.size())) continue;
      // A cell was settled otherwise a moment ago: this number is the one that cannot be met.
      note_clash(here, here.then.back().number, rest);
      here.then.pop_back();
      return true;
    }
  }
  return false;
}

void Supposing::note_clash(Case& here, int n, const Rest& rest) const {
  const int shown = clues_.number(clues_.all[n]);
  here.clash = n;
  here.room = rest.need > 0;
  here.mines = shown - rest.need + (here.room ? static_cast<int>(rest.open.size()) : 0);
}

// The two cases of a cell that both lead nowhere, with the least to say.
std::optional<Case> Supposing::by_cases(Case here, int depth) {
  std::optional<Case> best;
  std::vector<Cell> choices = cells_by_use();
  if (choices.size() > kMostChoices) choices.resize(kMostChoices);
  for (int allowed = 0; allowed < depth && !best; ++allowed)
    for (Cell c : choices) {
      auto mine = refute(c, true, allowed);
      if (!mine) continue;
      auto safe = refute(c, false, allowed);
      if (!safe) continue;
      Case both = here;
      both.cases = {std::move(*mine), std::move(*safe)};
      keep_needed(both);
      if (!best || both.length() < best->length()) best = std::move(both);
    }
  return best;
}

// Drops the consequences that the end does not rest on, and collects the numbers that it does. A
// number that has all its mines rests on these alone, one that has no more room on safe cells
// alone.
void Supposing::keep_needed(Case& here) const {
  std::vector<char> needed(value_.size(), 0);
  here.numbers.clear();
  here.known.clear();
  here.outer.clear();
  const auto use = [&](int n, bool mines) {
    add(here.numbers, n);
    for (Cell c : clues_.all[n].cells) {
      if (value_[c] != static_cast<int>(mines)) continue;
      if (given_[c])
        add(here.known, c);
      else
        needed[c] = 1;
    }
  };
  if (here.clash >= 0) use(here.clash, !here.room);
  for (const Case& one : here.cases) {
    for (int n : one.numbers) add(here.numbers, n);
    for (Cell c : one.known) add(here.known, c);
    for (Cell c : one.outer) needed[c] = 1;
  }
  std::vector<Case::Consequence> kept;
  for (std::size_t i = here.then.size(); i-- > 0;) {
    Case::Consequence& one = here.then[i];
    std::vector<Cell> wanted;
    for (Cell c : one.cells)
      if (needed[c]) wanted.push_back(c);
    if (wanted.empty()) continue;
    one.cells = std::move(wanted);
    for (Cell c : one.cells) needed[c] = 0;
    use(one.number, !one.mines);
    kept.push_back(std::move(one));
  }
  std::ranges::reverse(kept);
  here.then = std::move(kept);
  needed[here.cell] = 0;
  for (std::size_t c = 0; c < needed.size(); ++c)
    if (needed[c]) here.outer.push_back(static_cast<Cell>(c));
}

// The open cells of the numbers, those first that numbers with the fewest open cells are around.
std::vector<Cell> Supposing::cells_by_use() const {
  std::vector<std::pair<int, Cell>> found;
  for (int n : numbers_) {
    const Rest rest = rest_of(n);
    for (Cell c : rest.open) found.push_back({static_cast<int>(rest.open.size()), c});
  }
  std::ranges::stable_sort(found);
  std::vector<Cell> cells;
  for (const auto& [open, c] : found)
    if (std::ranges::find(cells, c) == cells.end()) cells.push_back(c);
  return cells;
}

void Supposing::take_back(std::size_t to) {
  for (; supposed_.size() > to; supposed_.pop_back()) value_[supposed_.back()] = kOpen;
}

void Supposing::set(Cell cell, bool mine) {
  value_[cell] = mine;
  supposed_.push_back(cell);
}

}  // namespace mw
