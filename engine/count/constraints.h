// The frontier of a position: numbers that still miss mines, and the hidden cells around them.
// Cells that touch the same set of numbers are interchangeable, so they are merged in one class;
// classes that share a number belong to one component, and components know nothing of each other
// but the total number of mines.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "position/position.h"
#include "position/short_list.h"

namespace mw {

constexpr int kMaxOpen = 32;  // numbers that a sweep can have open at a time

struct Number {
  Cell cell;
  std::int8_t need;
  ShortList<std::int32_t> classes;
};

struct CellClass {
  ShortList<std::int32_t> numbers;
  ShortList<Cell> cells;  // no more than eight, for they lie around one number
  std::int32_t component = -1;
};

struct Component {
  std::vector<std::int32_t> classes, numbers;
  int cells = 0;
};

class Frontier {
 public:
  std::vector<Number> numbers;
  std::vector<CellClass> classes;
  std::vector<Component> components;  // the first `component_count` are in use
  int component_count = 0;
  int cells = 0;                       // hidden cells on the frontier
  int off_cells = 0;                   // hidden cells that touch no number
  std::vector<std::int32_t> class_of;  // by cell; -1 off the frontier

  // Reads the frontier of a position. Numbers in `ignored` (by cell) are left out.
  void build(const Position& position, const std::vector<char>* ignored = nullptr) {
    numbers.clear();
    classes.clear();
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
    std::array<std::int32_t, 9> key{};  // the last place is only written, for want of a branch
    int count = 0;
    for (Cell n : grid.around(c)) {
      key[count] = number_of_[n];
      count += active_[n];
    }
    ++cells;
    const Number& first = numbers[key[0]];
    for (auto id : first.classes) {
      CellClass& other = classes[id];
      if (other.numbers.size() == count &&
          std::equal(key.begin(), key.begin() + count, other.numbers.begin())) {
        other.cells.add(c);
        class_of[c] = id;
        return;
      }
    }
    const auto id = static_cast<std::int32_t>(classes.size());
    classes.push_back({{key.data(), count}, {&c, 1}});
    class_of[c] = id;
    for (auto n : classes.back().numbers) numbers[n].classes.add(id);
  }

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
        const CellClass& klass = classes[part.classes[next]];
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

  std::vector<std::int32_t> number_of_;
  std::vector<std::uint8_t> active_, near_;  // flags: a number that is read; a cell beside one
  std::vector<char> seen_;
};

}  // namespace mw
