// The shape of a lair: 13 columns by 10 rows, and which squares lie around which.
#pragma once

#include <array>
#include <cstdint>

namespace dragon {

using Square = int;  // y * kWidth + x

constexpr int kWidth = 13;
constexpr int kHeight = 10;
constexpr int kSquares = kWidth * kHeight;
constexpr int kCentreX = 6;
constexpr int kCentreY = 4;
constexpr Square kNowhere = -1;

constexpr Square square(int x, int y) { return y * kWidth + x; }
constexpr int x_of(Square s) { return s % kWidth; }
constexpr int y_of(Square s) { return s / kWidth; }
constexpr bool on_board(int x, int y) { return x >= 0 && x < kWidth && y >= 0 && y < kHeight; }
constexpr bool on_border(Square s) {
  return x_of(s) == 0 || x_of(s) == kWidth - 1 || y_of(s) == 0 || y_of(s) == kHeight - 1;
}
constexpr bool in_corner(Square s) {
  return (x_of(s) == 0 || x_of(s) == kWidth - 1) && (y_of(s) == 0 || y_of(s) == kHeight - 1);
}
constexpr Square mirrored(Square s) { return square(kWidth - 1 - x_of(s), y_of(s)); }

constexpr Square kDragonSquare = square(kCentreX, kCentreY);

// The quadrant of a square, 0 to 3 clockwise from the upper left, as the guards are numbered; -1 on
// the central column or the Dragon's row.
constexpr int quadrant(Square s) {
  const int x = x_of(s), y = y_of(s);
  if (x == kCentreX || y == kCentreY) return -1;
  return y < kCentreY ? (x < kCentreX ? 0 : 1) : (x > kCentreX ? 2 : 3);
}

// Squared Euclidean distance.
constexpr int distance2(Square a, Square b) {
  const int dx = x_of(a) - x_of(b), dy = y_of(a) - y_of(b);
  return dx * dx + dy * dy;
}

// A short list of squares.
template <int kMost>
struct Squares {
  std::array<std::uint8_t, kMost> items{};
  int count = 0;

  constexpr void add(Square s) { items[count++] = static_cast<std::uint8_t>(s); }
  constexpr bool operator==(const Squares&) const = default;
  constexpr const std::uint8_t* begin() const { return items.data(); }
  constexpr const std::uint8_t* end() const { return items.data() + count; }
};

// For every square, the others within a squared distance, row by row.
template <int kMost>
constexpr std::array<Squares<kMost>, kSquares> squares_within(int most2) {
  std::array<Squares<kMost>, kSquares> all{};
  for (Square s = 0; s < kSquares; ++s)
    for (int y = y_of(s) - 2; y <= y_of(s) + 2; ++y)
      for (int x = x_of(s) - 2; x <= x_of(s) + 2; ++x)
        if (on_board(x, y) && square(x, y) != s && distance2(s, square(x, y)) <= most2)
          all[s].add(square(x, y));
  return all;
}

inline constexpr auto kAround = squares_within<8>(2);  // the neighbours that a number counts
inline constexpr auto kCross = squares_within<4>(1);
inline constexpr auto kNear = squares_within<12>(4);  // what an orb shows and a gazer hides

}  // namespace dragon
