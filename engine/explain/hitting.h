// Smallest hitting sets: a set of numbers that has one at least of every demand, itself a set.
// Branch and bound: some number of the smallest demand that is not met must be taken; demands that
// share no number need one each.
#pragma once

#include <bitset>
#include <cstdint>
#include <utility>
#include <vector>

namespace mw {

class HittingSets {
 public:
  // `among` are the numbers that demands consist of.
  explicit HittingSets(std::vector<int> among)
      : among_(std::move(among)), late_(among_.size() > kMost) {}

  void add(const std::vector<int>& demand) {
    Set set;
    for (std::size_t i = 0; i < among_.size() && !late_; ++i)
      for (int n : demand)
        if (among_[i] == n) set.set(i);
    demands_.push_back(set);
  }

  // A smallest set that meets all demands, if one of at most `most` numbers does. Sizes already
  // found too small are not tried again. False also when it takes too long, see late().
  bool smallest(std::size_t most, std::vector<int>& set) {
    for (; size_ <= most && !late_; ++size_) {
      if (!choose({}, {}, size_)) continue;
      set.clear();
      for (std::size_t i = 0; i < among_.size(); ++i)
        if (chosen_[i]) set.push_back(among_[i]);
      return true;
    }
    return false;
  }

  bool late() const { return late_; }

 private:
  static constexpr std::size_t kMost = 256;  // numbers: a limit of size
  using Set = std::bitset<kMost>;

  bool choose(const Set& taken, Set left_out, std::size_t left) {
    late_ |= (work_ -= static_cast<std::int64_t>(demands_.size()) + 1) < 0;
    if (late_) return false;
    Set next, used;
    std::size_t fewest = kMost + 1, apart = 0;
    for (const Set& demand : demands_) {
      if ((demand & taken).any()) continue;
      const Set free = demand & ~left_out;
      if (const std::size_t count = free.count(); count < fewest) fewest = count, next = free;
      if ((free & used).any()) continue;
      used |= free;
      if (++apart > left) return false;
    }
    if (fewest > kMost) {
      chosen_ = taken;
      return true;
    }
    for (std::size_t i = 0; i < among_.size(); ++i) {
      if (!next[i]) continue;
      if (choose(Set(taken).set(i), left_out, left - 1)) return true;
      left_out.set(i);
    }
    return false;
  }

  const std::vector<int> among_;
  std::vector<Set> demands_;
  Set chosen_;
  std::size_t size_ = 0;
  std::int64_t work_ = 2'000'000;  // demands that may be looked at
  bool late_;
};

}  // namespace mw
