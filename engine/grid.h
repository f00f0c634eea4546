// The shape of a board: which cells lie around which.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace mw {

using Cell = std::int32_t;  // row * cols + col

// The cells around one, row by row.
class Around {
 public:
  class Iterator {
   public:
    Iterator(Cell centre, const Cell* step) : centre_(centre), step_(step) {}
    Cell operator*() const { return centre_ + *step_; }
    Iterator& operator++() {
      ++step_;
      return *this;
    }
    bool operator!=(const Iterator& other) const { return step_ != other.step_; }

   private:
    Cell centre_;
    const Cell* step_;
  };

  Around(Cell centre, const Cell* steps, int count)
      : count(count), centre_(centre), steps_(steps) {}
  Iterator begin() const { return {centre_, steps_}; }
  Iterator end() const { return {centre_, steps_ + count}; }

  const int count;

 private:
  Cell centre_;
  const Cell* steps_;
};

class Grid {
 public:
  Grid(int rows, int cols)
      : rows_(rows), cols_(cols), edges_(static_cast<std::size_t>(rows) * cols, 0) {
    for (int c = 0; c < cols; ++c) edges_[c] |= kTop, edges_[size() - 1 - c] |= kBottom;
    for (int r = 0; r < rows; ++r) edges_[r * cols] |= kLeft, edges_[(r + 1) * cols - 1] |= kRight;
    for (int edges = 0; edges < kKinds; ++edges)
      for (int y = edges & kTop ? 0 : -1; y <= (edges & kBottom ? 0 : 1); ++y)
        for (int x = edges & kLeft ? 0 : -1; x <= (edges & kRight ? 0 : 1); ++x)
          if (y != 0 || x != 0) steps_[edges][counts_[edges]++] = y * cols + x;
  }

  int rows() const { return rows_; }
  int cols() const { return cols_; }
  int size() const { return rows_ * cols_; }
  Around around(Cell c) const { return {c, steps_[edges_[c]].data(), counts_[edges_[c]]}; }

 private:
  static constexpr std::uint8_t kTop = 1, kBottom = 2, kLeft = 4, kRight = 8;
  static constexpr int kKinds = 16;

  int rows_, cols_;
  std::vector<std::uint8_t> edges_;  // of the board that a cell lies at
  std::array<std::array<Cell, 8>, kKinds> steps_{};
  std::array<int, kKinds> counts_{};
};

}  // namespace mw
