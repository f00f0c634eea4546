#include "explain/arrange.h"

#include <algorithm>
#include <bit>

#include "explain/sums.h"

namespace mw {

Arranger::Arranger(const Clues& clues)
    : clues_(clues),
      seen_(clues.grid().size(), 0),
      value_(clues.grid().size(), 0),
      active_(clues.all.size(), 0),
      need_(clues.all.size()),
      room_(clues.all.size()),
      slot_(clues.all.size()) {}

Arranger::Answer Arranger::find(const std::vector<int>& numbers, Cell cell, bool mine, bool total) {
  total_ = total;
  if (!begin(numbers, cell, mine)) return {};
  classify();
  parts_.clear();
  states_.clear();
  for (std::size_t seed = 0; seed < classes_.size(); ++seed) {
    if (classes_[seed].placed) continue;
    if (const Outcome outcome = sweep(static_cast<int>(seed)); outcome != Outcome::kSome)
      return {.outcome = outcome};
  }
  return share();
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
    room_[n] = clue.count;
    for (int i = 0; i < clue.count; ++i) touch(clue.cells[i]);
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
    const Clue& clue = clues_.all[n];
    for (int i = 0; i < clue.count; ++i)
      if (value_[clue.cells[i]] == kOpenCell) set(clue.cells[i], mines);
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

// Merges the cells still open that lie around the same numbers.
void Arranger::classify() {
  classes_.clear();
  for (Cell c : touched_) {
    if (value_[c] != kOpenCell) continue;
    Class fresh;
    fresh.cells[fresh.size++] = c;
    clues_.each_around(c, [&](int n) {
      if (active_[n] == stamp_) fresh.numbers[fresh.number_count++] = n;
    });
    classes_.push_back(fresh);
  }
  std::ranges::stable_sort(classes_, {}, &Class::numbers);
  std::size_t last = 0;
  for (std::size_t k = 1; k < classes_.size(); ++k) {
    Class& before = classes_[last];
    if (before.numbers == classes_[k].numbers) {
      before.cells[before.size++] = classes_[k].cells[0];
    } else {
      classes_[++last] = classes_[k];
    }
  }
  if (!classes_.empty()) classes_.resize(last + 1);
  index();
}

// The classes around each number, by `slot_`.
void Arranger::index() {
  around_.clear();
  for (const Class& k : classes_)
    for (int i = 0; i < k.number_count; ++i) slot_[k.numbers[i]] = -1;
  for (std::size_t k = 0; k < classes_.size(); ++k)
    for (int i = 0; i < classes_[k].number_count; ++i) {
      const int n = classes_[k].numbers[i];
      if (slot_[n] < 0) {
        slot_[n] = static_cast<int>(around_.size());
        around_.emplace_back();
      }
      around_[slot_[n]].push_back(static_cast<int>(k));
    }
}

// Sweeps the component of a class; its numbers are open from their first class to their last.
Arranger::Outcome Arranger::sweep(int seed) {
  parts_.emplace_back();
  Part& part = parts_.back();
  open_.clear();
  places_ = ~std::uint32_t{0};
  part.layer.push_back(states_.size());
  states_.push_back({{}, 0, -1, 0});
  part.layer.push_back(states_.size());
  for (int next = last_of_walk(seed); next >= 0; next = cheapest()) {
    if (!take(next)) return Outcome::kTooWide;
    part.order.push_back(next);
    advance(part, classes_[next]);
    if (part.layer.back() == part.layer[part.layer.size() - 2]) return Outcome::kNone;
    if (states_.size() > (total_ ? kMostStates : kMostLocalStates)) return Outcome::kTooWide;
    close(next);
  }
  return Outcome::kSome;
}

// The class farthest from another: at an end of the component few numbers are open at a time.
int Arranger::last_of_walk(int seed) {
  walk_.assign(1, seed);
  walked_.assign(classes_.size(), 0);
  walked_[seed] = 1;
  for (std::size_t i = 0; i < walk_.size(); ++i) {
    const Class& klass = classes_[walk_[i]];
    for (int j = 0; j < klass.number_count; ++j)
      for (int k : around_[slot_[klass.numbers[j]]])
        if (!walked_[k]) walked_[k] = 1, walk_.push_back(k);
  }
  return walk_.back();
}

// Of the classes around open numbers the one that opens the fewest and closes the most.
int Arranger::cheapest() const {
  int best = -1, least = 1 << 20;
  for (const Open& o : open_)
    for (int k : around_[slot_[o.number]]) {
      if (classes_[k].placed) continue;
      int cost = 0;
      for (int i = 0; i < classes_[k].number_count; ++i) {
        const int n = classes_[k].numbers[i];
        const bool is_open =
            std::ranges::any_of(open_, [&](const Open& p) { return p.number == n; });
        cost += 4 * !is_open - 4 * (room_[n] == classes_[k].size) + (room_[n] > classes_[k].size);
      }
      if (cost < least) least = cost, best = k;
    }
  return best;
}

// Opens the numbers of a class that are not open yet; false when there are too many.
bool Arranger::take(int k) {
  Class& klass = classes_[k];
  klass.placed = true;
  step_open_ = step_ones_ = {};
  step_touch_.clear();
  for (int i = 0; i < klass.number_count; ++i) {
    const int n = klass.numbers[i];
    auto o = std::ranges::find_if(open_, [&](const Open& p) { return p.number == n; });
    if (o == open_.end()) {
      if (places_ == 0) return false;
      const int place = std::countr_zero(places_);
      places_ &= places_ - 1;
      open_.push_back({n, place});
      o = open_.end() - 1;
      step_open_ |= Key::at(4 * place, static_cast<std::uint64_t>(need_[n]));
    }
    room_[n] -= klass.size;
    step_ones_ |= Key::at(4 * o->place, 1);
    step_touch_.push_back({4 * o->place, room_[n]});
  }
  return true;
}

void Arranger::close(int k) {
  for (int i = 0; i < classes_[k].number_count; ++i) {
    const int n = classes_[k].numbers[i];
    if (room_[n] > 0) continue;
    const auto o = std::ranges::find_if(open_, [&](const Open& p) { return p.number == n; });
    places_ |= std::uint32_t{1} << o->place;
    open_.erase(o);
  }
}

void Arranger::advance(Part& part, const Class& klass) {
  const std::size_t begin = part.layer[part.layer.size() - 2], end = part.layer.back();
  table_.assign(std::bit_ceil(4 * (end - begin) + 16), -1);
  for (std::size_t s = begin; s < end; ++s) {
    const Key key = states_[s].key | step_open_;
    int from = 0, to = klass.size;
    for (const auto& [shift, room] : step_touch_) {
      const int need = key.need(shift);
      from = std::max(from, need - room);
      to = std::min(to, need);
    }
    for (int k = from; k <= to; ++k)
      add({key.less(step_ones_, static_cast<unsigned>(k)), total_ ? states_[s].used + k : 0,
           static_cast<std::int32_t>(s), static_cast<std::int8_t>(k)},
          end);
  }
  work_ += static_cast<std::int64_t>(states_.size() - end);
  part.layer.push_back(states_.size());
}

// Adds a state to the layer that begins at `begin`, unless it is there.
void Arranger::add(const State& state, std::size_t begin) {
  if ((states_.size() - begin) * 2 >= table_.size()) grow(begin);
  std::int32_t& place = place_of(state);
  if (place >= 0) return;
  place = static_cast<std::int32_t>(states_.size());
  states_.push_back(state);
}

std::int32_t& Arranger::place_of(const State& state) {
  const std::size_t mask = table_.size() - 1;
  auto h = state.key.low * 0x9E3779B97F4A7C15ULL + static_cast<std::uint64_t>(state.used);
  h = (h ^ (h >> 29) ^ state.key.high) * 0xD6E8FEB86659FD93ULL;
  for (std::size_t i = (h ^ (h >> 32)) & mask;; i = (i + 1) & mask)
    if (table_[i] < 0 ||
        (states_[table_[i]].key == state.key && states_[table_[i]].used == state.used))
      return table_[i];
}

void Arranger::grow(std::size_t begin) {
  table_.assign(2 * table_.size(), -1);
  for (std::size_t s = begin; s < states_.size(); ++s)
    place_of(states_[s]) = static_cast<std::int32_t>(s);
}

// Chooses the end state of every component so that the mines come to what is left, if that
// counts, and reads the arrangement back.
Arranger::Answer Arranger::share() {
  Answer answer{.counted = total_,
                .fewest = sure_mines_,
                .most = sure_mines_,
                .free_cells = clues_.hidden - static_cast<int>(touched_.size())};
  Sums sums;
  for (const Part& part : parts_) {
    if (!total_) continue;
    const auto [begin, end] = ends(part);
    std::vector<int> used;
    for (std::size_t s = begin; s < end; ++s) used.push_back(states_[s].used);
    answer.fewest += *std::ranges::min_element(used);
    answer.most += *std::ranges::max_element(used);
    sums.add(used);
  }
  int sum = 0;
  if (total_) {
    const int wanted = clues_.left - sure_mines_;
    sum = sums.largest(wanted);
    if (sum < 0 || wanted - sum > answer.free_cells) return answer;
    answer.free_mines = wanted - sum;
  }
  for (std::size_t p = parts_.size(); p-- > 0;) {
    std::size_t s = ends(parts_[p]).first;
    if (total_)
      while (!sums.has(p, sum - states_[s].used)) ++s;
    sum -= states_[s].used;
    read_back(parts_[p], static_cast<std::int32_t>(s));
  }
  answer.outcome = Outcome::kSome;
  return answer;
}

std::pair<std::size_t, std::size_t> Arranger::ends(const Part& part) {
  return {part.layer[part.layer.size() - 2], part.layer.back()};
}

void Arranger::read_back(const Part& part, std::int32_t s) {
  for (std::size_t i = part.order.size(); i-- > 0; s = states_[s].from) {
    const Class& klass = classes_[part.order[i]];
    for (int c = 0; c < klass.size; ++c) value_[klass.cells[c]] = c < states_[s].mines;
  }
}

}  // namespace mw
