// Joint counting over all numbers in sight: how likely every power is on every square beside one.
//
// The squares are settled one after another; a state is the vector of what the numbers with
// unsettled squares still need, and states with equal needs are merged. A forward and a backward
// pass give the marginals, as in the forward-backward algorithm (Baum and others, 1970). Cost grows
// with how many numbers are open at a time. Squares are independent but for the numbers: their
// prior weights carry the counts of the kinds.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "dragonsweeper/bits128.h"
#include "dragonsweeper/board.h"
#include "dragonsweeper/kindset.h"
#include "dragonsweeper/memory.h"
#include "dragonsweeper/sets.h"
#include "dragonsweeper/sums.h"

namespace dragon {

using PowerWeights = std::array<std::array<double, kMineBit + 1>, kSquares>;

class Sweep {
 public:
  // Whether no state was left out for want of room; only then do zeros prove anything.
  bool exact() const { return exact_; }
  // Whether a square lies beside a number that does not settle it.
  bool covers(Square s) const { return place_[s] >= 0; }
  // The share of all weight in which the square has the power.
  double share(Square s, int bit) const { return share_[s][bit]; }

  // Prepares a sweep over the squares of several possible powers beside numbers.
  void prepare(const Sets& sets, const std::vector<Equation>& equations);

  // Runs both passes; false when no assignment fits at all.
  bool run(const PowerWeights& weights, std::size_t most_states);

 private:
  using Key = Bits128;
  static constexpr int kSlotBits = 11, kSumBits = 7, kSlots = 11;
  static constexpr std::uint64_t kSlotMask = (1 << kSlotBits) - 1;

  struct Number {
    Squares<8> open;
    int mines = 0, creatures = 0;
    int slot = -1;
    int settled = 0;
    std::array<Sums, 9> rest;  // what the squares after the i-th settled one may add up to
  };
  struct Step {
    std::uint32_t from, to;
    std::uint8_t bit;
  };
  struct Layer {
    std::vector<Key> keys;
    std::vector<double> weight, back;
    std::vector<Step> steps;  // into this layer
    void start() {
      keys.assign(1, Key{});
      weight.assign(1, 1.0);
      steps.clear();
    }
  };
  // What settling a square does to one number.
  struct Effect {
    int slot;
    bool opens, closes;
    int mines, creatures;  // of the number, where this square opens it
    const Sums* rest;
  };

  bool same_as_another(const Number& n) const;
  void arrange();
  void give_slots();
  void fill_rest(Number& n);
  bool forward(std::size_t i, const PowerWeights& weights, std::size_t most_states);
  static bool settle(Key& key, int bit, const std::vector<Effect>& effects);
  void prune(Layer& layer, std::size_t most);
  void backward(const PowerWeights& weights);
  void clear_table(std::size_t about);
  std::uint32_t find(Layer& layer, Key key);
  std::size_t slot_of(const Layer& layer, Key key) const;

  std::vector<Number> numbers_;
  std::vector<std::uint8_t> order_;
  std::vector<std::vector<Effect>> effects_;
  std::array<int, kSquares> place_{};
  std::array<Squares<8>, kSquares> of_square_{};
  std::array<PowerSet, kSquares> powers_{};
  std::vector<Layer> layers_;
  std::vector<std::uint32_t> table_;
  PowerWeights share_{};
  bool exact_ = true, dropped_ = false;
};

}  // namespace dragon
