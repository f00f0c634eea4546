// What lives in a lair, with its power and its experience points.
#pragma once

#include <array>
#include <cstdint>

namespace dragon {

enum class Kind : std::uint8_t {
  kEmpty,
  kRat,
  kBat,
  kSkeleton,
  kGargoyle,
  kSlime,
  kRatKing,
  kGazer,
  kMinotaur,
  kGuard,
  kBigSlime,
  kLover,
  kMineKing,
  kMimic,
  kDragon,
  kWizard,
  kMine,
  kGnome,
  kEgg,
  kWall,
  kChest,
  kMedikit,
  kOrb,
  kSpellOrb,  // the hidden "make orb" spell
  // What others leave behind; never hidden.
  kSpellDisarm,
  kSpellRats,
  kSpellSlimes,
  kCrown,
  kTreasure,
};

constexpr int kKinds = 29;
constexpr int kHiddenKinds = 24;  // those before the leavings

struct Traits {
  const char* name;
  std::uint8_t count;  // in a fresh lair
  std::uint8_t power;
  std::uint8_t xp;
  Kind leaves;  // what takes its place when its experience points are taken
  bool fights;  // it is defeated, and then worth experience points
};

inline constexpr std::array<Traits, kKinds> kTraits{{
    {"empty", 27, 0, 0, Kind::kEmpty, false},
    {"rat", 13, 1, 1, Kind::kEmpty, true},
    {"bat", 12, 2, 2, Kind::kEmpty, true},
    {"skeleton", 10, 3, 3, Kind::kEmpty, true},
    {"gargoyle", 8, 4, 4, Kind::kEmpty, true},
    {"slime", 8, 5, 5, Kind::kEmpty, true},
    {"rat king", 1, 5, 5, Kind::kSpellRats, true},
    {"gazer", 2, 5, 5, Kind::kEmpty, true},
    {"minotaur", 5, 6, 6, Kind::kEmpty, true},
    {"guardian", 4, 7, 7, Kind::kEmpty, true},
    {"big slime", 5, 8, 8, Kind::kEmpty, true},
    {"giant", 2, 9, 9, Kind::kMedikit, true},
    {"mine king", 1, 10, 10, Kind::kSpellDisarm, true},
    {"mimic", 1, 11, 11, Kind::kEmpty, true},
    {"dragon", 1, 13, 13, Kind::kCrown, true},
    {"wizard", 1, 1, 1, Kind::kSpellSlimes, true},
    {"mine", 9, 100, 3, Kind::kEmpty, true},
    {"gnome", 1, 0, 9, Kind::kEmpty, true},
    {"dragon_egg", 1, 0, 3, Kind::kEmpty, true},
    {"wall", 6, 0, 0, Kind::kTreasure, false},
    {"chest", 5, 0, 0, Kind::kEmpty, false},
    {"medikit", 5, 0, 0, Kind::kEmpty, false},
    {"orb", 1, 0, 0, Kind::kEmpty, false},
    {"spell_reveal", 1, 0, 0, Kind::kEmpty, false},
    {"spell_disarm", 0, 0, 0, Kind::kEmpty, false},
    {"spell_reveal_rats", 0, 0, 0, Kind::kEmpty, false},
    {"spell_reveal_slimes", 0, 0, 0, Kind::kEmpty, false},
    {"crown", 0, 0, 0, Kind::kCrown, false},
    {"treasure", 0, 0, 0, Kind::kEmpty, false},
}};

constexpr const Traits& traits(Kind kind) { return kTraits[static_cast<int>(kind)]; }

// One of several of a kind. The index says which: guards by quadrant, romeo 0 and juliet 1, twins
// of gargoyles 2n and 2n+1, chests with treasure below kTreasureChests and with a medikit from
// there.
struct Entity {
  Kind kind = Kind::kEmpty;
  std::uint8_t index = 0;
};

constexpr int kTreasureChests = 3;
constexpr int kWallHp = 3;
constexpr int kTotalXp = 365;

}  // namespace dragon
