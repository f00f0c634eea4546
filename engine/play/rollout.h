// Close choices are played out: boards are drawn from all that fit, the best few candidates are
// opened on each of them, and the game is played on by a quick player. All candidates see the same
// boards, and the luck of each guess on the way is taken back: where a guess is safe with chance p,
// after which a game is won with chance v or so, v (safe - p) is subtracted, which is nothing on
// average, whatever v is. What wins and losses tell in thousands of games, a hundred tell so.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "count/deadline.h"
#include "play/guess.h"
#include "play/round.h"
#include "play/value.h"

namespace mw {

// Draws one of the boards that fit a position, all equally likely: cell by cell on the frontier,
// counting again after each; the rest anyhow.
class BoardDraw {
 public:
  // `counted` has counted `position`, exactly. False when the deadline passed.
  bool draw(Position position, const Counter& counted, std::mt19937_64& random,
            std::vector<char>& mine) {
    const Counter* counter = &counted;
    std::uniform_real_distribution<> uniform;
    for (Cell c = 0; c < position.size(); ++c) {
      if (!position.is_hidden(c) || counter->frontier.class_of[c] < 0) continue;
      uniform(random) < counter->mine(c) ? position.mark_mine(c) : position.mark_safe(c);
      if (!position.deduce() || counter_.count(position) != Counter::Outcome::kDone) return false;
      counter = &counter_;
    }
    free_.clear();
    mine.assign(position.size(), 0);
    for (Cell c = 0; c < position.size(); ++c) {
      mine[c] = position.state(c) == kMine;
      if (position.is_hidden(c)) free_.push_back(c);
    }
    for (int i = 0; i < position.mines_left(); ++i) {
      std::swap(free_[i], free_[i + random() % (free_.size() - i)]);
      mine[free_[i]] = 1;
    }
    return true;
  }

 private:
  Counter counter_;
  std::vector<Cell> free_;
};

// Plays on from a position, on a board that fits it.
class Playout : public Round {
 public:
  Playout() {
    guesser_.strength = *strength_named("fast");
    guesser_.strength.flips = 0;  // a third of the time: docs/strength.md, below 17
    guesser_.strength.candidates = 8;
    guesser_.strength.endgame = 100;
  }

  std::vector<char>& board() { return mine_; }

  // Chance to win once the best of the decision's candidates is open.
  static double chance_after(const Position& position, const Counter& counter,
                             const Decision& decision) {
    const double score = decision.candidates.empty() ? 0.7 : decision.candidates[0].score;
    double risk = 1;
    for (const auto& c : decision.candidates) risk = std::min(risk, c.mine);
    return chance_after_guess(position, counter, score, risk);
  }

  // Opens `cell`, a mine with chance `risk`, and plays on: 1 for a win and 0 for a loss, less luck.
  // `v` is the chance to win once it is open. NaN when the deadline passed.
  double play_on(Position position, Cell cell, double risk, double v) {
    double luck = 0;
    while (true) {
      const bool safe = !mine_[cell];
      luck += v * (safe - (1 - risk));
      if (!safe) return -luck;
      open(position, cell);
      switch (advance(position)) {
        case Next::kWon: return 1 - luck;
        case Next::kWrong:
        case Next::kLate: return std::numeric_limits<double>::quiet_NaN();
        case Next::kGuess: break;
      }
      const Decision decision = guesser_.decide(position, counter_);
      if (decision.why == Why::kEndgame) return decision.win - luck;
      cell = decision.cell;
      risk = counter_.mine(cell);
      v = chance_after(position, counter_, decision);
    }
  }

 private:
  Guesser guesser_;
};

// A guesser that plays close choices out if its strength asks for it.
class PatientGuesser {
 public:
  void set(const Strength& strength) { guesser_.strength = strength; }
  void want_scores(bool wanted) { guesser_.scores = wanted; }
  void grant(int lives) { guesser_.lives = lives; }

