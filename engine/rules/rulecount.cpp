#include "rules/rulecount.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "count/deadline.h"

namespace mw {

namespace {

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
        if (arrange(i, true) * length < most) continue;
        if (part.numbers.empty()) continue;
        fits = false;
        order_.narrow(parts_, part, std::max(1.0, most / length), left_out_);
      }
      if (fits) continue;
      std::erase_if(sums_, [&](const Sum& sum) {
        for (int rule : sum.rules) left_out_[rule] |= left_out_[sum.rules[0]];
        return left_out_[sum.rules[0]] != 0;
      });
    }
    const Outcome outcome = count_without(system, allowed, true);
    if (outcome != Outcome::kTooWide || sums_.empty()) return outcome;
  }
  return Outcome::kLate;
}

// Rules marked in `left_out_` are not read.
RuleCounter::Outcome RuleCounter::count_without(const RuleSystem& system, const Budget& allowed,
                                                bool probabilities) {
  if (!settle(system)) return Outcome::kContradiction;
  build(system);
  if (arrange_all<Key>()) return sweep<Key>(system, allowed, probabilities);
  if (arrange_all<WideKey>()) return sweep<WideKey>(system, allowed, probabilities);
  return Deadline::passed() ? Outcome::kLate : Outcome::kTooWide;
}

// Reads the rules, and marks cells that a single one of them proves until nothing changes; so for
// the total. False where that leads to a contradiction.
bool RuleCounter::settle(const RuleSystem& system) {
  unmet = -1;
  known_.assign(system.cells, Known::kNothing);
  mines_left_ = system.mines;
  hidden_ = system.cells;
  sums_.clear();
  for (std::size_t i = 0; i < system.rules.size(); ++i)
    if (const Rule& rule = system.rules[i]; !left_out_[i]) {
      sums_.push_back({{static_cast<int>(i)}, rule.cells, rule.low, rule.high});
      std::ranges::sort(sums_.back().cells);
    }
  if (!settle_sums()) return false;
  if (!is_known(system.mines)) return true;
  if (mines_left_ < 0 || mines_left_ > hidden_) return false;
  if (hidden_ == 0 || (mines_left_ > 0 && mines_left_ < hidden_)) return true;
  const Known all = mines_left_ == 0 ? Known::kSafe : Known::kMine;
  std::ranges::replace(known_, Known::kNothing, all);
  hidden_ = mines_left_ = 0;
  if (settle_sums()) return true;
  unmet = -1;
  return false;
}

bool RuleCounter::settle_sums() {
  do
    if (!settle_each()) return false;
  while (merge());
  if (unmet >= 0) return false;
  drop_implied();
  return true;
}

// What single sums say, one after the other.
bool RuleCounter::settle_each() {
  index();
  std::vector<std::int32_t> waiting;
  std::vector<int> left(sums_.size());
  const auto look = [&](std::int32_t i) {
    if (sums_[i].high <= 0 || sums_[i].low >= left[i]) waiting.push_back(i);
  };
  const auto know = [&](Cell c) {
    for (std::int32_t i : sums_of_[c]) {
      --left[i];
      if (known_[c] == Known::kMine) --sums_[i].low, --sums_[i].high;
      look(i);
    }
  };
  for (std::size_t i = 0; i < sums_.size(); ++i) left[i] = static_cast<int>(sums_[i].cells.size());
  for (Cell c = 0; c < std::ssize(known_); ++c)
    if (known_[c] != Known::kNothing) know(c);
  for (std::size_t i = 0; i < sums_.size(); ++i) look(static_cast<std::int32_t>(i));
  for (std::size_t next = 0; next < waiting.size(); ++next) {
    const std::int32_t i = waiting[next];
    const Sum& sum = sums_[i];
    if (sum.low > sum.high || sum.high < 0 || sum.low > left[i]) {
      unmet = sum.rules[0];
      return false;
    }
    const Known what = sum.high == 0 ? Known::kSafe : Known::kMine;
    for (Cell c : sum.cells) {
      if (known_[c] != Known::kNothing) continue;
      known_[c] = what;
      --hidden_;
      mines_left_ -= what == Known::kMine;
      know(c);
    }
  }
  for (Sum& sum : sums_) {
    std::erase_if(sum.cells, [&](Cell c) { return known_[c] != Known::kNothing; });
    sum.low = std::max(sum.low, 0);
    sum.high = std::min(sum.high, static_cast<int>(sum.cells.size()));
  }
  std::erase_if(sums_,
                [](const Sum& sum) { return sum.low == 0 && sum.high == std::ssize(sum.cells); });
  return true;
}

