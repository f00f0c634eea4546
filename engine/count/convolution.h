// Components know of each other only through the total number of mines. Their polynomials are
// multiplied pairwise up a tree; from the root, which the cells off the frontier weigh with a
// binomial, the weight of every total of every component comes down the same tree.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>
#include <vector>

namespace mw {

// log n!, from a table that grows as needed.
inline double log_factorial(int n) {
  static thread_local std::vector<double> table{0.0};
  for (int i = static_cast<int>(table.size()); i <= n; ++i)
    table.push_back(table.back() + std::log(static_cast<double>(i)));
  return table[n];
}

inline double log_choose(int n, int k) {
  return log_factorial(n) - log_factorial(k) - log_factorial(n - k);
}

// The share of mines, which is 0 or 1 only when nothing, however unlikely, speaks against it.
template <typename Value>
double mine_share(const Value& mines, const Value& safe) {
  if (mines <= 0) return 0;
  if (safe <= 0) return 1;
  return std::clamp(static_cast<double>(mines / (mines + safe)),
                    std::numeric_limits<double>::denorm_min(),
                    1 - std::numeric_limits<double>::epsilon() / 2);
}

// In how many orders so many of `cells` can be drawn of which none is one of the mines.
inline double ways_to_spare(int cells, int mines, int drawn) {
  double ways = 1;
  for (int i = 0; i < drawn; ++i) ways *= std::max(0, cells - mines - i);
  return ways;
}

template <typename Value>
Value exp_of(double power) {
  if constexpr (std::is_same_v<Value, double>)
    return std::exp(power);
  else
    return Value::exp(power);
}

// `Value` is a double, or has no bounds (scaled.h).
template <typename Value>
struct PolynomialIn {
  int low = 0;               // exponent of the first coefficient
  double log_scale = 0;      // all coefficients are scaled by exp(-log_scale)
  std::vector<Value> value;  // largest is 1 once normal

  void normalise() {
    using std::log;
    const Value top = *std::max_element(value.begin(), value.end());
    if (top <= 0) return;
    for (Value& v : value) v /= top;
    log_scale += log(top);
  }

  // Drops ends that weigh nothing beside the largest coefficient.
  void trim(double least) {
    std::size_t end = value.size(), begin = 0;
    while (end > 1 && value[end - 1] < least) --end;
    while (begin + 1 < end && value[begin] < least) ++begin;
    value.resize(end);
    value.erase(value.begin(), value.begin() + static_cast<std::ptrdiff_t>(begin));
    low += static_cast<int>(begin);
  }
};

template <typename Value>
class ConvolutionIn {
 public:
  using Polynomial = PolynomialIn<Value>;

  double log_ways = 0;   // log of the number of arrangements of the whole board
  double off_mines = 0;  // mine probability of a cell off the frontier, or of one of `each`
  bool possible = true;  // some total fits the mine count
  int each = 1;          // cells off the frontier that are asked for together
  bool trim = true;      // drop negligible ends of long products
  double likeness = 1;   // how near the mine count lies to where the products are large, up to 1

  Polynomial& component(int i) { return levels_[0][i]; }
  const std::vector<Value>& weight(int i) const { return weights_[0][i]; }

  void reset(int components) {
    if (levels_.empty()) levels_.resize(1), weights_.resize(1);
    if (levels_[0].size() < static_cast<std::size_t>(components)) {
      levels_[0].resize(components);
      weights_[0].resize(components);
    }
    counts_.assign(1, components);
  }

  // `mines` for the whole board (kUnknownMines: all totals weigh the same), of which any number may
  // lie on the `off_cells` cells off the frontier; `tilt` is what the sweeps multiplied mines by.
  void combine(int off_cells, int mines, double tilt) {
    climb();
    weigh_root(off_cells, mines, tilt);
    if (possible) descend();
  }

  // How much more a mine should weigh, so that the totals lie around the mines there are on
  // average; 1 when they do well enough for doubles. Components are to be set, and mines known.
  double lean(int off_cells, int mines, double tilt) const {
    const auto [mean, variance] = total(off_cells, tilt, 0);
    if (std::abs(mean - mines) < 5 + 8 * std::sqrt(variance)) return 1;
    double low = -15, high = 15;
    for (int i = 0; i < 40; ++i) {
      const double middle = (low + high) / 2;
      (total(off_cells, tilt, middle).mean < mines ? low : high) = middle;
    }
    return std::exp(low);
  }

 private:
  struct Moments {
    double mean = 0, variance = 0;
  };

  // Of the mines on the whole board, if each weighed exp(more) times as much.
  Moments total(int off_cells, double tilt, double more) const {
    const double mine = tilt * std::exp(more) / (1 + tilt * std::exp(more));
    Moments sum{off_cells * mine, off_cells * mine * (1 - mine)};
    for (int i = 0; i < counts_[0]; ++i) {
      const Polynomial& p = levels_[0][i];
      double top = -std::numeric_limits<double>::infinity();
      for (std::size_t j = 0; j < p.value.size(); ++j)
        if (p.value[j] > 0)
          top = std::max(top, std::log(p.value[j]) + more * static_cast<double>(j));
      double weight = 0, first = 0, second = 0;
      for (std::size_t j = 0; j < p.value.size(); ++j) {
        if (p.value[j] <= 0) continue;
        const auto k = static_cast<double>(j);
        const double w = std::exp(std::log(p.value[j]) + more * k - top);
        weight += w, first += w * k, second += w * k * k;
      }
      const double mean = first / weight;
      sum.mean += p.low + mean;
      sum.variance += std::max(0.0, second / weight - mean * mean);
    }
    return sum;
  }

