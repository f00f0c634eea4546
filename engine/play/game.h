// Whole games, one after the other or many at a time.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

#include "count/cputime.h"
#include "play/rollout.h"
#include "play/round.h"
#include "position/position.h"

namespace mw {

enum class Ending : std::uint8_t {
  kWon,
  kFirst,    // the first cell was a mine
  kGuess,    // a guess was
  kProof,    // a cell called safe was, which must never happen
  kStopped,  // nobody lost: the game was not played to its end
};

struct GameResult {
  Ending ending = Ending::kStopped;
  int guesses = 0;            // cells opened that were not proven safe
  int positions = 0;          // positions counted between moves
  int opened = 0;             // safe cells opened
  int found = 0;              // mines known in the end
  double ms = 0;              // CPU time
  std::vector<Cell> guessed;  // the cells of the guesses, in order
};

class Player : public Round {
 public:
  PatientGuesser guesser;

  GameResult play(const Grid& grid, const std::vector<Cell>& mines, Cell first) {
    GameResult result;
    const double start = thread_milliseconds();
    mine_.assign(grid.size(), 0);
    for (Cell c : mines) mine_[c] = 1;
    counted_ = 0;
    Position position(grid, static_cast<int>(mines.size()));
    if (mine_[first]) {
      result.ending = Ending::kFirst;
    } else {
      open(position, first);
      result.ending = run(position, result);
    }
    result.positions = counted_;
    result.opened = position.open_count();
    for (Cell c = 0; c < position.size(); ++c) result.found += position.state(c) == kMine;
    result.ms = thread_milliseconds() - start;
    return result;
  }

 private:
  // Plays on until the game is won or lost.
  Ending run(Position& position, GameResult& result) {
    while (true) {
      switch (advance(position)) {
        case Next::kWon: return Ending::kWon;
        case Next::kWrong: return Ending::kProof;
        case Next::kLate: return Ending::kStopped;
        case Next::kGuess: break;
      }
      const Decision decision = guesser.decide(position, counter_);
      ++result.guesses;
      result.guessed.push_back(decision.cell);
      if (mine_[decision.cell]) return Ending::kGuess;
      open(position, decision.cell);
    }
  }
};

// Many games on several threads.
class Match {
 public:
  // `mines` is games * rows * cols, and must outlive the match.
  Match(int rows, int cols, Cell first, const Strength& strength, const bool* mines,
        std::size_t games)
      : grid_(rows, cols), first_(first), strength_(strength), mines_(mines), results_(games) {}

  ~Match() {
    stop();
    for (auto& t : threads_) t.join();
  }

  void start(int threads) {
    for (int i = 0; i < std::max(1, threads); ++i) threads_.emplace_back([this] { work(); });
    running_ = static_cast<int>(threads_.size());
  }
  void stop() { stopping_ = true; }
  std::size_t finished() const { return finished_; }
  const std::vector<GameResult>& results() const { return results_; }

  // Waits for the end, at most so long; whether all threads are done.
  bool wait(std::chrono::milliseconds most) {
    std::unique_lock lock(mutex_);
    return ended_.wait_for(lock, most, [this] { return done_ == running_; });
  }

 private:
  void work() {
    Player player;
    player.guesser.set(strength_);
    std::vector<Cell> cells;
    for (std::size_t i; !stopping_ && (i = next_++) < results_.size(); ++finished_) {
      cells.clear();
      for (Cell c = 0; c < grid_.size(); ++c)
        if (mines_[i * grid_.size() + c]) cells.push_back(c);
      results_[i] = player.play(grid_, cells, first_);
    }
    std::lock_guard lock(mutex_);
    ++done_;
    ended_.notify_all();
  }

  const Grid grid_;
  const Cell first_;
  const Strength strength_;
  const bool* mines_;
  std::vector<GameResult> results_;
  std::vector<std::thread> threads_;
  std::atomic<std::size_t> next_{0}, finished_{0};
  std::atomic<bool> stopping_{false};
  std::mutex mutex_;
  std::condition_variable ended_;
  int done_ = 0, running_ = 0;
};

}  // namespace mw
