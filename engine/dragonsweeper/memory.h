// What a player has seen in a game up to now.
//
// Numbers and pictures speak of what is there at the moment. The patterns of a lair speak of what
// was there at the start. A memory keeps, for every square, what it held at the start, except that
// the gnome counts as having always been where it is now (and the square it left, as empty).
#pragma once

#include <array>
#include <cstdint>

#include "dragonsweeper/board.h"
#include "dragonsweeper/entity.h"
#include "dragonsweeper/kindset.h"
#include "dragonsweeper/look.h"

namespace dragon {

// A number that is shown: unknown squares around it hold `mines` mines and creatures of this power.
struct Equation {
  Square at = kNowhere;
  Squares<8> unknown;
  int creatures = 0;
  int mines = 0;

  bool operator==(const Equation&) const = default;
};

class Memory {
 public:
  Memory() {
    for (Square s = 0; s < kSquares; ++s) kinds_[s] = kinds_at(s);
    twin_.fill(kNowhere);
    view_.at.fill(Look{});
  }

  // Takes in a view; to be called with the first one and after every click and level-up.
  void see(const View& view) {
    int appeared = 0, left = 0;
    bool fled = false;
    for (Square s = 0; s < kSquares; ++s) {
      const Look &was = view_.at[s], &is = view.at[s];
      if (was == is || is.hidden) continue;
      if (was.hidden) {
        ++appeared;
        left += is.kind == Kind::kEmpty && has(kinds_[s], Kind::kGnome);
      }
      fled |= notice(s, was, is);
    }
    // A gnome that is clicked unseen leaves an empty square, and nothing else appears.
    fled |= appeared == 1 && left == 1 && !gnome_seen_;
    view_ = view;
    if (fled) flee();
    look_around();
  }

  const Look& look(Square s) const { return view_.at[s]; }
  KindSet kinds(Square s) const { return kinds_[s]; }
  // Whether what stands there is not certain: it is hidden, or looks like a chest.
  bool unknown(Square s) const { return !is_single(kinds_[s]) || view_.at[s].hidden; }
  // The power of what stands on a square in full sight.
  int shown_power(Square s) const {
    const Look& look = view_.at[s];
    if (look.kind == Kind::kChest && kinds_[s] == only(Kind::kMimic))
      return traits(Kind::kMimic).power;
    if (look.hidden || !traits(look.kind).fights) return 0;
    return disarmed_ && look.kind == Kind::kMine ? 0 : traits(look.kind).power;
  }
  bool disarmed() const { return disarmed_; }
  int medikits_used() const { return medikits_used_; }
  bool gnome_may_have_fled() const { return gnome_fled_; }
  Square twin(Square s) const { return twin_[s]; }           // of a gargoyle, or kNowhere
  int chest_side(Square s) const { return chest_side_[s]; }  // of a minotaur: -1, 1, or 0
  int king_from() const { return king_from_; }               // columns of the rat king
  int king_to() const { return king_to_; }
  // Squares where one of the living gazers must be near, and where none may be.
  bool unreadable(Square s) const {
    return !look(s).hidden && look(s).kind == Kind::kEmpty && look(s).value == kUnreadable;
  }
  bool readable(Square s) const {
    return !look(s).hidden && look(s).kind == Kind::kEmpty && look(s).value != kUnreadable;
  }
  bool living_gazer(Square s) const {
    return !look(s).hidden && look(s).kind == Kind::kGazer && !look(s).defeated;
  }

  // Narrows what a square may hold, by what was proven.
  void narrow(Square s, KindSet kinds) { kinds_[s] = kinds; }

 private:
  // Returns whether the gnome has just been seen to flee.
  bool notice(Square s, const Look& was, const Look& is) {
    if (!was.hidden && was.kind == Kind::kGnome && !was.defeated && is.kind == Kind::kEmpty) {
      kinds_[s] = only(Kind::kEmpty);
      return true;
    }
    medikits_used_ += !was.hidden && was.kind == Kind::kMedikit;
    if (!was.hidden && was.kind == Kind::kSpellDisarm) disarmed_ = true;
    if (!was.hidden && was.kind == Kind::kSpellRats) rats_shown_ = true;
    if (!was.hidden && was.kind == Kind::kSpellSlimes) slimes_shown_ = true;
    if (!was.hidden && was.kind != Kind::kChest) return false;
    if (is.kind == Kind::kChest)
      kinds_[s] &= set_of(Kind::kChest, Kind::kMimic);
    else if (!was.hidden)
      kinds_[s] = only(is.kind == Kind::kMimic ? Kind::kMimic : Kind::kChest);
    else
      kinds_[s] = only(is.kind);
    gnome_seen_ |= is.kind == Kind::kGnome;
    if (is.kind == Kind::kGargoyle) twin_[s] = towards(s, is.facing);
    if (is.kind == Kind::kMinotaur)
      chest_side_[s] = is.facing == Facing::kRight ? 1 : is.facing == Facing::kLeft ? -1 : 0;
    return false;
  }

  static Square towards(Square s, Facing facing) {
    switch (facing) {
      case Facing::kLeft: return s - 1;
      case Facing::kRight: return s + 1;
      case Facing::kUp: return s - kWidth;
      case Facing::kDown: return s + kWidth;
      default: return kNowhere;
    }
  }

  // From now on the gnome may be wherever a hidden square may be empty.
  void flee() {
    gnome_fled_ = true;
    gnome_seen_ = false;
    for (Square s = 0; s < kSquares; ++s)
      if (view_.at[s].hidden && has(kinds_[s], Kind::kEmpty)) kinds_[s] |= only(Kind::kGnome);
  }

  void look_around() {
    bool king_hidden = true;
    for (Square s = 0; s < kSquares; ++s)
      if (!look(s).hidden && kinds_[s] == only(Kind::kRatKing)) king_hidden = false;
    for (Square s = 0; s < kSquares; ++s) {
      if (look(s).hidden) {
        if (rats_shown_) kinds_[s] &= ~only(Kind::kRat);
        if (slimes_shown_) kinds_[s] &= ~set_of(Kind::kSlime, Kind::kBigSlime);
        // The orb and the Dragon are in sight from the start.
        kinds_[s] &= ~set_of(Kind::kOrb, Kind::kDragon);
      } else if (king_hidden && look(s).kind == Kind::kRat) {
        const int x = x_of(s);
        const Facing facing = look(s).facing;
        if (facing == Facing::kRight && king_from_ <= x) king_from_ = x + 1;
        if (facing == Facing::kLeft && king_to_ >= x) king_to_ = x - 1;
        if (facing == Facing::kFront) king_from_ = king_to_ = x;
      }
    }
  }

  View view_;
  std::array<KindSet, kSquares> kinds_{};
  std::array<std::int16_t, kSquares> twin_{};
  std::array<std::int8_t, kSquares> chest_side_{};
  int medikits_used_ = 0;
  int king_from_ = 0, king_to_ = kWidth - 1;
  bool disarmed_ = false, rats_shown_ = false, slimes_shown_ = false;
  bool gnome_seen_ = false, gnome_fled_ = false;
};

}  // namespace dragon
