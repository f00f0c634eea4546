#include "count/sweep.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <type_traits>
#include <utility>

#include "count/deadline.h"

namespace mw {

namespace {

// Limits of the machine, none of which changes an answer by more than a double's rounding.
constexpr double kNegligible = 1e-40;  // beside the largest value of a polynomial
constexpr std::size_t kAtOnce = 4096;  // states between looks at the clock
constexpr int kLargeComponent = 100;   // cells, from which values may leave a double's range
constexpr int kLongPolynomial = 100;   // coefficients, from which tails are dropped
// Of a state, without its polynomial and edges.
template <typename Room, typename Key>
constexpr std::size_t kStateBytes = sizeof(Key) + 2 * sizeof(int) + 2 * sizeof(std::size_t) +
                                    2 * sizeof(std::int32_t) + sizeof(typename Room::Count);

constexpr int kCounts = kMostAround + 1;  // of the mines around a cell
constexpr std::array<std::array<double, kCounts>, kCounts> kBinomial = [] {
  std::array<std::array<double, kCounts>, kCounts> b{};
  for (int n = 0; n < kCounts; ++n) {
    b[n][0] = 1;
    for (int k = 1; k <= n; ++k) b[n][k] = b[n - 1][k - 1] + (k < n ? b[n - 1][k] : 0);
  }
  return b;
}();

// Numbers that are open, as a set of places in a key: the first free one is the next to be taken.
template <int kPlaces>
class Slots {
 public:
  Slots() {
    free_.fill(~0ULL);
    if constexpr (kPlaces % 64) free_.back() >>= 64 - kPlaces % 64;
  }

  // A free place, which is taken; -1 when there is none.
  int take() {
    for (std::size_t i = 0; i < free_.size(); ++i) {
      if (free_[i] == 0) continue;
      const int bit = std::countr_zero(free_[i]);
      free_[i] &= free_[i] - 1;
      return static_cast<int>(i) * 64 + bit;
    }
    return -1;
  }

  void give_back(int slot) { free_[slot / 64] |= 1ULL << slot % 64; }

