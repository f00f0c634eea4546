// What is known of a game at one time: what was seen, what follows from it, and how likely the rest
// is.
#pragma once

#include <algorithm>
#include <vector>

#include "dragonsweeper/memory.h"
#include "dragonsweeper/probabilities.h"
#include "dragonsweeper/sets.h"

namespace dragon {

class Knowledge {
 public:
  // Takes in what is seen; to be called with the first view and after every click and level-up.
  // Returns false when no lair fits, which in an honest game does not happen.
  bool see(const View& view) {
    memory_.see(view);
    probabilities_known_ = false;
    return think();
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
    if (settled_) sets.know_settled(at_rest_, equations_);
    return sets;
  }

  // Thinks as hard as it can, by contradiction: every kind is supposed on every unsettled square,
  // until nothing more is refuted. Takes milliseconds. Returns false when no lair fits.
  bool deepen() {
    probabilities_known_ = false;
    Sets sets(memory_, equations_);
    if (!sets.propagate(Effort::kPairs)) return false;
    for (bool news = true; news;) {
      news = false;
      for (Square s = 0; s < kSquares; ++s) {
        if (is_single(sets[s])) continue;
        KindSet refuted = 0;
        each_kind(sets[s], [&](Kind kind) {
          if (sets.refutes(s, kind)) refuted |= only(kind);
        });
        if (refuted == 0) continue;
        news = true;
        sets.suppose(s, ~refuted);
        if (!sets.propagate(Effort::kPairs)) return false;
      }
    }
    keep(sets);
    return true;
  }

  // Tries to prove by contradiction that a click on a hidden square does less than `hp` damage,
  // beginning with the least dangerous ones, and only where the chance of more is at most
  // `most_danger`. Says whether anything was proven.
  bool prove_harmless(int hp, double most_danger) {
    struct Doubt {
      double danger;
      Square square;
    };
    std::vector<Doubt> doubts;
    const bool disarmed = memory_.disarmed();
    for (Square s = 0; s < kSquares; ++s) {
      if (!memory_.look(s).hidden || is_single(memory_.kinds(s))) continue;
      const double danger = probabilities().damage_from(s, hp, disarmed);
      if (danger > 0 && danger <= most_danger) doubts.push_back({danger, s});
    }
    std::sort(doubts.begin(), doubts.end(),
              [](const Doubt& a, const Doubt& b) { return a.danger < b.danger; });
    Sets sets(memory_, equations_);
    if (!sets.propagate(Effort::kPairs)) return false;
    bool proven = false;
    for (const Doubt& doubt : doubts) {
      KindSet impossible = 0;
      for (KindSet harmful = harmful_kinds(sets[doubt.square], hp, disarmed); harmful != 0;) {
        Kind likeliest = first_of(harmful);
        each_kind(harmful, [&](Kind k) {
          if (probabilities_(doubt.square, k) > probabilities_(doubt.square, likeliest))
            likeliest = k;
        });
        if (!sets.refutes(doubt.square, likeliest)) break;
        impossible |= only(likeliest);
        harmful &= ~only(likeliest);
      }
      if (impossible == 0) continue;
      proven = true;
      sets.suppose(doubt.square, ~impossible);
      if (!sets.propagate(Effort::kPairs)) return false;
    }
    if (proven) keep(sets), probabilities_known_ = false;
    return proven;
  }

  // How likely everything is; worked out when it is first asked for.
  const Probabilities& probabilities() {
    if (probabilities_known_) return probabilities_;
    probabilities_known_ = true;
    probabilities_.work_out(memory_, Sets(memory_, equations_), equations_);
    return probabilities_;
  }

 private:
  // Those of a square's kinds that do `hp` or more damage when it is clicked.
  static KindSet harmful_kinds(KindSet kinds, int hp, bool disarmed) {
    KindSet harmful = 0;
    each_kind(kinds & ~only(Kind::kMimic), [&](Kind kind) {
      const bool armed = kind != Kind::kMine || !disarmed;
      if (armed && traits(kind).power >= hp) harmful |= only(kind);
    });
    return harmful;
  }

  bool think() {
    std::vector<Equation> before = equations_of(memory_);
    std::swap(before, equations_);
    Sets sets(memory_, equations_);
    if (settled_ && was_disarmed_ == memory_.disarmed()) sets.know_settled(at_rest_, before);
    was_disarmed_ = memory_.disarmed();
    settled_ = false;
    if (!sets.propagate(Effort::kPairs)) return false;
    keep(sets);
    settled_ = true;
    return true;
  }

  void keep(const Sets& sets) {
    for (Square s = 0; s < kSquares; ++s) memory_.narrow(s, sets[s]);
    at_rest_ = sets.all();
  }

  Memory memory_;
  std::vector<Equation> equations_;
  SetArray at_rest_{};  // what squares may hold, as the last thought left it
  bool settled_ = false, was_disarmed_ = false;
  Probabilities probabilities_;
  bool probabilities_known_ = false;
};

}  // namespace dragon
