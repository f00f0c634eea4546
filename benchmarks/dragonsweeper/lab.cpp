// Plays seeds of Dragonsweeper with any prices and any amount of thought, up to the level by which
// it is decided whether a lair is cleared.
//
//   g++ -O3 -std=c++20 -Iengine -o dragonlab benchmarks/dragonsweeper/lab.cpp
//     engine/dragonsweeper/*.cpp
//   ./dragonlab seeds=220000-220999 lairs=0 win=8 wall=4.5
//   ./dragonlab seeds=202000-205999 lairs=0 log=positions.csv
//
// Prints, for 1000 games: how many were won and cleared, how many deaths the player expected, the
// mean slack of those alive, how many clears slack promises when its error is taken to be logistic
// (which is less noisy than the count), and milliseconds of processor time a game. `log` writes
// every position with a choice, for benchmarks/dragonsweeper/prospects.py. `again=K` plays each
// seed that was not cleared K times more, each time with other prices by chance, and says how many
// were cleared at least once: what an honest player reaches who may choose among K + 1 ways to play
// with hindsight.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "dragonsweeper/game.h"
#include "dragonsweeper/planner.h"

namespace {

using namespace dragon;

struct Setting {
  unsigned first = 220000, last = 220999;
  Prices prices;
  Thought thought;
  std::FILE* log = nullptr;
  int again = 0;
};

struct Position {
  Hero hero;
  int slack, hidden;
};

struct Ending {
  bool won = false, cleared = false;
  double risk = 0;
  int slack = 0;  // where it was decided; of the living
  std::vector<Position> positions;
};

bool take(Setting& setting, const std::string& name, const char* value) {
  Prices& p = setting.prices;
  Thought& t = setting.thought;
  const std::map<std::string, double*> numbers{{"medikit", &p.medikit},
                                               {"wall", &p.wall},
                                               {"finds", &p.finds},
                                               {"wasted", &p.wasted},
                                               {"stuck", &p.stuck},
                                               {"spares", &p.spares},
                                               {"learn", &p.learn},
                                               {"mine_king", &p.mine_king},
                                               {"rat_king", &p.rat_king},
                                               {"wizard", &p.wizard},
                                               {"gazed", &p.gazed},
                                               {"calm", &p.calm},
                                               {"tense", &p.tense},
                                               {"slack", &p.slack},
                                               {"hurry", &p.hurry},
                                               {"small_first", &p.small_first},
                                               {"win", &p.win},
                                               {"hp_log_odds", &p.hp_log_odds},
                                               {"least_death", &p.least_death},
                                               {"most_death", &p.most_death},
                                               {"most_doubt", &p.most_doubt},
                                               {"margin", &t.margin},
                                               {"least", &t.least},
                                               {"most", &t.most},
                                               {"doubt", &t.doubt}};
  if (name == "seeds") return std::sscanf(value, "%u-%u", &setting.first, &setting.last) == 2;
  if (name == "lairs") return (setting.thought.lairs = std::atoi(value)) >= 0;
  if (name == "actions") return (setting.thought.actions = std::atoi(value)) > 0;
  if (name == "again") return (setting.again = std::atoi(value)) >= 0;
  if (name == "log") return (setting.log = std::fopen(value, "w")) != nullptr;
  const auto found = numbers.find(name);
  if (found != numbers.end()) *found->second = std::atof(value);
  return found != numbers.end();
}

Ending play(unsigned seed, const Setting& setting) {
  Game game(seed);
  Planner player(setting.prices, setting.thought);
  Ending ending;
  double survives = 1;
  while (game.stage() == Stage::kPlaying) {
    const View view = game.view();
    const Action action = player.act(view);
    ending.slack = player.slack();
    const bool decided = view.hero.level >= kDecided;
    if (decided || action.reason == Reason::kStuck) break;
    if (action.reason != Reason::kFree && setting.log) {
      const auto hidden = std::count_if(view.at.begin(), view.at.end(),
                                        [](const Look& look) { return look.hidden; });
      ending.positions.push_back({view.hero, player.slack(), static_cast<int>(hidden)});
    }
    survives *= 1 - action.death;
    perform(game, action);
  }
  ending.won = game.stage() != Stage::kDead;
  ending.cleared = ending.won && ending.slack >= 0;
  ending.risk = 1 - survives;
  return ending;
}

// Whether a seed is cleared by one of several players whose prices are ours times e^N(0, 0.3).
struct Hindsight {
  int won, cleared;
};
Hindsight play_again(unsigned seed, Setting setting) {
  constexpr double kSpread = 0.3;
  std::mt19937 random(seed);
  std::normal_distribution<double> normal(0, kSpread);
  const Prices ours = setting.prices;
  setting.log = nullptr;
  Hindsight best{0, 0};
  for (int i = 0; i < setting.again; ++i) {
    setting.prices = ours;
    Prices& p = setting.prices;
    for (double* price : {&p.wall, &p.finds, &p.wasted, &p.stuck, &p.learn, &p.mine_king,
                          &p.rat_king, &p.wizard, &p.gazed, &p.calm, &p.tense, &p.win})
      *price *= std::exp(normal(random));
    const Ending ending = play(seed, setting);
    best.won += ending.won, best.cleared += ending.cleared;
  }
  return best;
}

void write(std::FILE* log, unsigned seed, const Ending& ending) {
  for (const Position& p : ending.positions)
    std::fprintf(log, "%u,%d,%d,%d,%d,%d,%d,%d\n", seed, p.hero.level, p.slack,
                 p.hero.need() - p.hero.xp - (p.hero.hp - 1), p.hidden, p.hero.hp, ending.won,
                 ending.cleared);
}

}  // namespace

