#include "dragonsweeper/sweep.h"

#include <algorithm>
#include <bit>
#include <functional>

namespace dragon {

void Sweep::prepare(const Sets& sets, const std::vector<Equation>& equations) {
  numbers_.clear();
  order_.clear();
  place_.fill(-1);
  for (auto& list : of_square_) list.count = 0;
  for (const Equation& e : equations) {
    Number n;
    n.mines = e.mines, n.creatures = e.creatures;
    for (Square s : e.unknown) {
      const PowerSet p = sets.powers(s);
      powers_[s] = p;
      if (!std::has_single_bit(p))
        n.open.add(s);
      else if (p & kMinePower)
        --n.mines;
      else
        n.creatures -= std::countr_zero(p);
    }
    if (n.open.count == 0 || same_as_another(n)) continue;
    for (Square s : n.open) of_square_[s].add(static_cast<int>(numbers_.size()));
    numbers_.push_back(n);
  }
  arrange();
  give_slots();
}

bool Sweep::run(const PowerWeights& weights, std::size_t most_states) {
  exact_ = !dropped_;
  layers_.resize(order_.size() + 1);
  layers_[0].start();
  for (std::size_t i = 0; i < order_.size(); ++i)
    if (!forward(i, weights, most_states)) return false;
  backward(weights);
  return true;
}

bool Sweep::same_as_another(const Number& n) const {
  for (const Number& other : numbers_)
    if (other.open.count == n.open.count &&
        std::equal(other.open.begin(), other.open.end(), n.open.begin()))
      return true;
  return false;
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
  dropped_ = false;
  effects_.clear();
  unsigned free = (1u << kSlots) - 1;
  std::vector<char> dropped(numbers_.size(), 0);
  for (const Square s : order_) {
    std::vector<Effect> effects;
    for (int i : of_square_[s]) {
      Number& n = numbers_[i];
      if (dropped[i]) continue;
      Effect effect{};
      effect.opens = n.settled == 0;
      if (effect.opens) {
        if (free == 0) {
          dropped[i] = 1;
          dropped_ = true;
          continue;
        }
        n.slot = std::countr_zero(free);
        free &= free - 1;
        fill_rest(n);
      }
      ++n.settled;
      effect.slot = n.slot;
      effect.closes = n.settled == n.open.count;
      effect.mines = n.mines, effect.creatures = n.creatures;
      effect.rest = &n.rest[n.settled];
      effects.push_back(effect);
    }
    for (const Effect& effect : effects)
      if (effect.closes) free |= 1u << effect.slot;
    effects_.push_back(effects);
  }
}

void Sweep::fill_rest(Number& n) {
  std::array<Square, 8> by_order{};
  for (Square s : n.open) {
    int rank = 0;
    for (Square other : n.open) rank += place_[other] < place_[s];
    by_order[rank] = s;
  }
  n.rest[n.open.count] = Sums::zero();
  const int most = std::clamp(n.mines, 0, Sums::kMostMines);
  for (int i = n.open.count - 1; i >= 0; --i)
    n.rest[i] = n.rest[i + 1].plus(powers_[by_order[i]], most);
}

bool Sweep::forward(std::size_t i, const PowerWeights& weights, std::size_t most_states) {
  const Square s = order_[i];
  Layer &from = layers_[i], &to = layers_[i + 1];
  to.keys.clear(), to.weight.clear(), to.steps.clear();
  clear_table(from.keys.size());
  for (std::uint32_t a = 0; a < from.keys.size(); ++a)
    for (unsigned rest = powers_[s]; rest != 0; rest &= rest - 1) {
      const int bit = std::countr_zero(rest);
      Key key = from.keys[a];
      if (weights[s][bit] <= 0 || !settle(key, bit, effects_[i])) continue;
      const std::uint32_t b = find(to, key);
      to.weight[b] += from.weight[a] * weights[s][bit];
      to.steps.push_back({a, b, static_cast<std::uint8_t>(bit)});
    }
  if (to.keys.empty()) return false;
  if (to.keys.size() > most_states) prune(to, most_states);
  double sum = 0;
  for (double w : to.weight) sum += w;
  for (double& w : to.weight) w /= sum;
  return sum > 0;
}

// Takes a power away from what the numbers need; false when one cannot be met any more.
inline bool Sweep::settle(Key& key, int bit, const std::vector<Effect>& effects) {
  for (const Effect& e : effects) {
    const int shift = e.slot * kSlotBits;
    int mines = e.mines, creatures = e.creatures;
    if (!e.opens) {
      const int code = static_cast<int>((key >> shift).low & kSlotMask);
      mines = code >> kSumBits, creatures = code & ((1 << kSumBits) - 1);
    }
    if (bit == kMineBit)
      --mines;
    else
      creatures -= bit;
    if (mines < 0 || creatures < 0 || mines > Sums::kMostMines ||
        !e.rest->contains(mines, creatures))
      return false;
    key &= ~(Key{kSlotMask, 0} << shift);
    if (!e.closes)
      key |= Key{static_cast<std::uint64_t>(mines << kSumBits | creatures), 0} << shift;
  }
  return true;
}

// Drops the states that weigh least.
void Sweep::prune(Layer& layer, std::size_t most) {
  exact_ = false;
  std::vector<double> sorted = layer.weight;
  std::nth_element(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(most), sorted.end(),
                   std::greater<>());
  const double limit = sorted[most];
  std::vector<std::uint32_t> now(layer.keys.size(), UINT32_MAX);
  std::uint32_t kept = 0;
  for (std::uint32_t b = 0; b < layer.keys.size(); ++b) {
    if (layer.weight[b] < limit || kept >= most) continue;
    layer.keys[kept] = layer.keys[b], layer.weight[kept] = layer.weight[b];
    now[b] = kept++;
  }
  layer.keys.resize(kept), layer.weight.resize(kept);
  std::erase_if(layer.steps, [&](Step& step) {
    step.to = now[step.to];
    return step.to == UINT32_MAX;
  });
}

void Sweep::backward(const PowerWeights& weights) {
  Layer& last = layers_[order_.size()];
  last.back.assign(last.keys.size(), 1.0);
  for (std::size_t i = order_.size(); i-- > 0;) {
    const Square s = order_[i];
    const Layer& to = layers_[i + 1];
    Layer& from = layers_[i];
    from.back.assign(from.keys.size(), 0.0);
    share_[s].fill(0);
    double sum = 0;
    for (const Step& step : to.steps) {
      const double part = weights[s][step.bit] * to.back[step.to];
      from.back[step.from] += part;
      share_[s][step.bit] += part * from.weight[step.from];
      sum += part * from.weight[step.from];
    }
    if (sum <= 0) continue;
    for (double& share : share_[s]) share /= sum;
    for (double& back : from.back) back /= sum;
  }
}

// An open-addressing table from keys to places in a layer.
void Sweep::clear_table(std::size_t about) {
  std::size_t size = 256;
  while (size < about * 8) size *= 2;
  table_.assign(size, UINT32_MAX);
}

inline std::uint32_t Sweep::find(Layer& layer, Key key) {
  if (layer.keys.size() * 2 > table_.size()) {
    table_.assign(table_.size() * 4, UINT32_MAX);
    for (std::uint32_t b = 0; b < layer.keys.size(); ++b) table_[slot_of(layer, layer.keys[b])] = b;
  }
  const std::size_t at = slot_of(layer, key);
  if (table_[at] == UINT32_MAX) {
    table_[at] = static_cast<std::uint32_t>(layer.keys.size());
    layer.keys.push_back(key);
    layer.weight.push_back(0);
  }
  return table_[at];
}

inline std::size_t Sweep::slot_of(const Layer& layer, Key key) const {
  std::uint64_t hash = key.low ^ (key.high * 0x9E3779B97F4A7C15u);
  hash = (hash ^ (hash >> 29)) * 0xBF58476D1CE4E5B9u;
  std::size_t at = (hash ^ (hash >> 32)) & (table_.size() - 1);
  while (table_[at] != UINT32_MAX && layer.keys[table_[at]] != key)
    at = (at + 1) & (table_.size() - 1);
  return at;
}

}  // namespace dragon
