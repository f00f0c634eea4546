#include "rules/ruleproof.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "count/deadline.h"
#include "explain/hitting.h"

namespace mw {

namespace {

// Limits of time, not of what is proven.
constexpr std::int64_t kWork = 20'000'000;         // multiply-adds for one question
constexpr std::int64_t kHittingWork = 50'000'000;  // and for a smaller proof
constexpr std::int64_t kMemory = 200 << 20;        // bytes

}  // namespace

RuleProver::RuleProver(const RuleSystem& system)
    : system_(system), rules_of_(system.cells), place_(system.cells, Position::kNone) {
  for (std::size_t i = 0; i < system.rules.size(); ++i)
    for (Cell c : system.rules[i].cells) rules_of_[c].push_back(static_cast<int>(i));
}

RuleProof RuleProver::prove(Cell cell, bool mine) {
  granted_ = Rule{{cell}, !mine, !mine};
  return find({}, {cell});
}

RuleProof RuleProver::contradiction(int near) {
  granted_.reset();
  return find(near >= 0 ? std::vector{near} : all(), {});
}

std::vector<int> RuleProver::all() const {
  std::vector<int> rules(system_.rules.size());
  std::iota(rules.begin(), rules.end(), 0);
  return rules;
}

// By the rules alone if they suffice, else with the total.
RuleProof RuleProver::find(const std::vector<int>& first, const std::vector<Cell>& cells) {
  RuleProof proof = search({granted_, false}, first, cells);
  if (proof.found || system_.mines == kUnknownMines) return proof;
  return search({granted_, true}, all(), {});
}

// Whether some rules and what is granted admit no arrangement; nothing if that takes too long.
std::optional<bool> RuleProver::clash(const std::vector<int>& rules, const Question& asked) {
  if (Deadline::passed()) return std::nullopt;
  RuleSystem part;
  if (asked.total) part.cells = system_.cells, part.mines = system_.mines;
  std::vector<Cell> placed;
  const auto place = [&](Cell c) {
    if (asked.total) return c;
    if (place_[c] == Position::kNone) {
      place_[c] = part.cells++;
      placed.push_back(c);
    }
    return place_[c];
  };
  const auto add = [&](const Rule& rule) {
    part.rules.push_back({{}, rule.low, rule.high});
    for (Cell c : rule.cells) part.rules.back().cells.push_back(place(c));
  };
  for (int i : rules) add(system_.rules[i]);
  if (asked.granted) add(*asked.granted);
  for (Cell c : placed) place_[c] = Position::kNone;
  switch (counter_.meet(part, {.work = kWork, .memory = kMemory})) {
    case SweepOutcome::kDone: return false;
    case SweepOutcome::kContradiction: return true;
    default: return std::nullopt;
  }
}

RuleProof RuleProver::search(const Question& asked, const std::vector<int>& first,
                             const std::vector<Cell>& cells) {
  in_ring_.assign(system_.rules.size(), 0);
  std::vector<int> ring = first;
  for (int i : first) in_ring_[i] = 1;
  for (Cell c : cells)
    for (int i : rules_of_[c])
      if (!std::exchange(in_ring_[i], 1)) ring.push_back(i);
  std::size_t rings = 1;
  // A long row of rings is not asked about after each of them: what is spare is left out later.
  for (std::optional<bool> clashes; (clashes = clash(ring, asked)) != true;) {
    if (!clashes) return {};
    const std::size_t enough = ring.size() * 5 / 4;
    bool grown = false;
    do {
      if (!grow(ring)) break;
      grown = true;
      ++rings;
    } while (ring.size() < enough);
    if (!grown) return {};
  }
  std::vector<int> around = ring;
  RuleProof proof{.rules = ring, .total = asked.total, .found = true};
  std::ranges::reverse(proof.rules);  // the farthest are tried first
  reduce(proof.rules, [&](const auto& rest) { return clash(rest, asked) == true; });
  // The rules of a smallest proof hang together, so they lie within as many rings as it has rules.
  // Those of a contradiction may lie anywhere.
  if (asked.granted && !asked.total) {
    while (rings + 1 < proof.rules.size() && grow(around)) ++rings;
  } else {
    around = all();
  }
  proof.smallest = shrink(proof.rules, around, asked);
  std::ranges::sort(proof.rules);
  return proof;
}

// Adds the rules that share a cell with those of a ring; false if there are none.
bool RuleProver::grow(std::vector<int>& ring) {
  const std::size_t before = ring.size();
  for (std::size_t at = 0; at < before; ++at)
    for (Cell c : system_.rules[ring[at]].cells)
      for (int i : rules_of_[c])
        if (!std::exchange(in_ring_[i], 1)) ring.push_back(i);
  return ring.size() > before;
}

// Looks for a smaller proof among some rules; whether none is smaller.
bool RuleProver::shrink(std::vector<int>& rules, const std::vector<int>& among,
                        const Question& asked) {
  if (rules.size() <= 1) return true;  // what is granted does not clash by itself
  const std::int64_t end = counter_.spent + kHittingWork;
  const auto suffices = [&](const auto& some) -> std::optional<bool> {
    if (counter_.spent > end || Deadline::passed()) return std::nullopt;
    return clash(some, asked);
  };
  return mw::shrink(rules, among, suffices, [&](auto met) -> std::optional<std::vector<int>> {
    std::vector<int> broken;
    for (int n : among) {
      if (std::ranges::find(met, n) != met.end()) continue;
      met.push_back(n);
      const std::optional<bool> clashes = clash(met, asked);
      if (!clashes || Deadline::passed()) return std::nullopt;
      if (!*clashes) continue;
      met.pop_back();
      broken.push_back(n);
    }
    return broken;
  });
}

}  // namespace mw
