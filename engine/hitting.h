// Smallest hitting sets: a set of numbers that has one at least of every demand, itself a set. Branch
// and bound: some number of the smallest demand that is not met must be taken; demands that share
// no number need one each.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace mw {

class HittingSets {
 public:
  void add(std::vector<int> demand) { demands_.push_back(std::move(demand)); }

  // A smallest set that meets all demands, if one of at most `most` numbers does. Sizes already
  // found too small are not tried again. False also when it takes too long, see late().
  bool smallest(std::size_t most, std::vector<int>& set) {
    for (; size_ <= most; ++size_) {
      taken_.clear();
      left_out_.clear();
      if (choose(size_)) {
        set = taken_;
        return true;
      }
      if (late()) return false;
    }
    return false;
  }

  bool late() const { return work_ > kWork; }

 private:
  static bool has(const std::vector<int>& set, int n) { return std::ranges::find(set, n) != set.end(); }

  bool is_met(const std::vector<int>& demand) const {
    return std::ranges::any_of(demand, [&](int n) { return has(taken_, n); });
  }

  bool choose(std::size_t left) {
    if (late()) return false;
    work_ += static_cast<std::int64_t>(demands_.size()) + 1;
    const std::vector<int>* next = nullptr;
    std::size_t fewest = 0;
    std::vector<int> used;
    std::size_t apart = 0;
    for (const auto& demand : demands_) {
      if (is_met(demand)) continue;
      std::size_t free = 0;
      bool shares = false;
      for (int n : demand) free += !has(left_out_, n), shares |= has(used, n);
      if (!next || free < fewest) next = &demand, fewest = free;
      if (shares) continue;
      ++apart;
      used.insert(used.end(), demand.begin(), demand.end());
    }
    if (!next) return true;
    if (apart > left) return false;
    const std::size_t out = left_out_.size();
    for (int n : *next) {
      if (has(left_out_, n)) continue;
      taken_.push_back(n);
      if (choose(left - 1)) return true;
      taken_.pop_back();
      left_out_.push_back(n);
    }
    left_out_.resize(out);
    return false;
  }

  static constexpr std::int64_t kWork = 400'000;  // demands looked at

  std::vector<std::vector<int>> demands_;
  std::vector<int> taken_, left_out_;
  std::size_t size_ = 0;
  std::int64_t work_ = 0;
};

}  // namespace mw
