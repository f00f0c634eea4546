// Sums of one value from each of several lists: which of them there are.
#pragma once

#include <algorithm>
#include <vector>

namespace mw {

class Sums {
 public:
  // Adds a list of values, none below 0.
  void add(const std::vector<int>& values) {
    const std::vector<char>& before = reached_.back();
    const int top = *std::ranges::max_element(values);
    std::vector<char> after(before.size() + static_cast<std::size_t>(top), 0);
    for (std::size_t sum = 0; sum < before.size(); ++sum)
      for (std::size_t i = 0; before[sum] && i < values.size(); ++i)
        after[sum + static_cast<std::size_t>(values[i])] = 1;
    reached_.push_back(std::move(after));
  }

  // Whether the first `lists` have this sum.
  bool has(std::size_t lists, int sum) const {
    return sum >= 0 && sum < static_cast<int>(reached_[lists].size()) && reached_[lists][sum];
  }

  // The largest sum of all lists that is at most `most`; -1 if there is none.
  int largest(int most) const {
    int sum = std::min(most, static_cast<int>(reached_.back().size()) - 1);
    while (sum >= 0 && !reached_.back()[sum]) --sum;
    return std::max(sum, -1);
  }

 private:
  std::vector<std::vector<char>> reached_{{1}};  // by lists so far, by sum
};

}  // namespace mw
