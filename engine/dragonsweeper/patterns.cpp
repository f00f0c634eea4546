#include "dragonsweeper/patterns.h"

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
    for (Square n = 0; n < kSquares; ++n)
      if (n != s && distance2(s, n) <= 12) crowded[s].push_back(n);
  }
}

const PatternTables& pattern_tables() {
  static const PatternTables tables;
  return tables;
}

namespace {

// Every function returns false where nothing fits any more.
class Patterns {
 public:
  Patterns(const Memory& memory, SetArray& sets) : memory_(memory), sets_(sets) {}

  bool narrow(KindSet changed) {
    using K = Kind;
    const auto touched = [&](auto... kinds) { return (changed & set_of(kinds...)) != 0; };
    if (touched(K::kWizard, K::kBigSlime) &&
        !once(pattern_tables().wizards, K::kWizard, K::kBigSlime))
      return false;
    if (touched(K::kLover) && !once(pattern_tables().lovers, K::kLover, K::kLover)) return false;
    if (touched(K::kGuard) && !guards()) return false;
    if (touched(K::kGargoyle) && !gargoyles()) return false;
    if (touched(K::kMinotaur, K::kChest) && !hoards()) return false;
    if (touched(K::kMedikit) && !medikits()) return false;
    if (touched(K::kGnome, K::kMedikit) && !gnome()) return false;
    if (touched(K::kGazer) && !gazers()) return false;
    return !touched(K::kRatKing) || rat_king();
  }

 private:
  bool may(Square s, Kind kind) const { return has(sets_[s], kind); }
  bool is(Square s, Kind kind) const { return sets_[s] == only(kind); }
  void forbid(Square s, KindSet kinds) {
    sets_[s] &= ~kinds;
    failed_ |= sets_[s] == 0;
  }
  void demand(Square s, Kind kind) {
    sets_[s] &= only(kind);
    failed_ |= sets_[s] == 0;
  }

  // Keeps `kind` only where `backed`.
  template <typename Backed>
  void keep(Kind kind, const Backed& backed) {
    for (Square s = 0; s < kSquares; ++s)
      if (may(s, kind) && !backed[s]) forbid(s, only(kind));
  }

  // A pattern that a lair has once, in one of several places.
  bool once(const std::vector<Place>& places, Kind first, Kind other) {
    int ways = 0, definite = 0;
    const Place* sole = nullptr;
    std::array<std::array<bool, kSquares>, 2> backed{};
    auto &firsts = backed[0], &others = backed[first != other];
    for (Square s = 0; s < kSquares; ++s) definite += is(s, other);
    for (const Place& place : places) {
      bool fits = may(place.first, first);
      int seen = is(place.first, other);
      for (Square s : place.others) fits &= may(s, other), seen += is(s, other);
      if (!fits || seen != definite) continue;
      ++ways;
      sole = &place;
      firsts[place.first] = true;
      for (Square s : place.others) others[s] = true;
    }
    if (ways == 0) return false;
    keep(other, others);
    keep(first, firsts);
    if (ways == 1) {
      demand(sole->first, first);
      for (Square s : sole->others) demand(s, other);
    }
    return !failed_;
  }

  bool guards() {
    for (int q = 0; q < 4; ++q) {
      int ways = 0, definite = 0;
      Square sole = kNowhere;
      for (Square s = 0; s < kSquares; ++s) {
        if (quadrant(s) != q || !may(s, Kind::kGuard)) continue;
        ++ways;
        if (is(s, Kind::kGuard)) ++definite, sole = s;
        if (definite == 0) sole = s;
      }
      if (ways == 0 || definite > 1) return false;
      if (ways == 1) demand(sole, Kind::kGuard);
      for (Square s = 0; definite == 1 && s < kSquares; ++s)
        if (quadrant(s) == q && s != sole && may(s, Kind::kGuard)) forbid(s, only(Kind::kGuard));
    }
    return !failed_;
  }

  // Counts, for every square, the pairs that it can be part of, and keeps the kinds that have one.
  template <typename Fits>
  void pair_up(const std::vector<Pair>& pairs, Kind first, Kind second, Fits&& fits) {
    std::array<std::uint8_t, kSquares> ways_a{}, ways_b{}, with_a{}, with_b{};
    for (const Pair& p : pairs) {
      if (!may(p.a, first) || !may(p.b, second) || !fits(p)) continue;
      ++ways_a[p.a], with_a[p.a] = p.b;
      ++ways_b[p.b], with_b[p.b] = p.a;
    }
    if (first == second)
      for (Square s = 0; s < kSquares; ++s) {
        if (ways_b[s] != 0) with_a[s] = with_b[s];
        ways_a[s] = static_cast<std::uint8_t>(ways_a[s] + ways_b[s]);
      }
    keep(first, ways_a);
    if (first != second) keep(second, ways_b);
    for (Square s = 0; s < kSquares; ++s) {
      if (is(s, first) && ways_a[s] == 1) demand(with_a[s], second);
      if (first != second && is(s, second) && ways_b[s] == 1) demand(with_b[s], first);
    }
  }

