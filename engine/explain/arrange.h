// Whether mines can be arranged so that some of the numbers are met, and one such arrangement.
//
// First the two rules every player knows, then a sweep over the classes of interchangeable cells,
// as in sweep.h, but of what is possible only: a state is what the open numbers still need. Every
// state keeps one way to it, from which an arrangement is read back. Where the total counts it
// keeps all ways, and a bit for each number of mines with which it can be reached.
#pragma once

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
    ShortList<std::int32_t> numbers;
    ShortList<Cell> cells;
    bool placed = false;
  };
  struct State {
    Key key;
    std::int32_t from;  // the state before; with the total the last of the ways to it
    std::int8_t mines;  // of the class that leads from there
  };
  struct Way {  // to a state
    std::int32_t from, next;
    std::int8_t mines;
  };
  struct Span {  // the mines used in the states of a layer: a row of bits for each, from `least` on
    std::size_t at = 0;
    int least = 0, words = 1;
  };
  struct Part {                      // a component, swept
    std::vector<int> order;          // of its classes
    std::vector<std::size_t> layer;  // first state of each layer, and the end
    std::vector<Span> spans;         // by layer, where the total counts
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
  void add(const Key& key, std::size_t from, int mines, std::size_t begin);
  std::int32_t& place_of(const Key& key);
  void grow(std::size_t begin);
  void note_used(Part& part);
  void note_range(const Span& span, std::size_t states);
  std::vector<int> used_in(const Part& part) const;
  bool is_used(const Part& part, std::size_t layer, std::int32_t s, int used) const;
  Answer share();
  void read_back(const Part& part, int used);

  static constexpr std::int8_t kOpenCell = -1;
  // Limits of memory: beyond them clause learning answers.
  static constexpr std::size_t kMostStates = 400'000;
  static constexpr std::size_t kMostWords = 4'000'000;     // of bits, where the total counts
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
  std::vector<Way> ways_;
  std::vector<std::uint64_t> bits_;
  std::vector<int> fewest_, most_;   // mines used in each state of the last layer
  std::vector<std::int32_t> table_;  // of the states of a layer, by hash
  std::vector<Part> parts_;
  bool total_ = false;
  int sure_mines_ = 0;
};

}  // namespace mw
