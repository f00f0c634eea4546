#include "dragonsweeper/patterns.h"

#include <algorithm>
#include <array>

namespace dragon {

PatternTables::PatternTables() {
  for (Square s = 0; s < kSquares; ++s) {
    const auto narrow = [](Square q) { return static_cast<std::uint8_t>(q); };
    if (on_border(s) && !in_corner(s)) wizards.push_back({s, kAround[s]});
    if (x_of(s) < kCentreX) {
      lovers.push_back({s, {}});
      lovers.back().others.add(mirrored(s));
    }
    for (Square n : kCross[s])
      if (n > s) {
        dominoes.push_back({narrow(s), narrow(n)});
        if (!on_border(s) || !on_border(n)) walls.push_back({narrow(s), narrow(n)});
      }
    for (Square n : kAround[s])
      if (x_of(n) != x_of(s)) hoards.push_back({narrow(s), narrow(n)});
  }
}

const PatternTables& pattern_tables() {
  static const PatternTables tables;
  return tables;
}

namespace {

class Patterns {
 public:
  Patterns(const Memory& memory, Sets& sets) : memory_(memory), sets_(sets) {}

  // False where nothing fits any more.
  bool narrow(KindSet changed) {
    using K = Kind;
    const auto touched = [&](auto... kinds) { return (changed & set_of(kinds...)) != 0; };
    if (touched(K::kWizard, K::kBigSlime)) once(pattern_tables().wizards, K::kWizard, K::kBigSlime);
    if (touched(K::kLover)) once(pattern_tables().lovers, K::kLover, K::kLover);
    if (touched(K::kGuard)) guards();
    if (touched(K::kGargoyle)) gargoyles();
    if (touched(K::kMinotaur, K::kChest)) hoards();
    if (touched(K::kMedikit)) medikits();
    if (touched(K::kGnome, K::kMedikit)) gnome();
    if (touched(K::kGazer)) gazers();
    if (touched(K::kRatKing)) rat_king();
    return fits_;
  }

 private:
  bool may(Square s, Kind kind) const { return sets_.may(s, kind); }
  bool is(Square s, Kind kind) const { return sets_.is(s, kind); }
  void forbid(Square s, Kind kind) { sets_.narrow(s, ~only(kind)); }
  void demand(Square s, Kind kind) { sets_.narrow(s, only(kind)); }

  // Of `total` ways to place some of a kind, so many have one on each square: where all do it is
  // demanded, where none does it is not possible.
  void keep(Kind kind, const std::array<int, kSquares>& ways, int total) {
    fits_ &= total > 0;
    for (Square s = 0; fits_ && s < kSquares; ++s)
      if (ways[s] == 0)
        forbid(s, kind);
      else if (ways[s] == total)
        demand(s, kind);
  }

  // A pattern that a lair has once, in one of several places.
  void once(const std::vector<Place>& places, Kind first, Kind other) {
    int total = 0, definite = 0;
    std::array<std::array<int, kSquares>, 2> ways{};
    auto &firsts = ways[0], &others = ways[first != other];
    for (Square s = 0; s < kSquares; ++s) definite += is(s, other);
    for (const Place& place : places) {
      bool fits = may(place.first, first);
      int seen = is(place.first, other);
      for (Square s : place.others) fits &= may(s, other), seen += is(s, other);
      if (!fits || seen != definite) continue;
      ++total;
      ++firsts[place.first];
      for (Square s : place.others) ++others[s];
    }
    keep(other, others, total);
    if (first != other) keep(first, firsts, total);
  }

  void guards() {
    for (int q = 0; q < 4; ++q) {
      int sure = 0, total = 0;
      const auto stands = [&](Square s) { return quadrant(s) == q && may(s, Kind::kGuard); };
      for (Square s = 0; s < kSquares; ++s)
        if (stands(s)) ++total, sure += is(s, Kind::kGuard);
      fits_ &= total > 0 && sure < 2;
      for (Square s = 0; s < kSquares; ++s) {
        if (!stands(s) || is(s, Kind::kGuard)) continue;
        if (sure > 0) forbid(s, Kind::kGuard);
        if (total == 1) demand(s, Kind::kGuard);
      }
    }
  }

  // A kind that stands in pairs. For every square the pairs are counted that it can be part of.
  template <typename Fits>
  void pair_up(const std::vector<Pair>& pairs, Kind first, Kind second, Fits&& fits) {
    std::array<std::array<int, kSquares>, 2> ways{}, with{};
    const auto count = [&](int side, Square s, Square partner) {
      ++ways[side][s], with[side][s] = partner;
    };
    const int other = first != second;  // twins are no sides
    for (const Pair& p : pairs)
      if (may(p.a, first) && may(p.b, second) && fits(p))
        count(0, p.a, p.b), count(other, p.b, p.a);
    const std::array<Kind, 2> kinds{first, second};
    for (int side = 0; side <= other; ++side)
      for (Square s = 0; s < kSquares; ++s)
        if (ways[side][s] == 0)
          forbid(s, kinds[side]);
        else if (ways[side][s] == 1 && is(s, kinds[side]))
          demand(with[side][s], kinds[side ^ other]);
  }

