// What the learned value sees of a position: some sixty numbers about what is known, what is left,
// how the probabilities are spread, and where coin flips lurk.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "count.h"
#include "position.h"

namespace mw {

constexpr int kFeatures = 104;
using Features = std::array<float, kFeatures>;

class FeatureReader {
 public:
  // Describes a position that has been counted. Cells with probability 0 or 1 are taken as known.
  const Features& read(const Position& position, const Counter& counter) {
    features_.fill(0);
    at_ = 0;
    gather(position, counter);
    globals(position, counter);
    safe_cells(position);
    frame(position.grid());
    guesses(position, counter);
    coin_flips(position);
    parts(position, counter);
    return features_;
  }
  int count() const { return at_; }

 private:
  // Bounds of the bins that count frontier cells by mine probability, each three times: by how much
  // unseen ground they touch.
  static constexpr std::array<float, 9> kBounds{0.02f, 0.06f, 0.1f, 0.15f, 0.2f, 0.3f, 0.45f, 0.65f, 0.85f};
  static constexpr int kBins = static_cast<int>(kBounds.size()) + 1;

  void put(double v) { features_[at_++] = static_cast<float>(v); }
  static double log1(double v) { return std::log(1 + v); }

  // Mine probability of every unopened cell (1 for known mines, 0 for open cells).
  void gather(const Position& position, const Counter& counter) {
    const int size = position.size();
    mine_.resize(size);
    kind_.resize(size);
    safe_.clear();
    risky_.clear();
    for (Cell c = 0; c < size; ++c) {
      const auto state = position.state(c);
      if (state == kMine) {
        mine_[c] = 1, kind_[c] = kKnownMine;
      } else if (state == kSafe) {
        mine_[c] = 0, kind_[c] = kPending;
        safe_.push_back(c);
      } else if (state == kHidden) {
        const double p = counter.mine(c);
        mine_[c] = static_cast<float>(p);
        if (p <= 0) {
          kind_[c] = kPending;
          safe_.push_back(c);
        } else if (p >= 1) {
          kind_[c] = kKnownMine;
        } else {
          kind_[c] = counter.frontier.class_of[c] < 0 ? kOff : kFrontier;
          risky_.push_back(c);
        }
      } else {
        mine_[c] = 0, kind_[c] = kOpen;
      }
    }
  }

  void globals(const Position& position, const Counter& counter) {
    const double size = position.size();
    const int to_open = position.size() - position.mines() - position.open_count();
    int mines = 0, off = 0;
    double entropy = 0;
    for (Cell c = 0; c < position.size(); ++c) mines += kind_[c] == kKnownMine;
    for (Cell c : risky_) off += kind_[c] == kOff;
    const double left = position.mines() - mines;
    const double hidden = static_cast<double>(risky_.size());
    put(size / 480);
    put(position.mines() / size);
    put(to_open / size);
    put(log1(to_open));
    put(log1(std::max(0.0, to_open - static_cast<double>(safe_.size()))));
    put(left / 100);
    put(hidden / size);
    put(log1(hidden));
    put(hidden > 0 ? left / hidden : 0);
    put(off / size);
    put(log1(off));
    put(off > 0 ? counter.off_mine : 0);
    put((hidden - off) / 100);
    put(counter.log_ways / 100);
    put(log1(counter.log_ways));
    for (const CellClass& k : counter.frontier.classes)
      if (const double p = counter.mine(k.cells[0]); p > 0 && p < 1) entropy -= k.size * p * std::log(p);
    put(entropy / 10);
    int corners = 0, edges = 0;
    const int rows = position.grid().rows(), cols = position.grid().cols();
    const auto risky = [&](Cell c) { return kind_[c] == kFrontier || kind_[c] == kOff; };
    for (int c = 0; c < cols; ++c) edges += risky(c) + risky((rows - 1) * cols + c);
    for (int r = 0; r < rows; ++r) edges += risky(r * cols) + risky(r * cols + cols - 1);
    corners = risky(0) + risky(cols - 1) + risky((rows - 1) * cols) + risky(rows * cols - 1);
    edges -= 2 * corners;
    put(corners / 4.0);
    put(edges / 80.0);
  }

  // What the cells known to be safe may still tell.
  void safe_cells(const Position& position) {
    int useful = 0, fresh = 0;
    double zero_best = 0, zero_sum = 0, reach = 0, spread = 0;
    for (Cell c : safe_) {
      int unknown = 0, off = 0;
      double none = 1, variance = 0;
      for (Cell n : position.grid().around(c)) {
        if (kind_[n] != kFrontier && kind_[n] != kOff) {
          if (kind_[n] == kKnownMine) none = 0;
          continue;
        }
        ++unknown;
        off += kind_[n] == kOff;
        none *= 1 - mine_[n];
        variance += mine_[n] * (1 - mine_[n]);
      }
      if (!unknown) continue;
      ++useful;
      fresh += off > 0;
      reach += off;
      spread += variance;
      zero_best = std::max(zero_best, none);
      zero_sum += none;
    }
    put(log1(static_cast<double>(safe_.size())));
    put(log1(useful));
    put(std::min(useful, 1));
    put(std::min(useful, 3) / 3.0);
    put(log1(fresh));
    put(reach / 20);
    put(spread / 5);
    put(zero_best);
    put(std::min(zero_sum, 3.0));
    put(safe_.empty() ? 0 : 1);
  }

