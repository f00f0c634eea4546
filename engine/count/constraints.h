// The frontier of a position: numbers that still miss mines, and the hidden cells around them.
// Cells that touch the same set of numbers are interchangeable, so they are merged in one class;
// classes that share a number belong to one component, and components know nothing of each other
// but the total number of mines.
//
// On a board in rows and columns all lists are short (OnGrid). In a system of rules any number may
// speak of any cells (InRules), see rules/system.h; classes, components and what is done with them
// are the same.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "count/scaled.h"
#include "position/position.h"
#include "position/short_list.h"

namespace mw {

struct OnGrid {
  template <typename Item>
  using List = ShortList<Item>;
  using Count = std::int8_t;
  using Value = double;
  struct Weight {  // all mines weigh the same
    static constexpr double odds = 1;
    static constexpr bool slack = false;
    static constexpr int each = 1;
  };
  using Weights = std::array<double, kMostAround + 1>;
};

struct InRules {
  template <typename Item>
  using List = LongList<Item>;
  using Count = std::int32_t;
  using Value = Scaled;
  struct Weight {
    Scaled odds = 1;     // what a mine in one of the cells weighs
    bool slack = false;  // no cells, but what one number may have less than its need
    int each = 1;        // so many of the cells are asked for together (rules/system.h)
  };
  using Weights = std::vector<Scaled>;
};

template <typename Room>
struct NumberIn {
  Cell cell;
  typename Room::Count need;
  typename Room::template List<std::int32_t> classes;
};

template <typename Room>
struct ClassIn {
  typename Room::template List<std::int32_t> numbers;
  typename Room::template List<Cell> cells;  // on a grid no more than lie around a number
  std::int32_t component = -1;
  [[no_unique_address]] typename Room::Weight weight{};
};

using Number = NumberIn<OnGrid>;
using CellClass = ClassIn<OnGrid>;

struct Component {
  std::vector<std::int32_t> classes, numbers;
  int cells = 0;
};

// Numbers, classes and components, however they came about.
template <typename Room>
class Parts {
 public:
  std::vector<NumberIn<Room>> numbers;
  std::vector<ClassIn<Room>> classes;
  std::vector<Component> components;  // the first `component_count` are in use
  int component_count = 0;
  int cells = 0;      // hidden cells on the frontier
  int off_cells = 0;  // hidden cells that touch no number

  void clear() {
    numbers.clear();
    classes.clear();
  }

  // Adds a hidden cell that lies around `count` numbers; the class it belongs to.
  std::int32_t add_cell(const std::int32_t* around, int count, Cell c) {
    for (auto id : numbers[around[0]].classes) {
      ClassIn<Room>& other = classes[id];
      if (other.numbers.size() == count &&
          std::equal(around, around + count, other.numbers.begin())) {
        other.cells.add(c);
        return id;
      }
    }
    const auto id = static_cast<std::int32_t>(classes.size());
    classes.push_back({{around, count}, {&c, 1}});
    for (auto n : classes.back().numbers) numbers[n].classes.add(id);
    return id;
  }

  // Finds the components of numbers and classes that are set.
  void split() {
    component_count = 0;
    seen_.assign(numbers.size(), 0);
    for (std::size_t seed = 0; seed < classes.size(); ++seed) {
      if (classes[seed].component >= 0) continue;
      const int id = component_count++;
      if (id == static_cast<int>(components.size())) components.emplace_back();
      Component& part = components[id];
      part.classes.assign(1, static_cast<std::int32_t>(seed));
      part.numbers.clear();
      part.cells = 0;
      classes[seed].component = id;
      for (std::size_t next = 0; next < part.classes.size(); ++next) {
        const ClassIn<Room>& klass = classes[part.classes[next]];
        part.cells += klass.cells.size();
        for (auto n : klass.numbers) {
          if (seen_[n]) continue;
          seen_[n] = 1;
          part.numbers.push_back(n);
          for (auto other : numbers[n].classes) {
            if (classes[other].component >= 0) continue;
            classes[other].component = id;
            part.classes.push_back(other);
          }
        }
      }
    }
  }

 private:
  std::vector<char> seen_;
};

class Frontier : public Parts<OnGrid> {
 public:
  std::vector<std::int32_t> class_of;  // by cell; -1 off the frontier

  // Reads the frontier of a position. Numbers in `ignored` (by cell) are left out.
  void build(const Position& position, const std::vector<char>* ignored = nullptr) {
    clear();
    const int size = position.size();
    const Grid& grid = position.grid();
    class_of.assign(size, -1);
    number_of_.resize(size);
    active_.resize(size);
    std::uint8_t* active = active_.data();
    const CellState* state = position.states();
    const std::int8_t* unknown = position.unknowns();
    for (Cell c = 0; c < size; ++c)
      active[c] = static_cast<std::uint8_t>(is_open(state[c]) & (unknown[c] > 0));
    if (ignored)
      for (Cell c = 0; c < size; ++c) active_[c] &= !(*ignored)[c];
    each_set(active_, [&](Cell c) {
      number_of_[c] = static_cast<std::int32_t>(numbers.size());
      numbers.push_back({c, static_cast<std::int8_t>(position.need(c)), {}});
    });
    grid.sum_around(active_, near_);
    std::uint8_t* near = near_.data();
    for (Cell c = 0; c < size; ++c)
      near[c] = static_cast<std::uint8_t>((state[c] == kHidden) & (near[c] > 0));
    cells = 0;
    each_set(near_, [&](Cell c) { add_cell(grid, c); });
    off_cells = position.hidden() - cells;
    split();
  }

 private:
  void add_cell(const Grid& grid, Cell c) {
    std::array<std::int32_t, kMostAround + 1>
        key{};  // the last place is only written, for want of a branch
    int count = 0;
    for (Cell n : grid.around(c)) {
      key[count] = number_of_[n];
      count += active_[n];
    }
    ++cells;
    class_of[c] = Parts::add_cell(key.data(), count, c);
  }

  std::vector<std::int32_t> number_of_;
  std::vector<std::uint8_t> active_, near_;  // flags: a number that is read; a cell beside one
};

}  // namespace mw
