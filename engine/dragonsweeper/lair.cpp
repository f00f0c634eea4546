#include "dragonsweeper/lair.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <initializer_list>
#include <utility>

#include "dragonsweeper/kindset.h"

namespace dragon {

namespace {

using K = Kind;
constexpr KindSet kUnwelcome =  // near an orb
    set_of(K::kDragon, K::kGazer, K::kChest, K::kSpellOrb, K::kRatKing, K::kMine, K::kEgg,
           K::kBigSlime, K::kMimic);

// How content the entities of a lair are with their places, which is what the generator climbs.
//
// The value of the whole board is a sum of groups of terms. Exchanging the contents of two squares
// touches few groups, and only these are worked out anew.
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

const std::array<Happiness::Group, Happiness::kGroups> Happiness::groups = {{
    {only(K::kDragon),
     [](const Happiness& h) {
       return 10000 * h.count(K::kDragon, [](Square s) { return s == kDragonSquare; });
     }},
    {only(K::kWizard),
     [](const Happiness& h) {
       return 10000 * h.count(K::kWizard, [](Square s) { return on_border(s) && !in_corner(s); });
     }},
    {set_of(K::kBigSlime, K::kWizard),
     [](const Happiness& h) { return 1000 * h.count_near(K::kBigSlime, K::kWizard, 2); }},
    {only(K::kMineKing),
     [](const Happiness& h) { return 10000 * h.count(K::kMineKing, in_corner); }},
    {only(K::kLover), [](const Happiness& h) { return h.lovers(); }},
    {only(K::kGuard), [](const Happiness& h) { return h.guards(); }},
    {only(K::kGargoyle), [](const Happiness& h) { return h.gargoyles(); }},
    {set_of(K::kMinotaur, K::kChest), [](const Happiness& h) { return h.minotaurs(); }},
    {set_of(K::kEgg, K::kDragon),
     [](const Happiness& h) { return 9000 * h.count_near(K::kEgg, K::kDragon, 2); }},
    {set_of(K::kGnome, K::kMedikit),
     [](const Happiness& h) { return h.count_near(K::kGnome, K::kMedikit, 2) > 0 ? 10000 : 0; }},
    {only(K::kMedikit), [](const Happiness& h) { return -2000 * h.crowded(K::kMedikit, 12); }},
    {only(K::kChest), [](const Happiness& h) { return -2000 * h.crowded(K::kChest, 8); }},
    {only(K::kWall), [](const Happiness& h) { return h.walls(); }},
    {kUnwelcome | set_of(K::kOrb, K::kMedikit, K::kWall),
     [](const Happiness& h) { return h.orb(); }},
}};

// The groups of terms that an entity of this kind is part of, as bits.
unsigned Happiness::touched_by(Kind kind) {
  static const auto touched = [] {
    std::array<unsigned, kHiddenKinds> all{};
    for (int g = 0; g < kGroups; ++g)
      each_kind(groups[g].kinds, [&](Kind k) { all[static_cast<int>(k)] |= 1u << g; });
    return all;
  }();
  return touched[static_cast<int>(kind)];
}

void Happiness::place(Entity entity, Square s) {
  at_[s] = entity;
  of(entity.kind).where[entity.index] = static_cast<std::uint8_t>(s);
  ++of(entity.kind).count;
}

int Happiness::total() {
  total_ = 0;
  for (int g = 0; g < kGroups; ++g) total_ += value_[g] = groups[g].value(*this);
  return total_;
}

int Happiness::if_exchanged(Square a, Square b) {
  const unsigned touched = touched_by(at_[a].kind) | touched_by(at_[b].kind);
  if (touched == 0) return total_;
  swap(a, b);
  int sum = total_;
  for (unsigned rest = touched; rest != 0; rest &= rest - 1) {
    const int g = std::countr_zero(rest);
    sum += groups[g].value(*this) - value_[g];
  }
  swap(a, b);
  return sum;
}

void Happiness::exchange(Square a, Square b) {
  swap(a, b);
  total();
}

void Happiness::move(Square s) {
  if (touched_by(at_[s].kind) != 0)
    of(at_[s].kind).where[at_[s].index] = static_cast<std::uint8_t>(s);
}

void Happiness::swap(Square a, Square b) {
  std::swap(at_[a], at_[b]);
  move(a);
  move(b);
}

// Pairs of the one kind and the other, near each other by squared distance.
int Happiness::count_near(Kind kind, Kind other, int most2) const {
  int pairs = 0;
  for (Square s : of(other))
    pairs += count(kind, [&](Square t) { return distance2(s, t) <= most2; });
  return pairs;
}

// Pairs of one kind, near each other by squared distance.
int Happiness::crowded(Kind kind, int most2) const {
  const Places& all = of(kind);
  int pairs = 0;
  for (int i = 0; i < all.count; ++i)
    for (int k = 0; k < i; ++k) pairs += distance2(all.where[i], all.where[k]) <= most2;
  return pairs;
}

int Happiness::lovers() const {
  const Places& pair = of(Kind::kLover);
  if (pair.count < 2) return 0;
  const Square romeo = pair.where[0], juliet = pair.where[1];
  const int sides = (x_of(romeo) < kCentreX) + (x_of(juliet) > kCentreX);
  const int from_centre = std::abs(x_of(romeo) - kCentreX);
  const bool level =
      y_of(romeo) == y_of(juliet) && from_centre == std::abs(x_of(juliet) - kCentreX);
  return 1000 * sides + (level ? 20000 : 0);
}

int Happiness::guards() const {
  const Places& all = of(Kind::kGuard);
  int sum = 0;
  for (int i = 0; i < all.count; ++i) sum += quadrant(all.where[i]) == i ? 2500 : 0;
  return sum;
}

int Happiness::gargoyles() const {
  const Places& all = of(Kind::kGargoyle);
  int sum = 0;
  for (int i = 0; i < all.count; ++i)
    sum += distance2(all.where[i], all.where[i ^ 1]) <= 1 ? 1000 : 0;
  return sum;
}

int Happiness::minotaurs() const {
  int sum = 0;
  for (Square m : of(Kind::kMinotaur)) {
    int chests = 0;
    bool crowded = false;
    for (Square c : of(Kind::kChest)) {
      if (distance2(m, c) > 2 || x_of(m) == x_of(c)) continue;
      ++chests;
      for (Square other : of(Kind::kMinotaur))
        if (other != m && distance2(other, c) <= 2) crowded = true;
    }
    if (chests == 1 && !crowded) sum += 10000;
  }
  return sum;
}

int Happiness::walls() const {
  int sum = 0;
  for (Square w : of(Kind::kWall)) {
    int close = 0, far = 0, edge = on_border(w);
    for (Square other : of(Kind::kWall)) {
      const int d2 = distance2(w, other);
      if (d2 == 1) ++close, edge += on_border(other);
      if (d2 == 2) ++far;
    }
    if (close == 1 && far == 0 && edge < 2) sum += 2000;
  }
  return sum;
}

int Happiness::orb() const {
  int sum = 0;
  for (Square s : of(Kind::kOrb)) {
    if (x_of(s) <= 1 || y_of(s) <= 1 || x_of(s) >= kWidth - 2 || y_of(s) >= kHeight - 2)
      sum -= 10000;
    int medikits = 0, walls = 0;
    for (Square n : kNear[s]) {
      const Kind kind = at_[n].kind;
      if (kind == Kind::kMedikit)
        ++medikits;
      else if (kind == Kind::kWall)
        ++walls;
      else if (has(kUnwelcome, kind))
        sum -= 2000;
    }
    if (walls > 2) sum -= 2000 * (walls - 2);
    if (medikits == 1 && walls >= 1) sum += 2000;
  }
  return sum;
}

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

}  // namespace

Lair Lair::generate(std::uint32_t seed) { return LairGenerator(seed).generate(); }

}  // namespace dragon
