#include "play/guess.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace mw {

Decision Guesser::decide(const Position& position, const Counter& counter) {
  Decision decision;
  if (const auto endgame = solve_endgame(position, counter)) {
    decision.cell = endgame->best;
    decision.why = Why::kEndgame;
    decision.win = endgame->chance(endgame->wins);
    for (const auto& c : endgame->choices)
      decision.candidates.push_back(
          {c.cell, counter.mine(c.cell), endgame->chance(c.wins), !c.exact});
    sort_by_score(decision.candidates);
    return decision;
  }
  std::vector<Candidate>& picked = node(0).picked;
  choose_candidates(position, counter, strength.candidates, strength.margin, picked);
  if (!worth_looking(position, counter)) {
    decision.cell = picked.empty() ? Position::kNone : picked[0].cell;
    decision.candidates = picked;
    return decision;
  }
  leave_small_regions(position, picked);
  decision.looked_ahead = true;
  influence_.assign(position.size(), 0.0);
  if (strength.flips > 0) {
    CoinFlips::Answer counted = flips_.count(position, counter);
    influence_ = std::move(counted.influence);
    decision.complete = !counted.late;
  }
  const bool deepen = strength.deep > 1 && is_open(position, strength.early);
  decision.complete &= rank(position, counter, picked, 2, deepen ? strength.near : 1, decision);
  if (deepen && decision.complete && decision.candidates.size() > 1)
    look_deeper(position, counter, decision);
  return decision;
}

double Guesser::exact_win(const Position& position, const Counter& counter) {
  if (!counter.exact || !position.counts_mines()) return -1;
  if (counter.log_ways < 0.1) return 1;
  const auto endgame = solve_endgame(position, counter);
  return endgame ? endgame->chance(endgame->wins) : -1;
}

// What a position that has been counted is worth, from 0 to 1.
double Guesser::value(const Position& position, const Counter& counter) {
  if (counter.log_ways < 0.1) return 1;
  return worth_of(position, counter, strength.second);
}

// Searches the game to its end where few enough arrangements are left, or the board is small.
std::optional<Endgame::Solution> Guesser::solve_endgame(const Position& position,
                                                        const Counter& counter) {
  const bool small = position.size() <= strength.small;
  const int most = small ? Endgame::kMost : strength.endgame;
  if (!counter.exact || !position.counts_mines() || counter.log_ways >= std::log(most + 0.5))
    return std::nullopt;
  endgame_.lives = lives;
  return endgame_.solve(position, counter, most, small ? kSmallWork : strength.endgame_work,
                        scores);
}

// Boards too large or too wide for many counts, or of unknown mine count, are not looked into: a
// limit of time, far above Expert boards.
bool Guesser::worth_looking(const Position& position, const Counter& counter) {
  return position.counts_mines() && counter.exact && position.size() <= 20'000 &&
         counter.spent < 1'000'000;
}

// Looks further ahead at the best of the candidates. What comes of it counts only as a whole:
// scores of different depths cannot be compared.
void Guesser::look_deeper(const Position& position, const Counter& counter, Decision& decision) {
  std::vector<Candidate>& picked = node(0).picked;
  picked = decision.candidates;
  std::erase_if(picked, [&](const auto& c) { return c.score < strength.near * picked[0].score; });
  if (static_cast<int>(picked.size()) > strength.deep) picked.resize(strength.deep);
  if (picked.size() < 2) return;
  Decision deeper = decision;
  if (rank(position, counter, picked, strength.reach, 0, deeper)) {
    decision = std::move(deeper);
  } else {
    decision.complete = false;
  }
}