  bool gargoyles() {
    // Who is known to belong to whom; by its facing, or by having no other choice.
    std::array<std::int16_t, kSquares> twin;
    twin.fill(kNowhere);
    for (Square s = 0; s < kSquares; ++s)
      if (memory_.twin(s) != kNowhere) twin[s] = memory_.twin(s), twin[memory_.twin(s)] = s;
    const auto fits = [&](const Pair& p) {
      return (twin[p.a] == kNowhere || twin[p.a] == p.b) &&
             (twin[p.b] == kNowhere || twin[p.b] == p.a);
    };
    for (bool again = true; again;) {
      again = false;
      for (Square s = 0; s < kSquares; ++s) {
        if (!is(s, Kind::kGargoyle) || twin[s] != kNowhere) continue;
        int ways = 0;
        Square with = kNowhere;
        for (Square n : kCross[s])
          if (may(n, Kind::kGargoyle) && twin[n] == kNowhere) ++ways, with = n;
        if (ways == 0) return false;
        if (ways == 1) twin[s] = with, twin[with] = s, again = true;
      }
    }
    pair_up(pattern_tables().dominoes, Kind::kGargoyle, Kind::kGargoyle, fits);
    for (Square s = 0; s < kSquares; ++s)
      if (twin[s] != kNowhere) demand(s, Kind::kGargoyle);
    return !failed_;
  }

  bool hoards() {
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
    return !failed_;
  }

  bool medikits() {
    for (Square s = 0; s < kSquares; ++s)
      if (is(s, Kind::kMedikit))
        for (Square n : pattern_tables().crowded[s])
          if (may(n, Kind::kMedikit)) forbid(n, only(Kind::kMedikit));
    return !failed_;
  }

  // Until it may have fled, the gnome is beside a medikit.
  bool gnome() {
    if (memory_.gnome_may_have_fled()) return true;
    for (Square s = 0; s < kSquares; ++s) {
      if (!may(s, Kind::kGnome)) continue;
      int ways = 0;
      Square with = kNowhere;
      for (Square n : kAround[s])
        if (may(n, Kind::kMedikit)) ++ways, with = n;
      if (ways == 0)
        forbid(s, only(Kind::kGnome));
      else if (ways == 1 && is(s, Kind::kGnome))
        demand(with, Kind::kMedikit);
    }
    return !failed_;
  }

  bool rat_king() {
    for (Square s = 0; s < kSquares; ++s)
      if (may(s, Kind::kRatKing) && (x_of(s) < memory_.king_from() || x_of(s) > memory_.king_to()))
        forbid(s, only(Kind::kRatKing));
    return !failed_;
  }

  // Every "?" has a living gazer near it, and no readable number has one.
  bool gazers() {
    std::array<std::uint8_t, kSquares> silent{};
    int missing = traits(Kind::kGazer).count;
    for (Square s = 0; s < kSquares; ++s) {
      missing -= is(s, Kind::kGazer);
      if (memory_.readable(s))
        for (Square n : kNear[s]) silent[n] = 1;
    }
    for (Square s = 0; s < kSquares; ++s)
      if (silent[s] && may(s, Kind::kGazer) && memory_.look(s).hidden)
        forbid(s, only(Kind::kGazer));
    if (failed_) return false;
    std::array<Square, kSquares> open{};  // "?" that no definite gazer explains
    int count = 0;
    for (Square q = 0; q < kSquares; ++q) {
      if (!memory_.unreadable(q)) continue;
      if (!explained(q)) open[count++] = q;
    }
    if (count == 0) return true;
    return missing > 0 && explain(open, count, missing);
  }

  // Whether a gazer that is certain hides the number of a square.
  bool explained(Square q) const {
    for (Square n : kNear[q])
      if (is(n, Kind::kGazer) && (memory_.look(n).hidden || memory_.living_gazer(n))) return true;
    return false;
  }

  // Keeps the gazers of which `missing` (one or two) together are near all of some "?".
  bool explain(const std::array<Square, kSquares>& open, int count, int missing) {
    const auto covers = [&](Square g, Square q) { return distance2(g, q) <= 4; };
    const auto may_be = [&](Square g) { return may(g, Kind::kGazer) && !is(g, Kind::kGazer); };
    std::array<bool, kSquares> backed{};
    for (Square s = 0; s < kSquares; ++s) backed[s] = is(s, Kind::kGazer);
    for (Square a : kNear[open[0]]) {
      if (!may_be(a)) continue;
      std::array<Square, kSquares> rest{};
      int left = 0;
      for (int i = 0; i < count; ++i)
        if (!covers(a, open[i])) rest[left++] = open[i];
      if (left > 0 && missing < 2) continue;
      for (Square b = 0; missing > 1 && b < kSquares; ++b) {
        if (b == a || !may_be(b)) continue;
        bool all = true;
        for (int i = 0; i < left && all; ++i) all = covers(b, rest[i]);
        if (all) backed[a] = backed[b] = true;
      }
      if (missing == 1) backed[a] = true;
    }
    int ways = 0;
    Square sole = kNowhere;
    for (Square s = 0; s < kSquares; ++s) {
      if (!may_be(s)) continue;
      if (!backed[s])
        forbid(s, only(Kind::kGazer));
      else
        ++ways, sole = s;
    }
    if (ways < missing) return false;
    // One "?" that a single candidate explains makes it a gazer.
    for (int i = 0; i < count; ++i) {
      int near = 0;
      for (Square n : kNear[open[i]])
        if (may_be(n)) ++near, sole = n;
      if (near == 1 && !explained(open[i])) demand(sole, Kind::kGazer);
    }
    return !failed_;
  }

  const Memory& memory_;
  SetArray& sets_;
  bool failed_ = false;
};

}  // namespace

bool narrow_by_patterns(KindSet changed, const Memory& memory, SetArray& sets) {
  return Patterns(memory, sets).narrow(changed);
}

}  // namespace dragon