  void climb() {
    int level = 0;
    while (counts_[level] > 1) {
      const int count = counts_[level], above = (count + 1) / 2;
      counts_.push_back(above);
      if (static_cast<int>(levels_.size()) == level + 1)
        levels_.emplace_back(), weights_.emplace_back();
      if (static_cast<int>(levels_[level + 1].size()) < above)
        levels_[level + 1].resize(above), weights_[level + 1].resize(above);
      for (int i = 0; i < above; ++i) {
        Polynomial& product = levels_[level + 1][i];
        const Polynomial& left = levels_[level][2 * i];
        if (2 * i + 1 == count) {
          product = left;
        } else {
          multiply(left, levels_[level][2 * i + 1], product);
        }
      }
      ++level;
    }
  }

  void multiply(const Polynomial& a, const Polynomial& b, Polynomial& out) {
    out.low = a.low + b.low;
    out.log_scale = a.log_scale + b.log_scale;
    out.value.assign(a.value.size() + b.value.size() - 1, Value(0));
    const auto& inner = a.value.size() < b.value.size() ? b.value : a.value;
    const auto& outer = a.value.size() < b.value.size() ? a.value : b.value;
    for (std::size_t i = 0; i < outer.size(); ++i) {
      const Value factor = outer[i];
      Value* to = out.value.data() + i;
      for (std::size_t j = 0; j < inner.size(); ++j) to[j] += factor * inner[j];
    }
    out.normalise();
    if (trim && out.value.size() > 200) out.trim(1e-40);
  }

  void weigh_root(int off_cells, int mines, double tilt) {
    using std::log;
    static const Polynomial kOne{0, 0, {1.0}};
    const int top = static_cast<int>(counts_.size()) - 1;
    const Polynomial& root = counts_[0] ? levels_[top][0] : kOne;
    auto& weight = counts_[0] ? weights_[top][0] : root_weight_;
    weight.assign(root.value.size(), Value(0));
    likeness = 1;
    if (mines < 0) {
      weight[0] = 1;
      off_mines = 0.5;
      log_ways = root.log_scale + log(root.value[0]) + off_cells * std::log(2.0);
      possible = true;
      return;
    }
    const int from = std::max(0, mines - off_cells - root.low);
    const int to = std::min(static_cast<int>(root.value.size()) - 1, mines - root.low);
    possible = from <= to;
    likeness = 0;
    if (!possible) return;
    const double log_tilt = std::log(tilt);
    double top_log = -std::numeric_limits<double>::infinity();
    const auto log_weight = [&](int j) {
      return log_choose(off_cells, mines - root.low - j) - (root.low + j) * log_tilt;
    };
    for (int j = from; j <= to; ++j)
      if (root.value[j] > 0) top_log = std::max(top_log, log_weight(j));
    Value sum = 0, off = 0, off_safe = 0;
    for (int j = from; j <= to; ++j) {
      if (root.value[j] > 0) weight[j] = exp_of<Value>(log_weight(j) - top_log);
      const Value ways = root.value[j] * weight[j];
      const int lie_off = mines - root.low - j;
      sum += ways;
      const double clear = ways_to_spare(off_cells, lie_off, each);
      off += ways * (ways_to_spare(off_cells, 0, each) - clear);
      off_safe += ways * clear;
    }
    possible = sum > 0;
    likeness = static_cast<double>(sum);
    off_mines = mine_share(off, off_safe);
    log_ways = log(sum) + top_log + root.log_scale;
  }

  void descend() {
    for (int level = static_cast<int>(counts_.size()) - 2; level >= 0; --level)
      for (int i = 0; i < counts_[level]; ++i) {
        const auto& parent = weights_[level + 1][i / 2];
        const int brother = i ^ 1;
        if (brother == counts_[level]) {
          weights_[level][i] = parent;
          continue;
        }
        const Polynomial& here = levels_[level][i];
        const Polynomial& other = levels_[level][brother];
        auto& weight = weights_[level][i];
        weight.assign(here.value.size(), Value(0));
        const int shift = here.low + other.low - levels_[level + 1][i / 2].low;
        Value top = 0;
        for (int t = 0; t < static_cast<int>(weight.size()); ++t) {
          const int from = std::max(0, -shift - t);
          const int to = static_cast<int>(
              std::min<std::ptrdiff_t>(std::ssize(other.value), std::ssize(parent) - shift - t));
          Value sum = 0;
          for (int b = from; b < to; ++b) sum += other.value[b] * parent[shift + t + b];
          weight[t] = sum;
          top = std::max(top, sum);
        }
        if (top > 0)
          for (Value& w : weight) w /= top;
      }
  }

  std::vector<std::vector<Polynomial>> levels_;
  std::vector<std::vector<std::vector<Value>>> weights_;
  std::vector<int> counts_;
  std::vector<Value> root_weight_;
};

using Polynomial = PolynomialIn<double>;
using Convolution = ConvolutionIn<double>;

}  // namespace mw
