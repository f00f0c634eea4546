// A supposition followed until some number cannot be met, in words.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "clues.h"
#include "wording.h"

namespace mw {

class Supposition {
 public:
  static constexpr int kOpen = -1;

  // `known` says of a cell whether it is a mine (1), safe (0), or kOpen.
  Supposition(const Clues& clues, const std::vector<int>& numbers,
              const std::function<int(Cell)>& known)
      : clues_(clues), numbers_(numbers), say_(clues), value_(clues.grid().size(), kOpen) {
    for (int n : numbers)
      for (int i = 0; i < clues.all[n].count; ++i)
        value_[clues.all[n].cells[i]] = static_cast<std::int8_t>(known(clues.all[n].cells[i]));
  }

  // Supposes that `cell` is a mine, or safe, and says where that leads: sentences.
  std::string tell(Cell cell, bool mine) {
    std::string text = "Suppose " + say_.cell(cell) + (mine ? " were a mine." : " were safe.");
    follow(cell, mine, text, 0);
    return text;
  }

 private:
  // What one supposition leads to, which is always a number that cannot be met; where the rules for
  // single numbers end, both cases of a cell are followed.
  void follow(Cell cell, bool mine, std::string& text, int depth) {
    const std::vector<std::int8_t> before = value_;
    value_[cell] = mine;
    while (true) {
      bool news = false;
      for (int n : numbers_) {
        const State state = state_of(n);
        if (state.need < 0 || state.need > static_cast<int>(state.open.size())) {
          text += " Then " + clash(n, state) + ".";
          value_ = before;
          return;
        }
        if (state.open.empty() ||
            (state.need > 0 && state.need < static_cast<int>(state.open.size())))
          continue;
        const bool mines = state.need > 0;
        for (Cell c : state.open) value_[c] = mines;
        text += " By " + say_.number(n) + ", " + say_.conclusion(state.open, mines) + ".";
        news = true;
      }
      if (!news) break;
    }
    const Cell next = open_cell();
    if (next >= 0) {
      text += " If " + say_.cell(next) + " is a mine:";
      follow(next, true, text, depth + 1);
      text += " If " + say_.cell(next) + " is safe:";
      follow(next, false, text, depth + 1);
    }
    value_ = before;
  }

  struct State {
    int need;
    std::vector<Cell> open;
  };

  State state_of(int n) const {
    const Clue& clue = clues_.all[n];
    State state{clue.need, {}};
    for (int i = 0; i < clue.count; ++i) {
      const Cell c = clue.cells[i];
      if (value_[c] == kOpen)
        state.open.push_back(c);
      else
        state.need -= value_[c];
    }
    return state;
  }

  std::string clash(int n, const State& state) const {
    const int shown = clues_.number(clues_.all[n]);
    return say_.number(n) + " would have " +
           (state.need < 0
                ? plural(shown - state.need, "mine") + " around it"
                : "room for only " +
                      plural(shown - state.need + static_cast<int>(state.open.size()), "mine"));
  }

  // An open cell of the number with the fewest.
  Cell open_cell() const {
    Cell pick = Position::kNone;
    std::size_t fewest = 9;
    for (int n : numbers_) {
      const State state = state_of(n);
      if (!state.open.empty() && state.open.size() < fewest)
        fewest = state.open.size(), pick = state.open[0];
    }
    return pick;
  }

  const Clues& clues_;
  const std::vector<int>& numbers_;
  Wording say_;
  std::vector<std::int8_t> value_;
};

}  // namespace mw
