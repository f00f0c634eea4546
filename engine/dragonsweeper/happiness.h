// How content the entities of a lair are with their places, which is what the generator climbs.
//
// The value of the whole board is a sum of groups of terms. Exchanging the contents of two squares
// touches few groups, and only these are worked out anew.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "dragonsweeper/board.h"
#include "dragonsweeper/entity.h"
#include "dragonsweeper/kindset.h"

namespace dragon {

class Happiness {
 public:
  // Puts an entity on an empty square.
  void place(Entity entity, Square s);

  Entity at(Square s) const { return at_[s]; }

  // The value of the whole board; to be called after the last `place` and before any exchange.
  int total();

  // What `total` would be with the contents of two squares exchanged.
  int if_exchanged(Square a, Square b);

  void exchange(Square a, Square b);

 private:
  static constexpr int kGroups = 14;

  // Terms that the same kinds are part of.
  struct Group {
    KindSet kinds;
    int (*value)(const Happiness&);
  };
  static const std::array<Group, kGroups> groups;

  struct Places {
    std::array<std::uint8_t, 13> where{};  // as many as there are rats, the largest crowd
    int count = 0;
    const std::uint8_t* begin() const { return where.data(); }
    const std::uint8_t* end() const { return where.data() + count; }
  };

  static unsigned touched_by(Kind kind);
  Places& of(Kind kind) { return places_[static_cast<int>(kind)]; }
  const Places& of(Kind kind) const { return places_[static_cast<int>(kind)]; }

  void move(Square s);
  void swap(Square a, Square b);
  template <typename Fits>
  int count(Kind kind, Fits&& fits) const {
    return static_cast<int>(std::ranges::count_if(of(kind), fits));
  }
  int count_near(Kind kind, Kind other, int most2) const;
  int crowded(Kind kind, int most2) const;
  int lovers() const;
  int guards() const;
  int gargoyles() const;
  int minotaurs() const;
  int walls() const;
  int orb() const;

  std::array<Entity, kSquares> at_{};
  std::array<Places, kHiddenKinds> places_{};
  std::array<int, kGroups> value_{};
  int total_ = 0;
};

}  // namespace dragon
