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
#include "dragonsweeper/kindset.h"
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

// Prices, in hit points. They were tuned on games of seeds 200000 to 243999; what each step brought
// is in docs/dragonsweeper.md, "Results", and the gradient of the prices in its lab book.
struct Prices {
  double medikit = 14;         // what a medikit is worth at the end
  double wall = 4.5;           // a hit point spent on a wall before all enemies are defeated
  double finds = 1.4;          // a free experience point that a square may hold
  double wasted = 1.3;         // a hit point that known enemies cannot use up
  double stuck = 0.0987;       // how likely missing experience costs a medikit
  double spares = 0.15;        // how much of a later guess a unit of learning saves
  double risk_for_rest = 0.1;  // of death, once the crown is there
  double learn = 0.28;         // an uncertain square beside a new number
  double mine_king = 9, rat_king = 3, wizard = 3.41, gazed = 1.37;  // what their defeat opens up
  double calm = 0.8, tense = 1.66;  // scales of a medikit's price, with much slack and with none
  double slack = 1.84, slack_width = 3;
  double hurry = -1;  // the most that what comes after a heal may weigh
  // For a point of damage: small enemies first, until it is decided whether the lair is cleared;
  // then large ones, because small ones fill the gaps later.
  double small_first = 0.05, big_first = 0.02;
  // A win is worth so many clears. Death costs the win and the chance to clear; in hit points,
  // that is by how much a hit point raises the log-odds of a clear where they are even.
  double win = 8, hp_log_odds = 0.45;
  double least_death = 20, most_death = 3000;  // bounds of the price of death
  double most_doubt = 0.6;  // the chance of harm up to which proof is sought that there is none
};

// From this level on, whoever still can clear the lair does (docs/dragonsweeper.md, "Slack").
inline constexpr int kDecided = 12;

class Player {
 public:
  Player() = default;
  explicit Player(const Prices& prices) : prices_(prices) {}

  const Knowledge& knowledge() const { return knowledge_; }
  Knowledge& knowledge() { return knowledge_; }

  // From now on seeks no proofs, which take most of the time.
  void seek_no_proof() { prices_.most_doubt = 0; }

  // Looks at the game and says what to do. To be called after every action of the game.
  Action act(const View& view);

  // The actions that the last one was chosen from, in any order.
  const std::vector<Offer>& offers() const { return offers_; }
  // The slack of the position (see slack.h).
  int slack() const { return slack_; }
  // How likely the lair is cleared from here, and what the position is worth: see Prices::win.
  double chance_to_clear() const { return chance_; }
  double worth() const { return prices_.win + chance_; }

 private:
  struct Candidate {
    Square square;
    bool known;                     // its damage is certain
    int damage;                     // if known
    double gain;                    // what it teaches and brings
    std::array<double, 15> chance;  // of each damage; mines are 14
  };
  struct Pool {
    int total;
    Squares<8> squares{};
  };

  Action look_for_bargain(const Hero& hero);
  bool worth_a_proof(const Action& action, const Hero& hero) const;
  const Look& look(Square s) const { return knowledge_.look(s); }
  KindSet kinds(Square s) const { return knowledge_.kinds(s); }

  Action take_free() const;
  bool uncertain(Square s) const;
  void price_death();
  double teaches(Square s) const;
  double spread(Square s, const Probabilities& probabilities, bool disarmed) const;
  void survey();
  double bonus(Square s, Kind kind) const;
  void add_known(Square s, Kind kind, int damage);
  void add_unknown(Square s, const Probabilities& probabilities, bool disarmed);
  void add_unknown_chest(Square s, const Probabilities& probabilities);
  void find_pools();
  std::uint32_t sums(const Candidate* without, int damage) const;
  // What is left of `affordable` damage after the best use of known enemies and walls, and whether
  // experience then suffices for a level.
  struct Outlook {
    double wasted;
    bool levels;
  };
  Outlook outlook(const Hero& hero, const Candidate* without, int damage) const;
  static double death(const Candidate& c, int hp);
  double price_of_guess(int hp) const;
  double price_to_go_on(const Hero& hero, int damage, int xp, const Candidate* without) const;
  double price_of_kit(const Hero& hero) const;
  Offer best_click(const Hero& hero, std::vector<Offer>* all = nullptr) const;
  Action finish(const Hero& hero) const;
  Action choose(const Hero& hero);

  Prices prices_;
  std::vector<Offer> offers_;
  int slack_ = 13;
  double chance_ = 0;
  double death_ = 0;  // its price
  Knowledge knowledge_;
  std::vector<Candidate> candidates_;
  std::vector<Pool> pools_;
  std::array<int, kSquares> pool_of_{};
  std::array<double, kSquares> spread_{};
  std::array<double, 21> guess_{};  // its price, by hit points
  std::uint32_t sums_ = 1;          // of damage by all known enemies and pools
  int walls_ = 0;
  Square wall_ = kNowhere, kit_ = kNowhere, crown_ = kNowhere;
};

}  // namespace dragon