 private:
  std::array<std::uint64_t, (kPlaces + 63) / 64> free_;
};

// What each number of mines in a class weighs: the ways to lay them, times what the mines weigh.
void weigh(const ClassIn<OnGrid>& klass, double tilt, OnGrid::Weights& weight) {
  double power = 1;
  const int size = klass.cells.size();
  for (int k = 0; k <= size; ++k, power *= tilt) weight[k] = kBinomial[size][k] * power;
}

void weigh(const ClassIn<InRules>& klass, double, std::vector<Scaled>& weight) {
  const int size = klass.cells.size();
  weight.assign(size + 1, Scaled(1));
  if (klass.weight.slack) return;
  for (int k = 0; k < size; ++k)
    weight[k + 1] = weight[k] * klass.weight.odds * Scaled((size - k) / (k + 1.0));
}

bool within_range(double top) { return (top > 1e-60 && top < 1e60) || top == 0; }
bool within_range(const Scaled&) { return true; }

}  // namespace

template <typename Room, typename Key>
SweepOutcome SweepIn<Room, Key>::forward(const Parts<Room>& frontier, const Component& part,
                                         double tilt, int mines, Budget& budget, Workbench& bench) {
  polynomial_ = mines != kUnknownMines;
  max_mines_ = polynomial_ ? mines : std::numeric_limits<int>::max();
  careful_ = std::is_same_v<Value, double> && (part.cells > kLargeComponent || tilt != 1);
  clear();
  const Outcome planned = plan(frontier, part, tilt, bench);
  if (planned != Outcome::kDone) return planned;
  push_state({}, 0, 0);
  forward_.assign(1, Value(1));
  offset_[0] = 0;
  layer_.push_back(0);
  layer_.push_back(1);
  for (const Step& step : steps_)
    if (const Outcome outcome = advance(step, budget, bench.table); outcome != Outcome::kDone)
      return outcome;
  const std::size_t end = layer_[steps_.size()];
  total.low = low_[end];
  total.value.assign(forward_.begin() + offset_[end],
                     forward_.begin() + offset_[end] + high_[end] - low_[end] + 1);
  return Outcome::kDone;
}

template <typename Room, typename Key>
void SweepIn<Room, Key>::clear() {
  steps_.clear();
  keys_.clear();
  low_.clear();
  high_.clear();
  offset_.clear();
  edge_begin_.clear();
  edge_.clear();
  first_k_.clear();
  layer_.clear();
  forward_.clear();
  total.log_scale = 0;
  unmet = widest = -1;
}

template <typename Room, typename Key>
SweepOutcome SweepIn<Room, Key>::plan(const Parts<Room>& frontier, const Component& part,
                                      double tilt, Workbench& bench) {
  auto& [slot, table, room, values] = bench;
  Slots<Key::kSlots> slots;
  room.resize(frontier.numbers.size());
  slot.resize(frontier.numbers.size());
  for (auto n : part.numbers) {
    room[n] = 0;
    slot[n] = -1;
    for (auto c : frontier.numbers[n].classes) room[n] += frontier.classes[c].cells.size();
  }
  for (auto c : part.classes) {
    const ClassIn<Room>& klass = frontier.classes[c];
    Step step;
    step.size = klass.cells.size();
    step.kind = klass.weight;
    weigh(klass, tilt, step.weight);
    for (auto n : klass.numbers) {
      if (slot[n] < 0) {
        slot[n] = slots.take();
        if (slot[n] < 0) {
          widest = n;
          return Outcome::kTooWide;
        }
        step.open |=
            Key::at(Key::kBits * slot[n], static_cast<std::uint64_t>(frontier.numbers[n].need));
      }
      step.ones |= Key::at(Key::kBits * slot[n], 1);
      room[n] -= step.size;
      step.touched.add({static_cast<std::uint16_t>(Key::kBits * slot[n]),
                        static_cast<typename Room::Count>(room[n])});
      if (step.blame < 0 || room[n] == 0) step.blame = n;
    }
    for (auto n : klass.numbers)
      if (room[n] == 0) slots.give_back(slot[n]);
    steps_.push_back(std::move(step));
  }
  return Outcome::kDone;
}

template <typename Room, typename Key>
void SweepIn<Room, Key>::push_state(Key key, int low, int high) {
  keys_.push_back(key);
  low_.push_back(low);
  high_.push_back(high);
  offset_.push_back(0);
}

template <typename Room, typename Key>
std::int32_t SweepIn<Room, Key>::find_or_add(Key key, std::size_t begin,
                                             std::vector<std::int32_t>& table) {
  if ((keys_.size() - begin) * 2 >= table.size()) grow(table, begin);
  const std::size_t mask = table.size() - 1;
  for (std::size_t i = key.hash() & mask;; i = (i + 1) & mask) {
    if (table[i] < 0) {
      table[i] = static_cast<std::int32_t>(keys_.size());
      push_state(key, std::numeric_limits<int>::max(), -1);
      return table[i];
    }
    if (keys_[table[i]] == key) return table[i];
  }
}

template <typename Room, typename Key>
void SweepIn<Room, Key>::grow(std::vector<std::int32_t>& table, std::size_t begin) const {
  table.assign(std::max<std::size_t>(32, table.size() * 2), -1);
  for (std::size_t s = begin; s < keys_.size(); ++s) {
    std::size_t i = keys_[s].hash() & (table.size() - 1);
    while (table[i] >= 0) i = (i + 1) & (table.size() - 1);
    table[i] = static_cast<std::int32_t>(s);
  }
}

template <typename Room, typename Key>
SweepOutcome SweepIn<Room, Key>::advance(const Step& step, Budget& budget,
                                         std::vector<std::int32_t>& table) {
  const std::size_t begin = layer_[layer_.size() - 2], end = layer_.back(), edges = edge_.size();
  const auto used = [&](std::size_t values) {
    return static_cast<std::int64_t>((keys_.size() - end) * kStateBytes<Room, Key> +
                                     (edge_.size() - edges) * sizeof(std::int32_t) +
                                     values * 2 * sizeof(Value));
  };
  widest = step.blame;
  table.assign(table.size() > 256 && end - begin < 32 ? 64 : table.size(), -1);
  for (std::size_t s = begin; s < end; s += kAtOnce) {
    link(step, s, std::min(end, s + kAtOnce), end, table);
    if (used(0) > budget.memory) return Outcome::kTooWide;
    if (budget.hurried && ++ticks_ % 16 == 0 && Deadline::passed()) return Outcome::kLate;
  }
  const std::size_t next_end = keys_.size();
  layer_.push_back(next_end);
  if (next_end == end) {
    unmet = step.blame;
    return Outcome::kContradiction;
  }
  std::size_t room = forward_.size();
  for (std::size_t s = end; s < next_end; ++s) {
    offset_[s] = room;
    room += high_[s] - low_[s] + 1;
  }
  budget.work -= static_cast<std::int64_t>(room - forward_.size()) * 4 + (next_end - end) * 8;
  budget.memory -= used(room - forward_.size());
  if (budget.work < 0 || budget.memory < 0) return Outcome::kTooWide;
  forward_.resize(room, Value(0));
  spread(step, begin, end);
  if (careful_) {
    rescale(offset_[end], room);
    if (trim) drop_tails(end, next_end);
  }
  if (budget.hurried && room - offset_[end] > kAtOnce && Deadline::passed()) return Outcome::kLate;
  return Outcome::kDone;
}

// Finds the states of the next layer, which starts at `next`, that follow those from `begin` to
// `end`, the edges to them, and the range of mines of each.
template <typename Room, typename Key>
void SweepIn<Room, Key>::link(const Step& step, std::size_t begin, std::size_t end,
                              std::size_t next, std::vector<std::int32_t>& table) {
  for (std::size_t s = begin; s < end; ++s) {
    const Key key = keys_[s] | step.open;
    int from = 0, to = step.kind.slack ? step.size : std::min(step.size, max_mines_ - low_[s]);
    for (const auto [shift, room] : step.touched) {
      const int need = key.need(shift);
      from = std::max(from, need - room);
      to = std::min(to, need);
    }
    edge_begin_.push_back(edge_.size());
    first_k_.push_back(static_cast<typename Room::Count>(from));
    for (int k = from; k <= to; ++k) {
      const auto t = find_or_add(key.less(step.ones, static_cast<unsigned>(k)), next, table);
      edge_.push_back(t);
      const int shift = polynomial_ && !step.kind.slack ? k : 0;
      low_[t] = std::min(low_[t], low_[s] + shift);
      high_[t] = std::max(high_[t], std::min(high_[s] + shift, max_mines_));
    }
  }
}

template <typename Room, typename Key>
void SweepIn<Room, Key>::spread(const Step& step, std::size_t begin, std::size_t end) {
  for (std::size_t s = begin; s < end; ++s) {
    const Value* from = &forward_[offset_[s]];
    for (std::size_t e = edge_begin_[s]; e < edges_end(s); ++e) {
      const int k = first_k_[s] + static_cast<int>(e - edge_begin_[s]);
      const std::int32_t t = edge_[e];
      const int shift = low_[s] + (polynomial_ && !step.kind.slack ? k : 0);
      Value* to = &forward_[offset_[t] + shift - low_[t]];
      const int length = std::min(high_[s] - low_[s], high_[t] - shift) + 1;
      const Value weight = step.weight[k];
      for (int j = 0; j < length; ++j) to[j] += weight * from[j];
    }
  }
}

// Brings a layer's values back within range.
template <typename Room, typename Key>
void SweepIn<Room, Key>::rescale(std::size_t begin, std::size_t end) {
  using std::log;
  const Value top = *std::max_element(forward_.begin() + begin, forward_.begin() + end);
  if (within_range(top)) return;
  for (std::size_t i = begin; i < end; ++i) forward_[i] /= top;
  total.log_scale += log(top);
}

// Keeps long polynomials as short as their spread, which grows with the root of the length. Each
// state is held against itself: an unlikely one may be what later numbers ask for.
template <typename Room, typename Key>
void SweepIn<Room, Key>::drop_tails(std::size_t begin, std::size_t end) {
  for (std::size_t s = begin; s < end; ++s) {
    const Value* value = &forward_[offset_[s]];
    const int last = high_[s] - low_[s];
    if (last < kLongPolynomial) continue;
    const Value least = *std::max_element(value, value + last + 1) * Value(kNegligible);
    int from = 0, to = last;
    while (from < to && value[from] < least) ++from;
    while (from < to && value[to] < least) --to;
    offset_[s] += from;
    high_[s] = low_[s] + to;
    low_[s] += from;
  }
}

template <typename Room, typename Key>
void SweepIn<Room, Key>::backward(const Component& part, const Value* weight, Workbench& bench,
                                  std::vector<double>& class_mine) const {
  std::vector<Value>& values = bench.values;
  values.assign(forward_.size(), Value(0));
  const std::size_t end = layer_[steps_.size()];
  std::copy(weight, weight + total.value.size(), values.begin() + offset_[end]);
  for (std::size_t i = steps_.size(); i-- > 0;) class_mine[part.classes[i]] = retreat(i, values);
}

// Goes back one layer; the mine probability of the cells of its class.
template <typename Room, typename Key>
double SweepIn<Room, Key>::retreat(std::size_t layer, std::vector<Value>& values) const {
  const Step& step = steps_[layer];
  Value mines = 0, safe = 0, top = 0;
  const double all = ways_to_spare(step.size, 0, step.kind.each);
  for (std::size_t s = layer_[layer]; s < layer_[layer + 1]; ++s) {
    const Value* ahead = &forward_[offset_[s]];
    Value* here = &values[offset_[s]];
    for (std::size_t e = edge_begin_[s]; e < edges_end(s); ++e) {
      const int k = first_k_[s] + static_cast<int>(e - edge_begin_[s]);
      const std::int32_t t = edge_[e];
      const int shift = low_[s] + (polynomial_ && !step.kind.slack ? k : 0);
      const Value* from = values.data() + offset_[t] + shift - low_[t];
      const int length = std::min(high_[s] - low_[s], high_[t] - shift) + 1;
      const Value weight = step.weight[k];
      Value met = 0;
      for (int j = std::max(0, low_[t] - shift); j < length; ++j) {
        const Value value = weight * from[j];
        here[j] += value;
        met += value * ahead[j];
      }
      const double clear = ways_to_spare(step.size, k, step.kind.each);
      mines += (all - clear) * met;
      safe += clear * met;
    }
    if (careful_)
      for (int j = 0; j <= high_[s] - low_[s]; ++j) top = std::max(top, here[j]);
  }
  if (careful_ && !within_range(top))
    for (std::size_t s = layer_[layer]; s < layer_[layer + 1]; ++s)
      for (int j = 0; j <= high_[s] - low_[s]; ++j) values[offset_[s] + j] /= top;
  return mine_share(mines, safe);
}

// Goes from a state to the first one in the layer before, which begins at `begin`, that leads to it
// with so many mines; gives how many of them lie in the class between.
template <typename Room, typename Key>
int SweepIn<Room, Key>::step_back(std::size_t begin, std::int32_t& state, int& mines) const {
  for (std::size_t s = begin;; ++s)
    for (std::size_t e = edge_begin_[s]; e < edges_end(s); ++e) {
      const int k = first_k_[s] + static_cast<int>(e - edge_begin_[s]);
      const int used = polynomial_ ? mines - k : 0;
      if (edge_[e] != state || used < low_[s] || used > high_[s]) continue;
      if (forward_[offset_[s] + used - low_[s]] <= 0) continue;
      state = static_cast<std::int32_t>(s);
      mines = used;
      return k;
    }
}

template class SweepIn<OnGrid, Key>;
template class SweepIn<InRules, Key>;
template class SweepIn<InRules, WideKey>;

}  // namespace mw
