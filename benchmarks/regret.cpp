// What another player's choice is worth beside ours, position by position, far more sharply than
// whole games tell it.
//   g++ -O3 -std=c++20 -Iengine -o regret benchmarks/regret.cpp
//   ./regret 16 30 99 100 < choices.txt > compared.txt
// rows, cols, mines, boards drawn per position; a line of choices.txt is "CELL BOARD", the cell
// that was opened and 480 characters, 0-8 or h for hidden. Where ours would open another cell,
// boards are drawn from all that fit, both cells are opened on each of them, and the game is played
// on by our fast player. Prints "open theirs ours difference error" per position and their mean.
//
// Two things take the noise out. Both cells are tried on the same boards. And the luck of every
// guess is taken back: where a guess is safe with chance p, after which a game is won with chance v
// or so, v (safe - p) is subtracted, which is nothing on average, whatever v is. What is left
// deviates by 0.13 within a position, where wins and losses deviate by 0.5.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <random>
#include <string>
#include <vector>

#include "game.h"

using namespace mw;

namespace {

// Chance to win after a guess that went well: logistic in what is known before it, fitted once to
// the outcomes of 36 000 guesses. It need not be good, only the same whatever the board is.
double chance_after(const Position& position, const Counter& counter, const Decision& decision) {
  const double score = decision.candidates.empty() ? 0.7 : decision.candidates[0].score;
  double risk = 1;
  for (const auto& c : decision.candidates) risk = std::min(risk, c.mine);
  const double off = static_cast<double>(counter.frontier.off_cells) / std::max(1, position.hidden());
  const double z = 1.97 + 2.59 * score - 4.89 * position.open_count() / 381.0 -
                   0.0245 * counter.log_ways + 1.50 * off + 0.74 * risk;
  return 1 / (1 + std::exp(-z));
}

// Draws one of the boards that fit a counted position, all equally likely: cell by cell on the
// frontier, counting again after each; the rest anyhow.
class Boards {
 public:
  bool draw(Position position, const Counter& counted, std::mt19937_64& random, std::vector<char>& mine) {
    const Counter* counter = &counted;
    while (true) {
      Cell pick = Position::kNone;
      for (Cell c = 0; c < position.size() && pick < 0; ++c)
        if (position.is_hidden(c) && counter->frontier.class_of[c] >= 0) pick = c;
      if (pick < 0) break;
      std::uniform_real_distribution<>()(random) < counter->mine(pick) ? position.mark_mine(pick) : position.mark_safe(pick);
      if (!position.deduce() || !counter_.count(position)) return false;
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

class Rollout : public Player {
 public:
  std::vector<char>& board() { return mine_; }

  // Opens `cell`, a mine with chance `risk`, and plays on; 1 for a win and 0 for a loss, less luck.
  double play_on(Position position, Cell cell, double risk, double v) {
    GameResult result;
    double luck = 0;
    while (true) {
      const bool safe = !mine_[cell];
      luck += v * (safe - (1 - risk));
      if (!safe) return -luck;
      open(position, cell, result);
      if (finish_or_count(position, result)) return 1 - luck;
      const Decision decision = guesser.decide(position, counter_);
      if (decision.why == Why::kEndgame) return decision.win - luck;
      cell = decision.cell;
      risk = counter_.mine(cell);
      v = chance_after(position, counter_, decision);
    }
  }

 private:
  // Opens all that is proven; true when that wins the game, else the position is counted.
  bool finish_or_count(Position& position, GameResult& result) {
    while (true) {
      if (!open_pending(position, result)) std::abort();
      if (position.open_count() == position.size() - position.mines()) return true;
      if (!counter_.count(position)) std::abort();
      if (counter_.mark_proven(position)) continue;
      position.deduce();
      if (!position.pending().empty()) continue;
      if (!counter_.count(position)) std::abort();
      return false;
    }
  }
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) {
    std::fprintf(stderr, "usage: regret ROWS COLS MINES DRAWS < choices.txt > compared.txt\n");
    return 2;
  }
  const Grid grid(std::atoi(argv[1]), std::atoi(argv[2]));
  const int mines = std::atoi(argv[3]), draws = std::atoi(argv[4]);
  Guesser ours;
  Rollout rollout;
  rollout.guesser.strength = strength_named("fast");
  rollout.guesser.strength.flips = 0;  // saves most of the time and costs little
  rollout.guesser.strength.candidates = 8;
  Counter counter;
  Boards boards;
  std::mt19937_64 random(12345);
  long seen = 0, compared = 0;
  double sum = 0, squares = 0;
  Cell theirs;
  for (std::string board; std::cin >> theirs >> board;) {
    Position position(grid, mines);
    for (Cell c = 0; c < grid.size() && c < static_cast<Cell>(board.size()); ++c)
      if (board[c] != 'h') position.open(c, board[c] - '0');
    if (!position.deduce() || !position.pending().empty() || !counter.count(position)) continue;
    bool proven = counter.frontier.off_cells > 0 && counter.off_mine <= 0;
    for (double m : counter.class_mine) proven |= m <= 0;
    if (proven) continue;
    ++seen;
    const Decision decision = ours.decide(position, counter);
    if (decision.why == Why::kEndgame || decision.cell == theirs) continue;
    const double v = chance_after(position, counter, decision);
    double mean = 0, spread = 0;
    for (int i = 0; i < draws; ++i) {
      if (!boards.draw(position, counter, random, rollout.board())) std::abort();
      const double gap = rollout.play_on(position, theirs, counter.mine(theirs), v) -
                         rollout.play_on(position, decision.cell, counter.mine(decision.cell), v);
      mean += gap / draws;
      spread += gap * gap / draws;
    }
    std::printf("%d %d %d %+.5f %.5f\n", position.open_count(), theirs, decision.cell, mean,
                std::sqrt(std::max(0.0, spread - mean * mean) / draws));
    ++compared;
    sum += mean;
    squares += mean * mean;
  }
  const double mean = compared ? sum / compared : 0;
  const double error =
      compared ? std::sqrt(std::max(0.0, squares / compared - mean * mean) / compared) : 0;
  std::fprintf(stderr, "%ld positions, %ld choices differ: theirs is better by %+.5f +- %.5f\n", seen,
               compared, mean, 1.96 * error);
}
