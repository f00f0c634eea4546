// What another player's choice is worth beside ours, position by position, far more sharply than
// whole games tell it.
//   g++ -O3 -std=c++20 -Iengine -o regret benchmarks/engine/regret.cpp engine/{count,play}/*.cpp
//   ./regret 16 30 99 100 < choices.txt > compared.txt
// rows, cols, mines, boards drawn per position; a line of choices.txt is "CELL BOARD", the cell
// that was opened and 480 characters, 0-8 or h for hidden. Where ours would open another cell,
// boards are drawn from all that fit, both cells are opened on each of them, and the game is played
// on by our fast player. Prints "open theirs ours difference error" per position and their mean.
//
// How a game is played on, and where the noise goes, is told in engine/play/rollout.h. What is left
// deviates by 0.13 within a position, where wins and losses deviate by 0.5.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <random>
#include <string>
#include <vector>

#include "play/rollout.h"

using namespace mw;

int main(int argc, char** argv) {
  if (argc != 5) {
    std::fprintf(stderr, "usage: regret ROWS COLS MINES DRAWS < choices.txt > compared.txt\n");
    return 2;
  }
  const Grid grid(std::atoi(argv[1]), std::atoi(argv[2]));
  const int mines = std::atoi(argv[3]), draws = std::atoi(argv[4]);
  PatientGuesser ours;
  Playout rollout;
  Counter counter;
  BoardDraw boards;
  std::mt19937_64 random(12345);
  long seen = 0, compared = 0;
  double sum = 0, squares = 0;
  Cell theirs;
  for (std::string board; std::cin >> theirs >> board;) {
    Position position(grid, mines);
    for (Cell c = 0; c < grid.size() && c < static_cast<Cell>(board.size()); ++c)
      if (board[c] != 'h') position.open(c, board[c] - '0');
    if (!position.deduce() || !position.pending().empty()) continue;
    if (counter.count(position) != Counter::Outcome::kDone) continue;
    bool proven = counter.frontier.off_cells > 0 && counter.off_mine <= 0;
    for (double m : counter.class_mine) proven |= m <= 0;
    if (proven) continue;
    ++seen;
    const Decision decision = ours.decide(position, counter);
    if (decision.why == Why::kEndgame || decision.cell == theirs) continue;
    const double v = Playout::chance_after(position, counter, decision);
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
  std::fprintf(stderr, "%ld positions, %ld choices differ: theirs is better by %+.5f +- %.5f\n",
               seen, compared, mean, 1.96 * error);
}
