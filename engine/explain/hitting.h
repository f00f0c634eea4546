// Sets of numbers that suffice for something, made small; and smallest hitting sets, which have one
// number at least of every demand, itself a set. Branch and bound: some number of the smallest
// demand that is not met must be taken; demands that share no number need one each.
#pragma once

#include <algorithm>
#include <bitset>
#include <cstdint>
#include <optional>
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

// Leaves out what a set that suffices can do without: blocks first, then single numbers, the first
// ones in the list first. What is left is needed, every single number.
template <typename Suffices>
void reduce(std::vector<int>& numbers, Suffices&& suffices) {
  std::vector<int> rest;
  for (std::size_t block = std::max<std::size_t>(1, numbers.size() / 2); block > 0; block /= 2) {
    if (block > 1 && block < 4) continue;
    for (std::size_t from = 0; from < numbers.size();) {
      const std::size_t to = std::min(from + block, numbers.size());
      rest.assign(numbers.begin(), numbers.begin() + static_cast<std::ptrdiff_t>(from));
      rest.insert(rest.end(), numbers.begin() + static_cast<std::ptrdiff_t>(to), numbers.end());
      if (suffices(rest)) {
        numbers = rest;
      } else {
        from = to;
      }
    }
  }
}

// Looks for a smaller set among some numbers, by implicit hitting sets; whether it is known to be
// of the smallest size then. `suffices` says so of a set, or nothing where that takes too long;
// `demand` which numbers are left out of a largest set around one that does not.
template <typename Suffices, typename Demand>
bool shrink(std::vector<int>& numbers, const std::vector<int>& among, Suffices&& suffices,
            Demand&& demand) {
  HittingSets demands(among);
  std::vector<int> smaller;
  while (!numbers.empty() && demands.smallest(numbers.size() - 1, smaller)) {
    const std::optional<bool> enough = suffices(smaller);
    if (!enough) return false;
    if (*enough) {
      numbers = smaller;
      break;
    }
    const std::optional<std::vector<int>> next = demand(smaller);
    if (!next) return false;
    demands.add(*next);
  }
  return !demands.late();
}

}  // namespace mw
