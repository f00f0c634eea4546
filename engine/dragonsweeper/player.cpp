#include "dragonsweeper/player.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "dragonsweeper/free.h"
#include "dragonsweeper/prospects.h"
#include "dragonsweeper/slack.h"

namespace dragon {

Action Player::act(const View& view) {
  knowledge_.see(view);
  const Hero& hero = view.hero;
  offers_.clear();
  slack_ = slack_of(rest_of(knowledge_.memory(), hero));
  chance_ = dragon::chance_to_clear(view, slack_);
  if (const Action free = take_free(); free.reason != Reason::kStuck) return free;
  if (hero.hp == 1 && hero.can_level_up()) return {kNowhere, Reason::kLevelUp, 0};
  price_death();
  Action action = look_for_bargain(hero);
  // Before a medikit, a wall or a risk, harder thought may find something better.
  if (worth_a_proof(action, hero) && knowledge_.prove_harmless(hero.hp, prices_.most_doubt)) {
    if (const Action free = take_free(); free.reason != Reason::kStuck) return free;
    action = look_for_bargain(hero);
  }
  return action;
}

Action Player::look_for_bargain(const Hero& hero) {
  offers_.clear();
  survey();
  return candidates_.empty() ? finish(hero) : choose(hero);
}

bool Player::worth_a_proof(const Action& action, const Hero& hero) const {
  if (prices_.most_doubt <= 0) return false;
  const bool hurts = action.reason == Reason::kHeal || action.reason == Reason::kWall;
  return action.reason == Reason::kRisk || (hurts && hero.level < kDecided);
}

Action Player::take_free() const {
  const bool disarmed = knowledge_.memory().disarmed();
  for (Square s = 0; s < kSquares; ++s)
    if (is_free(look(s), kinds(s), disarmed)) return {s, Reason::kFree, 0};
  return {};
}

bool Player::uncertain(Square s) const {
  return knowledge_.memory().unknown(s) && !std::has_single_bit(knowledge_.powers(s));
}

void Player::price_death() {
  const double per_hp = prices_.hp_log_odds * chance_ * (1 - chance_);
  constexpr double kNothing = 1e-9;
  death_ = std::clamp(worth() / (per_hp + kNothing), prices_.least_death, prices_.most_death);
}

// What a number on this square would teach.
double Player::teaches(Square s) const {
  double sum = 0;
  for (Square n : kAround[s])
    if (uncertain(n)) sum += spread_[n];
  return sum * prices_.learn;
}

// How uncertain the power of a square is: the chance that two draws of it differ.
double Player::spread(Square s, const Probabilities& probabilities, bool disarmed) const {
  if (!uncertain(s)) return 0;
  double same = 0;
  std::array<double, 15> share{};
  for (int k = 0; k < kHiddenKinds; ++k) {
    const Kind kind = static_cast<Kind>(k);
    share[kind == Kind::kMine && disarmed ? 0 : power_bit(kind)] += probabilities(s, kind);
  }
  for (double p : share) same += p * p;
  return 1 - same;
}

// Lists what can be fought or clicked.
void Player::survey() {
  const Probabilities& probabilities = knowledge_.probabilities();
  find_pools();
  const bool disarmed = knowledge_.memory().disarmed();
  candidates_.clear();
  walls_ = 0;
  wall_ = kit_ = crown_ = kNowhere;
  int least_wall = 9;
  double worst_kit = 1e9;
  for (Square s = 0; s < kSquares; ++s) spread_[s] = spread(s, probabilities, disarmed);
  for (Square s = 0; s < kSquares; ++s) {
    const Look& l = look(s);
    if (!l.hidden) {
      if (l.kind == Kind::kWall) {
        walls_ += l.value;
        if (l.value < least_wall) least_wall = l.value, wall_ = s;
      }
      if (l.kind == Kind::kCrown) crown_ = s;
      if (l.kind == Kind::kMedikit && -teaches(s) < worst_kit) worst_kit = -teaches(s), kit_ = s;
      const bool alive = traits(l.kind).fights && !l.defeated;
      const bool mimic = l.kind == Kind::kChest && kinds(s) == only(Kind::kMimic);
      if ((alive && l.kind != Kind::kMine) || mimic)
        add_known(s, mimic ? Kind::kMimic : l.kind, traits(mimic ? Kind::kMimic : l.kind).power);
      else if (l.kind == Kind::kChest)
        add_unknown_chest(s, probabilities);
      continue;
    }
    const PowerSet p = knowledge_.powers(s);
    if (p == kMinePower) continue;
    if (std::has_single_bit(p))
      add_known(s, first_of(kinds(s)), std::countr_zero(p));
    else
      add_unknown(s, probabilities, disarmed);
  }
}

double Player::bonus(Square s, Kind kind) const {
  switch (kind) {
    case Kind::kMineKing: return prices_.mine_king;
    case Kind::kRatKing: return prices_.rat_king;
    case Kind::kWizard: return prices_.wizard;
    case Kind::kDragon: return 1;
    case Kind::kGazer: {
      double hidden = 0;
      for (Square n : kNear[s]) hidden += knowledge_.memory().unreadable(n);
      return prices_.gazed * hidden;
    }
    default: return 0;
  }
}

void Player::add_known(Square s, Kind kind, int damage) {
  Candidate c{};
  c.square = s, c.known = true, c.damage = damage;
  double extra = 0;
  if (is_single(kinds(s)) || !look(s).hidden)
    extra = bonus(s, kind);
  else
    each_kind(kinds(s), [&](Kind k) { extra += bonus(s, k) * knowledge_.probabilities()(s, k); });
  c.gain = teaches(s) + extra;
  candidates_.push_back(c);
}

void Player::add_unknown(Square s, const Probabilities& probabilities, bool disarmed) {
  Candidate c{};
  c.square = s;
  c.gain = teaches(s) + prices_.learn * spread_[s];
  for (int k = 0; k < kHiddenKinds; ++k) {
    const Kind kind = static_cast<Kind>(k);
    const double p = probabilities(s, kind);
    int damage = power_bit(kind);
    if (kind == Kind::kMimic || (kind == Kind::kMine && disarmed)) damage = 0;
    c.chance[damage] += p;
    c.gain += p * bonus(s, kind);
    const bool pays =
        kind == Kind::kEgg || kind == Kind::kChest || (kind == Kind::kMine && disarmed);
    if (pays) c.gain += p * 3 * prices_.finds;
  }
  candidates_.push_back(c);
}

// A chest that may be the mimic.
void Player::add_unknown_chest(Square s, const Probabilities& probabilities) {
  Candidate c{};
  c.square = s;
  c.chance[0] = probabilities(s, Kind::kChest);
  c.chance[11] = probabilities(s, Kind::kMimic);
  c.gain = 4 * c.chance[0];
  candidates_.push_back(c);
}

// Unknown squares that share no square and whose damage adds up to a known sum, because a number
// says so: together they are worth as much as an enemy of that power.
void Player::find_pools() {
  pools_.clear();
  pool_of_.fill(-1);
  for (const Equation& e : knowledge_.equations()) {
    Pool pool{e.creatures};
    bool fits = e.mines == 0;
    for (Square s : e.unknown) {
      const PowerSet p = knowledge_.powers(s);
      const bool harmful = !look(s).hidden || has(kinds(s), Kind::kMimic);
      if (std::has_single_bit(p))
        pool.total -= std::countr_zero(p);
      else if (p & kMinePower || pool_of_[s] >= 0 || harmful)
        fits = false;
      else
        pool.squares.add(s);
    }
    if (!fits || pool.squares.count == 0 || pool.total > 15) continue;
    for (Square s : pool.squares) pool_of_[s] = static_cast<int>(pools_.size());
    pools_.push_back(pool);
  }
}

// Sums of damage, bit i for sum i: of known enemies without one, and of pools, from which the
// unknown `without` has taken `damage`.
std::uint32_t Player::sums(const Candidate* without, int damage) const {
  std::uint32_t reach = 1;
  for (const Candidate& c : candidates_)
    if (c.known && &c != without) reach |= reach << c.damage;
  const int tapped = without && !without->known ? pool_of_[without->square] : -1;
  for (int i = 0; i < static_cast<int>(pools_.size()); ++i) {
    const int total = pools_[i].total - (i == tapped ? damage : 0);
    if (total > 0) reach |= reach << total;
  }
  return reach;
}

Player::Outlook Player::outlook(const Hero& hero, const Candidate* without, int damage) const {
  const int affordable = hero.hp - 1;
  if (affordable < 0) return {0, false};
  const bool same = !without || (!without->known && pool_of_[without->square] < 0);
  const std::uint32_t reach =
      (same ? sums_ : sums(without, damage)) & ((std::uint32_t{2} << affordable) - 1);
  const int most = 31 - std::countl_zero(reach);
  const int over = affordable - most, on_walls = std::min(over, walls_);
  const double wasted = over - on_walls + on_walls * prices_.wall;
  return {wasted, hero.xp + most >= hero.need()};
}

double Player::death(const Candidate& c, int hp) {
  if (c.known) return c.damage >= hp ? 1 : 0;
  double sum = 0;
  for (int d = std::max(hp, 0); d < 15; ++d) sum += c.chance[d];
  return sum;
}

// The cost of the least dangerous click on an unknown square to a hero with `hp` hit points.
double Player::price_of_guess(int hp) const {
  double least = death_;
  bool any = false;
  for (const Candidate& c : candidates_)
    if (!c.known && look(c.square).hidden) {
      any = true;
      least = std::min(least, death_ * death(c, hp) + std::max(0.0, 1 - c.gain));
    }
  return any ? least : 0;
}

// What it costs to go on from here, if nothing is learned on the way: a level that known enemies
// pay for, a medikit, or a guess.
double Player::price_to_go_on(const Hero& hero, int damage, int xp,
                              const Candidate* without) const {
  Hero after = hero;
  after.hp -= damage;
  after.xp += xp;
  const Outlook o = outlook(after, without, damage);
  if (o.levels) {
    if (after.can_level_up())
      after.level_up();
    else
      after.hp = after.max_hp;
    return prices_.wasted * o.wasted + guess_[after.max_hp];
  }
  // Experience is short: what is found next may make up for it, or a medikit has to.
  const double kit = std::max(0.5, price_of_kit(hero));
  const double price = guess_[after.hp] + prices_.stuck * (kit + prices_.wasted * o.wasted);
  return kit_ == kNowhere ? price : std::min(price, kit + guess_[hero.max_hp]);
}

// What a medikit at its best now heals less than at the end. How much that matters depends on how
// much may still be lost if everything is to be cleared.
double Player::price_of_kit(const Hero& hero) const {
  const double pressure = 1 / (1 + std::exp((slack_ - prices_.slack) / prices_.slack_width));
  const double scale = prices_.calm + (prices_.tense - prices_.calm) * pressure;
  return scale * std::max(0.0, prices_.medikit - (hero.max_hp - 1));
}

// The best of all fights and clicks for a hero who stands so.
Offer Player::best_click(const Hero& hero, std::vector<Offer>* all) const {
  const double by_size = hero.level < kDecided ? -prices_.small_first : prices_.big_first;
  Offer best;
  for (const Candidate& c : candidates_) {
    const double dies = death(c, hero.hp);
    if (dies >= 1) continue;
    // What is learned may make a guess needless.
    const double needed = std::clamp(1 - prices_.spares * c.gain, 0.3, 1.0);
    double value = c.gain - death_ * dies;
    if (c.known) {
      value += by_size * c.damage - needed * price_to_go_on(hero, c.damage, c.damage, &c);
    } else {
      for (int d = 0; d < std::min(hero.hp, 14); ++d)
        if (c.chance[d] > 1e-6) value -= c.chance[d] * needed * price_to_go_on(hero, d, d, &c);
    }
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
  if (wall_ != kNowhere && kit_ != kNowhere) return {kit_, Reason::kHeal, 0};
  // With nothing else left, medikits cost nothing, and leave the lair empty.
  if (kit_ != kNowhere) return {kit_, Reason::kHeal, 0};
  if (crown_ != kNowhere) return {crown_, Reason::kCrown, 0};
  return {};
}

Action Player::choose(const Hero& hero) {
  for (int hp = 0; hp <= 20; ++hp) guess_[hp] = price_of_guess(hp);
  sums_ = sums(nullptr, 0);
  Offer best = best_click(hero, &offers_);
  const auto consider = [&](const Action& action, double value) {
    offers_.push_back({action, value});
    if (value > best.value) best = {action, value};
  };
  // What waits for the healed hero does not run away, and so is no reason to hurry.
  const auto then = [&](const Hero& after) {
    return std::min(best_click(after).value, prices_.hurry);
  };
  // Before a heal, walls take the hit points that it would throw away.
  const bool wall = wall_ != kNowhere && hero.hp > 1;
  const int on_walls = std::min(hero.hp - 1, walls_);
  const double thrown_away = hero.hp - 1 - on_walls + on_walls * prices_.wall;
  if (hero.can_level_up()) {
    Hero after = hero;
    after.level_up();
    const Action action =
        wall ? Action{wall_, Reason::kWall, 0} : Action{kNowhere, Reason::kLevelUp, 0};
    consider(action, then(after) - thrown_away);
  }
  if (kit_ != kNowhere && hero.hp < hero.max_hp) {
    Hero after = hero;
    after.hp = hero.max_hp;
    const Action action = wall ? Action{wall_, Reason::kWall, 0} : Action{kit_, Reason::kHeal, 0};
    consider(action, then(after) - price_of_kit(hero) - thrown_away - 0.5);
  }
  if (wall)
    consider({wall_, Reason::kWall, 0}, -price_to_go_on(hero, 1, 0, nullptr) - prices_.wall);
  // With the crown in sight little is risked for the rest.
  const bool done =
      best.action.reason == Reason::kStuck || best.action.death > prices_.risk_for_rest;
  if (crown_ != kNowhere && done) return {crown_, Reason::kCrown, 0};
  return best.action;
}

}  // namespace dragon
