// The numbers around a cell, the nearest first.
#pragma once

#include <algorithm>
#include <vector>

#include "explain/clues.h"

namespace mw {

// Numbers in rings around a cell: the first ring touches it, and each further one shares hidden
// cells with the one before.
class Rings {
 public:
  std::vector<int> numbers;  // ring after ring

  Rings(const Clues& clues, Cell cell) : clues_(clues), seen_(clues.all.size(), 0) { reach(cell); }

  // Adds the next ring; false when there is none.
  bool grow() {
    const std::size_t begin = ends_.size() < 2 ? 0 : ends_[ends_.size() - 2], end = ends_.back();
    for (std::size_t i = begin; i < end; ++i) {
      for (Cell c : clues_.all[numbers[i]].cells) reach(c);
    }
    if (numbers.size() == end) return false;
    ends_.push_back(numbers.size());
    return true;
  }

  std::size_t count() const { return ends_.size() - 1; }

  std::vector<int> within(std::size_t rings) const {
    return {numbers.begin(),
            numbers.begin() + static_cast<std::ptrdiff_t>(ends_[std::min(rings, count())])};
  }

 private:
  void reach(Cell c) {
    clues_.each_around(c, [&](int n) {
      if (!seen_[n]) seen_[n] = 1, numbers.push_back(n);
    });
  }

  const Clues& clues_;
  std::vector<char> seen_;
  std::vector<std::size_t> ends_{0};
};

}  // namespace mw
