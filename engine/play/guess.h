// Which cell to open when none is safe. Few arrangements left: the endgame search knows. Otherwise
// every candidate is judged by what it may show: for each number, the position that follows is
// counted exactly and valued, and the values are weighed by their chances.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "count/count.h"
#include "play/coinflip.h"
#include "play/endgame.h"
#include "play/regions.h"
#include "play/value.h"
#include "position/position.h"

namespace mw {

// What was measured for each of these is in docs/strength.md, by the number of the design.
struct Strength {
  int candidates = 60;   // cells looked ahead at: 17
  double margin = 0.15;  // how much riskier than the safest they may be: below 17, 0.2 is no better
  int endgame = 300;     // arrangements below which the game is searched to its end: 1, below 17
  std::int64_t endgame_work = 3'000'000;
  int small = 0;        // on boards of at most so many cells every game is searched: "Small boards"
  double second = 0.2;  // regard for the second safest cell of the next move: 2, below 25
  bool dominance = true;  // open first what would be opened next in any case: 3
  double flips = 0.9;     // credit for risk that waiting would not spare: 2, below 25
  int deep = 5;           // the best of the candidates, looked into further: 23
  double near = 0.93;     // if their score is this share of the best one's: 23
  double early = 0.05;    // and more than this share of the board is open: 20
  double reach = 0.08;    // positions less likely than this are leaves: 23, below 25
  int inner = 4;          // candidates below the root
  double inner_margin = 0.08;
  int nodes = 4000;   // positions looked into for one candidate
  int region = 14;    // smaller regions of hidden cells wait while there are larger ones: 24
  int boards = 0;     // on which the best candidates are played out: 25
  double late = 0.5;  // once this share of the board is open: 25
};

// `fast`, `default` or `max`; nothing for any other name.
inline std::optional<Strength> strength_named(std::string_view name) {
  Strength s;
  s.small = 30;
  if (name == "fast") {
    s.small = 0;
    s.deep = 0;
  } else if (name == "max") {
    s.endgame = 2000;
    s.endgame_work = 100'000'000;
    s.deep = 8;
    s.near = 0.85;
    s.boards = 400;
  } else if (name != "default") {
    return std::nullopt;
  }
  return s;
}

enum class Why { kProof, kEndgame, kGuess };

struct Candidate {
  Cell cell;
  double mine, score;
  bool bound = false;  // the score is no more than an upper bound
};

struct Decision {
  Cell cell = Position::kNone;
  Why why = Why::kGuess;
  double win = -1;            // probability of winning with best play, where it is known; else -1
  bool looked_ahead = false;  // the candidates' scores tell more than their risk
  bool complete = true;  // false when the deadline passed before all was weighed that should be
  std::vector<Candidate> candidates;
};

// The best first.
inline void sort_by_score(std::vector<Candidate>& candidates) {
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const auto& a, const auto& b) { return a.score > b.score; });
}

// Whether at least a share of the cells without a mine is open.
inline bool is_open(const Position& position, double share) {
  return position.open_count() >= share * (position.size() - position.mines());
}

class Guesser {
 public:
  Strength strength;
  int lives = 0;        // mines that may be hit before the game is lost; in endgames alone
  bool scores = false;  // those of all candidates of an endgame are wanted, not the best cell alone

  // `counter` has counted `position`, and found no safe cell.
  Decision decide(const Position& position, const Counter& counter);

  // The chance to win with best play if few enough arrangements are left to know it, else -1.
  double exact_win(const Position& position, const Counter& counter);

 private:
  struct Average {
    double sum = 0, weight = 0;

    void add(double part, double share) { sum += part, weight += share; }
    double mean() const { return weight > 0 ? sum / weight : 1; }
  };

  struct Node {
    std::optional<Position> position;
    Counter counter;
    std::vector<Candidate> picked;
  };

  double value(const Position& position, const Counter& counter);
  std::optional<Endgame::Solution> solve_endgame(const Position& position, const Counter& counter);
  static bool worth_looking(const Position& position, const Counter& counter);
  void look_deeper(const Position& position, const Counter& counter, Decision& decision);
  bool rank(const Position& position, const Counter& counter, const std::vector<Candidate>& cells,
            double reach, double near, Decision& decision);
  void choose_candidates(const Position& position, const Counter& counter, int most, double margin,
                         std::vector<Candidate>& picked);
  void leave_small_regions(const Position& position, std::vector<Candidate>& picked);
  static bool reaches_out(const Position& position, Cell cell);
  Node& node(std::size_t depth);
  double look_ahead(const Position& position, const Counter& counter, Cell cell, double reach,
                    std::size_t depth, bool& dead);
  void keep_common(const Position& position, const Counter& counter, bool first);
  Cell dominating(const Counter& counter, const Candidate& candidate) const;
  double worth(std::size_t depth, double reach);
  static Cell telling_safe_cell(const Position& position, const Counter& counter);

  // Sizes that bound time and memory; games come near none of them.
  static constexpr std::int64_t kSmallWork = 100'000'000'000;  // byte operations
  static constexpr std::size_t kDeepest = 24;                  // positions, one after the other
  // Of docs/strength.md, by the number of the design.
  static constexpr int kFew = 30;   // cells off the frontier of which all are looked at: 17
  static constexpr int kZeros = 6;  // likeliest zeros looked at elsewhere: 17

  Endgame endgame_;
  CoinFlips flips_;
  std::vector<double> influence_;  // of every cell, on coin flips to come
  std::vector<std::unique_ptr<Node>> nodes_;
  int nodes_left_ = 0;
  bool late_ = false;   // the deadline passed while candidates were ranked
  Average worth_open_;  // what candidates ranked so far are worth once they are open
  double reach_ = 2;    // positions less likely than this are leaves
  std::vector<Candidate> off_;
  std::vector<Cell> common_;
};

}  // namespace mw
