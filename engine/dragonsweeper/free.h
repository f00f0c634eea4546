// Which clicks cost nothing.
#pragma once

#include "dragonsweeper/entity.h"
#include "dragonsweeper/kindset.h"
#include "dragonsweeper/look.h"

namespace dragon {

// Whether a click costs nothing and is never regretted: it takes experience points, uses a spell or
// an orb, chases the gnome, opens what is a chest for certain, or reveals what has no power. A
// mimic that is still hidden only shows itself, and does no harm either.
inline bool is_free(const Look& look, KindSet kinds, bool disarmed) {
  if (look.hidden) return (powers_of(kinds & ~only(Kind::kMimic), disarmed) & ~1u) == 0;
  if (look.defeated) return true;
  switch (look.kind) {
    case Kind::kChest: return !has(kinds, Kind::kMimic);
    case Kind::kTreasure:
    case Kind::kGnome:
    case Kind::kEgg:
    case Kind::kOrb:
    case Kind::kSpellOrb:
    case Kind::kSpellDisarm:
    case Kind::kSpellRats:
    case Kind::kSpellSlimes: return true;
    default: return false;
  }
}

}  // namespace dragon