  void guesses(const Position& position, const Counter& counter) {
    std::array<float, 3> lowest{1, 1, 1};
    const auto offer = [&](float p) {
      if (p < lowest[0]) {
        lowest = {p, lowest[0], lowest[1]};
      } else if (p < lowest[1]) {
        lowest = {lowest[0], p, lowest[1]};
      } else if (p < lowest[2]) {
        lowest[2] = p;
      }
    };
    std::array<std::array<int, 3>, kBins> bins{};
    double doubt = 0, risk = 0, loss = 0, best_clear = 0;
    int seen = 0, fringe = 0, best_open = 0;
    float zero_chance = 0;
    const int cols = position.grid().cols(), wide = cols + 2;
    int off = 0;
    for (int r = 0; r < position.grid().rows(); ++r)
      for (int x = 0; x < cols; ++x) {
        const Cell c = r * cols + x;
        if (kind_[c] != kFrontier && kind_[c] != kOff) continue;
        zero_chance = std::max(zero_chance, clear_[(r + 1) * wide + x + 1]);
        off += kind_[c] == kOff;
        if (kind_[c] == kOff) continue;
        const float p = mine_[c];
        int open = 0;
        for (Cell n : position.grid().around(c)) {
          open += kind_[n] == kOff || kind_[n] == kPending;
          seen += kind_[n] == kOpen;
        }
        if (p < lowest[0]) {
          best_open = open;
          best_clear = clear_[(r + 1) * wide + x + 1] / (1 - p);
        }
        offer(p);
        int bin = 0;
        while (bin + 1 < kBins && p >= kBounds[bin]) ++bin;
        ++bins[bin][open == 0 ? 0 : open < 3 ? 1 : 2];
        fringe += open > 0;
        const float wrong = std::min(p, 1 - p);
        doubt += wrong;
        loss += wrong * (1 + wrong / 2);
        risk += p * (1 - p);
      }
    for (int i = 0; i < std::min(off, 3); ++i) offer(static_cast<float>(counter.off_mine));
    const auto [best, second, third] = lowest;
    const double best_off = off ? counter.off_mine : 1;
    put(zero_chance);
    put(best);
    put(second);
    put(third);
    put(best_off);
    put(safe_.empty() ? best : 0);
    put(doubt / 10);
    put(risk / 10);
    for (const auto& b : bins)
      for (int n : b) put(std::min(n, 12) / 6.0);
    put(loss / 10);
    put(best_open / 8.0);
    put(best_clear);
    put(seen / 100.0);
    put(fringe / 30.0);
    put(lowest[0] < 0.999f ? std::log(1 - lowest[0]) : -7);
    put(lowest[1] < 0.999f ? std::log(1 - lowest[1]) : -7);
  }

  // Pairs of cells that nothing but a guess may ever tell apart: one of them is a mine and every
  // cell that sees only one of them is a mine too, so its number will never show.
  void coin_flips(const Position& position) {
    const Grid& grid = position.grid();
    const int wide = grid.cols() + 2;
    double sum = 0, frontier_sum = 0, certain = 0, log_sum = 0;
    for (Cell a : risky_) {
      const int i = (a / grid.cols() + 1) * wide + a % grid.cols() + 1;
      const float* m = &framed_[i];
      const float* across = &across_[i];
      const float* down = &down_[i];
      // Chance that all cells around just one of the pair are mines.
      const float right = down[-1] * down[2], below = across[-wide] * across[2 * wide];
      const float slant = across[-wide] * m[-1] * m[wide - 1] * across[2 * wide + 1] * m[2] * m[wide + 2];
      const float other = across[-wide] * m[1] * m[wide + 1] * across[2 * wide - 1] * m[-2] * m[wide - 2];
      const std::array<std::pair<float, int>, 4> pairs{
          {{right, 1}, {below, grid.cols()}, {slant, grid.cols() + 1}, {other, grid.cols() - 1}}};
      for (auto [chance, step] : pairs) {
        if (chance < 1e-4f) continue;
        const Cell b = a + step;
        if (step != grid.cols() && (b % grid.cols() - a % grid.cols()) * (step == grid.cols() - 1 ? -1 : 1) != 1)
          continue;
        if (b >= grid.size() || (kind_[b] != kFrontier && kind_[b] != kOff)) continue;
        const double one = linked(position, a, b)
                               ? 1.0
                               : mine_[a] * (1 - mine_[b]) + mine_[b] * (1 - mine_[a]);
        const double flip = chance * one;
        sum += flip;
        log_sum += flip < 0.02 ? 0.5 * flip : -std::log(1 - 0.5 * std::min(flip, 1.0));
        if (kind_[a] == kFrontier || kind_[b] == kFrontier) frontier_sum += flip;
        certain += flip > 0.99;
      }
    }
    put(sum);
    put(log_sum);
    put(frontier_sum);
    put(certain);
  }

