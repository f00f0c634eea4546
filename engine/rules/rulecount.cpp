#include "rules/rulecount.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "count/deadline.h"

namespace mw {

namespace {

constexpr int kLargeFrontier = 300;  // cells, from which totals leave the range of doubles
constexpr int kMostLeans = 6;

constexpr std::int64_t kMostWork = 20'000'000'000;  // multiply-adds
constexpr std::int64_t kEstimateWork = 20'000'000;

bool is_known(int mines) { return mines != kUnknownMines; }

}  // namespace

RuleCounter::Outcome RuleCounter::count_in_time(const RuleSystem& system, double seconds,
                                                std::int64_t memory) {
  const Deadline deadline(seconds);
  left_out_.assign(system.rules.size(), 0);
  Outcome outcome;
  {
    const Deadline sooner(seconds * 3 / 4);
    outcome = count_without(system, {.work = kMostWork, .memory = memory}, true);
  }
  const auto failed = [&] { return outcome == Outcome::kTooWide || outcome == Outcome::kLate; };
  exact = !failed();
  if (failed()) outcome = estimate(system, {.work = kEstimateWork, .memory = memory});
  if (!failed()) return outcome;
  left_out_.assign(system.rules.size(), 1);  // the last resort: no rule is read
  return count_without(system, {.work = kMostWork}, true);
}

RuleCounter::Outcome RuleCounter::meet(const RuleSystem& system, const Budget& allowed) {
  left_out_.assign(system.rules.size(), 0);
  return count_without(system, allowed, false);
}

// Leaves rules out until the rest can be counted within the work allowed. What is then safe or a
// mine still is; the other probabilities are estimates.
RuleCounter::Outcome RuleCounter::estimate(const RuleSystem& system, const Budget& allowed) {
  for (double most = static_cast<double>(allowed.work) / 4; !Deadline::passed(); most /= 2) {
    if (!settle(system)) return Outcome::kContradiction;
    for (bool fits = false; !fits && !Deadline::passed();) {
      build(system);
      fits = true;
      for (int i = 0; i < parts_.component_count; ++i) {
        Component& part = parts_.components[i];
        const double length = std::min(part.cells, 40);
        if (order_.arrange(parts_, part, true) * length < most) continue;
        if (part.numbers.empty()) continue;
        fits = false;
        order_.narrow(parts_, part, std::max(1.0, most / length), left_out_);
      }
      if (!fits) std::erase_if(sums_, [&](const Sum& sum) { return left_out_[sum.rule] != 0; });
    }
    const Outcome outcome = count_without(system, allowed, true);
    if (outcome != Outcome::kTooWide || sums_.empty()) return outcome;
  }
  return Outcome::kLate;
}

// Rules marked in `left_out_` are not read.
RuleCounter::Outcome RuleCounter::count_without(const RuleSystem& system, const Budget& allowed,
                                                bool probabilities) {
  unmet = -1;
  if (!settle(system)) return Outcome::kContradiction;
  build(system);
  if (arrange(Key::kSlots)) return sweep<Key>(system, allowed, probabilities);
  if (arrange(WideKey::kSlots)) return sweep<WideKey>(system, allowed, probabilities);
  return Deadline::passed() ? Outcome::kLate : Outcome::kTooWide;
}

// Reads the rules, and marks cells that a single one of them proves until nothing changes; so for
// the total. False where that leads to a contradiction.
bool RuleCounter::settle(const RuleSystem& system) {
  known_.assign(system.cells, Known::kNothing);
  mines_left_ = system.mines;
  hidden_ = system.cells;
  sums_.clear();
  for (std::size_t i = 0; i < system.rules.size(); ++i)
    if (const Rule& rule = system.rules[i]; !left_out_[i])
      sums_.push_back({static_cast<int>(i), rule.cells, rule.low, rule.high});
  if (!settle_sums(system)) return false;
  unmet = -1;
  if (!is_known(system.mines)) return true;
  if (mines_left_ < 0 || mines_left_ > hidden_) return false;
  if (hidden_ == 0 || (mines_left_ > 0 && mines_left_ < hidden_)) return true;
  const Known all = mines_left_ == 0 ? Known::kSafe : Known::kMine;
  std::ranges::replace(known_, Known::kNothing, all);
  hidden_ = mines_left_ = 0;
  if (settle_sums(system)) return true;
  unmet = -1;
  return false;
}

bool RuleCounter::settle_sums(const RuleSystem& system) {
  const auto mark = [&](Cell c, Known what) {
    known_[c] = what;
    --hidden_;
    if (is_known(system.mines) && what == Known::kMine) --mines_left_;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (Sum& sum : sums_) {
      std::erase_if(sum.cells, [&](Cell c) {
        if (known_[c] == Known::kMine) --sum.low, --sum.high;
        return known_[c] != Known::kNothing;
      });
      const int size = static_cast<int>(sum.cells.size());
      if (sum.low > sum.high || sum.high < 0 || sum.low > size) {
        unmet = sum.rule;
        return false;
      }
      sum.low = std::max(sum.low, 0);
      sum.high = std::min(sum.high, size);
      if (size == 0 || (sum.high > 0 && sum.low < size)) continue;
      for (Cell c : sum.cells) mark(c, sum.high == 0 ? Known::kSafe : Known::kMine);
      changed = true;
    }
  }
  std::erase_if(sums_, [](const Sum& sum) {
    return sum.low == 0 && sum.high == static_cast<int>(sum.cells.size());
  });
  return true;
}

// Makes numbers, classes and components of the sums.
void RuleCounter::build(const RuleSystem& system) {
  parts_.clear();
  std::vector<std::vector<std::int32_t>> touching(system.cells);
  for (const Sum& sum : sums_) {
    const auto id = static_cast<std::int32_t>(parts_.numbers.size());
    parts_.numbers.push_back({sum.rule, sum.high, {}});
    for (Cell c : sum.cells) touching[c].push_back(id);
  }
  std::map<std::pair<std::vector<std::int32_t>, double>, std::int32_t> class_of;
  std::vector<Cell> off;
  parts_.cells = 0;
  for (Cell c = 0; c < system.cells; ++c) {
    if (known_[c] != Known::kNothing) continue;
    if (touching[c].empty()) {
      off.push_back(c);
      continue;
    }
    ++parts_.cells;
    const auto next = static_cast<std::int32_t>(parts_.classes.size());
    const auto [at, added] = class_of.try_emplace({touching[c], system.odds_of(c)}, next);
    if (added) {
      ClassIn<InRules> klass;
      for (auto n : touching[c]) klass.numbers.add(n);
      klass.weight.odds = system.odds_of(c);
      parts_.classes.push_back(std::move(klass));
    }
    parts_.classes[at->second].cells.add(c);
  }
  for (std::size_t i = 0; i < sums_.size(); ++i) {
    if (sums_[i].low == sums_[i].high) continue;
    ClassIn<InRules> slack;
    slack.numbers.add(static_cast<std::int32_t>(i));
    for (int k = sums_[i].low; k < sums_[i].high; ++k) slack.cells.add(Position::kNone);
    slack.weight.slack = true;
    parts_.classes.push_back(std::move(slack));
  }
  add_off_cells(system, off);
  for (std::size_t k = 0; k < parts_.classes.size(); ++k)
    for (auto n : parts_.classes[k].numbers)
      parts_.numbers[n].classes.add(static_cast<std::int32_t>(k));
  parts_.split();
}

// Cells that no rule touches and that have the commonest odds are counted by a binomial; so odds
// are taken relative to theirs. The others become classes without numbers. Where no total is known,
// none of them bears on anything.
void RuleCounter::add_off_cells(const RuleSystem& system, const std::vector<Cell>& off) {
  parts_.off_cells = 0;
  base_odds_ = 1;
  if (!is_known(system.mines)) return;
  std::map<double, std::vector<Cell>> by_odds;
  for (Cell c : off) by_odds[system.odds_of(c)].push_back(c);
  for (const auto& [odds, cells] : by_odds) {
    if (std::ssize(cells) <= parts_.off_cells) continue;
    parts_.off_cells = static_cast<int>(cells.size());
    base_odds_ = odds;
  }
  for (auto& klass : parts_.classes) klass.weight.odds /= base_odds_;
  for (const auto& [odds, cells] : by_odds) {
    if (odds == base_odds_) continue;
    ClassIn<InRules> klass;
    for (Cell c : cells) klass.cells.add(c);
    klass.weight.odds = odds / base_odds_;
    parts_.cells += static_cast<int>(cells.size());
    parts_.classes.push_back(std::move(klass));
  }
}

bool RuleCounter::arrange(int most_open) {
  order_.set_most_open(most_open);
  for (const auto& number : parts_.numbers)
    if (number.need > (most_open == Key::kSlots ? Key::kMostNeed : WideKey::kMostNeed))
      return false;
  for (int i = 0; i < parts_.component_count; ++i)
    if (std::isinf(order_.arrange(parts_, parts_.components[i]))) return false;
  return true;
}

template <typename Key>
RuleCounter::Outcome RuleCounter::sweep(const RuleSystem& system, const Budget& allowed,
                                        bool probabilities) {
  Workbench bench;
  const int mines = is_known(system.mines) ? mines_left_ : kUnknownMines;
  std::vector<std::unique_ptr<SweepIn<InRules, Key>>> sweeps;
  for (int i = 0; i < parts_.component_count; ++i)
    sweeps.push_back(std::make_unique<SweepIn<InRules, Key>>());
  double tilt = 1;
  if (is_known(mines) && parts_.cells > kLargeFrontier)
    tilt = std::max(1, mines_left_) / std::max(1.0, static_cast<double>(hidden_ - mines_left_));
  for (int leans = 0;; ++leans) {
    Budget budget = allowed;
    convolution_.reset(parts_.component_count);
    convolution_.trim = false;
    Outcome outcome = Outcome::kDone;
    for (int i = 0; i < parts_.component_count && outcome == Outcome::kDone; ++i) {
      auto& s = *sweeps[i];
      s.trim = false;
      outcome = s.forward(parts_, parts_.components[i], tilt, mines, budget, bench);
      if (outcome == Outcome::kContradiction && s.unmet >= 0) unmet = parts_.numbers[s.unmet].cell;
      if (outcome != Outcome::kDone) break;
      convolution_.component(i) = s.total;
      convolution_.component(i).normalise();
    }
    spent += allowed.work - budget.work;
    if (outcome != Outcome::kDone) return outcome;
    if (!is_known(mines) || parts_.cells <= kLargeFrontier || leans >= kMostLeans) break;
    const double more = convolution_.lean(parts_.off_cells, mines, tilt);
    if (more == 1) break;
    tilt = std::clamp(tilt * more, 1e-12, 1e12);
  }
  convolution_.combine(parts_.off_cells, mines, tilt);
  if (!convolution_.possible) return Outcome::kContradiction;
  if (!probabilities) return Outcome::kDone;
  log_weight = convolution_.log_ways;
  std::vector<double> class_mine(parts_.classes.size(), 0.0);
  for (int i = 0; i < parts_.component_count; ++i)
    sweeps[i]->backward(parts_.components[i], convolution_.weight(i).data(), bench, class_mine);
  tell(system, class_mine);
  return Outcome::kDone;
}

void RuleCounter::tell(const RuleSystem& system, const std::vector<double>& class_mine) {
  const bool total = is_known(system.mines);
  mine.assign(system.cells, 0.0);
  log_weight += total ? mines_left_ * std::log(base_odds_) : 0;
  for (Cell c = 0; c < system.cells; ++c) {
    const double odds = system.odds_of(c);
    if (known_[c] == Known::kMine) {
      mine[c] = 1;
      log_weight += std::log(odds);
    } else if (known_[c] == Known::kNothing) {
      mine[c] = total ? convolution_.off_mines : odds / (1 + odds);
    }
  }
  std::vector<char> counted(system.cells, 0);
  for (std::size_t k = 0; k < parts_.classes.size(); ++k) {
    if (parts_.classes[k].weight.slack) continue;
    for (Cell c : parts_.classes[k].cells) mine[c] = class_mine[k], counted[c] = 1;
  }
  if (total) return;
  for (Cell c = 0; c < system.cells; ++c)
    if (known_[c] == Known::kNothing && !counted[c]) log_weight += std::log1p(system.odds_of(c));
}

}  // namespace mw
