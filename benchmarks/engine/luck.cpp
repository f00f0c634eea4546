// How often players win, with the luck of their games taken back: as sharp as five times the
// boards.
//   g++ -O3 -std=c++20 -Iengine -o luck -lpthread
//     benchmarks/engine/luck.cpp engine/{count,play}/*.cpp
//   ./luck boards.jsonl 0,0 default fast java.txt
// boards.jsonl has a line {"w":30,"h":16,"mines":[y*w+x, ...]} per board; the first click is at
// row,col. A player is a strength, with other settings behind it (fast,second=0.3), or a file with
// a line per board: the cells another program opened in their order, y*w+x, after a first field
// that does not matter (1 won, 0 lost). Prints how often each won, and the first player against
// every other, by wins alone and with the luck taken back.
//
// How luck is reckoned is written in engine/play/luck.h; on Expert boards wins deviate by 0.49 a
// game, wins less luck by 0.28, and their difference between two players on the same boards by 0.17
// where wins differ by 0.41. `python -m virtual.arena --luck-free` does the same for any entrant.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <variant>
#include <vector>

#include "play/game.h"
#include "play/luck.h"
#include "play/rollout.h"

using namespace mw;

namespace {

struct Board {
  int cols = 0, rows = 0;
  std::vector<Cell> mines;
};

struct Outcome {
  bool won = false;
  double less_luck = 0;
};

using Moves = std::vector<Cell>;

// What is tried by other settings of the guesser, by their names there.
const std::map<std::string, std::variant<int Strength::*, double Strength::*>> kSettings = {
    {"candidates", &Strength::candidates},
    {"margin", &Strength::margin},
    {"endgame", &Strength::endgame},
    {"second", &Strength::second},
    {"flips", &Strength::flips},
    {"deep", &Strength::deep},
    {"near", &Strength::near},
    {"early", &Strength::early},
    {"reach", &Strength::reach},
    {"region", &Strength::region},
    {"boards", &Strength::boards},
    {"late", &Strength::late}};

// The strength that `name,setting=value,...` is; nothing where it names none.
std::optional<Strength> strength_set(const std::string& words) {
  std::istringstream parts(words);
  std::string part;
  std::getline(parts, part, ',');
  std::optional<Strength> strength = strength_named(part);
  while (strength && std::getline(parts, part, ',')) {
    const auto equals = part.find('=');
    const auto setting = kSettings.find(part.substr(0, equals));
    if (equals == std::string::npos || setting == kSettings.end())
      throw std::runtime_error(part + " is no setting");
    const double value = std::stod(part.substr(equals + 1));
    std::visit([&](auto member) { (*strength).*member = value; }, setting->second);
  }
  return strength;
}

// Plays a board, by a strength or as another player did, and keeps the accounts of luck.
class Account {
 public:
  PatientGuesser guesser;

  // `spared`: no mine lies around the first cell, on any board.
  Outcome play(const Board& board, Cell first, bool spared, const Moves* moves) {
    const Grid grid(board.rows, board.cols);
    std::vector<char> mine(grid.size(), 0);
    for (Cell c : board.mines) mine[c] = 1;
    if (mine[first]) return {};
    const auto promise = spared ? Promise::kSpared : Promise::kSafe;
    const int mines = static_cast<int>(board.mines.size());
    const LuckAccount::Sum sum =
        moves != nullptr ? account_.follow(grid, mine, mines, first, promise, *moves)
                         : account_.play(grid, mine, mines, first, promise,
                                         [&](const Position& position, const Counter& counter) {
                                           return guesser.decide(position, counter).cell;
                                         });
    return {sum.won, sum.won - sum.luck};
  }

