// Whether mines can be laid so that numbers are met, also where the frontier is too wide to sweep:
// conflict-driven clause learning (Marques-Silva and Sakallah, "GRASP: a search algorithm for
// propositional satisfiability", IEEE Transactions on Computers 1999; watched literals after Chaff,
// 2001), with the numbers themselves as constraints. What is learned remembers the numbers it rests
// on, so that a "no" names numbers that suffice for it. The total of all mines is no constraint
// here.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "position/position.h"
#include "position/short_list.h"

namespace mw {

// A number with hidden cells: `need` of `cells` are mines.
struct Sum {
  ShortList<Cell> cells;
  std::int8_t need = 0;
};

class Satisfier {
 public:
  enum class Outcome { kNone, kSome, kLate };

  // With `traces`, core() is kept, which takes some time. Cells of the first sums are decided
  // first.
  Satisfier(const std::vector<Sum>& sums, bool traces);

  // Whether a cell is one of those of the sums.
  bool touches(Cell cell) const {
    return cell >= 0 && cell < std::ssize(var_of_) && var_of_[cell] >= 0;
  }

  // Looks for an arrangement in which `cell`, if it is one of those of the sums, is a mine or not
  // (else for any). kLate when `work` (cells set) or the deadline is spent first.
  Outcome find(Cell cell, bool mine, std::int64_t work);

  // After kSome: whether a cell of the sums is a mine.
  bool is_mine(Cell cell) const { return model_[var_of(cell)] == 1; }

  // After kNone, if traced: places of sums that admit no such arrangement by themselves.
  const std::vector<int>& core() const { return core_; }

  // What is tried first for every cell before there is an arrangement.
  void prefer(bool mine) { phase_.assign(phase_.size(), mine); }

  // The cells of the sums, and those that the last kSome has changed. An arrangement is made from
  // the one before by changing no more than the question asks for.
  const std::vector<Cell>& cells() const { return cells_; }
  const std::vector<Cell>& changed() const { return changed_; }

 private:
  using Var = int;
  using Literal = int;  // 2 * variable + whether a mine

  static constexpr int kNoReason = -1;
  static constexpr std::int8_t kOpen = -1;

  struct Clause {
    std::vector<Literal> literals;
    std::vector<int> core;
  };

  Var var_of(Cell cell) const { return var_of_[cell]; }
  bool is_true(Literal l) const { return value_[l / 2] == l % 2; }
  bool is_false(Literal l) const { return value_[l / 2] == 1 - l % 2; }
  int level() const { return static_cast<int>(levels_.size()); }

  void settle_at_root();
  void set(Literal literal, int reason);
  void undo_to(int level);
  int propagate();
  int propagate_sums(Var var);
  int propagate_clauses(Literal wrong);
  void literals_of(int reason, Literal implied, std::vector<Literal>& wrong) const;
  int learn(int conflict);
  int add_clause(std::vector<Literal> literals);
  void explain_at_root(int conflict);
  void trace(int reason);
  void bump(Var var);
  Literal pick();
  Literal mend();
  void differ(Var var, int by);
  void keep_model();

  const bool traces_;
  std::vector<Sum> sums_;  // with variables for cells
  std::vector<Cell> cells_;
  std::vector<Var> var_of_;
  std::vector<std::vector<int>> sums_of_;  // by variable
  std::vector<int> open_, left_;           // by sum: cells not set yet, mines still to lay
  std::vector<std::int8_t> value_, phase_, model_;
  std::vector<int> level_, reason_, place_;  // by variable; place on the trail
  std::vector<Literal> trail_;
  std::vector<std::size_t> levels_;  // where each begins on the trail
  std::size_t next_ = 0;             // on the trail, to propagate
  std::vector<Clause> clauses_;      // reasons from sums_.size() on
  std::vector<std::vector<int>> watches_;
  std::vector<std::int64_t> stamp_;  // by variable: the latest conflict it had a part in
  std::vector<std::pair<std::int64_t, Var>> heap_;
  std::int64_t clock_ = 0, work_ = 0;
  std::vector<char> seen_, traced_;
  std::vector<int> core_;
  std::vector<Cell> changed_;
  std::vector<int> excess_;  // by sum: mines set so far beyond those of the model in the same cells
  std::vector<int> broken_;  // sums with such an excess, and some that had one
  bool impossible_ = false;  // no arrangement meets the sums at all
};

// What the numbers of a position prove of hidden cells on its frontier, without the total.
struct Forced {
  std::vector<Cell> safe, mines;
  bool complete = true;  // false when time ran out
  Trouble trouble;       // a number that contradicts others
};

Forced forced_cells(const Position& position);

}  // namespace mw
