// Feeds arbitrary bytes as boards to the analysis, and plays random games: built with sanitizers.
//   fuzz SECONDS [SEED]    makes up its own bytes
//   fuzz -                 reads one input from standard input
// The first bytes give the size, the mine count and the options, the rest the cells.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <iterator>
#include <random>

#include "analysis.h"
#include "game.h"

namespace {

using Bytes = std::vector<std::uint8_t>;

// Aborts when an answer is no answer; a contradiction is one.
void analyse_bytes(const Bytes& bytes) {
  if (bytes.size() < 5) return;
  const int rows = 1 + bytes[0] % 20, cols = 1 + bytes[1] % 34;
  const int mines = bytes[2] == 255 ? mw::kUnknownMines : bytes[2] * rows * cols / 254;
  const bool trust = bytes[3] & 1;
  const char* strength = bytes[3] & 2 ? "fast" : "default";
  std::vector<std::int8_t> code(rows * cols, mw::kCodeHidden);
  for (std::size_t i = 0; i < code.size() && i + 5 < bytes.size(); ++i) {
    const int b = bytes[i + 5];
    code[i] = static_cast<std::int8_t>(bytes[4] & 1 ? b % 12 : b < 150 ? mw::kCodeHidden : b % 4);
  }
  mw::Guesser guesser;
  guesser.strength = mw::strength_named(strength);
  const auto verdict =
      mw::analyse(code.data(), rows, cols, mines, trust, 2'000'000, &guesser);
  if (verdict.trouble != mw::Position::kNone) return;
  for (std::size_t i = 0; i < code.size(); ++i) {
    const double p = verdict.mine[i];
    const bool open = code[i] <= 8;
    if (open != std::isnan(p) || p < 0 || p > 1 + 1e-9) std::abort();
  }
}

// A real position, which must never be called contradictory, and a game that keeps its promise.
void play_bytes(std::mt19937_64& random) {
  const int rows = 1 + static_cast<int>(random() % 12), cols = 1 + static_cast<int>(random() % 12);
  const mw::Grid grid(rows, cols);
  const auto density = random() % 5;
  std::vector<mw::Cell> mines;
  for (mw::Cell c = 0; c < grid.size(); ++c)
    if (random() % 10 < density) mines.push_back(c);
  const auto first = static_cast<mw::Cell>(random() % grid.size());
  mw::Player player;
  player.guesser.strength = mw::strength_named("fast");
  if (player.play(grid, mines, first).ending == mw::Ending::kProof) std::abort();
}

Bytes random_bytes(std::mt19937_64& random) {
  Bytes bytes(5 + random() % 700);
  for (auto& b : bytes) b = static_cast<std::uint8_t>(random());
  return bytes;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1 && argv[1][0] == '-') {
    analyse_bytes(Bytes(std::istreambuf_iterator<char>(std::cin), {}));
    return 0;
  }
  const double seconds = argc > 1 ? std::atof(argv[1]) : 5;
  std::mt19937_64 random(argc > 2 ? std::atoll(argv[2]) : 1);
  const auto start = std::chrono::steady_clock::now();
  const auto elapsed = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  long boards = 0, games = 0;
  for (; elapsed() < seconds; ++boards) {
    analyse_bytes(random_bytes(random));
    if (boards % 8 == 0) play_bytes(random), ++games;
  }
  std::printf("%ld boards, %ld games\n", boards, games);
}
