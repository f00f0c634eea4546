// Plays a game from what is seen alone.
//
// Everything is priced in hit points: damage that brings experience is free, hit points that a heal
// throws away are lost, an early medikit costs what it would heal later, and a chance of death
// costs that chance of a whole game. What a click may teach is worth a little. The best bargain is
// taken.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "dragonsweeper/board.h"
#include "dragonsweeper/entity.h"
#include "dragonsweeper/knowledge.h"
#include "dragonsweeper/look.h"

namespace dragon {

enum class Reason : std::uint8_t {
  kFree,     // takes what costs nothing
  kFight,    // an enemy of known power
  kExplore,  // an unknown square that cannot kill
  kRisk,     // an unknown square that may kill
  kHeal,     // a medikit
  kLevelUp,
  kWall,
  kCrown,
  kStuck,  // nothing is left to do
};

struct Action {
  Square square = kNowhere;  // kNowhere: level up, or stuck
  Reason reason = Reason::kStuck;
  double death = 0;  // how likely the hero dies of it
};

// What an action looks worth, in hit points.
struct Offer {
  Action action;
  double value = -1e9;
};

// From this level on, whoever still can clear the lair does (docs/dragonsweeper.md, "Slack").
inline constexpr int kDecided = 12;

class Player {
 public:
  const Knowledge& knowledge() const { return knowledge_; }
  Knowledge& knowledge() { return knowledge_; }

  // Looks at the game and says what to do. To be called after every action of the game.
  Action act(const View& view);

  // The actions that the last one was chosen from, in any order.
  const std::vector<Offer>& offers() const { return offers_; }
  // The slack of the position (see slack.h).
  int slack() const { return slack_; }
  // How likely the lair is cleared from here.
  double chance_to_clear() const { return chance_; }
  // What the position is worth, in clears: the win, and the chance to clear.
  double worth() const;

 private:
  struct Candidate {
    Square square;
    bool known;                       // its damage is certain
    int damage;                       // the least
    double gain;                      // what it teaches and brings
    std::array<double, 15> chance{};  // of each damage; mines are 14
  };

  const Look& look(Square s) const { return knowledge_.look(s); }
  KindSet kinds(Square s) const { return knowledge_.kinds(s); }
  bool disarmed() const { return knowledge_.memory().disarmed(); }

  void survey();
  void add(Square s);
  double spread(Square s) const;
  double teaches(Square s) const;
  std::uint32_t sums(const Candidate* without) const;
  double bonus(Square s, Kind kind) const;
  double price_of_kit(const Hero& hero) const;
  double price_of_death() const;
  double price_to_go_on(const Hero& hero, int damage, const Candidate& without) const;
  Offer best_click(const Hero& hero, std::vector<Offer>* all = nullptr) const;
  Action finish(const Hero& hero) const;
  Action choose(const Hero& hero);

  std::vector<Offer> offers_;
  int slack_ = 0;
  double chance_ = 0;
  Knowledge knowledge_;
  std::vector<Candidate> candidates_;
  std::array<double, kSquares> spread_{};
  std::uint32_t sums_ = 1;  // of damage by all known enemies, bit i for sum i
  int walls_ = 0;           // hit points of walls in sight
  Square wall_ = kNowhere, kit_ = kNowhere, crown_ = kNowhere;
};

}  // namespace dragon
