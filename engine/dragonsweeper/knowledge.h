// What is known of a game at one time: what was seen, what follows from it, and how likely the rest
// is.
#pragma once

#include <utility>
#include <vector>

#include "dragonsweeper/memory.h"
#include "dragonsweeper/probabilities.h"
#include "dragonsweeper/sets.h"
#include "dragonsweeper/sweep.h"

namespace dragon {

class Knowledge {
 public:
  // Takes in what is seen; to be called with the first view and after every click and level-up.
  // Returns false when no lair fits, which in an honest game does not happen.
  bool see(const View& view) {
    memory_.see(view);
    std::vector<Equation> before = equations_of(memory_);
    std::swap(before, equations_);
    Sets sets(memory_, equations_);
    if (was_disarmed_ == memory_.disarmed()) sets.know_settled(at_rest_, before);
    was_disarmed_ = memory_.disarmed();
    return settle(sets);
  }

  const Memory& memory() const { return memory_; }
  KindSet kinds(Square s) const { return memory_.kinds(s); }
  const Look& look(Square s) const { return memory_.look(s); }
  PowerSet powers(Square s) const { return powers_of(memory_.kinds(s), memory_.disarmed()); }

  // The numbers in sight, less what is certain around them.
  const std::vector<Equation>& equations() const { return equations_; }

  // What squares may hold, to suppose things in.
  Sets sets() const {
    Sets sets(memory_, equations_);
    sets.know_settled(at_rest_, equations_);
    return sets;
  }

  // Whether a click costs nothing and is never regretted: it takes experience points, uses a spell
  // or an orb, chases the gnome, opens what is a chest for certain, or reveals what has no power. A
  // mimic that is still hidden only shows itself, and does no harm either.
  bool is_free(Square s) const {
    const Look& seen = look(s);
    if (seen.hidden)
      return (powers_of(kinds(s) & ~only(Kind::kMimic), memory_.disarmed()) & ~1u) == 0;
    switch (seen.kind) {
      case Kind::kChest: return !has(kinds(s), Kind::kMimic);
      case Kind::kTreasure:
      case Kind::kGnome:
      case Kind::kEgg:
      case Kind::kOrb:
      case Kind::kSpellOrb:
      case Kind::kSpellDisarm:
      case Kind::kSpellRats:
      case Kind::kSpellSlimes: return true;
      default: return seen.defeated;
    }
  }

  // Thinks as hard as it can, by contradiction: every kind is supposed on every unsettled square,
  // until nothing more is refuted. Takes milliseconds. Returns false when no lair fits.
  bool deepen() {
    Sets sets = this->sets();
    for (bool news = true; news;) {
      news = false;
      for (Square s = 0; s < kSquares; ++s)
        each_kind(sets.open(s) ? sets[s] : 0, [&](Kind kind) {
          Sets supposed = sets;
          supposed.narrow(s, only(kind));
          if (!supposed.propagate()) news |= sets.narrow(s, ~only(kind));
        });
      if (!settle(sets)) return false;
    }
    return true;
  }

  // How likely everything is; worked out when it is first asked for.
  const Probabilities& probabilities() const {
    if (!std::exchange(probabilities_known_, true))
      probabilities_.work_out(memory_, sets(), sweep_);
    return probabilities_;
  }

 private:
  // Narrows by all that is quick, numbers jointly as well, and keeps what is left.
  bool settle(Sets& sets) {
    probabilities_known_ = false;
    for (bool news = true; news;) {
      if (!sets.propagate()) return false;
      news = sets.propagate_needs();
      if (news) continue;
      if (!sweep_.prepare(sets, equations_)) return false;
      for (Square s = 0; s < kSquares; ++s)
        if (sweep_.covers(s))
          news |= sets.narrow(s, kinds_with(sweep_.powers(s), memory_.disarmed()));
    }
    at_rest_ = sets.all();
    for (Square s = 0; s < kSquares; ++s) memory_.narrow(s, at_rest_[s]);
    return true;
  }

  Memory memory_;
  std::vector<Equation> equations_;
  std::array<KindSet, kSquares> at_rest_{};  // what squares may hold, as it was settled last
  bool was_disarmed_ = false;
  mutable Sweep sweep_;
  mutable Probabilities probabilities_;
  mutable bool probabilities_known_ = false;
};

}  // namespace dragon
