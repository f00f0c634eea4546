// How many hit points may still be lost before a lair can no longer be cleared.
//
// Every lair holds the same, so that what is left follows from what was seen to go. Whoever knew
// where everything is would take what is free first, spend every hit point on enemies, level up
// with none left, and use a medikit only where experience is short; walls come last. All that this
// order heals, less all damage that is left, is the slack.
#pragma once

#include <algorithm>
#include <array>

#include "dragonsweeper/board.h"
#include "dragonsweeper/entity.h"
#include "dragonsweeper/look.h"
#include "dragonsweeper/memory.h"

namespace dragon {

// What is left of a lair for a hero.
struct Rest {
  Hero hero;
  int enemies = 0;   // power of those that stand, but for mines
  int walls = 0;     // hit points of walls
  int free = 0;      // experience that costs nothing, but for armed mines
  int armed = 0;     // experience of mines that the Mine King still keeps
  int treasure = 0;  // experience behind walls
  int medikits = 0;  // those of chests and lovers too
};

inline Rest rest_of(const Memory& memory, const Hero& hero) {
  constexpr int kMedikits = 9, kEnemies = 305;
  Rest rest;
  rest.hero = hero;
  rest.medikits = kMedikits - memory.medikits_used();
  rest.enemies = kEnemies;
  int walls_left = kTraits[static_cast<int>(Kind::kWall)].count;
  rest.walls = walls_left * kWallHp;
  int mines = kTraits[static_cast<int>(Kind::kMine)].count;
  bool king_stands = true;
  for (Square s = 0; s < kSquares; ++s) {
    const Look& look = memory.look(s);
    if (look.hidden || !is_single(memory.kinds(s))) continue;
    const Kind was = first_of(memory.kinds(s));
    if (was == Kind::kWall) {
      rest.walls -= kWallHp - (look.kind == Kind::kWall ? look.value : 0);
      walls_left -= look.kind != Kind::kWall;
    }
    king_stands &= was != Kind::kMineKing || (look.kind == was && !look.defeated);
    const bool stands = !look.defeated && (look.kind == was || look.kind == Kind::kChest);
    if (traits(was).fights && !stands) {
      if (was == Kind::kMine)
        --mines;
      else
        rest.enemies -= traits(was).power;
    }
  }
  rest.treasure = walls_left;
  rest.armed = king_stands ? traits(Kind::kMine).xp * mines : 0;
  rest.free = kTotalXp - hero.score - rest.enemies - rest.treasure - rest.armed;
  return rest;
}

// The slack of a position; below zero a clear is out of reach.
inline int slack_of(Rest rest) {
  constexpr int kMineKing = 10;
  Hero& hero = rest.hero;
  hero.xp += rest.free;
  const auto spend = [&](int damage) {
    hero.hp -= damage, hero.xp += damage, rest.enemies -= damage;
  };
  while (true) {
    if (rest.armed > 0 && hero.hp > kMineKing) {
      spend(kMineKing);
      hero.xp += rest.armed;
      rest.armed = 0;
    }
    const int kept = rest.armed > 0 ? kMineKing : 0;
    spend(std::min(hero.hp - 1, rest.enemies - kept));
    if (rest.enemies == 0) {
      const int on_walls = std::min(hero.hp - 1, rest.walls);
      hero.hp -= on_walls, rest.walls -= on_walls;
      if (rest.walls == 0) hero.xp += rest.treasure, rest.treasure = 0;
    }
    const bool done = rest.enemies == 0 && rest.walls == 0;
    if (hero.can_level_up()) {
      const int left = hero.hp - 1;
      hero.level_up();
      if (done) hero.hp += left;  // which would be spent before
      continue;
    }
    if (rest.medikits == 0 || done) break;
    hero.hp = hero.max_hp;
    --rest.medikits;
  }
  return hero.hp - 1 + rest.medikits * (hero.max_hp - 1) - rest.enemies - rest.walls;
}

}  // namespace dragon