// Looks ahead at each of `cells`, into positions likelier than `reach`, and decides. Cells that
// cannot come to `near` times the best score are passed over; cells that tell nothing come last.
// False when the deadline passed: cells not looked at by then are taken to be worth, once open,
// what the others are on average.
bool Guesser::rank(const Position& position, const Counter& counter,
                   const std::vector<Candidate>& cells, double reach, double near,
                   Decision& decision) {
  reach_ = reach;
  decision.candidates.clear();
  double best = -1;
  bool alive = false;
  late_ = false;
  worth_open_ = {};
  for (Candidate c : cells) {
    const double credit = 1 + strength.flips * influence_[c.cell] / (1 - c.mine);
    if (alive && (1 - c.mine) * credit < near * best) continue;  // no position is worth above one
    bool dead = false;
    nodes_left_ = strength.nodes;
    const double worth = look_ahead(position, counter, c.cell, 1, 1, dead);
    if (!late_) worth_open_.add(worth, 1 - c.mine);
    c.score = credit * worth;
    if (dead && alive) continue;
    if ((!dead && !alive) || c.score > best) {
      best = c.score;
      decision.cell = c.cell;
      if (strength.dominance)
        if (const Cell better = dominating(counter, c); better >= 0) decision.cell = better;
    }
    alive |= !dead;
    decision.candidates.push_back(c);
  }
  sort_by_score(decision.candidates);
  return !late_;
}

// The cells within the margin of the safest. Off the frontier, where all are alike in risk: those
// that would reach out to open ground, and those most likely to be a zero.
void Guesser::choose_candidates(const Position& position, const Counter& counter, int most,
                                double margin, std::vector<Candidate>& picked) {
  const Grid& grid = position.grid();
  picked.clear();
  off_.clear();
  double safest = 1;
  for (Cell c = 0; c < grid.size(); ++c)
    if (position.is_hidden(c)) safest = std::min(safest, counter.mine(c));
  const double limit = std::min(safest + margin, 0.999999);
  for (Cell c = 0; c < grid.size(); ++c) {
    if (!position.is_hidden(c) || counter.mine(c) > limit) continue;
    double zero = 1;
    for (Cell n : grid.around(c)) {
      if (position.state(n) == kMine) zero = 0;
      if (position.is_hidden(n)) zero *= 1 - counter.mine(n);
    }
    const double mine = counter.mine(c);
    const Candidate candidate{c, mine, (1 - mine) * (1 + 0.3 * zero), false};
    (counter.frontier.class_of[c] >= 0 ? picked : off_).push_back(candidate);
  }
  sort_by_score(off_);
  int zeros = static_cast<int>(off_.size()) < kFew ? kFew : kZeros;
  for (const Candidate& c : off_)
    if (reaches_out(position, c.cell) || --zeros >= 0) picked.push_back(c);
  sort_by_score(picked);
  if (static_cast<int>(picked.size()) > most) picked.resize(most);
}

// Passes over the candidates in small regions if there are others.
void Guesser::leave_small_regions(const Position& position, std::vector<Candidate>& picked) {
  const std::vector<int> size = region_sizes(position);
  const auto small = [&](const Candidate& c) { return size[c.cell] < strength.region; };
  if (!std::ranges::all_of(picked, small)) std::erase_if(picked, small);
}

// An open number two steps away along the row or the column: what `cell` shows then bears on the
// cells between them.
bool Guesser::reaches_out(const Position& position, Cell cell) {
  const int cols = position.grid().cols(), column = cell % cols;
  const auto open = [&](Cell c) { return c >= 0 && c < position.size() && position.is_number(c); };
  return open(cell - 2 * cols) || open(cell + 2 * cols) || (column >= 2 && open(cell - 2)) ||
         (column + 2 < cols && open(cell + 2));
}

Guesser::Node& Guesser::node(std::size_t depth) {
  while (nodes_.size() <= depth) nodes_.push_back(std::make_unique<Node>());
  return *nodes_[depth];
}

