// The shape of a board: which cells lie around which.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <utility>
#include <vector>

namespace mw {

using Cell = std::int32_t;  // row * cols + col

// Boards of other shapes are counted by programs of their own, for cells with more neighbours take
// room.
#ifdef MW_SHAPES
constexpr int kMostAround = 12;
#else
constexpr int kMostAround = 8;
#endif

// As web/static/game/shapes.js and minefield/shapes.py have them; a board that is `turned` has its
// rows and columns exchanged.
enum class Shape : std::uint8_t { kSquares, kHexagons, kTriangles, kTorus, kCylinder };

// The cells around one, row by row.
struct Around {
  struct Iterator {
    Cell centre;
    const Cell* step;

    Cell operator*() const { return centre + *step; }
    Iterator& operator++() { return ++step, *this; }
    bool operator!=(const Iterator& other) const { return step != other.step; }
  };

  Iterator begin() const { return {centre, steps}; }
  Iterator end() const { return {centre, steps + count}; }

  Cell centre;
  const Cell* steps;
  int count;
};

// Calls `visit` with the place of every flag that is set, each 0 or 1: eight at a look, and with no
// branch that depends on a single one, for what a cell is cannot be predicted.
template <typename Visit>
void each_set(const std::vector<std::uint8_t>& flags, Visit&& visit) {
  static_assert(std::endian::native == std::endian::little);
  const auto size = static_cast<Cell>(flags.size());
  Cell c = 0;
  for (; c + 8 <= size; c += 8) {
    std::uint64_t eight;
    std::memcpy(&eight, &flags[c], 8);
    for (; eight != 0; eight &= eight - 1) visit(c + std::countr_zero(eight) / 8);
  }
  for (; c < size; ++c)
    if (flags[c]) visit(c);
}

class Grid {
 public:
#ifdef MW_SHAPES
  Grid(int rows, int cols, Shape shape, bool turned = false) : Grid(rows, cols) {
    shape_ = shape;
    if (shape == Shape::kSquares) return;
    std::vector<std::vector<Cell>> kinds;
    for (Cell c = 0; c < size(); ++c) {
      std::vector<Cell> steps = steps_from(c, turned);
      const auto found = std::find(kinds.begin(), kinds.end(), steps);
      edges_[c] = static_cast<std::uint8_t>(found - kinds.begin());
      if (found != kinds.end()) continue;
      counts_[edges_[c]] = static_cast<int>(steps.size());
      std::copy(steps.begin(), steps.end(), steps_[edges_[c]].begin());
      kinds.push_back(std::move(steps));
    }
  }
  bool squares() const { return shape_ == Shape::kSquares; }
#else
  bool squares() const { return true; }
#endif

  Grid(int rows, int cols)
      : rows_(rows), cols_(cols), edges_(static_cast<std::size_t>(rows) * cols, 0) {
    for (int c = 0; c < cols; ++c) edges_[c] |= kTop, edges_[size() - 1 - c] |= kBottom;
    for (int r = 0; r < rows; ++r) edges_[r * cols] |= kLeft, edges_[(r + 1) * cols - 1] |= kRight;
    for (int edges = 0; edges < kSides; ++edges)
      for (int y = edges & kTop ? 0 : -1; y <= (edges & kBottom ? 0 : 1); ++y)
        for (int x = edges & kLeft ? 0 : -1; x <= (edges & kRight ? 0 : 1); ++x)
          if (y != 0 || x != 0) steps_[edges][counts_[edges]++] = y * cols + x;
  }

  int rows() const { return rows_; }
  int cols() const { return cols_; }
  int size() const { return rows_ * cols_; }
  // In steps of a chess king.
  int distance(Cell a, Cell b) const {
    return std::max(std::abs(a / cols_ - b / cols_), std::abs(a % cols_ - b % cols_));
  }
  Around around(Cell c) const { return {c, steps_[edges_[c]].data(), counts_[edges_[c]]}; }
  // How many of the cells around one have a flag, 0 or 1 for each cell.
  template <typename Flags>
  int count_around(Cell c, const Flags& flags) const {
    int count = 0;
    for (Cell n : around(c)) count += flags[n];
    return count;
  }

