// The face of Dragonsweeper for the page: what web/static/dragonsweeper/core.js calls. There is one
// game at a time. Answers lie in the memory of the module as 32-bit integers, where the functions
// named `…_data` say. Probabilities and advice are doubles.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <vector>

#include "bindings/module.h"
#include "dragonsweeper/game.h"
#include "dragonsweeper/planner.h"
#include "dragonsweeper/slack.h"

namespace {

using namespace dragon;

constexpr Square kLevelUp = kSquares;  // as an action: no click but a level-up

// All free actions of a position, in the order to play them: squares in sight, a level-up when no
// hit point would be wasted, hidden squares.
std::vector<Square> free_actions(const View& view, const Knowledge& known) {
  std::vector<Square> actions;
  if (view.stage != Stage::kPlaying) return actions;
  const auto collect = [&](bool hidden) {
    for (Square s = 0; s < kSquares; ++s)
      if (view.at[s].hidden == hidden && known.is_free(s)) actions.push_back(s);
  };
  collect(false);
  if (view.hero.hp == 1 && view.hero.can_level_up()) actions.push_back(kLevelUp);
  collect(true);
  return actions;
}

// A game, and a player who looks over the shoulder of whoever plays it.
struct Table {
  explicit Table(std::uint32_t seed) : game(seed) { look(); }

  // To be called after whatever changed the game.
  void look() {
    view = game.view();
    consistent = player.knowledge().see(view);
    free = free_actions(view, player.knowledge());
  }

  bool is_free(Square s) const { return std::ranges::find(free, s) != free.end(); }

  Game game;
  View view;
  Planner player;
  std::vector<Square> free;
  bool consistent = true;
};

constexpr int kHeroWords = 12;
constexpr int kSquareWords = 11;
std::array<std::int32_t, kHeroWords + kSquares * kSquareWords> shown;
std::array<std::int32_t, kKinds * 5> book;
std::array<std::int32_t, kSquares * 2> truth;
std::array<double, kSquares * kHiddenKinds> probabilities;
std::array<double, 3> advice;
std::unique_ptr<Table> table;

template <std::size_t kSize>
void write(std::int32_t*& out, const int (&words)[kSize]) {
  for (const int word : words) *out++ = word;
}

// The range of powers that a square may have; -1 where its power is in sight, or nothing fits.
struct Range {
  int low = -1, high = -1;
};

Range range_of(Square s) {
  const Knowledge& known = table->player.knowledge();
  const bool open = !known.memory().unknown(s) || table->view.stage != Stage::kPlaying;
  const PowerSet powers = known.powers(s);
  if (open || !table->consistent || powers == 0) return {};
  const auto power = [](int bit) { return bit == kMineBit ? traits(Kind::kMine).power : bit; };
  return {power(std::countr_zero(powers)), power(std::bit_width(powers) - 1)};
}

int after(Refusal refusal) {
  if (refusal == Refusal::kNone) table->look();
  return static_cast<int>(refusal);
}

}  // namespace

MODULE_EXPORT(begin) void begin(std::uint32_t seed) { table = std::make_unique<Table>(seed); }

// Both give a Refusal, 0 for none.
MODULE_EXPORT(click) int click(int square) { return after(table->game.click(square)); }
MODULE_EXPORT(level_up) int level_up() { return after(table->game.level_up()); }

// The next free action: a square, 130 for a level-up, or -1 when there is none.
MODULE_EXPORT(next_free) int next_free() { return table->free.empty() ? kNowhere : table->free[0]; }

// What the player would do, as doubles: the action as of next_free(), the Reason (see player.h),
// how likely the hero dies of it.
MODULE_EXPORT(advice_data) const double* advice_data() {
  const Action action = table->player.act(table->view);
  const bool level_up = action.square == kNowhere && action.reason == Reason::kLevelUp;
  advice = {double(level_up ? kLevelUp : action.square), double(static_cast<int>(action.reason)),
            action.death};
  return advice.data();
}

// For each square, how likely each of the kinds that may be hidden is there, as doubles; null once
// the game is over.
MODULE_EXPORT(probabilities_data) const double* probabilities_data() {
  if (table->view.stage != Stage::kPlaying || !table->consistent) return nullptr;
  const Probabilities& all = table->player.knowledge().probabilities();
  for (Square s = 0; s < kSquares; ++s)
    for (int k = 0; k < kHiddenKinds; ++k)
      probabilities[s * kHiddenKinds + k] = all(s, static_cast<Kind>(k));
  return probabilities.data();
}

// What the player sees: stage, whether cleared, whether emptied, slack (see slack.h), hp, highest
// hp, level, xp, score, xp that the next level costs, whether it can be had, whether that is free
// of charge; then for each square hidden, kind, defeated, value, facing, mark, which (see look.h),
// lowest and highest power that it may have
// (-1 where that is in sight), the set of kinds that it may hold, whether a click on it is free.
MODULE_EXPORT(view_data) const std::int32_t* view_data() {
  const View& view = table->view;
  const Hero& h = view.hero;
  std::int32_t* out = shown.data();
  const int slack = slack_of(rest_of(table->player.knowledge().memory(), h));
  write(out,
        {static_cast<int>(view.stage), table->game.cleared(), table->game.emptied(), slack, h.hp,
         h.max_hp, h.level, h.xp, h.score, h.need(), h.can_level_up(), table->is_free(kLevelUp)});
  for (Square s = 0; s < kSquares; ++s) {
    const Look& look = view.at[s];
    const Range range = range_of(s);
    write(out,
          {look.hidden, static_cast<int>(look.kind), look.defeated, look.value,
           static_cast<int>(look.facing), static_cast<int>(look.mark), look.which, range.low,
           range.high, static_cast<int>(table->player.knowledge().kinds(s)), table->is_free(s)});
  }
  return shown.data();
}

// For each kind: how many a fresh lair has, power, xp, whether it fights, and how many are left.
MODULE_EXPORT(book_data) const std::int32_t* book_data() {
  std::array<int, kKinds> left{};
  for (Square s = 0; s < kSquares; ++s) {
    const Look& look = table->view.at[s];
    if (look.hidden || !look.defeated) ++left[static_cast<int>(table->game.truth(s).kind)];
  }
  std::int32_t* out = book.data();
  for (int k = 0; k < kKinds; ++k)
    write(out, {kTraits[k].count, kTraits[k].power, kTraits[k].xp, kTraits[k].fights, left[k]});
  return book.data();
}

MODULE_EXPORT(kind_name) const char* kind_name(int kind) { return kTraits[kind].name; }

// What every square holds (kind, index), once the game is over.
MODULE_EXPORT(truth_data) const std::int32_t* truth_data() {
  if (table->view.stage == Stage::kPlaying) return nullptr;
  std::int32_t* out = truth.data();
  for (Square s = 0; s < kSquares; ++s)
    write(out, {static_cast<int>(table->game.truth(s).kind), table->game.truth(s).index});
  return truth.data();
}