// Chance to win after opening `cell`, over all it may show. `dead`: it can show one number only,
// so it gives no information. Numbers not counted when the deadline passes are taken to be worth
// what the others are on average.
double Guesser::look_ahead(const Position& position, const Counter& counter, Cell cell,
                           double reach, std::size_t depth, bool& dead) {
  const int known = position.known(cell);
  Average counted;
  int shown = 0;
  Node& next = node(depth);
  for (int number = known; number <= known + position.unknown(cell); ++number) {
    next.position = position;
    next.position->open(cell, number);
    if (!next.position->deduce()) continue;
    const Counter::Outcome outcome = next.counter.count(*next.position);
    late_ |= outcome == Counter::Outcome::kLate;
    if (late_) break;
    if (outcome == Counter::Outcome::kContradiction) continue;
    if (depth == 1) keep_common(*next.position, next.counter, shown == 0);
    ++shown;
    const double chance = std::exp(next.counter.log_ways - counter.log_ways);
    counted.add(chance * worth(depth, reach * chance), chance);
  }
  dead = shown == 1 && !late_;
  if (!late_) return counted.sum;
  const double safe = position.is_hidden(cell) ? 1 - counter.mine(cell) : 1;
  return safe * (counted.weight > 0 ? counted : worth_open_).mean();
}

// Keeps, of the cells that would be opened next whatever was shown so far, those that would be
// opened next here: the safe ones, else the safest.
void Guesser::keep_common(const Position& position, const Counter& counter, bool first) {
  const auto risk = [&](Cell c) {
    return position.state(c) == kSafe ? 0.0 : position.is_hidden(c) ? counter.mine(c) : 1.0;
  };
  if (!first && common_.empty()) return;
  double lowest = 1;
  for (Cell c = 0; c < position.size() && lowest > 0; ++c) lowest = std::min(lowest, risk(c));
  if (first) {
    common_.clear();
    for (Cell c = 0; c < position.size(); ++c)
      if (risk(c) <= lowest + 1e-9) common_.push_back(c);
  } else {
    std::erase_if(common_, [&](Cell c) { return risk(c) > lowest + 1e-9; });
  }
}

// The safest of the cells that would be opened next whatever the candidate shows, if it is safer
// than the candidate: opened first it costs no more, and the candidate may then be spared.
Cell Guesser::dominating(const Counter& counter, const Candidate& candidate) const {
  Cell pick = Position::kNone;
  double least = candidate.mine - 1e-3;
  for (Cell c : common_)
    if (counter.mine(c) < least) pick = c, least = counter.mine(c);
  return pick;
}

// Value of the position at `depth`, which is reached with chance `reach`. Positions likely enough
// are looked into: a safe cell is opened if there is one, else the best guess is made.
double Guesser::worth(std::size_t depth, double reach) {
  Node& here = node(depth);
  if (reach < reach_ || depth >= kDeepest || nodes_left_ <= 0)
    return value(*here.position, here.counter);
  --nodes_left_;
  bool dead = false;
  const Cell safe = telling_safe_cell(*here.position, here.counter);
  if (safe >= 0) return look_ahead(*here.position, here.counter, safe, reach, depth + 1, dead);
  choose_candidates(*here.position, here.counter, strength.inner, strength.inner_margin,
                    here.picked);
  double best = -1;
  for (const Candidate& c : here.picked) {
    if (1 - c.mine < best) continue;
    best = std::max(best, look_ahead(*here.position, here.counter, c.cell, reach, depth + 1, dead));
  }
  return best < 0 ? value(*here.position, here.counter) : best;
}

// The safe cell with the most to tell, or -1.
Cell Guesser::telling_safe_cell(const Position& position, const Counter& counter) {
  Cell pick = -1;
  int most = 0;
  const auto offer = [&](Cell c) {
    if (position.unknown(c) > most) pick = c, most = position.unknown(c);
  };
  for (Cell c : position.pending())
    if (position.state(c) == kSafe) offer(c);
  for (std::size_t k = 0; k < counter.frontier.classes.size(); ++k)
    if (counter.class_mine[k] <= 0)
      for (Cell c : counter.frontier.classes[k].cells) offer(c);
  return pick;
}

}  // namespace mw
