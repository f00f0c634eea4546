#include "explain/arrange.h"

#include <algorithm>
#include <bit>
#include <limits>

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
  ways_.clear();
  bits_.clear();
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

// Merges the cells still open that lie around the same numbers.
void Arranger::classify() {
  classes_.clear();
  for (Cell c : touched_) {
    if (value_[c] != kOpenCell) continue;
    Class fresh;
    fresh.cells.add(c);
    clues_.each_around(c, [&](int n) {
      if (active_[n] == stamp_) fresh.numbers.add(n);
    });
    classes_.push_back(fresh);
  }
  std::ranges::stable_sort(classes_, [](const Class& a, const Class& b) {
    return std::ranges::lexicographical_compare(a.numbers, b.numbers);
  });
  std::size_t last = 0;
  for (std::size_t k = 1; k < classes_.size(); ++k) {
    Class& before = classes_[last];
    if (std::ranges::equal(before.numbers, classes_[k].numbers)) {
      before.cells.add(classes_[k].cells[0]);
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
    for (auto n : k.numbers) slot_[n] = -1;
  for (std::size_t k = 0; k < classes_.size(); ++k)
    for (auto n : classes_[k].numbers) {
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
  states_.push_back({{}, -1, 0});
  part.layer.push_back(states_.size());
  if (total_) {
    part.spans.push_back({.at = bits_.size()});
    bits_.push_back(1);
    note_range(part.spans.back(), 1);
  }
  for (int next = last_of_walk(seed); next >= 0; next = cheapest()) {
    if (!take(next)) return Outcome::kTooWide;
    part.order.push_back(next);
    advance(part, classes_[next]);
    if (part.layer.back() == part.layer[part.layer.size() - 2]) return Outcome::kNone;
    if (states_.size() > (total_ ? kMostStates : kMostLocalStates)) return Outcome::kTooWide;
    if (total_) note_used(part);
    if (bits_.size() > kMostWords) return Outcome::kTooWide;
    close(next);
  }
  return Outcome::kSome;
}

// The class farthest from another: at an end of the component few numbers are open at a time.
int Arranger::last_of_walk(int seed) {
  walk_.assign(1, seed);
  walked_.assign(classes_.size(), 0);
  walked_[seed] = 1;
  for (std::size_t i = 0; i < walk_.size(); ++i)
    for (auto n : classes_[walk_[i]].numbers)
      for (int k : around_[slot_[n]])
        if (!walked_[k]) walked_[k] = 1, walk_.push_back(k);
  return walk_.back();
}

// Of the classes around open numbers the one that opens the fewest and closes the most.
int Arranger::cheapest() const {
  int best = -1, least = 1 << 20;
  for (const Open& o : open_)
    for (int k : around_[slot_[o.number]]) {
      if (classes_[k].placed) continue;
      int cost = 0;
      const int size = classes_[k].cells.size();
      for (auto n : classes_[k].numbers) {
        const bool is_open =
            std::ranges::any_of(open_, [&](const Open& p) { return p.number == n; });
        cost += 4 * !is_open - 4 * (room_[n] == size) + (room_[n] > size);
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
  for (auto n : klass.numbers) {
    auto o = std::ranges::find_if(open_, [&](const Open& p) { return p.number == n; });
    if (o == open_.end()) {
      if (places_ == 0) return false;
      const int place = std::countr_zero(places_);
      places_ &= places_ - 1;
      open_.push_back({n, place});
      o = open_.end() - 1;
      step_open_ |= Key::at(4 * place, static_cast<std::uint64_t>(need_[n]));
    }
    room_[n] -= klass.cells.size();
    step_ones_ |= Key::at(4 * o->place, 1);
    step_touch_.push_back({4 * o->place, room_[n]});
  }
  return true;
}

void Arranger::close(int k) {
  for (auto n : classes_[k].numbers) {
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
    int from = 0, to = klass.cells.size();
    for (const auto& [shift, room] : step_touch_) {
      const int need = key.need(shift);
      from = std::max(from, need - room);
      to = std::min(to, need);
    }
    for (int k = from; k <= to; ++k) add(key.less(step_ones_, static_cast<unsigned>(k)), s, k, end);
  }
  work_ += static_cast<std::int64_t>(states_.size() - end);
  part.layer.push_back(states_.size());
}

// Adds a way to a state of the layer that begins at `begin`, and the state unless it is there.
void Arranger::add(const Key& key, std::size_t from, int mines, std::size_t begin) {
  if ((states_.size() - begin) * 2 >= table_.size()) grow(begin);
  const auto before = static_cast<std::int32_t>(from);
  const auto laid = static_cast<std::int8_t>(mines);
  std::int32_t& place = place_of(key);
  if (place < 0) {
    place = static_cast<std::int32_t>(states_.size());
    states_.push_back({key, total_ ? -1 : before, laid});
  }
  if (!total_) return;
  ways_.push_back({before, states_[place].from, laid});
  states_[place].from = static_cast<std::int32_t>(ways_.size()) - 1;
}

std::int32_t& Arranger::place_of(const Key& key) {
  const std::size_t mask = table_.size() - 1;
  for (std::size_t i = key.hash() & mask;; i = (i + 1) & mask)
    if (table_[i] < 0 || states_[table_[i]].key == key) return table_[i];
}

void Arranger::grow(std::size_t begin) {
  table_.assign(2 * table_.size(), -1);
  for (std::size_t s = begin; s < states_.size(); ++s)
    place_of(states_[s].key) = static_cast<std::int32_t>(s);
}

// Notes with how many mines the states of the last layer are reached.
void Arranger::note_used(Part& part) {
  const std::size_t before = part.layer[part.layer.size() - 3];
  const std::size_t begin = part.layer[part.layer.size() - 2], end = part.layer.back();
  const Span& from = part.spans.back();
  int least = std::numeric_limits<int>::max(), most = 0;
  for (std::size_t s = begin; s < end; ++s)
    for (int w = states_[s].from; w >= 0; w = ways_[w].next) {
      const std::size_t at = static_cast<std::size_t>(ways_[w].from) - before;
      least = std::min(least, fewest_[at] + ways_[w].mines);
      most = std::max(most, most_[at] + ways_[w].mines);
    }
  const Span to{.at = bits_.size(), .least = least, .words = (most - least) / 64 + 1};
  const auto width = static_cast<std::size_t>(to.words);
  bits_.resize(to.at + (end - begin) * width);
  for (std::size_t s = begin; s < end; ++s)
    for (int w = states_[s].from; w >= 0; w = ways_[w].next) {
      ++work_;
      const std::size_t row = from.at + (static_cast<std::size_t>(ways_[w].from) - before) *
                                            static_cast<std::size_t>(from.words);
      for (int i = 0; i < from.words; ++i)
        for (std::uint64_t left = bits_[row + static_cast<std::size_t>(i)]; left;
             left &= left - 1) {
          const int used = from.least + 64 * i + std::countr_zero(left) + ways_[w].mines - least;
          bits_[to.at + (s - begin) * width + static_cast<std::size_t>(used / 64)] |=
              std::uint64_t{1} << (used % 64);
        }
    }
  note_range(to, end - begin);
  part.spans.push_back(to);
}

void Arranger::note_range(const Span& span, std::size_t states) {
  fewest_.assign(states, 0);
  most_.assign(states, 0);
  const auto width = static_cast<std::size_t>(span.words);
  for (std::size_t s = 0; s < states; ++s) {
    const std::uint64_t* row = &bits_[span.at + s * width];
    int first = 0, last = span.words - 1;
    while (row[first] == 0) ++first;
    while (row[last] == 0) --last;
    fewest_[s] = span.least + 64 * first + std::countr_zero(row[first]);
    most_[s] = span.least + 64 * last + 63 - std::countl_zero(row[last]);
  }
}

bool Arranger::is_used(const Part& part, std::size_t layer, std::int32_t s, int used) const {
  const Span& span = part.spans[layer];
  const int bit = used - span.least;
  if (bit < 0 || bit >= 64 * span.words) return false;
  const std::size_t row =
      (static_cast<std::size_t>(s) - part.layer[layer]) * static_cast<std::size_t>(span.words);
  return bits_[span.at + row + static_cast<std::size_t>(bit / 64)] >> (bit % 64) & 1;
}

// The numbers of mines that a component may have: at its end no number is open, so there is one
// state.
std::vector<int> Arranger::used_in(const Part& part) const {
  const std::size_t layer = part.order.size();
  const Span& span = part.spans[layer];
  std::vector<int> used;
  for (int n = span.least; n < span.least + 64 * span.words; ++n)
    if (is_used(part, layer, static_cast<std::int32_t>(part.layer[layer]), n)) used.push_back(n);
  return used;
}

// Chooses how many mines every component has so that the mines come to what is left, if that
// counts, and reads the arrangement back.
Arranger::Answer Arranger::share() {
  Answer answer{.counted = total_,
                .fewest = sure_mines_,
                .most = sure_mines_,
                .free_cells = clues_.hidden - static_cast<int>(touched_.size())};
  Sums sums;
  std::vector<std::vector<int>> used;
  for (const Part& part : parts_) {
    if (!total_) continue;
    used.push_back(used_in(part));
    answer.fewest += used.back().front();
    answer.most += used.back().back();
    sums.add(used.back());
  }
  int sum = 0;
  if (total_) {
    const int wanted = clues_.left - sure_mines_;
    sum = sums.largest(wanted);
    if (sum < 0 || wanted - sum > answer.free_cells) return answer;
    answer.free_mines = wanted - sum;
  }
  for (std::size_t p = parts_.size(); p-- > 0;) {
    int mines = 0;
    if (total_) mines = *std::ranges::find_if(used[p], [&](int n) { return sums.has(p, sum - n); });
    sum -= mines;
    read_back(parts_[p], mines);
  }
  answer.outcome = Outcome::kSome;
  return answer;
}

void Arranger::read_back(const Part& part, int used) {
  auto s = static_cast<std::int32_t>(part.layer[part.order.size()]);
  for (std::size_t i = part.order.size(); i-- > 0;) {
    int mines = states_[s].mines, from = states_[s].from;
    if (total_) {
      int w = from;
      while (!is_used(part, i, ways_[w].from, used - ways_[w].mines)) w = ways_[w].next;
      mines = ways_[w].mines;
      from = ways_[w].from;
      used -= mines;
    }
    const Class& klass = classes_[part.order[i]];
    for (Cell c : klass.cells) value_[c] = mines-- > 0;
    s = from;
  }
}

}  // namespace mw
