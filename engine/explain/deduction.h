// Groups that follow from others: two groups that overlap bound the mines in the cells they share
// and in those they do not, and these are groups again. Breadth first, so that the first conclusion
// found rests on few comparisons.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "explain/groups.h"

namespace mw {

class Deduction {
 public:
  struct Node {
    Group group;
    int first = -1, second = -1;  // nodes it follows from; none for those to start with
  };

  std::vector<Node> nodes;

  void start(Group group) { nodes.push_back({std::move(group)}); }

  // The node that settles `cell`, or else the first that settles any; -1 if there is none.
  int search(Cell cell) {
    int any = -1;
    for (int b = 1; b < static_cast<int>(nodes.size()) && nodes.size() < kMost; ++b)
      for (int a = 0; a < b; ++a) {
        const Overlap overlap(nodes[a].group, nodes[b].group);
        if (overlap.shared.cells.empty()) continue;
        for (const Group* group : {&overlap.shared, &overlap.only_first, &overlap.only_second}) {
          if (!is_news(*group)) continue;
          nodes.push_back({*group, a, b});
          if (!group->is_settled()) continue;
          const int here = static_cast<int>(nodes.size()) - 1;
          if (std::ranges::find(group->cells, cell) != group->cells.end()) return here;
          if (any < 0) any = here;
        }
      }
    return any;
  }

 private:
  bool is_news(const Group& group) const {
    if (group.cells.empty() || (group.low == 0 && group.high == group.size())) return false;
    return std::ranges::none_of(nodes, [&](const Node& node) {
      return node.group.cells == group.cells && node.group.low >= group.low &&
             node.group.high <= group.high;
    });
  }

  static constexpr std::size_t kMost = 400;  // nodes: a limit of time
};

}  // namespace mw
