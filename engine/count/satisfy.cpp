#include "count/satisfy.h"

#include <algorithm>

#include "count/deadline.h"

namespace mw {

Satisfier::Satisfier(const std::vector<Sum>& sums, bool traces) : traces_(traces), sums_(sums) {
  Cell last = -1;
  for (const Sum& sum : sums)
    for (Cell cell : sum.cells) last = std::max(last, cell);
  var_of_.assign(static_cast<std::size_t>(last) + 1, -1);
  for (std::size_t s = 0; s < sums_.size(); ++s)
    for (Cell& cell : sums_[s].cells) {
      Var& var = var_of_[cell];
      if (var < 0) {
        var = static_cast<Var>(cells_.size());
        cells_.push_back(cell);
        sums_of_.emplace_back();
      }
      sums_of_[var].push_back(static_cast<int>(s));
      cell = var;
    }
  const std::size_t vars = cells_.size();
  for (const Sum& sum : sums_) open_.push_back(sum.cells.size()), left_.push_back(sum.need);
  value_.assign(vars, kOpen);
  phase_.assign(vars, 0);
  level_.resize(vars);
  reason_.resize(vars);
  place_.resize(vars);
  watches_.resize(2 * vars);
  stamp_.resize(vars);
  excess_.assign(sums_.size(), 0);
  seen_.assign(vars, 0);
  traced_.assign(vars, 0);
  clock_ = static_cast<std::int64_t>(vars);
  for (std::size_t v = 0; v < vars; ++v) {
    stamp_[v] = clock_ - static_cast<std::int64_t>(v);
    heap_.push_back({stamp_[v], static_cast<Var>(v)});
  }
  settle_at_root();
}

// Sets what single sums settle.
void Satisfier::settle_at_root() {
  for (std::size_t s = 0; s < sums_.size() && !impossible_; ++s) {
    const bool cannot = left_[s] < 0 || left_[s] > open_[s];
    if (cannot) {
      explain_at_root(static_cast<int>(s));
      impossible_ = true;
    } else if (left_[s] == 0 || left_[s] == open_[s]) {
      const bool mines = left_[s] > 0;
      for (Var var : sums_[s].cells)
        if (value_[var] == kOpen) set(2 * var + mines, static_cast<int>(s));
    }
  }
}

Satisfier::Outcome Satisfier::find(Cell cell, bool mine, std::int64_t work) {
  if (impossible_) return Outcome::kNone;
  undo_to(0);
  work_ = work;
  std::int64_t conflicts = 0, restart = 100;
  const bool asked = touches(cell);
  const Literal wanted = asked ? 2 * var_of(cell) + mine : 0;
  if (traces_ && asked && value_[wanted / 2] == kOpen) set(wanted, kNoReason);
  while (true) {
    const int conflict = propagate();
    if (conflict >= 0) {
      if (level() == 0) {
        explain_at_root(conflict);
        impossible_ = true;
        return Outcome::kNone;
      }
      learn(conflict);
      if (++conflicts % 16 == 0 && Deadline::passed()) work_ = -1;
      if (conflicts == restart) restart += restart / 2, undo_to(0);
      continue;
    }
    if (work_ < 0) return Outcome::kLate;
    if (asked && is_false(wanted)) {  // at the root, for it is decided first
      if (traces_) {
        core_.clear();
        trace(reason_[wanted / 2]);
        explain_at_root(-1);
      }
      return Outcome::kNone;
    }
    const Literal next = asked && !is_true(wanted) ? wanted : model_.empty() ? pick() : mend();
    if (next < 0) break;
    levels_.push_back(trail_.size());
    set(next, kNoReason);
  }
  keep_model();
  return Outcome::kSome;
}

void Satisfier::keep_model() {
  changed_.clear();
  if (model_.empty()) {
    model_ = value_;
    changed_ = cells_;
    return;
  }
  for (Literal l : trail_)
    if (const Var var = l / 2; value_[var] != model_[var]) {
      differ(var, -1);
      model_[var] = value_[var];
      changed_.push_back(cells_[var]);
    }
}

// Counts a cell that is set otherwise than in the model (1), or no longer is (-1).
void Satisfier::differ(Var var, int by) {
  for (int s : sums_of_[var]) {
    excess_[s] += by * (value_[var] - model_[var]);
    if (excess_[s] != 0) broken_.push_back(s);
  }
}

void Satisfier::set(Literal literal, int reason) {
  const Var var = literal / 2;
  const bool mine = literal % 2;
  value_[var] = mine;
  level_[var] = level();
  reason_[var] = reason;
  place_[var] = static_cast<int>(trail_.size());
  trail_.push_back(literal);
  for (int s : sums_of_[var]) --open_[s], left_[s] -= mine;
  if (!model_.empty() && model_[var] != value_[var]) differ(var, 1);
}

void Satisfier::undo_to(int level) {
  if (this->level() <= level) return;
  const std::size_t begin = levels_[level];
  for (std::size_t i = trail_.size(); i-- > begin;) {
    const Var var = trail_[i] / 2;
    const bool mine = trail_[i] % 2;
    for (int s : sums_of_[var]) ++open_[s], left_[s] += mine;
    if (!model_.empty() && model_[var] != value_[var]) differ(var, -1);
    value_[var] = kOpen;
    phase_[var] = mine;
    if (!model_.empty()) continue;
    heap_.push_back({stamp_[var], var});
    std::ranges::push_heap(heap_);
  }
  trail_.resize(begin);
  levels_.resize(level);
  next_ = begin;
}

// The sum or clause that cannot be met any more, or -1.
int Satisfier::propagate() {
  while (next_ < trail_.size()) {
    const Literal literal = trail_[next_++];
    --work_;
    if (const int conflict = propagate_sums(literal / 2); conflict >= 0) return conflict;
    if (const int conflict = propagate_clauses(literal ^ 1); conflict >= 0) return conflict;
  }
  return -1;
}

int Satisfier::propagate_sums(Var var) {
  for (int s : sums_of_[var]) {
    if (left_[s] < 0 || left_[s] > open_[s]) return s;
    if (open_[s] == 0 || (left_[s] > 0 && left_[s] < open_[s])) continue;
    const bool mines = left_[s] > 0;
    for (Var other : sums_[s].cells)
      if (value_[other] == kOpen) set(2 * other + mines, s);
  }
  return -1;
}

// Clauses that watch a literal which has become wrong watch another, or imply one, or conflict.
int Satisfier::propagate_clauses(Literal wrong) {
  std::vector<int>& watching = watches_[wrong];
  for (std::size_t i = 0; i < watching.size();) {
    std::vector<Literal>& literals = clauses_[watching[i]].literals;
    if (literals[0] == wrong) std::swap(literals[0], literals[1]);
    const auto other = is_true(literals[0]) ? literals.end()
                                            : std::find_if(literals.begin() + 2, literals.end(),
                                                           [&](Literal l) { return !is_false(l); });
    if (is_true(literals[0])) {
      ++i;
    } else if (other != literals.end()) {
      std::swap(literals[1], *other);
      watches_[literals[1]].push_back(watching[i]);
      watching[i] = watching.back();
      watching.pop_back();
    } else {
      const int reason = static_cast<int>(sums_.size()) + watching[i];
      if (is_false(literals[0])) return reason;
      set(literals[0], reason);
      ++i;
    }
  }
  return -1;
}

// The literals, all wrong, that make a sum or clause imply another (or conflict, if that is -1).
void Satisfier::literals_of(int reason, Literal implied, std::vector<Literal>& wrong) const {
  wrong.clear();
  if (reason >= static_cast<int>(sums_.size())) {
    for (Literal l : clauses_[reason - static_cast<int>(sums_.size())].literals)
      if (l != implied) wrong.push_back(l);
    return;
  }
  const Sum& sum = sums_[reason];
  const bool mines = implied >= 0 ? implied % 2 == 0 : left_[reason] < 0;
  const int before = implied >= 0 ? place_[implied / 2] : static_cast<int>(trail_.size());
  for (Var var : sum.cells)
    if (value_[var] == static_cast<std::int8_t>(mines) && place_[var] < before)
      wrong.push_back(2 * var + !mines);
}

// Learns a clause from a conflict, up to the first literal that alone, of its level, leads there;
// goes back to where the clause implies its negation.
int Satisfier::learn(int conflict) {
  std::vector<Literal> clause{0}, wrong;
  core_.clear();
  ++clock_;
  int pending = 0;
  Literal implied = -1;
  std::size_t at = trail_.size();
  int reason = conflict;
  std::vector<Var> marked;
  do {
    trace(reason);
    literals_of(reason, implied, wrong);
    for (Literal l : wrong) {
      const Var var = l / 2;
      if (seen_[var]) continue;
      seen_[var] = 1;
      marked.push_back(var);
      bump(var);
      if (level_[var] == level())
        ++pending;
      else if (level_[var] > 0)
        clause.push_back(l);
      else if (traces_)
        traced_[var] = 1;
    }
    do --at;
    while (!seen_[trail_[at] / 2] || level_[trail_[at] / 2] != level());
    implied = trail_[at];
    reason = reason_[implied / 2];
    --pending;
  } while (pending > 0);
  clause[0] = implied ^ 1;
  if (traces_) explain_at_root(-1);
  for (Var var : marked) seen_[var] = 0;
  std::size_t second = 0;
  for (std::size_t i = 1; i < clause.size(); ++i)
    if (second == 0 || level_[clause[i] / 2] > level_[clause[second] / 2]) second = i;
  undo_to(second == 0 ? 0 : level_[clause[second] / 2]);
  if (second > 1) std::swap(clause[1], clause[second]);
  const int place = add_clause(std::move(clause));
  set(clauses_[place].literals[0], static_cast<int>(sums_.size()) + place);
  return place;
}

int Satisfier::add_clause(std::vector<Literal> literals) {
  const int place = static_cast<int>(clauses_.size());
  for (std::size_t i = 0; i < 2 && literals.size() > 1; ++i) watches_[literals[i]].push_back(place);
  clauses_.push_back({std::move(literals), traces_ ? core_ : std::vector<int>{}});
  return place;
}

// Adds to the core what sets the cells marked in `traced_` at the root, and those of a conflict
// there.
void Satisfier::explain_at_root(int conflict) {
  if (!traces_) return;
  std::vector<Literal> wrong;
  if (conflict >= 0) {
    core_.clear();
    trace(conflict);
    literals_of(conflict, -1, wrong);
    for (Literal l : wrong) traced_[l / 2] = 1;
  }
  for (std::size_t i = levels_.empty() ? trail_.size() : levels_[0]; i-- > 0;) {
    const Var var = trail_[i] / 2;
    if (!traced_[var]) continue;
    traced_[var] = 0;
    if (reason_[var] == kNoReason) continue;
    trace(reason_[var]);
    literals_of(reason_[var], trail_[i], wrong);
    for (Literal l : wrong) traced_[l / 2] = 1;
  }
  std::ranges::sort(core_);
  core_.erase(std::unique(core_.begin(), core_.end()), core_.end());
}

void Satisfier::trace(int reason) {
  if (!traces_ || reason == kNoReason) return;
  if (reason < static_cast<int>(sums_.size())) {
    core_.push_back(reason);
    return;
  }
  const std::vector<int>& core = clauses_[reason - static_cast<int>(sums_.size())].core;
  core_.insert(core_.end(), core.begin(), core.end());
}

void Satisfier::bump(Var var) {
  stamp_[var] = clock_;
  if (value_[var] != kOpen) return;  // it comes back when it is undone
  heap_.push_back({clock_, var});
  std::ranges::push_heap(heap_);
}

// An open cell that had a part in the latest conflict, set as it was before; -1 when all are set.
Satisfier::Literal Satisfier::pick() {
  while (!heap_.empty()) {
    const auto [stamp, var] = heap_.front();
    std::ranges::pop_heap(heap_);
    heap_.pop_back();
    if (value_[var] == kOpen && stamp == stamp_[var]) return 2 * var + phase_[var];
  }
  return -1;
}

// A cell to be set otherwise than in the model, so that a sum is met again that what is set so far
// has broken; -1 when all are met.
Satisfier::Literal Satisfier::mend() {
  while (!broken_.empty() && excess_[broken_.back()] == 0) broken_.pop_back();
  if (broken_.empty()) return -1;
  const int s = broken_.back();
  const bool fewer = excess_[s] > 0;
  Var pick = -1;
  for (Var var : sums_[s].cells) {
    const bool helps = value_[var] == kOpen && model_[var] == static_cast<std::int8_t>(fewer);
    if (helps && (pick < 0 || stamp_[var] > stamp_[pick])) pick = var;
  }
  return 2 * pick + !fewer;
}

namespace {

// The numbers of a position, and `at` which cells they stand.
std::vector<Sum> sums_of(const Position& position, std::vector<Cell>& at) {
  std::vector<Sum> sums;
  for (Cell c = 0; c < position.size(); ++c) {
    if (!position.is_number(c) || position.unknown(c) == 0) continue;
    Sum sum;
    sum.need = static_cast<std::int8_t>(position.need(c));
    for (Cell n : position.grid().around(c))
      if (position.is_hidden(n)) sum.cells.add(n);
    sums.push_back(sum);
    at.push_back(c);
  }
  return sums;
}

}  // namespace

Forced forced_cells(const Position& position) {
  constexpr std::int64_t kWork = 4'000'000;  // cells set for one question: a limit of time
  Forced forced;
  std::vector<Cell> at;
  const std::vector<Sum> sums = sums_of(position, at);
  if (sums.empty()) return forced;
  Satisfier satisfier(sums, false);
  using Outcome = Satisfier::Outcome;
  const Outcome any = satisfier.find(Position::kNone, false, kWork);
  if (any == Outcome::kNone) {
    Satisfier again(sums, true);
    again.find(Position::kNone, false, kWork);
    forced.trouble = Trouble::number(at[again.core().empty() ? 0 : again.core()[0]]);
  }
  forced.complete = any == Outcome::kSome;
  if (!forced.complete) return forced;
  // The value of each cell in all arrangements met so far; those that had both are done.
  constexpr std::int8_t kBoth = -1;
  const std::vector<Cell>& cells = satisfier.cells();
  std::vector<std::int8_t> always;
  std::vector<int> place(position.size());
  for (Cell c : cells) {
    place[c] = static_cast<int>(always.size());
    always.push_back(satisfier.is_mine(c));
  }
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (always[i] == kBoth) continue;
    switch (satisfier.find(cells[i], !always[i], kWork)) {
      case Outcome::kNone: (always[i] ? forced.mines : forced.safe).push_back(cells[i]); break;
      case Outcome::kLate:
        forced.complete = false;
        if (Deadline::passed()) return forced;
        break;
      case Outcome::kSome:
        for (Cell c : satisfier.changed()) always[place[c]] = kBoth;
    }
  }
  return forced;
}

}  // namespace mw