 private:
  LuckAccount account_;
};

std::vector<Board> read_boards(const std::string& path) {
  std::ifstream in(path);
  std::vector<Board> boards;
  for (std::string line; std::getline(in, line);) {
    std::vector<int> numbers;
    for (char& c : line)
      if (c < '0' || c > '9') c = ' ';
    std::istringstream words(line);
    for (int number; words >> number;) numbers.push_back(number);
    if (numbers.empty()) continue;
    if (numbers.size() < 3) throw std::runtime_error(path + " is no file of boards");
    boards.push_back({numbers[0], numbers[1], {numbers.begin() + 2, numbers.end()}});
    for (Cell c : boards.back().mines)
      if (c >= numbers[0] * numbers[1])
        throw std::runtime_error(path + " has a mine off its board");
  }
  if (boards.empty()) throw std::runtime_error("there are no boards in " + path);
  return boards;
}

std::vector<Moves> read_moves(const std::string& path, const std::vector<Board>& boards) {
  std::ifstream in(path);
  if (!in) throw std::runtime_error(path + " is neither fast, default, max nor a file of moves");
  std::vector<Moves> games;
  for (std::string line; games.size() < boards.size() && std::getline(in, line);) {
    const Board& board = boards[games.size()];
    std::istringstream words(line);
    std::string won;
    words >> won;
    games.emplace_back();
    for (std::string word; words >> word;) {
      const int cell = std::atoi(word.c_str());
      if (cell < 0 || cell >= board.cols * board.rows)
        throw std::runtime_error(path + " opens a cell off the board");
      games.back().push_back(cell);
    }
  }
  return games;
}

struct First {
  int row = 0, col = 0;
  Cell on(const Board& board) const { return row * board.cols + col; }
};

bool is_spared(const std::vector<Board>& boards, First first) {
  for (const Board& board : boards) {
    const Grid grid(board.rows, board.cols);
    for (Cell mine : board.mines)
      for (Cell n : grid.around(mine))
        if (n == first.on(board)) return false;
  }
  return true;
}

std::vector<Outcome> play(const std::vector<Board>& boards, First first,
                          const std::string& player) {
  const std::optional<Strength> ours = strength_set(player);
  std::vector<Moves> moves;
  if (!ours) moves = read_moves(player, boards);
  const bool spared = is_spared(boards, first);
  std::vector<Outcome> outcomes(ours ? boards.size() : moves.size());
  std::atomic<std::size_t> next{0};
  std::vector<std::thread> pool;
  for (unsigned i = 0; i < std::max(1u, std::thread::hardware_concurrency()); ++i)
    pool.emplace_back([&] {
      Account account;
      if (ours) account.guesser.set(*ours);
      for (std::size_t n; (n = next++) < outcomes.size();)
        outcomes[n] =
            account.play(boards[n], first.on(boards[n]), spared, ours ? nullptr : &moves[n]);
    });
  for (auto& thread : pool) thread.join();
  return outcomes;
}

struct Estimate {
  double mean = 0, half_width = 0;  // of the 95 % interval, both in per cent
};

template <typename Value>
Estimate estimate(std::size_t games, Value&& value) {
  double sum = 0, squares = 0;
  for (std::size_t i = 0; i < games; ++i) sum += value(i), squares += value(i) * value(i);
  const double n = static_cast<double>(games), mean = sum / n;
  return {100 * mean, 196 * std::sqrt(std::max(0.0, squares / n - mean * mean) / n)};
}

void compare(const std::vector<std::string>& players, const std::vector<Board>& boards,
             First first) {
  std::vector<Outcome> best;
  for (const std::string& player : players) {
    const std::vector<Outcome> games = play(boards, first, player);
    const std::size_t n = games.size();
    const Estimate won = estimate(n, [&](auto i) { return games[i].won; });
    const Estimate fair = estimate(n, [&](auto i) { return games[i].less_luck; });
    std::printf("%s: %zu games, won %.2f +- %.2f, less luck %.3f +- %.3f\n", player.c_str(), n,
                won.mean, won.half_width, fair.mean, fair.half_width);
    if (best.empty()) {
      best = games;
      continue;
    }
    const std::size_t both = std::min(n, best.size());
    const Estimate ahead = estimate(both, [&](auto i) { return best[i].won - games[i].won; });
    const Estimate truly =
        estimate(both, [&](auto i) { return best[i].less_luck - games[i].less_luck; });
    std::printf("  %s is ahead by %+.2f +- %.2f, less luck %+.3f +- %.3f\n", players[0].c_str(),
                ahead.mean, ahead.half_width, truly.mean, truly.half_width);
    std::fflush(stdout);
  }
}

}  // namespace

int main(int argc, char** argv) {
  First first;
  if (argc < 4 || std::sscanf(argv[2], "%d,%d", &first.row, &first.col) != 2) {
    std::fprintf(stderr, "usage: luck BOARDS.jsonl ROW,COL PLAYER [PLAYER ...]\n");
    return 2;
  }
  try {
    const std::vector<Board> boards = read_boards(argv[1]);
    for (const Board& board : boards)
      if (first.row < 0 || first.row >= board.rows || first.col < 0 || first.col >= board.cols)
        throw std::runtime_error(std::string(argv[2]) + " is off the board");
    compare({argv + 3, argv + argc}, boards, first);
  } catch (const std::exception& problem) {
    std::fprintf(stderr, "luck: %s\n", problem.what());
    return 2;
  }
}
