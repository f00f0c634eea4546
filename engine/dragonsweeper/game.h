// One game in a lair: what a click does, and what is seen.
#pragma once

#include <array>
#include <cstdint>

#include "dragonsweeper/board.h"
#include "dragonsweeper/entity.h"
#include "dragonsweeper/lair.h"
#include "dragonsweeper/look.h"

namespace dragon {

enum class Refusal : std::uint8_t { kNone, kOffBoard, kNothingThere, kOver, kTooFewXp };

class Game {
 public:
  explicit Game(const Lair& lair);
  explicit Game(std::uint32_t seed) : Game(Lair::generate(seed)) {}

  // A game that looks like `view` and goes on from there, with these kinds where the lair began.
  // `medikits` is how many of them are left in all.
  Game(const View& view, const std::array<Kind, kSquares>& began, bool disarmed, int medikits,
       RandomStream random);

  const Hero& hero() const { return hero_; }
  Stage stage() const { return stage_; }
  // Whether the game was won with every experience point of the lair.
  bool cleared() const { return stage_ == Stage::kWon && hero_.score == kTotalXp; }

  // Whether the game was won with nothing left in the lair, hidden or in sight, for which the
  // original gives its "clear" badge: left-over medikits count.
  bool emptied() const;

  // Clicks a square; whatever is refused changes nothing.
  Refusal click(Square s);

  Refusal level_up();

  Look look(Square s) const;

  View view() const;

  Entity truth(Square s) const { return {tiles_[s].kind, tiles_[s].index}; }

 private:
  struct Tile {
    Kind kind = Kind::kEmpty;
    std::uint8_t index = 0;
    bool revealed = false;
    bool defeated = false;
    bool disarmed = false;
    bool posing = false;     // a mimic that has not been touched
    std::uint8_t hp = 0;     // of a wall
    std::uint8_t worth = 0;  // of a treasure
    Facing facing = Facing::kNone;
    Mark mark = Mark::kNone;
  };

  static Tile fresh(const Lair& lair, Square s);
  static Tile imagined(const Look& look, const std::array<Kind, kSquares>& began, Square s,
                       bool disarmed);
  static Facing from_to(Square from, Square to);
  static std::int16_t power(const Tile& tile);
  void fight(Tile& tile);
  void gain(int xp);
  void collect(Tile& tile);
  static void become(Tile& tile, Kind kind);
  static void become_treasure(Tile& tile, int worth);
  void use(Square s);
  void show_a_mine(Tile& spell);
  bool hides_mine(Square s) const { return tiles_[s].kind == Kind::kMine && !tiles_[s].revealed; }
  bool mine_around(Square s) const;
  bool jump(Square s);
  std::int16_t number(Square s) const;
  Facing towards_king(Square s) const;

  std::array<Tile, kSquares> tiles_{};
  std::array<std::uint8_t, kSquares> order_{};
  RandomStream random_;
  Hero hero_;
  Stage stage_ = Stage::kPlaying;
};

}  // namespace dragon
