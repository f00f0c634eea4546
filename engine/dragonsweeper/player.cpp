#include "dragonsweeper/player.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "dragonsweeper/slack.h"

namespace dragon {

namespace {

// Prices, in hit points. They were tuned on games of seeds 200000 to 243999; what each step brought
// is in docs/dragonsweeper.md, "Results", and the gradient of the prices in its lab book.
constexpr double kWall = 4.5;         // a hit point spent on a wall before all enemies are defeated
constexpr double kFinds = 1.4;        // a free experience point that a square may hold
constexpr double kWasted = 1.3;       // a hit point that known enemies cannot use up
constexpr double kStuck = 0.0987;     // how likely missing experience costs a medikit
constexpr double kRiskForRest = 0.1;  // of death, once the crown is there
constexpr double kLearn = 0.28;       // an uncertain square beside a new number
constexpr double kMineKing = 9, kRatKing = 3, kWizard = 3.41, kDragon = 1;  // what they open up
constexpr double kGazed = 1.37;  // a number that a gazer hides
constexpr double kHurry = -1;    // the most that what comes after a heal may weigh
// For a point of damage: small enemies first, until it is decided whether the lair is cleared;
// then large ones, because small ones fill the gaps later.
constexpr double kSmallFirst = 0.05, kBigFirst = 0.02;
// A win is worth so many clears. Death costs the win and the chance to clear; in hit points, that
// is by how much a hit point raises the log-odds of a clear where they are even.
constexpr double kWin = 8, kHpLogOdds = 0.45;
constexpr double kLeastDeath = 20, kMostDeath = 3000;  // bounds of the price of death

// The chance to clear for a hero with this slack (see slack.h), as long as nobody dies: a logistic
// regression on games of the player, with its data in docs/dragonsweeper.md.
double chance_to_clear(const View& view, int slack) {
  if (slack < 0) return 0;
  const Hero& hero = view.hero;
  const double level = hero.level;
  // Experience that the next level costs, beyond what the hit points that are left can bring.
  const double lack = hero.need() - hero.xp - (hero.hp - 1);
  const auto hidden = std::ranges::count_if(view.at, &Look::hidden);
  const double logit = 1.428 - 0.2762 * level + 0.0435 * level * level +
                       (0.3539 + 0.0419 * level) * slack - (0.5001 - 0.0382 * level) * lack -
                       0.03808 * static_cast<double>(hidden);
  return 1 / (1 + std::exp(-logit));
}

}  // namespace

// What the defeat of a kind, or finding it, brings beyond its experience.
double Player::bonus(Square s, Kind kind) const {
  switch (kind) {
    case Kind::kGazer:
      return kGazed * static_cast<double>(std::ranges::count_if(
                          kNear[s], [&](Square n) { return knowledge_.memory().unreadable(n); }));
    case Kind::kMineKing: return kMineKing;
    case Kind::kRatKing: return kRatKing;
    case Kind::kWizard: return kWizard;
    case Kind::kDragon: return kDragon;
    case Kind::kMine: return disarmed() ? 3 * kFinds : 0;
    case Kind::kEgg:
    case Kind::kChest: return 3 * kFinds;
    default: return 0;
  }
}

double Player::worth() const { return kWin + chance_; }

Action Player::act(const View& view) {
  knowledge_.see(view);
  const Hero& hero = view.hero;
  offers_.clear();
  slack_ = slack_of(rest_of(knowledge_.memory(), hero));
  chance_ = dragon::chance_to_clear(view, slack_);
  for (Square s = 0; s < kSquares; ++s)
    if (knowledge_.is_free(s)) return {s, Reason::kFree, 0};
  if (hero.hp == 1 && hero.can_level_up()) return {kNowhere, Reason::kLevelUp, 0};
  survey();
  return candidates_.empty() ? finish(hero) : choose(hero);
}

// Lists what can be fought or clicked.
void Player::survey() {
  candidates_.clear();
  walls_ = 0;
  wall_ = kit_ = crown_ = kNowhere;
  knowledge_.probabilities();
  for (Square s = 0; s < kSquares; ++s) spread_[s] = spread(s);
  for (Square s = 0; s < kSquares; ++s) {
    const Look& l = look(s);
    if (l.hidden || l.kind == Kind::kChest || (traits(l.kind).fights && !l.defeated)) {
      add(s);
      continue;
    }
    if (l.kind == Kind::kCrown) crown_ = s;
    if (l.kind == Kind::kMedikit) kit_ = s;
    if (l.kind != Kind::kWall) continue;
    walls_ += l.value;
    if (wall_ == kNowhere || l.value < look(wall_).value) wall_ = s;
  }
}

void Player::add(Square s) {
  const PowerSet powers = knowledge_.powers(s);
  if (powers == kMinePower) return;
  Candidate c{s, std::has_single_bit(powers), std::countr_zero(powers),
              teaches(s) + kLearn * spread_[s]};
  each_kind(kinds(s), [&](Kind kind) {
    const bool harmless = kind == Kind::kMimic ? look(s).hidden : kind == Kind::kMine && disarmed();
    const double chance = knowledge_.probabilities()(s, kind);
    c.chance[harmless ? 0 : power_bit(kind)] += chance;
    c.gain += chance * bonus(s, kind);
  });
  candidates_.push_back(c);
}

// How uncertain the power of a square is: the chance that two draws of it differ.
double Player::spread(Square s) const {
  std::array<double, 15> share{};
  each_kind(kinds(s), [&](Kind kind) {
    const bool harmless = kind == Kind::kMine && disarmed();
    share[harmless ? 0 : power_bit(kind)] += knowledge_.probabilities()(s, kind);
  });
  double same = 0;
  for (double p : share) same += p * p;
  return 1 - same;
}

// What a number on this square would teach.
double Player::teaches(Square s) const {
  double sum = 0;
  for (Square n : kAround[s]) sum += spread_[n];
  return sum * kLearn;
}

// Sums of damage by known enemies without one, bit i for sum i.
std::uint32_t Player::sums(const Candidate* without) const {
  std::uint32_t reach = 1;
  for (const Candidate& c : candidates_)
    if (c.known && &c != without) reach |= reach << c.damage;
  return reach;
}

// What a medikit at its best now heals less than at the end. How much that matters depends on how
// much may still be lost if everything is to be cleared.
double Player::price_of_kit(const Hero& hero) const {
  constexpr double kCalm = 0.8, kTense = 1.66;  // with much slack and with none
  const double tense = 1 / (1 + std::exp((slack_ - 1.84) / 3));
  return (kCalm + (kTense - kCalm) * tense) * std::max(0, 15 - hero.max_hp);
}

double Player::price_of_death() const {
  constexpr double kNothing = 1e-9;
  const double per_hp = kHpLogOdds * chance_ * (1 - chance_);
  return std::clamp(worth() / (per_hp + kNothing), kLeastDeath, kMostDeath);
}

// What it costs to go on after this damage, if nothing is learned on the way: hit points that known
// enemies cannot use, and where their experience does not make a level, perhaps a medikit.
double Player::price_to_go_on(const Hero& hero, int damage, const Candidate& without) const {
  const int affordable = hero.hp - damage - 1;
  const std::uint32_t reach =
      (without.known ? sums(&without) : sums_) & ((std::uint32_t{2} << affordable) - 1);
  const int most = 31 - std::countl_zero(reach);
  const double wasted = kWasted * (affordable - most);
  if (hero.xp + damage + most >= hero.need()) return wasted;
  const double kit = std::max(0.5, price_of_kit(hero));
  const double price = kStuck * (kit + wasted);
  return kit_ == kNowhere ? price : std::min(price, kit);
}

// The best of all fights and clicks for a hero who stands so.
Offer Player::best_click(const Hero& hero, std::vector<Offer>* all) const {
  const double by_size = hero.level < kDecided ? -kSmallFirst : kBigFirst;
  const double death = price_of_death();
  Offer best;
  for (const Candidate& c : candidates_) {
    double dies = 0, value = c.gain + (c.known ? by_size * c.damage : 0);
    for (int d = 0; d < static_cast<int>(c.chance.size()); ++d) {
      if (d >= hero.hp)
        dies += c.chance[d];
      else if (c.chance[d] > 1e-6)
        value -= c.chance[d] * price_to_go_on(hero, d, c);
    }
    if (dies > 0.999) continue;
    value -= death * dies;
    const Reason reason = c.known ? Reason::kFight : dies > 0 ? Reason::kRisk : Reason::kExplore;
    const Offer offer{{c.square, reason, dies}, value};
    if (all) all->push_back(offer);
    if (value > best.value) best = offer;
  }
  return best;
}

// Where nothing but walls is left, all hit points are for them.
Action Player::finish(const Hero& hero) const {
  if (wall_ != kNowhere && hero.hp > 1) return {wall_, Reason::kWall, 0};
  if (wall_ != kNowhere && hero.can_level_up()) return {kNowhere, Reason::kLevelUp, 0};
  // With nothing else left, medikits cost nothing, and leave the lair empty.
  if (kit_ != kNowhere) return {kit_, Reason::kHeal, 0};
  if (crown_ != kNowhere) return {crown_, Reason::kCrown, 0};
  return {};
}

Action Player::choose(const Hero& hero) {
  sums_ = sums(nullptr);
  Offer best = best_click(hero, &offers_);
  // Before a heal, walls take the hit points that it would throw away.
  const bool wall = wall_ != kNowhere && hero.hp > 1;
  const int on_walls = std::min(hero.hp - 1, walls_);
  const double thrown_away = hero.hp - 1 - on_walls + on_walls * kWall;
  const auto consider = [&](const Action& heal, const Hero& healed, double price) {
    // What waits for the healed hero does not run away, and so is no reason to hurry.
    const double then = std::min(best_click(healed).value, kHurry);
    const Action action = wall ? Action{wall_, Reason::kWall, 0} : heal;
    offers_.push_back({action, then - price - thrown_away});
    if (offers_.back().value > best.value) best = offers_.back();
  };
  Hero healed = hero;
  if (hero.can_level_up()) {
    healed.level_up();
    consider({kNowhere, Reason::kLevelUp, 0}, healed, 0);
  }
  healed = hero;
  healed.hp = hero.max_hp;
  if (kit_ != kNowhere && hero.hp < hero.max_hp)
    consider({kit_, Reason::kHeal, 0}, healed, price_of_kit(hero) + 0.5);
  // With the crown in sight little is risked for the rest.
  const bool done = best.action.reason == Reason::kStuck || best.action.death > kRiskForRest;
  if (crown_ != kNowhere && done) return {crown_, Reason::kCrown, 0};
  return best.action;
}

}  // namespace dragon
