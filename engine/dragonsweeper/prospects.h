// How likely a lair is cleared from a position: a logistic regression on games of the player, with
// its data, and the program that fitted it, in docs/dragonsweeper.md.
#pragma once

#include <cmath>

#include "dragonsweeper/board.h"
#include "dragonsweeper/look.h"

namespace dragon {

// The chance to clear for a hero with this slack (see slack.h), as long as nobody dies.
inline double chance_to_clear(const View& view, int slack) {
  if (slack < 0) return 0;
  const Hero& hero = view.hero;
  const double level = hero.level;
  // Experience that the next level costs, beyond what the hit points that are left can bring.
  const double lack = hero.need() - hero.xp - (hero.hp - 1);
  int hidden = 0;
  for (const Look& look : view.at) hidden += look.hidden;
  const double logit = 1.428 - 0.2762 * level + 0.0435 * level * level +
                       (0.3539 + 0.0419 * level) * slack - (0.5001 - 0.0382 * level) * lack -
                       0.03808 * hidden;
  return 1 / (1 + std::exp(-logit));
}

}  // namespace dragon
