// Many games side by side, opened cell by cell from outside: what an environment for learning
// needs. The rules are those of minefield/game.py, the boards those of the arena.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "play/analysis.h"
#include "play/deal.h"
#include "play/numpy_random.h"
#include "position/codes.h"

namespace mw {

enum class Stage : std::uint8_t { kWaiting, kOngoing, kWon, kLost };

class Field {
 public:
  // A game begins with `first` open, or with nothing open where it is kNoFirst.
  Field(int rows, int cols, int mines, FirstClick rule, Cell first, std::size_t games)
      : grid_(rows, cols),
        mines_(mines),
        rule_(rule),
        first_(first),
        games_(games),
        cells_(games * grid_.size()),
        mine_(games * grid_.size()),
        stages_(games),
        opened_(games),
        numbers_(games) {}

  static constexpr Cell kNoFirst = -1;

  const Grid& grid() const { return grid_; }
  int mines() const { return mines_; }
  FirstClick rule() const { return rule_; }
  Cell first() const { return first_; }
  std::size_t games() const { return games_.size(); }
  const std::vector<std::int8_t>& cells() const { return cells_; }  // codes, game by game
  const std::vector<Stage>& stages() const { return stages_; }
  const std::vector<std::int32_t>& opened() const {
    return opened_;
  }  // safe cells, by the last step
  const std::vector<std::int64_t>& numbers() const { return numbers_; }  // of the boards

  // Begins board `number` of `seed` in one game; the boards after it are `stride` apart.
  void seed(std::size_t game, std::uint64_t seed, std::uint64_t number, std::uint64_t stride) {
    games_[game] = {.seed = seed, .number = number, .stride = stride};
    begin(game);
  }

  // Opens one cell in every game, or begins the next board in those to restart.
  void step(const std::int64_t* actions, const bool* restarts) {
    for (std::size_t g = 0; g < games(); ++g) {
      if (restarts[g]) restart(g);
      opened_[g] = restarts[g] || finished(g) ? 0 : click(g, static_cast<Cell>(actions[g]));
    }
  }

  // What changes from step to step, as bytes that only this program reads; from such bytes again,
  // false where they are of another field.
  std::string state() const {
    std::string bytes;
    const auto add = [&](const auto&... parts) {
      (bytes.append(reinterpret_cast<const char*>(parts.data()), parts.size() * sizeof(parts[0])),
       ...);
    };
    add(games_, cells_, mine_, stages_, opened_, numbers_);
    return bytes;
  }
  bool restore(std::string_view bytes) {
    if (bytes.size() != state().size()) return false;
    const auto take = [&](auto&... parts) {
      const auto one = [&](auto& part) {
        const std::size_t size = part.size() * sizeof(part[0]);
        std::memcpy(part.data(), bytes.data(), size);
        bytes.remove_prefix(size);
      };
      (one(parts), ...);
    };
    take(games_, cells_, mine_, stages_, opened_, numbers_);
    return true;
  }

  bool finished(std::size_t game) const { return stages_[game] >= Stage::kWon; }

  // Writes for every cell of every game the chance that opening it loses: 0 where it is open, and
  // throughout in a finished game.
  void risks(double* risk) const {
    Counter counter;
    PatientGuesser guesser;
    std::fill_n(risk, cells_.size(), 0);
    for (std::size_t g = 0; g < games(); ++g, risk += grid_.size()) {
      if (finished(g) || (stages_[g] == Stage::kWaiting && rule_ != FirstClick::kAny)) continue;
      const std::int8_t* const code = &cells_[g * grid_.size()];
      analyse(code, grid_, mines_, false, {}, Wanted::kNoDecision, counter, guesser, risk);
      for (Cell c = 0; c < grid_.size(); ++c)
        if (code[c] != kCodeHidden) risk[c] = 0;
    }
  }

 private:
  struct Game {
    std::uint64_t seed = 0, number = 0, stride = 1;
    int to_open = 0;
  };

  void restart(std::size_t game) {
    games_[game].number += games_[game].stride;
    begin(game);
  }

  void begin(std::size_t game) {
    std::fill_n(&cells_[game * grid_.size()], grid_.size(), static_cast<std::int8_t>(kCodeHidden));
    games_[game].to_open = grid_.size() - mines_;
    stages_[game] = Stage::kWaiting;
    numbers_[game] = static_cast<std::int64_t>(games_[game].number);
    opened_[game] = 0;
    if (first_ != kNoFirst) click(game, first_);
  }

  // Lays the mines as minefield.random_mines does, among the cells that may have one, in order.
  void lay(std::size_t game, Cell first) {
    char* const mine = &mine_[game * grid_.size()];
    std::fill_n(mine, grid_.size(), 0);
    const std::vector<Cell> spared = spared_cells(grid_, mines_, first, rule_);
    for (Cell c : spared) mine[c] = 1;
    chosen_.assign(grid_.size() - spared.size(), 0);
    NumpyRandom random(games_[game].seed, games_[game].number);
    random.choose(chosen_, static_cast<Cell>(chosen_.size()), mines_);
    for (Cell c = 0, free = 0; c < grid_.size(); ++c) mine[c] = mine[c] ? 0 : chosen_[free++];
  }

  // Safe cells that a click opens.
  int click(std::size_t game, Cell cell) {
    std::int8_t* const code = &cells_[game * grid_.size()];
    if (stages_[game] == Stage::kWaiting) lay(game, cell);
    const char* const mine = &mine_[game * grid_.size()];
    if (code[cell] != kCodeHidden) return 0;
    if (mine[cell]) {
      stages_[game] = Stage::kLost;
      for (Cell c = 0; c < grid_.size(); ++c)
        if (mine[c]) code[c] = kCodeMine;
      return 0;
    }
    const int count = spread(grid_, mine, cell, code, queue_);
    stages_[game] = (games_[game].to_open -= count) == 0 ? Stage::kWon : Stage::kOngoing;
    if (finished(game))
      for (Cell c = 0; c < grid_.size(); ++c)
        if (mine[c]) code[c] = kCodeFlag;
    return count;
  }

  const Grid grid_;
  const int mines_;
  const FirstClick rule_;
  const Cell first_;
  std::vector<Game> games_;
  std::vector<std::int8_t> cells_;
  std::vector<char> mine_;
  std::vector<Stage> stages_;
  std::vector<std::int32_t> opened_;
  std::vector<std::int64_t> numbers_;
  std::vector<char> chosen_;  // kept from board to board, as is this
  std::vector<Cell> queue_;
};

}  // namespace mw
