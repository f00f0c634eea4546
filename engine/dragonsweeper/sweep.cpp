#include "dragonsweeper/sweep.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>

namespace dragon {

bool Sweep::prepare(const Sets& sets, const std::vector<Equation>& equations) {
  numbers_.clear();
  order_.clear();
  place_.fill(-1);
  for (auto& list : of_square_) list.count = 0;
  for (const Equation& e : equations) {
    Number n;
    int mines = e.mines, creatures = e.creatures;
    for (Square s : e.unknown) {
      const PowerSet p = powers_[s] = sets.powers(s);
      if (!std::has_single_bit(p))
        n.open.add(s);
      else if (p & kMinePower)
        --mines;
      else
        creatures -= std::countr_zero(p);
    }
    n.need = {static_cast<std::int8_t>(mines), static_cast<std::int8_t>(creatures)};
    if (n.open.count == 0 || same_as_another(n)) continue;
    for (Square s : n.open) of_square_[s].add(static_cast<int>(numbers_.size()));
    numbers_.push_back(n);
  }
  arrange();
  give_slots();
  layers_.resize(order_.size() + 1);
  layers_[0].keys.assign(1, Key{});
  for (std::size_t i = 0; i < order_.size(); ++i) {
    while (!grow(i)) {
      leave_out(i);
      i = 0;
    }
    if (layers_[i + 1].keys.empty()) return false;
  }
  drop_dead_ends();
  return true;
}

bool Sweep::same_as_another(const Number& n) const {
  return std::ranges::any_of(numbers_, [&](const Number& other) { return other.open == n.open; });
}

// Settles number after number, the one with the fewest unsettled squares first, open ones before
// others.
void Sweep::arrange() {
  std::vector<int> left(numbers_.size());
  for (std::size_t i = 0; i < numbers_.size(); ++i) left[i] = numbers_[i].open.count;
  while (true) {
    int best = -1, best_rank = 1 << 20;
    for (std::size_t i = 0; i < numbers_.size(); ++i) {
      if (left[i] == 0) continue;
      const int rank = left[i] + (left[i] == numbers_[i].open.count ? 100 : 0);
      if (rank < best_rank) best_rank = rank, best = static_cast<int>(i);
    }
    if (best < 0) break;
    for (Square s : numbers_[best].open) {
      if (place_[s] >= 0) continue;
      place_[s] = static_cast<int>(order_.size());
      order_.push_back(static_cast<std::uint8_t>(s));
      for (int n : of_square_[s]) --left[n];
    }
  }
}

// Gives every number a slot of the key from its first square to its last.
void Sweep::give_slots() {
  effects_.clear();
  unsigned free = (1u << kSlots) - 1;
  for (Number& n : numbers_) n.settled = 0;
  for (const Square s : order_) {
    std::vector<Effect> effects;
    for (int i : of_square_[s]) {
      Number& n = numbers_[i];
      n.left_out |= n.settled == 0 && free == 0;
      if (n.left_out) continue;
      if (n.settled == 0) {
        n.slot = std::countr_zero(free);
        free &= free - 1;
        fill_rest(n);
      }
      ++n.settled;
      effects.push_back({n.slot, n.settled == 1, n.settled == n.open.count, n.need,
                         &n.rest[static_cast<std::size_t>(n.settled)]});
    }
    for (const Effect& effect : effects)
      if (effect.closes) free |= 1u << effect.slot;
    effects_.push_back(effects);
  }
}

void Sweep::fill_rest(Number& n) {
  std::vector<Square> by_order(n.open.begin(), n.open.end());
  std::ranges::sort(by_order, {}, [&](Square s) { return place_[s]; });
  const int most = std::clamp<int>(n.need.mines, 0, Sums::kMostMines);
  n.rest.assign(1, Sums(most, 0, 0));
  for (std::size_t i = by_order.size(); i-- > 0;)
    n.rest.insert(n.rest.begin(), n.rest.front().plus(powers_[by_order[i]]));
}

// Makes the states that follow when the next square is settled; false when they are too many.
bool Sweep::grow(std::size_t i) {
  const Square s = order_[i];
  const Layer& from = layers_[i];
  Layer& to = layers_[i + 1];
  to.keys.clear(), to.steps.clear();
  const std::size_t most = from.keys.size() * static_cast<std::size_t>(std::popcount(powers_[s]));
  table_.assign(std::bit_ceil(2 * most + 1), UINT32_MAX);
  for (std::uint32_t a = 0; a < from.keys.size(); ++a)
    each_power(powers_[s], [&](int bit) {
      Key key = from.keys[a];
      if (!settle(key, bit, effects_[i])) return;
      to.steps.push_back({a, find(to, key), static_cast<std::uint8_t>(bit)});
    });
  return to.keys.size() <= kMostStates;
}

// Leaves out a number beside one of the squares up to the i-th, to have fewer states.
void Sweep::leave_out(std::size_t i) {
  for (bool found = false; !found; --i)
    for (int n : of_square_[order_[i]]) {
      found |= !numbers_[n].left_out;
      numbers_[n].left_out = true;
    }
  give_slots();
}

// Takes a power away from what the numbers need; false when one cannot be met any more.
inline bool Sweep::settle(Key& key, int bit, const std::vector<Effect>& effects) {
  for (const Effect& e : effects) {
    Need& need = key[e.slot];
    if (e.opens) need = e.need;
    if (bit == kMineBit)
      --need.mines;
    else
      need.creatures = static_cast<std::int8_t>(need.creatures - bit);
    if (need.mines < 0 || need.creatures < 0 || !e.rest->contains(need.mines, need.creatures))
      return false;
    if (e.closes) need = Need{};
  }
  return true;
}

// Drops the steps that lead to no end, and with them the powers that suit no assignment.
void Sweep::drop_dead_ends() {
  std::vector<char> alive(1, 1);  // the last layer has one state
  for (std::size_t i = order_.size(); i-- > 0;) {
    Layer& to = layers_[i + 1];
    std::erase_if(to.steps, [&](const Step& step) { return !alive[step.to]; });
    alive.assign(layers_[i].keys.size(), 0);
    unsigned powers = 0;
    for (const Step& step : to.steps) {
      alive[step.from] = 1;
      powers |= 1u << step.bit;
    }
    powers_[order_[i]] = static_cast<PowerSet>(powers);
  }
}

bool Sweep::weigh(const PowerWeights& weights) {
  layers_[0].weight.assign(1, 1.0);
  for (std::size_t i = 0; i < order_.size(); ++i) {
    const Layer& from = layers_[i];
    Layer& to = layers_[i + 1];
    to.weight.assign(to.keys.size(), 0.0);
    for (const Step& step : to.steps)
      to.weight[step.to] += from.weight[step.from] * weights[order_[i]][step.bit];
    const double sum = std::reduce(to.weight.begin(), to.weight.end());
    if (sum <= 0) return false;
    for (double& w : to.weight) w /= sum;
  }
  layers_[order_.size()].back.assign(1, 1.0);
  for (std::size_t i = order_.size(); i-- > 0;) {
    const Square s = order_[i];
    const Layer& to = layers_[i + 1];
    Layer& from = layers_[i];
    from.back.assign(from.keys.size(), 0.0);
    share_[s].fill(0);
    for (const Step& step : to.steps) {
      const double part = weights[s][step.bit] * to.back[step.to];
      from.back[step.from] += part;
      share_[s][step.bit] += part * from.weight[step.from];
    }
    const double sum = std::reduce(share_[s].begin(), share_[s].end());
    for (double& share : share_[s]) share /= sum;
    for (double& back : from.back) back /= sum;
  }
  return true;
}

// The place of a key in a layer, by an open-addressing table.
inline std::uint32_t Sweep::find(Layer& layer, const Key& key) {
  std::array<std::uint64_t, sizeof(Key) / 8> words;
  std::memcpy(words.data(), key.data(), sizeof(Key));
  std::uint64_t hash = 0;
  for (const std::uint64_t word : words) hash = (hash ^ (hash >> 29) ^ word) * 0xBF58476D1CE4E5B9u;
  std::size_t at = (hash ^ (hash >> 32)) & (table_.size() - 1);
  while (table_[at] != UINT32_MAX && layer.keys[table_[at]] != key)
    at = (at + 1) & (table_.size() - 1);
  if (table_[at] == UINT32_MAX) {
    table_[at] = static_cast<std::uint32_t>(layer.keys.size());
    layer.keys.push_back(key);
  }
  return table_[at];
}

}  // namespace dragon
