// A list of as many items as a cell may have neighbours, kept in place. And a list of any
// length that is used in the same way.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "position/grid.h"

namespace mw {

template <typename Item>
class ShortList {
 public:
  ShortList() = default;
  ShortList(const Item* first, int count) : size_(static_cast<std::uint8_t>(count)) {
    std::copy_n(first, count, items_.begin());
  }

  void add(Item item) { items_[size_++] = item; }
  int size() const { return size_; }
  bool empty() const { return size_ == 0; }
  Item operator[](int i) const { return items_[i]; }
  const Item* begin() const { return items_.data(); }
  const Item* end() const { return items_.data() + size_; }
  Item* begin() { return items_.data(); }
  Item* end() { return items_.data() + size_; }

 private:
  std::array<Item, kMostAround> items_{};
  std::uint8_t size_ = 0;
};

template <typename Item>
struct LongList : std::vector<Item> {
  LongList() = default;
  LongList(const Item* first, int count) : std::vector<Item>(first, first + count) {}

  void add(Item item) { this->push_back(item); }
  int size() const { return static_cast<int>(std::vector<Item>::size()); }
};

}  // namespace mw