// The sums that speak of each cell.
void RuleCounter::index() {
  sums_of_.resize(known_.size());
  for (auto& some : sums_of_) some.clear();
  for (std::size_t i = 0; i < sums_.size(); ++i)
    for (Cell c : sums_[i].cells) sums_of_[c].push_back(static_cast<std::int32_t>(i));
}

// Makes one sum of those of the same cells; whether that settles any. Sets `unmet` where they
// contradict each other.
bool RuleCounter::merge() {
  bool settles = false;
  std::ranges::stable_sort(sums_, {}, &Sum::cells);
  std::size_t kept = 0;
  for (std::size_t i = 1; i < sums_.size(); ++i) {
    Sum &one = sums_[kept], &other = sums_[i];
    if (one.cells != other.cells) {
      if (++kept != i) sums_[kept] = std::move(other);
      continue;
    }
    one.low = std::max(one.low, other.low);
    one.high = std::min(one.high, other.high);
    one.rules.insert(one.rules.end(), other.rules.begin(), other.rules.end());
    if (one.low > one.high) {
      unmet = one.rules[0];
      return false;
    }
    settles |= one.high == 0 || one.low == std::ssize(one.cells);
  }
  if (!sums_.empty()) sums_.resize(kept + 1);
  std::ranges::sort(sums_, {}, &Sum::rules);
  return settles;
}

// Drops what another sum says as well, of more cells or of fewer.
void RuleCounter::drop_implied() {
  index();
  std::vector<char> spare(sums_.size(), 0);
  for (std::size_t i = 0; i < sums_.size() && !Deadline::passed(); ++i) {
    const Sum& one = sums_[i];
    const auto rarest = std::ranges::min(one.cells, {}, [&](Cell c) { return sums_of_[c].size(); });
    for (std::int32_t j : sums_of_[rarest]) {
      const Sum& other = sums_[j];
      const int more = static_cast<int>(std::ssize(other.cells) - std::ssize(one.cells));
      if (more <= 0 || spare[i] || spare[j] || !std::ranges::includes(other.cells, one.cells))
        continue;
      spare[i] = one.low <= other.low - more && one.high >= other.high;
      spare[j] = other.low <= one.low && other.high >= one.high + more;
    }
  }
  std::size_t i = 0;
  std::erase_if(sums_, [&](const Sum&) { return spare[i++] != 0; });
}

