// Joint counting over all numbers in sight: how likely every power is on every square beside one.
//
// The squares are settled one after another; a state is the vector of what the numbers with
// unsettled squares still need, and states with equal needs are merged. A forward and a backward
// pass give the marginals, as in the forward-backward algorithm (Baum and others, 1970). Cost grows
// with how many numbers are open at a time; where they are too many, some are left out. Squares are
// independent but for the numbers: their prior weights carry the counts of the kinds.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "dragonsweeper/board.h"
#include "dragonsweeper/kindset.h"
#include "dragonsweeper/memory.h"
#include "dragonsweeper/sets.h"
#include "dragonsweeper/sums.h"

namespace dragon {

using PowerWeights = std::array<std::array<double, kMineBit + 1>, kSquares>;

class Sweep {
 public:
  // Finds all states of the squares of several possible powers beside numbers; false when no
  // assignment fits at all.
  bool prepare(const Sets& sets, const std::vector<Equation>& equations);

  // Whether a square lies beside a number that does not settle it.
  bool covers(Square s) const { return place_[s] >= 0; }
  // The powers that a square has in some assignment that suits all numbers.
  PowerSet powers(Square s) const { return powers_[s]; }

  // Works out the shares of all weight in which squares have their powers; false when there is
  // none.
  bool weigh(const PowerWeights& weights);
  double share(Square s, int bit) const { return share_[s][bit]; }

 private:
  static constexpr int kSlots = 12;
  static constexpr std::size_t kMostStates = 10000;  // of a layer: a limit of time

  // What a number still needs.
  struct Need {
    std::int8_t mines = 0, creatures = 0;
    bool operator==(const Need&) const = default;
  };
  using Key = std::array<Need, kSlots>;
  struct Number {
    Squares<8> open;
    Need need;
    int slot = -1;
    int settled = 0;
    bool left_out = false;
    std::vector<Sums> rest;  // what the squares after the i-th settled one may add up to
  };
  struct Step {
    std::uint32_t from, to;
    std::uint8_t bit;
  };
  struct Layer {
    std::vector<Key> keys;
    std::vector<Step> steps;  // into this layer
    std::vector<double> weight, back;
  };
  // What settling a square does to one number.
  struct Effect {
    int slot;
    bool opens, closes;
    Need need;  // where this square opens the number
    const Sums* rest;
  };

  bool same_as_another(const Number& n) const;
  void arrange();
  void give_slots();
  void fill_rest(Number& n);
  bool grow(std::size_t i);
  void leave_out(std::size_t i);
  void drop_dead_ends();
  static bool settle(Key& key, int bit, const std::vector<Effect>& effects);
  std::uint32_t find(Layer& layer, const Key& key);

  std::vector<Number> numbers_;
  std::vector<std::uint8_t> order_;
  std::vector<std::vector<Effect>> effects_;
  std::array<int, kSquares> place_{};
  std::array<Squares<8>, kSquares> of_square_{};
  std::array<PowerSet, kSquares> powers_{};
  std::vector<Layer> layers_;
  std::vector<std::uint32_t> table_;
  PowerWeights share_{};
};

}  // namespace dragon
