// Whether mines can be arranged so that some of the numbers are met, and one such arrangement.
//
// First the two rules every player knows, then a sweep over the classes of interchangeable cells,
// as in sweep.h, but of what is possible only: a state is what the open numbers still need and,
// where the total counts, the mines used so far. Every state keeps one way to it, from which an
// arrangement is read back.
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "count/key.h"
#include "explain/clues.h"

namespace mw {

class Arranger {
 public:
  enum class Outcome { kNone, kSome, kTooWide };

  struct Answer {
    Outcome outcome = Outcome::kNone;
    int free_mines = 0;  // of an arrangement: mines on cells that none of the numbers touches
    // With `total`, unless the numbers alone cannot be met: the fewest and the most mines of the
    // arrangements that meet them, without those on the cells that none of them touches.
    bool counted = false;
    int fewest = 0, most = 0, free_cells = 0;
  };

  explicit Arranger(const Clues& clues);

  // Looks for an arrangement that meets the clues in `numbers` with `cell` a mine or not (any, if
  // it is kNone), and, with `total`, has exactly as many mines as are left.
  Answer find(const std::vector<int>& numbers, Cell cell, bool mine, bool total);

  // Of the arrangement found last: whether a cell lies around one of the numbers, or is the one
  // asked for, and whether there is a mine in it.
  bool is_settled(Cell c) const { return seen_[c] == stamp_; }
  bool is_mine(Cell c) const { return value_[c] == 1; }

  std::int64_t work() const { return work_; }  // states looked at, over all questions

 private:
  struct Class {
    std::array<std::int32_t, 8> numbers{-1, -1, -1, -1, -1, -1, -1, -1};
    std::array<Cell, 8> cells{};
    std::int8_t number_count = 0, size = 0;
    bool placed = false;
  };
  struct State {
    Key key;
    std::int32_t used, from;
    std::int8_t mines;
  };
  struct Part {                      // a component, swept
    std::vector<int> order;          // of its classes
    std::vector<std::size_t> layer;  // first state of each layer, and the end
  };

  struct Open {
    int number, place;
  };
  struct Touch {
    int shift, room;
  };

  bool begin(const std::vector<int>& numbers, Cell cell, bool mine);
  void touch(Cell c);
  void set(Cell c, bool mine);
  void classify();
  void index();
  Outcome sweep(int seed);
  int last_of_walk(int seed);
  int cheapest() const;
  bool take(int k);
  void close(int k);
  void advance(Part& part, const Class& klass);
  void add(const State& state, std::size_t begin);
  std::int32_t& place_of(const State& state);
  void grow(std::size_t begin);
  Answer share();
  static std::pair<std::size_t, std::size_t> ends(const Part& part);
  void read_back(const Part& part, std::int32_t s);

  static constexpr std::int8_t kOpenCell = -1;
  static constexpr std::size_t kMostStates = 400'000;
  static constexpr std::size_t kMostLocalStates = 20'000;  // without the total: Satisfier is there

  const Clues& clues_;
  std::int64_t work_ = 0;
  std::uint32_t stamp_ = 0;
  std::vector<std::uint32_t> seen_;  // by cell
  std::vector<std::int8_t> value_;   // by cell: mine, none, or kOpenCell
  std::vector<std::uint32_t> active_;
  std::vector<int> need_, room_, slot_;  // by clue
  std::vector<Cell> touched_;
  std::vector<int> queue_;
  std::vector<Class> classes_;
  std::vector<std::vector<int>> around_;  // classes, by the slot of a number
  std::vector<Open> open_;
  std::vector<int> walk_;
  std::vector<char> walked_;
  std::uint32_t places_ = 0;  // free places for needs in a key
  std::vector<Touch> step_touch_;
  Key step_open_, step_ones_;
  std::vector<State> states_;
  std::vector<std::int32_t> table_;  // of the states of a layer, by hash
  std::vector<Part> parts_;
  bool total_ = false;
  int sure_mines_ = 0;
};

}  // namespace mw