// Makes numbers, classes and components of the sums.
void RuleCounter::build(const RuleSystem& system) {
  parts_.clear();
  each_ = system.each;
  index();
  for (const Sum& sum : sums_) parts_.numbers.push_back({sum.rules[0], sum.high, {}});
  std::map<std::pair<std::vector<std::int32_t>, double>, std::int32_t> class_of;
  std::vector<Cell> off;
  parts_.cells = 0;
  for (Cell c = 0; c < system.cells; ++c) {
    if (known_[c] != Known::kNothing) continue;
    if (sums_of_[c].empty()) {
      off.push_back(c);
      continue;
    }
    ++parts_.cells;
    const auto next = static_cast<std::int32_t>(parts_.classes.size());
    const auto [at, added] = class_of.try_emplace({sums_of_[c], system.odds_of(c)}, next);
    if (added) {
      ClassIn<InRules> klass;
      klass.numbers.assign(sums_of_[c].begin(), sums_of_[c].end());
      klass.weight.odds = system.odds_of(c);
      klass.weight.each = system.each;
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
  listed_.assign(parts_.component_count, 0);
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
    klass.weight.odds = Scaled(odds) / base_odds_;
    klass.weight.each = system.each;
    parts_.cells += static_cast<int>(cells.size());
    parts_.classes.push_back(std::move(klass));
  }
}

// Sorts a component for a sweep, or decides to list it; what that costs, in states. Infinite where
// neither is possible.
double RuleCounter::arrange(int i, bool quick) {
  Component& part = parts_.components[i];
  const auto too_large = [&](auto n) { return parts_.numbers[n].need > most_need_; };
  double cost = std::numeric_limits<double>::infinity(), listed = cost;
  if (std::ranges::none_of(part.numbers, too_large)) cost = order_.arrange(parts_, part, quick);
  int cells = 0;
  for (auto c : part.classes)
    if (!parts_.classes[c].weight.slack) cells += parts_.classes[c].cells.size();
  if (cells <= Listing::kMost && each_ == 1 && !part.numbers.empty())
    listed = std::ldexp(1.0, cells - 4) + 100.0 * static_cast<double>(part.numbers.size());
  listed_[i] = listed < cost;
  return std::min(listed, cost);
}

template <typename Key>
bool RuleCounter::arrange_all() {
  order_.set_most_open(Key::kSlots);
  most_need_ = Key::kMostNeed;
  for (int i = 0; i < parts_.component_count; ++i)
    if (std::isinf(arrange(i))) return false;
  return true;
}

RuleCounter::Outcome RuleCounter::list(const Component& part, Listing& listing, bool mines,
                                       Budget& budget) const {
  std::vector<Scaled> odds;
  std::map<std::int32_t, Span> spans;
  for (auto n : part.numbers) spans[n] = {0, sums_[n].low, sums_[n].high};
  for (auto c : part.classes) {
    const ClassIn<InRules>& klass = parts_.classes[c];
    for (int cell = 0; cell < klass.cells.size() && !klass.weight.slack; ++cell) {
      for (auto n : klass.numbers) spans[n].cells |= 1U << odds.size();
      odds.push_back(klass.weight.odds);
    }
  }
  std::vector<Span> all;
  for (const auto& [n, span] : spans) all.push_back(span);
  budget.work -= (std::int64_t{1} << odds.size()) / 64 * std::ssize(all);
  budget.memory -= (std::int64_t{1} << odds.size()) / 64 * std::int64_t{sizeof(Scaled) * 2};
  if (budget.work < 0 || budget.memory < 0) return Outcome::kTooWide;
  return listing.count(odds, all, mines);
}

template <typename Key>
RuleCounter::Outcome RuleCounter::sweep(const RuleSystem& system, const Budget& allowed,
                                        bool probabilities) {
  WorkbenchIn<Scaled> bench;
  const int mines = is_known(system.mines) ? mines_left_ : kUnknownMines;
  std::vector<SweepIn<InRules, Key>> sweeps(parts_.component_count);
  std::vector<Listing> lists(parts_.component_count);
  Budget budget = allowed;
  convolution_.reset(parts_.component_count);
  convolution_.trim = false;
  convolution_.each = system.each;
  Outcome outcome = Outcome::kDone;
  for (int i = 0; i < parts_.component_count && outcome == Outcome::kDone; ++i) {
    auto& s = sweeps[i];
    const Component& part = parts_.components[i];
    s.trim = false;
    outcome = listed_[i] ? list(part, lists[i], is_known(mines), budget)
                         : s.forward(parts_, part, 1, mines, budget, bench);
    const int failed = listed_[i] ? part.numbers[0] : s.unmet;
    if (outcome == Outcome::kContradiction && failed >= 0) unmet = parts_.numbers[failed].cell;
    convolution_.component(i) = listed_[i] ? lists[i].total : s.total;
  }
  spent += allowed.work - budget.work;
  if (outcome != Outcome::kDone) return outcome;
  convolution_.combine(parts_.off_cells, mines, 1);
  if (!convolution_.possible) return Outcome::kContradiction;
  if (!probabilities) return Outcome::kDone;
  log_weight = convolution_.log_ways;
  std::vector<double> class_mine(parts_.classes.size(), 0.0);
  for (int i = 0; i < parts_.component_count; ++i) {
    const Component& part = parts_.components[i];
    const Scaled* weight = convolution_.weight(i).data();
    if (!listed_[i]) {
      sweeps[i].backward(part, weight, bench, class_mine);
      continue;
    }
    const std::vector<double> chances = lists[i].chances(weight);
    auto next = chances.begin();
    for (auto c : part.classes) {
      if (parts_.classes[c].weight.slack) continue;
      class_mine[c] = *next;
      next += parts_.classes[c].cells.size();
    }
  }
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
      mine[c] = total              ? convolution_.off_mines
                : system.each == 1 ? mine_share(odds, 1.0)
                                   : 1 - std::pow(mine_share(1.0, odds), system.each);
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