  void gargoyles() {
    std::array<Square, kSquares> twin;  // by its facing
    twin.fill(kNowhere);
    for (Square s = 0; s < kSquares; ++s)
      if (memory_.twin(s) != kNowhere) twin[s] = memory_.twin(s), twin[memory_.twin(s)] = s;
    pair_up(pattern_tables().dominoes, Kind::kGargoyle, Kind::kGargoyle, [&](const Pair& p) {
      return (twin[p.a] == kNowhere || twin[p.a] == p.b) &&
             (twin[p.b] == kNowhere || twin[p.b] == p.a);
    });
  }

  void hoards() {
    std::array<std::uint8_t, kSquares> chests{}, minotaurs{};  // definite ones around
    for (Square s = 0; s < kSquares; ++s) {
      if (is(s, Kind::kChest))
        for (Square n : kAround[s]) ++chests[n];
      if (is(s, Kind::kMinotaur))
        for (Square n : kAround[s]) ++minotaurs[n];
    }
    pair_up(pattern_tables().hoards, Kind::kMinotaur, Kind::kChest, [&](const Pair& p) {
      const int side = memory_.chest_side(p.a);
      return (side == 0 || side == x_of(p.b) - x_of(p.a)) && chests[p.a] == is(p.b, Kind::kChest) &&
             minotaurs[p.b] == is(p.a, Kind::kMinotaur);
    });
  }

  void medikits() {
    for (Square s = 0; s < kSquares; ++s)
      for (Square n = 0; is(s, Kind::kMedikit) && n < kSquares; ++n)
        if (n != s && distance2(s, n) <= 12) forbid(n, Kind::kMedikit);
  }

  // Until it may have fled, the gnome is beside a medikit.
  void gnome() {
    if (memory_.gnome_may_have_fled()) return;
    const auto medikit = [&](Square n) { return may(n, Kind::kMedikit); };
    for (Square s = 0; s < kSquares; ++s)
      if (may(s, Kind::kGnome) && std::ranges::none_of(kAround[s], medikit))
        forbid(s, Kind::kGnome);
  }

  void rat_king() {
    for (Square s = 0; s < kSquares; ++s)
      if (x_of(s) < memory_.king_from() || x_of(s) > memory_.king_to()) forbid(s, Kind::kRatKing);
  }

  // Every "?" has a living gazer near it, and no readable number has one.
  void gazers() {
    int missing = traits(Kind::kGazer).count;
    for (Square s = 0; s < kSquares; ++s) {
      missing -= is(s, Kind::kGazer);
      for (Square n : kNear[s])
        if (memory_.readable(s) && memory_.look(n).hidden) forbid(n, Kind::kGazer);
    }
    std::vector<Square> open;  // "?" that no definite gazer explains
    for (Square q = 0; q < kSquares; ++q)
      if (memory_.unreadable(q) && !explained(q)) open.push_back(q);
    if (open.empty()) return;
    fits_ &= missing > 0;
    if (fits_) explain(open, missing);
  }

  // Whether a gazer that is certain hides the number of a square.
  bool explained(Square q) const {
    return std::ranges::any_of(kNear[q], [&](Square n) {
      return is(n, Kind::kGazer) && (memory_.look(n).hidden || memory_.living_gazer(n));
    });
  }

  // Gazers of which `missing` (one or two) together are near all of some "?".
  void explain(const std::vector<Square>& open, int missing) {
    const auto able = [&](Square s) { return may(s, Kind::kGazer) && !is(s, Kind::kGazer); };
    int total = 0;
    std::array<int, kSquares> ways{};
    for (Square a : kNear[open[0]])
      for (Square b = 0; able(a) && b < kSquares; ++b) {
        if (!able(b) || (a == b) != (missing == 1)) continue;
        const bool all = std::ranges::all_of(
            open, [&](Square q) { return std::min(distance2(a, q), distance2(b, q)) <= 4; });
        if (!all) continue;
        ++total, ++ways[a];
        if (a != b) ++ways[b];
      }
    for (Square s = 0; s < kSquares; ++s)
      if (is(s, Kind::kGazer)) ways[s] = -1;  // certain before
    keep(Kind::kGazer, ways, total);
  }

  const Memory& memory_;
  Sets& sets_;
  bool fits_ = true;
};

}  // namespace

bool narrow_by_patterns(KindSet changed, const Memory& memory, Sets& sets) {
  return Patterns(memory, sets).narrow(changed);
}

}  // namespace dragon
