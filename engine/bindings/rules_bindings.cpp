// The Python face of systems of rules.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <utility>
#include <vector>

#include "bindings/python.h"
#include "rules/ruleproof.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using Lists = std::vector<std::vector<int>>;
using Ints = std::vector<int>;
using Doubles = std::vector<double>;

mw::RuleSystem system_of(int cells, Lists members, const Ints& low, const Ints& high, int mines,
                         Doubles odds) {
  if (cells < 0 || low.size() != members.size() || high.size() != members.size() ||
      (!odds.empty() && odds.size() != static_cast<std::size_t>(cells)))
    throw nb::value_error("every rule needs its cells and bounds, every cell its odds");
  mw::RuleSystem system{.cells = cells, .rules = {}, .mines = mines, .odds = std::move(odds)};
  for (std::size_t i = 0; i < members.size(); ++i) {
    for (const int c : members[i])
      if (c < 0 || c >= cells) throw nb::value_error("a rule speaks of a cell that is not there");
    system.rules.push_back({std::move(members[i]), low[i], high[i]});
  }
  return system;
}

nb::tuple told(const mw::RuleProof& proof) {
  return nb::make_tuple(proof.rules, proof.total, proof.smallest);
}

// (mine probabilities, exact, log of what all arrangements weigh); or (rules, total, smallest) that
// contradict each other, with `total` also where none of this was found.
nb::tuple count(int cells, Lists members, const Ints& low, const Ints& high, int mines,
                Doubles odds, double seconds, std::int64_t memory) {
  const mw::RuleSystem system =
      system_of(cells, std::move(members), low, high, mines, std::move(odds));
  mw::RuleCounter counter;
  const auto clash = without_lock([&]() -> std::optional<mw::RuleProof> {
    if (counter.count_in_time(system, seconds, memory) == mw::SweepOutcome::kDone) return {};
    const mw::Deadline due(seconds / 2);
    return mw::RuleProver(system).contradiction(counter.unmet);
  });
  if (clash) return told(*clash);
  return nb::make_tuple(counter.mine, counter.exact, counter.log_weight);
}

// (rules, total, smallest) that force a cell to be a mine, or safe; None where none were found.
nb::object prove(int cells, Lists members, const Ints& low, const Ints& high, int mines, int cell,
                 bool mine, double seconds) {
  if (cell < 0 || cell >= cells) throw nb::value_error("there is no such cell");
  const mw::RuleSystem system = system_of(cells, std::move(members), low, high, mines, {});
  const mw::RuleProof proof = without_lock([&] {
    const mw::Deadline due(seconds);
    return mw::RuleProver(system).prove(cell, mine);
  });
  if (!proof.found) return nb::none();
  return told(proof);
}

}  // namespace

void bind_rules(nb::module_& m) {
  m.def("count_rules", &count, "cells"_a, "members"_a, "low"_a, "high"_a, "mines"_a, "odds"_a,
        "seconds"_a, "memory"_a);
  m.def("prove_by_rules", &prove, "cells"_a, "members"_a, "low"_a, "high"_a, "mines"_a, "cell"_a,
        "mine"_a, "seconds"_a);
}