int main(int argc, char** argv) {
  Setting setting;
  for (int i = 1; i < argc; ++i) {
    const char* equals = std::strchr(argv[i], '=');
    if (!equals ||
        !take(setting, std::string(static_cast<const char*>(argv[i]), equals), equals + 1)) {
      std::fprintf(stderr, "dragonlab: %s is no setting\n", argv[i]);
      return 2;
    }
  }
  if (setting.log) std::fprintf(setting.log, "seed,level,slack,lack,hidden,hp,won,cleared\n");
  double any_won = 0, any_cleared = 0, share = 0;
  double won = 0, cleared = 0, risk = 0, slack = 0, promised = 0;
  const std::clock_t begun = std::clock();
  for (unsigned seed = setting.first; seed <= setting.last; ++seed) {
    const Ending ending = play(seed, setting);
    risk += ending.risk, won += ending.won, cleared += ending.cleared;
    if (setting.log) write(setting.log, seed, ending);
    if (setting.again > 0 && !ending.cleared) {
      const Hindsight best = play_again(seed, setting);
      any_cleared += best.cleared > 0, any_won += ending.won || best.won > 0;
      share += best.cleared / static_cast<double>(setting.again);
    }
    if (!ending.won) continue;
    constexpr int kLeast = -4;  // below it, it does not matter how far
    slack += std::max(kLeast, ending.slack);
    promised += 1 / (1 + std::exp(0.3 - ending.slack));
  }
  const double games = setting.last - setting.first + 1.0;
  const double ms = 1000.0 * static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC;
  std::printf("won %.1f cleared %.1f expected deaths %.2f slack %.3f promised %.1f ms %.2f |",
              1000 * won / games, 1000 * cleared / games, 1000 * risk / games, slack / won,
              1000 * promised / games, ms / games);
  for (int i = 1; i < argc; ++i) std::printf(" %s", argv[i]);
  std::printf("\n");
  if (setting.again > 0)
    std::printf("not cleared %.0f: cleared by any other %.0f, won by any %.0f; mean share %.3f\n",
                games - cleared, any_cleared, any_won, share / std::max(1.0, games - cleared));
  if (setting.log) std::fclose(setting.log);
}
