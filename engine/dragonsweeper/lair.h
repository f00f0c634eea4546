// A lair as the public game generates it from a seed, version 1.1.18.
//
// Entities are put down anywhere, layer by layer, and each layer then climbs: every entity in turn
// is exchanged with the square that makes the whole lair happiest. Ties go to the last square
// looked at in a freshly shuffled list, which is what makes lairs random.
#pragma once

#include <array>
#include <cstdint>

#include "dragonsweeper/board.h"
#include "dragonsweeper/entity.h"
#include "dragonsweeper/random.h"

namespace dragon {

struct Lair {
  std::array<Entity, kSquares> at{};
  std::array<std::uint8_t, kSquares> order{};  // squares in the order of the game's own list
  RandomStream random{0};                      // as it goes on after the generation
  int attempts = 0;

  static Lair generate(std::uint32_t seed);
};

}  // namespace dragon
