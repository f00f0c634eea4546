// Arbitrary bytes as boards. Whatever they are, the engine must answer within bounds, and what it
// says must be true: probabilities of a board that was laid out with mines fit these mines, the
// numbers of small boards equal a listing of all arrangements, and a cell called safe is no mine.
//
// Under libFuzzer:  clang++ -std=c++20 -O1 -g -Iengine -fsanitize=fuzzer,address,undefined
// benchmarks/engine/fuzz.cpp engine/{count,play,explain}/*.cpp
// By itself:        g++ -std=c++20 -O1 -g -Iengine -fsanitize=address,undefined -DMW_STANDALONE
//     benchmarks/engine/fuzz.cpp engine/{count,play,explain}/*.cpp -o fuzz && ./fuzz --seconds 60
//     --seed 1
// The standalone program also takes files to try. It writes the bytes that took longest to
// fuzz-slowest, and those at fault to fuzz-crash.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>
#include <vector>

#include "count/dead.h"
#include "explain/explain.h"
#include "fuzz_table.h"
#include "play/analysis.h"
#include "play/field.h"
#include "play/game.h"

namespace {

constexpr std::int64_t kWork = 3'000'000;  // far below the default: estimates are to be met

struct Answer {
  mw::Verdict verdict;
  std::vector<double> mine;
};

void check_probabilities(const Table& table, const Answer& answer) {
  double sum = 0;
  const auto size = static_cast<mw::Cell>(table.code.size());
  for (mw::Cell c = 0; c < size; ++c) {
    const double p = answer.mine[c];
    require(std::isnan(p) == (table.code[c] <= 8), "a probability where there is none, or none");
    if (table.code[c] <= 8) continue;
    require(p >= 0 && p <= 1, "a probability out of range");
    if (counts_as_mine(table, c)) require(p == 1, "a marked mine with a probability below 1");
    sum += p;
  }
  if (answer.verdict.exact && table.mines >= 0)
    require(std::abs(sum - table.mines) < 1e-7 * (1 + size), "the probabilities miss the total");
}

// Counts by listing; `mine` gets the arrangements in which each cell is a mine, and `visit` each
// one.
template <typename Visit>
int list(const Table& table, const mw::Grid& grid, std::vector<mw::Cell>& hidden,
         std::vector<int>& mine, Visit&& visit) {
  int marked = 0, ways = 0;
  for (mw::Cell c = 0; c < grid.size(); ++c) marked += counts_as_mine(table, c);
  std::vector<char> is_mine(grid.size());
  for (unsigned bits = 0; bits < 1U << hidden.size(); ++bits) {
    if (table.mines >= 0 && marked + std::popcount(bits) != table.mines) continue;
    for (mw::Cell c = 0; c < grid.size(); ++c) is_mine[c] = counts_as_mine(table, c);
    for (std::size_t i = 0; i < hidden.size(); ++i) is_mine[hidden[i]] = bits >> i & 1;
    bool good = true;
    for (mw::Cell c = 0; good && c < grid.size(); ++c) {
      if (table.code[c] > 8) continue;
      int around = 0;
      for (mw::Cell n : grid.around(c)) around += is_mine[n];
      good = around == table.code[c];
    }
    if (!good) continue;
    visit(is_mine);
    ++ways;
    for (std::size_t i = 0; i < hidden.size(); ++i) mine[i] += bits >> i & 1;
  }
  return ways;
}

void check_against_list(const Table& table, const mw::Grid& grid, const Answer& answer) {
  const mw::Verdict& verdict = answer.verdict;
  std::vector<mw::Cell> hidden;
  for (mw::Cell c = 0; c < grid.size(); ++c)
    if (table.code[c] > 8 && !counts_as_mine(table, c)) hidden.push_back(c);
  if (hidden.size() > 9) return;
  std::vector<int> mine(hidden.size(), 0);
  const int ways = list(table, grid, hidden, mine, [](const auto&) {});
  const bool troubled = static_cast<bool>(verdict.trouble);
  // Without time to count, a board that is not possible may go unnoticed.
  if (!troubled && !verdict.exact && std::isfinite(table.seconds)) return;
  require((ways == 0) == troubled, "possible or not, wrongly told");
  if (ways == 0) return;
  require(verdict.exact, "a small board that is not exact");
  require(std::abs(std::exp(verdict.log_ways) / ways - 1) < 1e-9, "the arrangements miscounted");
  for (std::size_t i = 0; i < hidden.size(); ++i)
    require(std::abs(answer.mine[hidden[i]] - static_cast<double>(mine[i]) / ways) < 1e-9,
            "a probability that a listing does not give");
}

void check_decision(const Table& table, const Answer& answer) {
  bool choice = false;
  for (std::size_t c = 0; c < table.code.size(); ++c)
    choice |= table.code[c] > 8 && answer.mine[c] < 1;
  const mw::Decision& decision = answer.verdict.decision;
  require(choice == (decision.cell >= 0), "no cell to open, or none left to be opened");
  require(decision.win == -1 || (decision.win >= 0 && decision.win <= 1), "a win out of range");
  if (!choice) return;
  const double p = answer.mine[decision.cell];
  require(p < 1, "the best cell is open, or a mine");
  require((decision.why == mw::Why::kProof) == (p == 0), "a proof that is none");
  require(decision.win <= 1 - p + 1e-9, "a game won more often than the next cell is safe");
}

void check_proofs(const Table& table, const Answer& answer) {
  for (mw::Cell c : answer.verdict.safe) require(answer.mine[c] == 0, "a safe cell with a risk");
  for (mw::Cell c : answer.verdict.mines) require(answer.mine[c] == 1, "a mine that may be none");
  if (!table.possible) return;
  for (std::size_t c = 0; c < table.code.size(); ++c) {
    if (answer.mine[c] == 0) require(!table.mine[c], "a safe cell that is a mine");
    if (answer.mine[c] == 1) require(table.mine[c], "a mine that is none");
  }
}

// A dead cell shows one number in all arrangements in which it is safe. On a board too large to be
// listed the search is only run: it counts anew for every cell, so it gets little time there.
void check_dead_cells(const Table& table, const mw::Grid& grid, const mw::Counter& counter) {
  std::vector<mw::Cell> hidden;
  for (mw::Cell c = 0; c < grid.size(); ++c)
    if (table.code[c] > 8 && !counts_as_mine(table, c)) hidden.push_back(c);
  const bool listed = hidden.size() <= 9;
  const mw::Position position =
      mw::read_position(grid, table.code.data(), table.mines, table.trust_flags);
  const auto dead = mw::DeadCells().find(position, counter,
                                         listed ? std::numeric_limits<double>::infinity() : 0.05);
  if (!listed) return;
  std::vector<std::array<int, 9>> shown(grid.size());
  std::vector<int> mine(hidden.size(), 0);
  list(table, grid, hidden, mine, [&](const std::vector<char>& is_mine) {
    for (mw::Cell c : hidden) {
      int number = 0;
      for (mw::Cell n : grid.around(c)) number += is_mine[n];
      if (!is_mine[c]) ++shown[c][number];
    }
  });
  for (mw::Cell c : hidden) {
    const bool one = std::ranges::count_if(shown[c], [](int ways) { return ways > 0; }) == 1;
    require(one == std::ranges::binary_search(dead.cells, c),
            "a dead cell that is none, or not found");
  }
}

// What is said of one cell agrees with its probability.
void check_explanation(const Table& table, const mw::Grid& grid, const Answer& answer) {
  std::vector<mw::Cell> hidden;
  for (mw::Cell c = 0; c < grid.size(); ++c)
    if (table.code[c] == mw::kCodeHidden) hidden.push_back(c);
  if (hidden.empty()) return;
  const mw::Cell cell = hidden[hidden.size() / 2];
  const std::string said =
      mw::explain(grid, table.code.data(), table.mines, table.trust_flags, cell, table.seconds);
  const char* verdict = answer.mine[cell] == 0   ? "\"verdict\": \"safe\""
                        : answer.mine[cell] == 1 ? "\"verdict\": \"mine\""
                                                 : "\"verdict\": \"unknown\"";
  if (std::isfinite(table.seconds)) return;
  require(said.find(verdict) != std::string::npos, "an explanation of something else");
}

Answer ask(const Table& table, const mw::Grid& grid, mw::Wanted wanted, mw::Counter& counter,
           mw::PatientGuesser& guesser) {
  Answer answer;
  answer.mine.resize(table.code.size());
  answer.verdict = mw::analyse(table.code.data(), grid, table.mines, table.trust_flags,
                               {.seconds = table.seconds, .work = kWork}, wanted, counter, guesser,
                               answer.mine.data());
  return answer;
}

bool same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

void analyse(const Table& table) {
  const mw::Grid grid(table.rows, table.cols);
  mw::Counter counter;
  mw::PatientGuesser guesser;
  guesser.set(*mw::strength_named("fast"));
  const Answer answer = ask(table, grid, mw::Wanted::kDecision, counter, guesser);
  const mw::Verdict& verdict = answer.verdict;
  check_against_list(table, grid, answer);
  if (std::isinf(table.seconds)) {
    const Answer again = ask(table, grid, mw::Wanted::kNoDecision, counter, guesser);
    require(again.verdict.trouble == verdict.trouble, "other trouble when asked again");
    if (!verdict.trouble)
      for (std::size_t c = 0; c < table.code.size(); ++c)
        require(same(answer.mine[c], again.mine[c]), "another answer when asked again");
  }
  if (verdict.trouble) {
    require(!table.possible, "a possible board called contradictory");
    require(verdict.trouble.is_total() || table.code[verdict.trouble.cell] <= 8,
            "the blame is not on a number");
    return;
  }
  check_probabilities(table, answer);
  check_decision(table, answer);
  check_proofs(table, answer);
  check_explanation(table, grid, answer);
  if (answer.verdict.exact) check_dead_cells(table, grid, counter);
}

// A whole game on the mines laid, begun at the first cell without one.
void play(const Table& table) {
  const mw::Grid grid(table.rows, table.cols);
  std::vector<mw::Cell> mines;
  mw::Cell first = -1;
  for (mw::Cell c = 0; c < grid.size(); ++c) {
    if (table.mine[c]) mines.push_back(c);
    if (!table.mine[c] && first < 0) first = c;
  }
  if (first < 0 || grid.size() > 150) return;
  mw::Player player;
  player.guesser.set(*mw::strength_named("fast"));
  const mw::GameResult result = player.play(grid, mines, first);
  require(result.ending != mw::Ending::kProof, "a game lost by a cell called safe");
}

// Games side by side, opened where the codes of the table say.
void open_anywhere(const Table& table) {
  const auto size = static_cast<int>(table.code.size());
  const auto mines = static_cast<int>(std::count(table.mine.begin(), table.mine.end(), 1));
  if (mines == size) return;
  constexpr std::size_t kGames = 3;
  const auto rule = static_cast<mw::FirstClick>(table.code[0] % 3);
  mw::Field field(table.rows, table.cols, mines, rule, mw::Field::kNoFirst, kGames);
  for (std::size_t g = 0; g < kGames; ++g) field.seed(g, table.code[0], g, kGames);
  int opened = 0;
  for (int i = 0; i < size; ++i) {
    std::int64_t actions[kGames];
    bool restarts[kGames];
    for (std::size_t g = 0; g < kGames; ++g) {
      actions[g] = (std::int64_t{131} * i + 17 * table.code[i] + static_cast<int>(g)) % size;
      restarts[g] = field.finished(g);
    }
    if (restarts[0]) opened = 0;
    field.step(actions, restarts);
    opened += field.opened()[0];
    const auto shown = std::count_if(field.cells().begin(), field.cells().begin() + size,
                                     [](auto code) { return code <= 8; });
    require(shown == opened, "cells that no step opened");
    require((opened == size - mines) == (field.stages()[0] == mw::Stage::kWon), "a win miscounted");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Bytes bytes(data, size);
  const bool whole_game = bytes.next() % 32 == 31;
  const Table table = read_table(bytes);
  current_table = &table;
  analyse(table);
  if (whole_game) play(table), open_anywhere(table);
  return 0;
}

#ifdef MW_STANDALONE
#include <sys/resource.h>

#include <csignal>
#include <ctime>
#include <fstream>
#include <iterator>
#include <random>
#include <string>

namespace {

std::vector<std::uint8_t> current;

double seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }  // of this CPU

void write(const char* name, const std::vector<std::uint8_t>& bytes) {
  std::ofstream(name, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
}

extern "C" void on_abort(int) {
  write("fuzz-crash", current);
  std::signal(SIGABRT, SIG_DFL);
}

// Random bytes; often only few values, so that boards are not mere noise.
std::vector<std::uint8_t> random_bytes(std::mt19937_64& random) {
  const std::size_t sizes[] = {8, 12, 40, 150, 600, 4000};
  std::vector<std::uint8_t> bytes(random() % sizes[random() % 6] + 1);
  const unsigned spread = random() % 3 ? 256 : 1 + random() % 16;
  for (std::size_t i = 0; i < bytes.size(); ++i)
    bytes[i] = static_cast<std::uint8_t>(i < 12 ? random() : random() % spread);
  return bytes;
}

}  // namespace

int main(int argc, char** argv) {
  double limit = 10;
  std::uint64_t seed = 1;
  std::signal(SIGABRT, on_abort);
  bool files = false;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--seconds" && i + 1 < argc) {
      limit = std::stod(argv[++i]);
    } else if (word == "--seed" && i + 1 < argc) {
      seed = std::stoull(argv[++i]);
    } else {
      std::ifstream file(word, std::ios::binary);
      current.assign(std::istreambuf_iterator<char>(file), {});
      LLVMFuzzerTestOneInput(current.data(), current.size());
      files = true;
    }
  }
  if (files) return 0;
  std::mt19937_64 random(seed);
  const double begin = seconds();
  double slowest = 0;
  long boards = 0;
  for (double now = begin; now - begin < limit; ++boards) {
    current = random_bytes(random);
    LLVMFuzzerTestOneInput(current.data(), current.size());
    const double end = seconds();
    if (end - now > slowest) {
      slowest = end - now;
      write("fuzz-slowest", current);
    }
    now = end;
  }
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  std::printf("%ld boards, slowest %.3f s, at most %ld MB\n", boards, slowest,
              usage.ru_maxrss / 1024);
  return 0;
}
#endif
