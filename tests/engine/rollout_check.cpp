// Checks drawn boards and play-outs against exact counts; see test_engine_rollout.py. Reads lines
// "ROWS COLS MINES BOARD" with 0-8 or h per cell, positions in which nothing is safe; prints for
// each the largest deviation of a drawn mine frequency, in standard errors, and of a play-out's
// mean.
#include <cmath>
#include <cstdio>
#include <iostream>
#include <string>

#include "play/rollout.h"

using namespace mw;

int main() {
  constexpr int kDraws = 600;
  Counter counter;
  Endgame endgame;
  BoardDraw draw;
  Playout playout;
  std::mt19937_64 random(7);
  int rows, cols, mines;
  for (std::string board; std::cin >> rows >> cols >> mines >> board;) {
    const Grid grid(rows, cols);
    Position position(grid, mines);
    for (Cell c = 0; c < grid.size(); ++c)
      if (board[c] != 'h') position.open(c, board[c] - '0');
    if (!position.deduce() || counter.count(position) != Counter::Outcome::kDone) return 1;
    const auto solution = endgame.solve(position, counter, 100, 1'000'000);
    if (!solution || solution->choices.empty()) continue;
    std::vector<int> drawn(grid.size(), 0);
    double sum = 0, squares = 0;
    for (int i = 0; i < kDraws; ++i) {
      if (!draw.draw(position, counter, random, playout.board())) return 1;
      for (Cell c = 0; c < grid.size(); ++c) drawn[c] += playout.board()[c];
      for (Cell c = 0; c < grid.size(); ++c) {  // the board fits the numbers
        int around = 0;
        for (Cell n : grid.around(c)) around += playout.board()[n];
        if (position.is_number(c) && around != position.number(c)) return 1;
      }
      const double won =
          playout.play_on(position, solution->best, counter.mine(solution->best), 0.6);
      sum += won;
      squares += won * won;
    }
    double most = 0;
    for (Cell c = 0; c < grid.size(); ++c) {
      const double p = position.is_hidden(c) ? counter.mine(c) : position.state(c) == kMine;
      const double error = std::sqrt(p * (1 - p) / kDraws) + 1e-9;
      most = std::max(most, std::abs(static_cast<double>(drawn[c]) / kDraws - p) / error);
    }
    const double mean = sum / kDraws, exact = solution->chance(solution->wins);
    const double error = std::sqrt(std::max(0.0, squares / kDraws - mean * mean) / kDraws) + 1e-6;
    std::printf("%.3f %.3f\n", most, std::abs(mean - exact) / error);
  }
}
