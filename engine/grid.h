// The shape of a board: which cells lie around which.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace mw {

using Cell = std::int32_t;  // row * cols + col

struct Around {
  std::uint8_t count = 0;
  std::array<Cell, 8> cell{};
  const Cell* begin() const { return cell.data(); }
  const Cell* end() const { return cell.data() + count; }
};

class Grid {
 public:
  Grid(int rows, int cols)
      : rows_(rows), cols_(cols), around_(static_cast<std::size_t>(rows) * cols) {
    for (int r = 0; r < rows; ++r)
      for (int c = 0; c < cols; ++c) {
        Around& a = around_[r * cols + c];
        for (int y = r > 0 ? r - 1 : 0; y <= r + 1 && y < rows; ++y)
          for (int x = c > 0 ? c - 1 : 0; x <= c + 1 && x < cols; ++x)
            if (y != r || x != c) a.cell[a.count++] = y * cols + x;
      }
  }

  int rows() const { return rows_; }
  int cols() const { return cols_; }
  int size() const { return rows_ * cols_; }
  const Around& around(Cell c) const { return around_[c]; }

 private:
  int rows_, cols_;
  std::vector<Around> around_;
};

}  // namespace mw