  // `counter` has counted `position`, and found no safe cell.
  Decision decide(const Position& position, const Counter& counter) {
    const Strength& strength = guesser_.strength;
    Decision decision = guesser_.decide(position, counter);
    if (strength.boards > 0 && decision.looked_ahead && is_open(position, strength.late) &&
        position.hidden() <= kMostHidden)
      settle(position, counter, decision);
    return decision;
  }

  // The chance to win with best play if few enough arrangements are left to know it, else -1.
  double exact_win(const Position& position, const Counter& counter) {
    return guesser_.exact_win(position, counter);
  }

 private:
  struct Arm {
    Cell cell;
    double prior, sum = 0, squares = 0;  // of its gain over the first arm
    double won = 0;                      // on the board drawn last, less luck
    bool open = true;                    // not settled yet
    double mean = 0;                     // what is believed of that gain
  };

  // Moves the decision to the candidate that wins most, if that is not the one of the best score.
  void settle(const Position& position, const Counter& counter, Decision& decision) {
    arms_.clear();
    const Candidate best = decision.candidates[0];
    arms_.push_back({decision.cell, 0});
    for (const Candidate& c : decision.candidates)
      if (c.cell != best.cell && c.cell != decision.cell && c.score >= kClose * best.score &&
          arms_.size() < kArms)
        arms_.push_back({c.cell, kSlope * (c.score - best.score)});
    if (arms_.size() < 2) return;
    const double v = Playout::chance_after(position, counter, decision);
    std::mt19937_64 random(position.mines_left() * 1000 + position.open_count());
    int boards = 0;
    while (boards < guesser_.strength.boards) {
      decision.complete = draw_.draw(position, counter, random, playout_.board()) &&
                          play_board(position, counter, v);
      if (!decision.complete) break;  // the boards before still count
      if (++boards % kRound == 0 && settled(boards)) break;
    }
    if (boards < kRound) return;
    settled(boards);
    decision.cell = std::ranges::max_element(arms_, {}, &Arm::mean)->cell;
    for (Candidate& c : decision.candidates)
      for (const Arm& arm : arms_)
        if (arm.cell == c.cell && &arm != &arms_[0])
          c.score = std::clamp(best.score + arm.mean / kSlope, 0.0, 1.0);
    sort_by_score(decision.candidates);
  }

  // Plays every arm that is open on the board drawn; false, with nothing noted, when the deadline
  // passed.
  bool play_board(const Position& position, const Counter& counter, double v) {
    for (Arm& arm : arms_) {
      if (!arm.open) continue;
      arm.won = playout_.play_on(position, arm.cell, counter.mine(arm.cell), v);
      if (std::isnan(arm.won)) return false;
    }
    for (Arm& arm : arms_) {
      if (!arm.open) continue;
      const double gain = arm.won - arms_[0].won;
      arm.sum += gain;
      arm.squares += gain * gain;
    }
    return true;
  }

  // Updates the estimate of each arm after `boards` boards; whether nothing is left to find out.
  bool settled(int boards) {
    int open = 0;
    for (Arm& arm : arms_) {
      if (&arm == &arms_[0] || !arm.open) continue;
      const double mean = arm.sum / boards;
      const double noise = (arm.squares / boards - mean * mean) / boards + 1e-7;
      const double weight = kSpread * kSpread / (kSpread * kSpread + noise);
      arm.mean = weight * mean + (1 - weight) * arm.prior;
      arm.open = arm.mean + kDoubt * std::sqrt(weight * noise) > 0;
      open += arm.open;
    }
    return open == 0;
  }

  // Design 25 of docs/strength.md.
  static constexpr int kMostHidden = 400;  // cells; on more a game takes too long
  static constexpr double kClose = 0.8;    // share of the best score a candidate must have
  static constexpr std::size_t kArms = 8;
  static constexpr double kSlope = 0.455;  // of what is won by what is scored
  static constexpr double kSpread = 0.02;  // how far what is won deviates from that
  static constexpr double kDoubt = 1.2;    // deviations below nothing at which an arm is left
  static constexpr int kRound = 25;        // boards between looks at the tally

  Guesser guesser_;
  BoardDraw draw_;
  Playout playout_;
  std::vector<Arm> arms_;
};

}  // namespace mw
