// A whole game, played by the player and by nobody else.
#pragma once

#include <cstdint>

#include "dragonsweeper/game.h"
#include "dragonsweeper/planner.h"
#include "dragonsweeper/slack.h"

namespace dragon {

struct Playthrough {
  bool won = false, cleared = false;
  int score = 0, level = 0;
  int actions = 0;
  double risk = 0;               // how likely it was to die on the way, as the player saw it
  Reason last = Reason::kStuck;  // why the last action was taken
  double last_death = 0;         // how likely the player took it to be deadly
  Kind met = Kind::kEmpty;       // what a lost game ended on
  int wall_hits = 0;             // hit points spent on walls while enemies stood
  int wasted = 0;                // slack that medikits have cost
  int delay = 0;    // score between the first level that can fight the Mine King and him
  int hp_left = 0;  // hit points above the last one, at the end
};

// What a game is measured by on its way.
class Measured {
 public:
  // To be called before every action, with what was known then.
  void before(const Memory& memory, const Hero& hero, const Action& action) {
    constexpr int kKingLevel = 11;  // the first with more hit points than he has power
    const Rest rest = rest_of(memory, hero);
    const int slack = slack_of(rest);
    if (last_.reason == Reason::kHeal) wasted += slack_ - slack;
    slack_ = slack, last_ = action;
    wall_hits += action.reason == Reason::kWall && rest.enemies > 0;
    if (hero.level < kKingLevel) reached_ = hero.score;
    if (!memory.disarmed()) delay = std::max(0, hero.score - reached_);
  }

  int wall_hits = 0, wasted = 0, delay = 0;

 private:
  Action last_;
  int slack_ = 0, reached_ = 0;
};

inline Playthrough play_through(std::uint32_t seed, int lairs = Planner::kLairs) {
  constexpr int kMostActions = 3000;  // no game comes near it
  Game game(seed);
  Planner player(lairs);
  Playthrough result;
  Measured measured;
  double survives = 1;
  while (game.stage() == Stage::kPlaying && result.actions < kMostActions) {
    const View view = game.view();
    const Action action = player.act(view);
    if (action.reason == Reason::kStuck) break;
    measured.before(player.knowledge().memory(), view.hero, action);
    ++result.actions;
    result.last = action.reason, result.last_death = action.death;
    survives *= 1 - action.death;
    if (perform(game, action) != Refusal::kNone) break;
    if (game.stage() == Stage::kDead) result.met = game.truth(action.square).kind;
  }
  result.won = game.stage() == Stage::kWon;
  result.cleared = game.cleared();
  result.score = game.hero().score, result.level = game.hero().level;
  result.risk = 1 - survives;
  result.wall_hits = measured.wall_hits, result.wasted = measured.wasted;
  result.delay = measured.delay, result.hp_left = std::max(0, game.hero().hp - 1);
  return result;
}

}  // namespace dragon
