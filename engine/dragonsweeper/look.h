// What a square looks like to the player: everything that is drawn on it, and nothing else.
#pragma once

#include <array>
#include <cstdint>

#include "dragonsweeper/board.h"
#include "dragonsweeper/entity.h"

namespace dragon {

enum class Facing : std::uint8_t { kNone, kFront, kLeft, kRight, kUp, kDown };
enum class Mark : std::uint8_t { kNone, kWall, kChest };

constexpr std::int16_t kUnreadable = -1;  // the number of an empty square near a living gazer

struct Look {
  bool hidden = true;
  bool defeated = false;
  Kind kind = Kind::kEmpty;  // a posing mimic is a chest
  Facing facing = Facing::kNone;
  Mark mark = Mark::kNone;  // on an empty square: what it was
  std::uint8_t which = 0;   // guards: quadrant; lovers: romeo 0, juliet 1
  // Empty: attack number or kUnreadable. Monster: power, or experience points once it is defeated.
  // Wall: hit points. Treasure: experience points.
  std::int16_t value = 0;

  bool operator==(const Look&) const = default;
};

struct Hero {
  int hp = 6, max_hp = 6, level = 1, xp = 0, score = 0;

  bool operator==(const Hero&) const = default;

  // Experience points that the next level costs.
  int need() const {
    constexpr std::array<int, 13> kNeed{4, 5, 7, 9, 9, 10, 12, 12, 12, 15, 18, 21, 21};
    return level <= 13 ? kNeed[static_cast<std::size_t>(level - 1)] : 25;
  }
  bool can_level_up() const { return hp > 0 && xp >= need(); }
  void level_up() {
    constexpr int kHighestHp = 19;
    xp -= need();
    ++level;
    if (level % 2 == 1 && max_hp < kHighestHp) ++max_hp;
    hp = max_hp;
  }
};

enum class Stage : std::uint8_t { kPlaying, kWon, kDead };

// All that a player may know of a game at one time.
struct View {
  std::array<Look, kSquares> at{};
  Hero hero;
  Stage stage = Stage::kPlaying;

  bool operator==(const View&) const = default;
};

}  // namespace dragon
