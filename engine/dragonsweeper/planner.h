// Plays like `Player`, and plays the best few actions out where a clear is at stake.
//
// Lairs are drawn that agree with what is known. In each of them every action is tried, and the
// player goes on to the next level, where the regression of player.cpp says what the position is
// worth: one step of policy improvement by determinised play-outs. All actions are tried in the
// same lairs, because only their differences count.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "dragonsweeper/game.h"
#include "dragonsweeper/player.h"
#include "dragonsweeper/sample.h"
#include "dragonsweeper/slack.h"

namespace dragon {

// Does what a player says.
inline Refusal perform(Game& game, const Action& action) {
  return action.square == kNowhere ? game.level_up() : game.click(action.square);
}

class Planner {
 public:
  static constexpr int kLairs = 8;

  // `lairs` are drawn for a decision; 0 for none.
  explicit Planner(int lairs = kLairs) : lairs_(lairs) {}

  const Knowledge& knowledge() const { return player_.knowledge(); }
  Knowledge& knowledge() { return player_.knowledge(); }
  // The slack of the position that was last seen (see slack.h).
  int slack() const { return player_.slack(); }

  // As Player::act().
  Action act(const View& view) {
    const Action action = player_.act(view);
    return at_stake(view.hero) ? best_of(with_rivals(action), view) : action;
  }

 private:
  // How much is thought, and when: docs/dragonsweeper.md, the steps of its lab book.
  static constexpr std::size_t kActions = 3;  // that are compared
  static constexpr double kMargin = 6;        // hit points that one may look worse than the best
  static constexpr double kLeast = 0.03, kMost = 0.85;  // chances to clear that are at stake
  static constexpr double kDoubt = 0.02;  // by how many clears another action has to be better

  bool at_stake(const Hero& hero) const {
    const double chance = player_.chance_to_clear();
    return lairs_ > 0 && !player_.offers().empty() && hero.level < kDecided && chance > kLeast &&
           chance < kMost;
  }

  // The action, and others that look nearly as good.
  std::vector<Action> with_rivals(const Action& action) const {
    std::vector<Offer> offers = player_.offers();
    std::stable_sort(offers.begin(), offers.end(),
                     [](const Offer& a, const Offer& b) { return a.value > b.value; });
    std::vector<Action> few{action};
    for (const Offer& offer : offers) {
      const bool listed = std::any_of(few.begin(), few.end(), [&](const Action& other) {
        return other.square == offer.action.square;
      });
      const bool near = offer.value > offers[0].value - kMargin;
      if (!listed && near && few.size() < kActions) few.push_back(offer.action);
    }
    return few;
  }

  Action best_of(const std::vector<Action>& actions, const View& view) {
    if (actions.size() < 2) return actions[0];
    const Memory& memory = knowledge().memory();
    const int medikits = rest_of(memory, view.hero).medikits;
    Sampler sampler(knowledge(), random_);
    std::vector<double> value(actions.size(), 0.0);
    std::vector<int> alive(actions.size(), 0);
    for (int i = 0; i < lairs_; ++i) {
      const auto lair = sampler.draw();
      if (!lair) continue;
      const Game game(view, *lair, memory.disarmed(), medikits, random_);
      random_.next();
      for (std::size_t a = 0; a < actions.size(); ++a)
        if (const auto worth = play_out(game, actions[a])) value[a] += *worth, ++alive[a];
    }
    // How likely the first click kills is known: a few lairs cannot tell a risk of 3 % from none.
    for (std::size_t a = 0; a < actions.size(); ++a)
      if (alive[a] > 0) value[a] *= (1 - actions[a].death) / alive[a];
    value[0] += kDoubt;
    return actions[static_cast<std::size_t>(std::max_element(value.begin(), value.end()) -
                                            value.begin())];
  }

  // What the game is worth after the action, once the player has gone on to the next level; nothing
  // where that action kills at once.
  std::optional<double> play_out(Game game, const Action& first) const {
    const int level = game.hero().level;
    perform(game, first);
    if (game.stage() == Stage::kDead) return std::nullopt;
    Player player = player_;
    while (game.stage() == Stage::kPlaying) {
      const Action action = player.act(game.view());
      const bool risen = game.hero().level > level && action.reason != Reason::kFree;
      if (risen || action.reason == Reason::kStuck) break;
      if (perform(game, action) != Refusal::kNone) break;
    }
    return game.stage() == Stage::kDead ? 0 : player.worth();
  }

  Player player_;
  int lairs_;
  RandomStream random_{1};
};

}  // namespace dragon
