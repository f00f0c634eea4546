// The smallest set of rules that forces a cell, or that cannot all be met.
//
// Both are the same question: which rules, together with what is taken for granted (that the cell
// is otherwise), admit no arrangement? A first set lies in rings of rules around the cell, and is
// freed of whatever it can do without. A smaller one is looked for by implicit hitting sets, as in
// explain/proof.h: a set that admits an arrangement is extended until no further rule can be added,
// and every answer has one of those that are left at least.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "rules/rulecount.h"
#include "rules/system.h"

namespace mw {

struct RuleProof {
  std::vector<int> rules;  // indices, in order; none is spare, unless time ran out
  bool total = false;      // whether the total of all mines is needed besides
  bool smallest = false;   // known to be of the smallest size
  bool found = false;
};

class RuleProver {
 public:
  explicit RuleProver(const RuleSystem& system);

  // Proves that a cell is a mine, or safe. `found` is not set where the rules do not say so, or
  // where that takes too long.
  RuleProof prove(Cell cell, bool mine);

  // Rules that contradict each other, all of them taken as they are. `near` is one of them or
  // near them, if that is known, else -1.
  RuleProof contradiction(int near);

 private:
  struct Question {
    std::optional<Rule> granted;
    bool total;
  };

  std::optional<bool> clash(const std::vector<int>& rules, const Question& asked);
  std::vector<int> all() const;
  RuleProof find(const std::vector<int>& first, const std::vector<Cell>& cells);
  RuleProof search(const Question& asked, const std::vector<int>& first,
                   const std::vector<Cell>& cells);
  bool grow(std::vector<int>& ring);
  bool shrink(std::vector<int>& rules, const std::vector<int>& among, const Question& asked);

  const RuleSystem& system_;
  std::vector<std::vector<int>> rules_of_;  // by cell
  std::vector<char> in_ring_;               // by rule
  std::vector<Cell> place_;                 // by cell, in the part that is asked about
  std::optional<Rule> granted_;
  RuleCounter counter_;
};

}  // namespace mw