  // The sum of `value` over the cells around each: of three in a row, then of three such rows.
  // Plain loops over bytes, which the compiler turns into vectors.
  void sum_around(const std::vector<std::uint8_t>& value, std::vector<std::uint8_t>& sum) const {
    if (!squares()) {
      sum.resize(size());
      for (Cell c = 0; c < size(); ++c) sum[c] = static_cast<std::uint8_t>(count_around(c, value));
      return;
    }
    const int cells = size(), cols = cols_;
    const std::uint8_t* v = value.data();
    std::vector<std::uint8_t> padded(cells + 2 * cols, 0);
    std::uint8_t* three = &padded[cols];
    for (int c = 1; c < cells - 1; ++c)
      three[c] = static_cast<std::uint8_t>(v[c - 1] + v[c] + v[c + 1]);
    three[0] = v[0];
    if (cells > 1) {
      three[0] += v[1];
      three[cells - 1] = static_cast<std::uint8_t>(v[cells - 2] + v[cells - 1]);
    }
    for (int c = cols; c < cells; c += cols)
      three[c] -= v[c - 1], three[c - 1] -= v[c];  // another row
    sum.resize(cells);
    std::uint8_t* out = sum.data();
    for (int c = 0; c < cells; ++c)
      out[c] = static_cast<std::uint8_t>(three[c - cols] + three[c] + three[c + cols] - v[c]);
  }

 private:
  static constexpr std::uint8_t kTop = 1, kBottom = 2, kLeft = 4, kRight = 8;
  static constexpr int kSides = 16;  // sets of edges of a square's board
  static constexpr int kKinds =
      kMostAround == 8 ? kSides : 64;  // of cells, by what lies around them

#ifdef MW_SHAPES
  // The way to each cell around one, the first first.
  std::vector<Cell> steps_from(Cell cell, bool turned) const {
    const auto [rows, cols] = turned ? std::pair(cols_, rows_) : std::pair(rows_, cols_);
    const auto [row, col] =
        turned ? std::pair(cell % cols_, cell / cols_) : std::pair(cell / cols_, cell % cols_);
    const bool wide = shape_ == Shape::kTorus || shape_ == Shape::kCylinder;
    const int flat =
        row + ((row + col) % 2 ? -1 : 1);  // the row on the other side of a triangle's base
    std::vector<Cell> steps;
    for (int y = row - 1; y <= row + 1; ++y)
      for (int x = col - 2; x <= col + 2; ++x) {
        const int off = x - col;
        bool near = std::abs(off) <= 1;
        if (shape_ == Shape::kHexagons && y != row) near = off == row % 2 - 1 || off == row % 2;
        if (shape_ == Shape::kTriangles) near |= y == row || y == flat;
        if (!near || (y == row && off == 0)) continue;
        const int up = shape_ == Shape::kTorus ? (y + rows) % rows : y;
        const int along = wide ? (x + cols) % cols : x;
        if (up < 0 || up >= rows || along < 0 || along >= cols) continue;
        const Cell other = turned ? along * cols_ + up : up * cols_ + along;
        if (other != cell) steps.push_back(other - cell);
      }
    std::sort(steps.begin(), steps.end());
    steps.erase(std::unique(steps.begin(), steps.end()), steps.end());
    return steps;
  }
#endif

  int rows_, cols_;
  std::vector<std::uint8_t> edges_;  // of the board that a cell lies at
  std::array<std::array<Cell, kMostAround>, kKinds> steps_{};
  std::array<int, kKinds> counts_{};
#ifdef MW_SHAPES
  Shape shape_ = Shape::kSquares;
#endif
};

}  // namespace mw
