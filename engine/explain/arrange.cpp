#include "explain/arrange.h"

#include <algorithm>
#include <utility>

namespace mw {

Arranger::Arranger(const Clues& clues)
    : clues_(clues),
      seen_(clues.grid().size(), 0),
      value_(clues.grid().size(), 0),
      active_(clues.all.size(), 0),
      need_(clues.all.size()),
      room_(clues.all.size()),
      place_(clues.all.size()) {}

Arranger::Answer Arranger::find(const std::vector<int>& numbers, Cell cell, bool mine, bool total) {
  if (!begin(numbers, cell, mine)) return {};
  classify(numbers);
  if (total) join();
  if (const Outcome outcome = sweep(total); outcome != Outcome::kSome) return {.outcome = outcome};
  Answer answer{.counted = total, .free_cells = clues_.hidden - static_cast<int>(touched_.size())};
  int mines = 0;
  if (total && (mines = choose(answer)) < 0) return answer;
  for (int i = 0; i < parts_.component_count; ++i)
    sweeps_[i]->read_back(parts_.components[i], mines, [&](std::int32_t k, int laid) {
      for (Cell c : parts_.classes[k].cells) value_[c] = laid-- > 0;
    });
  answer.outcome = Outcome::kSome;
  return answer;
}

// Of the mines that the cells around the numbers may hold the most that fit into what is left, if
// the cells elsewhere can take the rest; else -1.
int Arranger::choose(Answer& answer) const {
  const Polynomial& ways = sweeps_[0]->total;
  const auto can_be = [&](int used) { return ways.value[used - ways.low] > 0; };
  int least = ways.low, most = ways.low + static_cast<int>(ways.value.size()) - 1;
  while (!can_be(least)) ++least;
  while (!can_be(most)) --most;
  answer.fewest = sure_mines_ + least;
  answer.most = sure_mines_ + most;
  const int wanted = clues_.left - sure_mines_;
  int mines = std::min(wanted, most);
  while (mines >= least && !can_be(mines)) --mines;
  answer.free_mines = wanted - mines;
  return mines >= least && answer.free_mines <= answer.free_cells ? mines : -1;
}

bool Arranger::begin(const std::vector<int>& numbers, Cell cell, bool mine) {
  ++stamp_;
  touched_.clear();
  queue_.clear();
  sure_mines_ = 0;
  for (int n : numbers) {
    const Clue& clue = clues_.all[n];
    active_[n] = stamp_;
    need_[n] = clue.need;
    room_[n] = clue.cells.size();
    for (Cell c : clue.cells) touch(c);
    queue_.push_back(n);
  }
  if (cell >= 0) {
    touch(cell);
    set(cell, mine);
  }
  while (!queue_.empty()) {
    const int n = queue_.back();
    queue_.pop_back();
    if (need_[n] < 0 || need_[n] > room_[n]) return false;
    if (room_[n] == 0 || (need_[n] > 0 && need_[n] < room_[n])) continue;
    const bool mines = need_[n] > 0;
    for (Cell c : clues_.all[n].cells)
      if (value_[c] == kOpenCell) set(c, mines);
  }
  work_ += static_cast<std::int64_t>(numbers.size());
  return true;
}

void Arranger::touch(Cell c) {
  if (seen_[c] == stamp_) return;
  seen_[c] = stamp_;
  value_[c] = kOpenCell;
  touched_.push_back(c);
}

void Arranger::set(Cell c, bool mine) {
  value_[c] = mine;
  sure_mines_ += mine;
  clues_.each_around(c, [&](int n) {
    if (active_[n] != stamp_) return;
    need_[n] -= mine;
    --room_[n];
    queue_.push_back(n);
  });
}

// Makes numbers, classes and components of what is still open.
void Arranger::classify(const std::vector<int>& numbers) {
  parts_.clear();
  for (int n : numbers) {
    if (room_[n] == 0) continue;
    place_[n] = static_cast<int>(parts_.numbers.size());
    parts_.numbers.push_back({clues_.all[n].cell, static_cast<std::int8_t>(need_[n]), {}});
  }
  for (Cell c : touched_) {
    if (value_[c] != kOpenCell) continue;
    ShortList<std::int32_t> around;
    clues_.each_around(c, [&](int n) {
      if (active_[n] == stamp_) around.add(place_[n]);
    });
    parts_.add_cell(around.begin(), around.size(), c);
  }
  parts_.split();
}

// Makes one component of all, as the total binds them to each other.
void Arranger::join() {
  Component all;
  for (int i = 0; i < parts_.component_count; ++i) {
    Component& part = parts_.components[i];
    order_.arrange(parts_, part, true);
    all.classes.insert(all.classes.end(), part.classes.begin(), part.classes.end());
    all.numbers.insert(all.numbers.end(), part.numbers.begin(), part.numbers.end());
    all.cells += part.cells;
  }
  parts_.components.assign(1, std::move(all));
  parts_.component_count = 1;
}

Arranger::Outcome Arranger::sweep(bool total) {
  constexpr int kAnyMines = 1 << 20;
  Budget budget{.memory = total ? kMemory : kLocalMemory, .hurried = false};
  const std::int64_t before = budget.work;
  SweepOutcome outcome = SweepOutcome::kDone;
  for (int i = 0; i < parts_.component_count && outcome == SweepOutcome::kDone; ++i) {
    if (i == static_cast<int>(sweeps_.size())) {
      sweeps_.push_back(std::make_unique<Sweep>());
      sweeps_.back()->trim = false;
    }
    Component& part = parts_.components[i];
    if (!total) order_.arrange(parts_, part, true);
    outcome =
        sweeps_[i]->forward(parts_, part, 1, total ? kAnyMines : kUnknownMines, budget, bench_);
  }
  work_ += before - budget.work;
  return outcome == SweepOutcome::kDone            ? Outcome::kSome
         : outcome == SweepOutcome::kContradiction ? Outcome::kNone
                                                   : Outcome::kTooWide;
}

}  // namespace mw