  // Mine chances in a frame of ones, their products three across and three down, and the chance
  // that a cell and all around it are clear.
  void frame(const Grid& grid) {
    const int wide = grid.cols() + 2;
    const std::size_t size = static_cast<std::size_t>(grid.rows() + 5) * wide + 2;
    if (framed_.size() != size) {
      framed_.assign(size, 1.0f);
      across_.assign(size, 1.0f);
      down_.assign(size, 1.0f);
      pair_.assign(size, 1.0f);
      clear_.assign(size, 1.0f);
      empty_.assign(size, 1.0f);
    }
    for (int r = 0; r < grid.rows(); ++r)
      for (int c = 0; c < grid.cols(); ++c) {
        framed_[(r + 1) * wide + c + 1] = mine_[r * grid.cols() + c];
        empty_[(r + 1) * wide + c + 1] = 1 - mine_[r * grid.cols() + c];
      }
    const std::size_t end = static_cast<std::size_t>(grid.rows() + 1) * wide;
    for (std::size_t i = 1; i < end + wide; ++i) pair_[i] = empty_[i - 1] * empty_[i] * empty_[i + 1];
    for (std::size_t i = wide; i < end; ++i) {
      across_[i] = framed_[i - 1] * framed_[i] * framed_[i + 1];
      down_[i] = framed_[i - wide] * framed_[i] * framed_[i + wide];
      clear_[i] = pair_[i - wide] * pair_[i] * pair_[i + wide];
    }
  }

  // Some number says that exactly one of the two is a mine.
  static bool linked(const Position& position, Cell a, Cell b) {
    for (Cell n : position.grid().around(a))
      if (position.is_number(n) && position.unknown(n) == 2 && position.need(n) == 1)
        for (Cell m : position.grid().around(n))
          if (m == b) return true;
    return false;
  }

  // Components, and among them those that no unopened cell outside will ever inform.
  void parts(const Position& position, const Counter& counter) {
    int open_parts = 0, closed_parts = 0, largest = 0, closed_cells = 0, islands = 0, walled = 0;
    double closed_doubt = 0, closed_loss = 0;
    for (int i = 0; i < counter.frontier.component_count; ++i) {
      const Component& part = counter.frontier.components[i];
      bool closed = true;
      int cells = 0;
      float best = 1;
      double doubt = 0;
      for (auto k : part.classes)
        for (int j = 0; j < counter.frontier.classes[k].size; ++j) {
          const Cell c = counter.frontier.classes[k].cells[j];
          if (kind_[c] != kFrontier) continue;
          ++cells;
          best = std::min(best, mine_[c]);
          doubt += std::min(mine_[c], 1 - mine_[c]);
          for (Cell n : position.grid().around(c))
            if (kind_[n] == kOff || kind_[n] == kPending ||
                (kind_[n] == kFrontier &&
                 counter.frontier.classes[counter.frontier.class_of[n]].component != i))
              closed = false;
        }
      if (!cells) continue;
      largest = std::max(largest, cells);
      open_parts += !closed;
      if (closed) {
        ++closed_parts;
        closed_cells += cells;
        closed_doubt += doubt;
        closed_loss -= std::log(1 - best);
      }
    }
    for (Cell c : risky_) {
      if (kind_[c] != kOff || position.unknown(c) > 1) continue;
      int around = 0;
      for (Cell n : position.grid().around(c)) around += kind_[n] == kOff || kind_[n] == kFrontier || kind_[n] == kPending;
      islands += around == 0;
      walled += around == 1;
    }
    put(open_parts / 5.0);
    put(closed_parts / 3.0);
    put(largest / 30.0);
    put(closed_cells / 10.0);
    put(closed_doubt);
    put(closed_loss);
    put(islands);
    put(walled);
  }

  enum Kind : std::uint8_t { kOpen, kKnownMine, kPending, kFrontier, kOff };
  Features features_{};
  int at_ = 0;
  std::vector<float> mine_, framed_, across_, down_, empty_, pair_, clear_;
  std::vector<Kind> kind_;
  std::vector<Cell> safe_, risky_;
};

}  // namespace mw
