// A lair as the public game generates it from a seed, version 1.1.18.
//
// Entities are put down anywhere, layer by layer, and each layer then climbs: every entity in turn
// is exchanged with the square that makes the whole lair happiest. Ties go to the last square
// looked at in a freshly shuffled list, which is what makes lairs random.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <utility>

#include "dragonsweeper/board.h"
#include "dragonsweeper/entity.h"
#include "dragonsweeper/happiness.h"
#include "dragonsweeper/random.h"

namespace dragon {

struct Lair {
  std::array<Entity, kSquares> at{};
  std::array<std::uint8_t, kSquares> order{};  // squares in the order of the game's own list
  RandomStream random{0};                      // as it goes on after the generation
  int attempts = 0;

  static Lair generate(std::uint32_t seed);
};

class LairGenerator {
 public:
  explicit LairGenerator(std::uint32_t seed) : random_(seed) {}

  Lair generate() {
    Lair lair;
    do {
      attempt();
      ++lair.attempts;
    } while (!valid());
    for (Square s = 0; s < kSquares; ++s) lair.at[s] = happiness_.at(s);
    for (int i = 0; i < kSquares; ++i) lair.order[i] = square_of_[list_[i]];
    lair.random = random_;
    return lair;
  }

 private:
  static constexpr int kRounds = 4;
  // Seven bags of 21 button frames are shuffled while the empty lair is built.
  static constexpr std::uint32_t kDrawsForFrames = 7 * 21;

  void attempt() {
    random_.skip(kDrawsForFrames);
    happiness_ = Happiness();
    for (int i = 0; i < kSquares; ++i)
      list_[i] = square_of_[i] = static_cast<std::uint8_t>(i), fixed_[i] = empty_[i] = 0;
    empty_.fill(1);
    using K = Kind;
    layer({K::kDragon, K::kWizard});
    layer({K::kBigSlime});
    layer({K::kMineKing});
    layer({K::kLover});
    layer({K::kRatKing, K::kWall, K::kMinotaur, K::kGuard, K::kGargoyle, K::kGazer, K::kMine,
           K::kMedikit, K::kChest, K::kOrb, K::kEgg});
    layer({K::kRat, K::kBat, K::kSkeleton, K::kSlime, K::kMimic, K::kGnome, K::kSpellOrb});
  }

  // A token is a content that travels from square to square; the list is one of tokens.
  void layer(std::initializer_list<Kind> kinds) {
    std::array<std::uint8_t, kSquares> tokens{};
    int count = 0, next = 0;
    for (const Kind kind : kinds)
      for (std::uint8_t i = 0; i < traits(kind).count; ++i) {
        while (!empty_[list_[next]]) ++next;
        const auto token = list_[next];
        empty_[token] = 0;
        happiness_.place({kind, i}, square_of_[token]);
        tokens[count++] = token;
      }
    int best = happiness_.total();
    for (int round = 0; round < kRounds; ++round) {
      random_.shuffle(list_, kSquares);
      for (int i = 0; i < count; ++i) best = settle(tokens[i], best);
    }
    for (int i = 0; i < count; ++i) fixed_[tokens[i]] = 1;
  }

  // Moves a token to where the lair is happiest, if that is anywhere; returns how happy it is then.
  int settle(std::uint8_t token, int best) {
    int pick = -1;
    for (int i = 0; i < kSquares; ++i) {
      const auto other = list_[i];
      if (other == token || fixed_[other]) continue;
      const int h = happiness_.if_exchanged(square_of_[token], square_of_[other]);
      if (h >= best) best = h, pick = other;
    }
    if (pick >= 0) {
      happiness_.exchange(square_of_[token], square_of_[pick]);
      std::swap(square_of_[token], square_of_[pick]);
    }
    return best;
  }

  Kind kind(Square s) const { return happiness_.at(s).kind; }

  bool valid() const {
    Square lover[2] = {kNowhere, kNowhere};
    for (Square s = 0; s < kSquares; ++s) {
      const Entity e = happiness_.at(s);
      if (e.kind == Kind::kLover) lover[e.index] = s;
      if (e.kind == Kind::kBigSlime && count_around(s, Kind::kWizard) == 0) return false;
      if (e.kind == Kind::kGargoyle && !has_twin(s, e)) return false;
      if (e.kind == Kind::kGuard && quadrant(s) != e.index) return false;
      if (e.kind == Kind::kMineKing && !in_corner(s)) return false;
      if (e.kind == Kind::kMinotaur && count_around(s, Kind::kChest) != 1) return false;
    }
    return x_of(lover[0]) < kCentreX && mirrored(lover[0]) == lover[1];
  }

  int count_around(Square s, Kind wanted) const {
    int count = 0;
    for (Square n : kAround[s]) count += kind(n) == wanted;
    return count;
  }

  bool has_twin(Square s, Entity gargoyle) const {
    for (Square n : kCross[s])
      if (kind(n) == Kind::kGargoyle && happiness_.at(n).index == (gargoyle.index ^ 1)) return true;
    return false;
  }

  RandomStream random_;
  Happiness happiness_;
  std::array<std::uint8_t, kSquares> list_{};       // tokens
  std::array<std::uint8_t, kSquares> square_of_{};  // of a token
  std::array<std::uint8_t, kSquares> fixed_{}, empty_{};
};

inline Lair Lair::generate(std::uint32_t seed) { return LairGenerator(seed).generate(); }

}  // namespace dragon
