// Boards from a seed: the same mines as the page lays (web/static/game/random.js is the twin of
// this file). The FNV-1a hash of the seed (32 bits) starts
// splitmix32, whose first four numbers are the state of xoshiro128** (Blackman and Vigna 2018).
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <numeric>
#include <string_view>
#include <vector>

#include "position/codes.h"
#include "position/grid.h"

namespace mw {

class SeededRandom {
 public:
  explicit SeededRandom(std::string_view seed) {
    std::uint32_t hash = 0x811c9dc5;
    for (const char byte : seed) hash = (hash ^ static_cast<std::uint8_t>(byte)) * 0x01000193;
    for (auto& word : state_) {
      hash += 0x9e3779b9;
      std::uint32_t mixed = (hash ^ (hash >> 16)) * 0x85ebca6b;
      mixed = (mixed ^ (mixed >> 13)) * 0xc2b2ae35;
      word = mixed ^ (mixed >> 16);
    }
  }

  std::uint32_t next() {
    auto& s = state_;
    const std::uint32_t result = std::rotl(s[1] * 5, 7) * 9, shifted = s[1] << 9;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = std::rotl(s[3], 11);
    return result;
  }

  // A whole number below n, each equally likely: numbers past the last multiple are drawn again.
  std::uint32_t below(std::uint32_t n) {
    const std::uint64_t all = std::uint64_t{1} << 32, limit = all - all % n;
    std::uint32_t drawn = next();
    while (drawn >= limit) drawn = next();
    return drawn % n;
  }

 private:
  std::array<std::uint32_t, 4> state_;
};

enum class FirstClick { kAny, kSafe, kOpen };

// The cells that the first click keeps free of mines. Those around it only where the mines fit
// elsewhere.
inline std::vector<Cell> spared_cells(const Grid& grid, int mines, Cell first, FirstClick rule) {
  std::vector<Cell> spared;
  if (rule == FirstClick::kAny) return spared;
  spared.push_back(first);
  const auto around = grid.around(first);
  if (rule == FirstClick::kOpen && grid.size() - around.count - 1 >= mines)
    for (Cell n : around) spared.push_back(n);
  return spared;
}

// Opens a safe cell, and around every 0 all the others: writes their numbers in place of
// kCodeHidden; how many. `queue` is there to be used again.
inline int spread(const Grid& grid, const char* mine, Cell cell, std::int8_t* code,
                  std::vector<Cell>& queue) {
  queue.assign(1, cell);
  code[cell] = 0;  // marks it as queued: the number follows
  for (std::size_t i = 0; i < queue.size(); ++i) {
    code[queue[i]] = static_cast<std::int8_t>(grid.count_around(queue[i], mine));
    if (code[queue[i]] > 0) continue;
    for (Cell n : grid.around(queue[i]))
      if (code[n] == kCodeHidden) code[n] = 0, queue.push_back(n);
  }
  return static_cast<int>(queue.size());
}

// Deals one board after the other from one seed, all equally likely. The first is the board that
// the page shows for this seed.
class Dealer {
 public:
  Dealer(const Grid& grid, int mines, Cell first, FirstClick rule, std::string_view seed)
      : mines_(mines), random_(seed), kept_(grid.size(), 0), order_(grid.size()) {
    for (Cell c : spared_cells(grid, mines, first, rule)) kept_[c] = 1;
  }

  // Writes a 1 for every mine, a 0 for every other cell.
  void deal(std::vector<char>& mine) {
    std::iota(order_.begin(), order_.end(), 0);
    for (auto i = static_cast<std::uint32_t>(order_.size()) - 1; i > 0; --i)
      std::swap(order_[i], order_[random_.below(i + 1)]);
    mine.assign(order_.size(), 0);
    int left = mines_;
    for (Cell c : order_) {
      if (left == 0) break;
      if (kept_[c]) continue;
      mine[c] = 1;
      --left;
    }
  }

  // What follows of the seed's numbers.
  SeededRandom& random() { return random_; }

 private:
  int mines_;
  SeededRandom random_;
  std::vector<char> kept_;
  std::vector<Cell> order_;
};

}  // namespace mw
