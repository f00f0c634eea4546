// The laboratory: plays many games with any setting of Strength and prints how they went. Not part
// of the package.
//   g++ -O3 -std=c++20 -Iengine -o build/lab -lpthread
//     benchmarks/engine/lab.cpp engine/{count,play}/*.cpp
//   build/lab rule=expert-classic n=20000 seed=7 out=wins.bin second=0.2
// `boards=FILE` takes the mines from a file instead (int32 cell indices, game after game).
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <string>

#include "play/game.h"

using namespace mw;

struct Rng {
  std::uint64_t s;
  std::uint64_t next() {
    s += 0x9E3779B97F4A7C15ULL;
    std::uint64_t z = s;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
  }
};

struct Rule {
  int rows, cols, mines, first;
  bool opening;
};
static const std::map<std::string, Rule> kRules = {
    {"expert-classic", {16, 30, 99, 0, false}},
    {"expert-modern", {16, 30, 99, 3 * 30 + 3, true}},
    {"intermediate-classic", {16, 16, 40, 0, false}},
    {"beginner-classic", {9, 9, 10, 0, false}},
};

static std::vector<Cell> draw(const Grid& grid, const Rule& rule, std::uint64_t seed) {
  Rng rng{seed * 0xD1342543DE82EF95ULL + 12345};
  std::vector<Cell> cells;
  for (Cell c = 0; c < grid.size(); ++c) {
    bool near = c == rule.first;
    if (rule.opening)
      for (Cell n : grid.around(rule.first)) near |= n == c;
    if (!near) cells.push_back(c);
  }
  for (int i = 0; i < rule.mines; ++i)
    std::swap(cells[i], cells[i + rng.next() % (cells.size() - i)]);
  cells.resize(rule.mines);
  return cells;
}

int main(int argc, char** argv) {
  std::map<std::string, std::string> opt{
      {"rule", "expert-classic"}, {"from", "0"}, {"n", "1000"}, {"seed", "1"},
      {"threads", "1"},           {"out", ""},   {"boards", ""}};
  for (int i = 1; i < argc; ++i) {
    const std::string a = argv[i];
    const auto eq = a.find('=');
    opt[a.substr(0, eq)] = a.substr(eq + 1);
  }
  Strength strength = strength_named(opt.count("strength") ? opt["strength"] : "default").value();
  const auto num = [&](const char* k, auto& v) {
    if (opt.count(k)) v = static_cast<std::decay_t<decltype(v)>>(std::stod(opt[k]));
  };
  num("candidates", strength.candidates);
  num("margin", strength.margin);
  num("endgame", strength.endgame);
  num("endgame_work", strength.endgame_work);
  num("reach", strength.reach);
  num("flips", strength.flips);
  num("deep", strength.deep);
  num("near", strength.near);
  num("early", strength.early);
  num("dominance", strength.dominance);
  num("second", strength.second);
  num("inner", strength.inner);
  num("inner_margin", strength.inner_margin);
  num("nodes", strength.nodes);
  num("region", strength.region);
  num("draws", strength.boards);
  num("late", strength.late);
  const Rule rule = kRules.at(opt["rule"]);
  const Grid grid(rule.rows, rule.cols);
  const long n = std::stol(opt["n"]), seed = std::stol(opt["seed"]), from = std::stol(opt["from"]);
  std::vector<std::vector<Cell>> boards;
  if (!opt["boards"].empty()) {  // int32 mines per board
    std::ifstream in(opt["boards"], std::ios::binary);
    std::vector<Cell> b(rule.mines);
    in.seekg(from * rule.mines * 4L);
    for (long i = 0; i < n && in.read(reinterpret_cast<char*>(b.data()), rule.mines * 4L); ++i)
      boards.push_back(b);
  } else {
    for (long i = 0; i < n; ++i) boards.push_back(draw(grid, rule, seed * 1'000'000'000ULL + i));
  }
  std::vector<GameResult> results(boards.size());
  in_parallel(boards.size(), std::stoi(opt["threads"]), [&](auto&& next) {
    Player player;
    player.guesser.set(strength);
    while (const auto i = next()) results[*i] = player.play(grid, boards[*i], rule.first);
  });
  double wins = 0, ms = 0, guesses = 0;
  std::map<int, int> losses;
  int early = 0;
  for (const auto& r : results) {
    const bool win = r.ending == Ending::kWon;
    wins += win;
    ms += r.ms;
    guesses += r.guesses;
    ++losses[static_cast<int>(r.ending)];
    early += !win && r.opened < 0.05 * (grid.size() - rule.mines);
  }
  const double g = static_cast<double>(results.size());
  std::printf("%s games %.0f wins %.4f +- %.4f ms %.3f guesses %.2f early %.3f proof %d\n",
              opt["rule"].c_str(), g, wins / g, 1.96 * std::sqrt(wins / g * (1 - wins / g) / g),
              ms / g, guesses / g, early / g, losses[static_cast<int>(Ending::kProof)]);
  if (!opt["out"].empty()) {
    std::ofstream out(opt["out"], std::ios::binary);
    for (const auto& r : results) out.put(static_cast<char>(r.ending == Ending::kWon));
  }
}
