// The sweep: counts the arrangements of one component without enumerating them.
//
// Going through the classes in order, a state is what every open number still needs, four bits
// each, packed in one key; its value is a polynomial, the number of ways to get there by the mines
// used so far. The forward pass gives the component's total polynomial. The backward pass starts
// from the weights the rest of the board gives to each total, and meets the forward values at every
// class, which yields all the marginals at once. Cost grows with the number of states in a layer,
// the width of the frontier, and linearly with its length.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "count/constraints.h"
#include "count/convolution.h"
#include "count/key.h"

namespace mw {

// What the sweeps of a position may spend before they give up, all components together.
struct Budget {
  static constexpr std::int64_t kMemory = 512 << 20;

  std::int64_t work = std::numeric_limits<std::int64_t>::max();  // multiply-adds left
  std::int64_t memory = kMemory;                                 // bytes left
  bool hurried = true;  // gives up, too, once the deadline has passed
};

// What sweeps use one after the other; sized by the whole frontier, so each cannot have its own.
template <typename Value>
struct WorkbenchIn {
  std::vector<std::int32_t> slot, table;
  std::vector<int> room;
  std::vector<Value> values;
};

using Workbench = WorkbenchIn<double>;

enum class SweepOutcome { kDone, kContradiction, kTooWide, kLate };

// `Key` holds what the open numbers still need.
template <typename Room, typename Key>
class SweepIn {
 public:
  using Outcome = SweepOutcome;
  using Value = typename Room::Value;
  using Workbench = WorkbenchIn<Value>;

  PolynomialIn<Value> total;  // ways by mines
  bool trim = true;           // drop negligible ends of the polynomials of large components
  int unmet = -1;   // after kContradiction: a number (frontier index) that cannot be met, or -1
  int widest = -1;  // after kTooWide: the number (frontier index) to leave out, or -1

  // `tilt` multiplies every mine, which keeps long polynomials within range; `mines` bounds the
  // mines used, kUnknownMines drops the polynomials (all totals weigh the same).
  Outcome forward(const Parts<Room>& frontier, const Component& part, double tilt, int mines,
                  Budget& budget, Workbench& bench);

  // Writes the mine probability of each class of the component into `class_mine`, by class of the
  // frontier. `weight[i]` is what the rest of the board gives to `total.low + i`.
  void backward(const Component& part, const Value* weight, Workbench& bench,
                std::vector<double>& class_mine) const;

  // Reads an arrangement back, with so many mines if these were counted: calls `visit` with every
  // class of the component and the mines in it.
  template <typename Visit>
  void read_back(const Component& part, int mines, Visit&& visit) const {
    std::int32_t state = static_cast<std::int32_t>(layer_[steps_.size()]);  // the last one is alone
    for (std::size_t i = steps_.size(); i-- > 0;) {
      const int laid = step_back(layer_[i], state, mines);
      visit(part.classes[i], laid);
    }
  }

 private:
  struct Touch {
    std::uint16_t shift;
    typename Room::Count room;  // hidden cells of this number in later classes
  };
  struct Step {
    Key open, ones;  // needs of newly opened numbers; a one for every touched number
    int size = 0;    // cells of the class
    typename Room::template List<Touch> touched;
    typename Room::Weights weight{};
    std::int32_t blame = -1;
    [[no_unique_address]] typename Room::Weight kind{};
  };

  void clear();
  Outcome plan(const Parts<Room>& frontier, const Component& part, double tilt, Workbench& bench);
  void push_state(Key key, int low, int high);
  std::int32_t find_or_add(Key key, std::size_t begin, std::vector<std::int32_t>& table);
  void grow(std::vector<std::int32_t>& table, std::size_t begin) const;
  Outcome advance(const Step& step, Budget& budget, std::vector<std::int32_t>& table);
  void link(const Step& step, std::size_t begin, std::size_t end, std::size_t next,
            std::vector<std::int32_t>& table);
  void spread(const Step& step, std::size_t begin, std::size_t end);
  void rescale(std::size_t begin, std::size_t end);
  void drop_tails(std::size_t begin, std::size_t end);
  double retreat(std::size_t layer, std::vector<Value>& values) const;
  int step_back(std::size_t begin, std::int32_t& state, int& mines) const;
  std::size_t edges_end(std::size_t s) const {
    return s + 1 < edge_begin_.size() ? edge_begin_[s + 1] : edge_.size();
  }

  bool polynomial_ = true, careful_ = false;
  unsigned ticks_ = 0;
  int max_mines_ = 0;
  std::vector<Step> steps_;
  std::vector<Key> keys_;                // of all states, layer after layer
  std::vector<int> low_, high_;          // range of mines used, by state
  std::vector<std::size_t> offset_;      // of a state's polynomial
  std::vector<std::size_t> edge_begin_;  // of a state's edges
  std::vector<std::int32_t> edge_;       // target states, for k = first_k_, first_k_ + 1, ...
  std::vector<typename Room::Count> first_k_;
  std::vector<std::size_t> layer_;  // first state of each layer
  std::vector<Value> forward_;
};

using Sweep = SweepIn<OnGrid, Key>;

}  // namespace mw
