// The Python face of the lair, the game, the knowledge and the player.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>

#include "dragonsweeper/game.h"
#include "dragonsweeper/knowledge.h"
#include "dragonsweeper/planner.h"
#include "dragonsweeper/playthrough.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using dragon::Square;

template <typename Enum>
int number(Enum value) {
  return static_cast<int>(value);
}

// (kind, index) of every square; then the list order, attempts, and three draws that come next.
nb::tuple lair(std::uint32_t seed) {
  const dragon::Lair lair = dragon::Lair::generate(seed);
  nb::list entities, order, draws;
  for (const dragon::Entity e : lair.at)
    entities.append(nb::make_tuple(number(e.kind), static_cast<int>(e.index)));
  for (const int s : lair.order) order.append(s);
  dragon::RandomStream random = lair.random;
  for (int i = 0; i < 3; ++i) draws.append(random.next());
  return nb::make_tuple(entities, order, lair.attempts, draws);
}

// hidden, kind, defeated, value, facing, mark, which
nb::tuple look(const dragon::View& view, Square s) {
  const dragon::Look& look = view.at[s];
  return nb::make_tuple(look.hidden, number(look.kind), look.defeated, static_cast<int>(look.value),
                        number(look.facing), number(look.mark), static_cast<int>(look.which));
}

nb::tuple hero(const dragon::View& view) {
  const dragon::Hero& h = view.hero;
  return nb::make_tuple(h.hp, h.max_hp, h.level, h.xp, h.score, h.need());
}

nb::list kinds() {
  nb::list all;
  for (const auto& t : dragon::kTraits)
    all.append(nb::make_tuple(t.name, static_cast<int>(t.count), static_cast<int>(t.power),
                              static_cast<int>(t.xp), t.fights));
  return all;
}

// For every square its set of kinds as bits, and its set of powers (bit 14: a mine).
nb::list sets(const dragon::Knowledge& knowledge) {
  nb::list all;
  for (Square s = 0; s < dragon::kSquares; ++s)
    all.append(nb::make_tuple(knowledge.kinds(s), static_cast<int>(knowledge.powers(s))));
  return all;
}

// How likely each kind is on each square, 130 lists of 24.
nb::list probabilities(const dragon::Knowledge& knowledge) {
  const dragon::Probabilities& probabilities = knowledge.probabilities();
  nb::list all;
  for (Square s = 0; s < dragon::kSquares; ++s) {
    nb::list one;
    for (int k = 0; k < dragon::kHiddenKinds; ++k)
      one.append(probabilities(s, static_cast<dragon::Kind>(k)));
    all.append(one);
  }
  return all;
}

nb::tuple act(dragon::Planner& player, const dragon::View& view) {
  const dragon::Action action = player.act(view);
  return nb::make_tuple(action.square, number(action.reason), action.death);
}

nb::tuple play(std::uint32_t seed, std::optional<int> lairs) {
  dragon::Playthrough p;
  {
    nb::gil_scoped_release release;
    p = dragon::play_through(seed, lairs.value_or(dragon::Planner::kLairs));
  }
  return nb::make_tuple(p.won, p.cleared, p.score, p.level, p.actions, p.risk, number(p.last),
                        p.last_death, number(p.met), p.wall_hits, p.wasted, p.delay, p.hp_left);
}

}  // namespace

NB_MODULE(_core, m) {
  m.def("kinds", &kinds);
  m.def("lair", &lair, "seed"_a);
  m.def("play", &play, "seed"_a, "lairs"_a.none());
  nb::class_<dragon::View>(m, "View")
      .def("look", &look, "square"_a)
      .def("hero", &hero)
      .def("stage", [](const dragon::View& v) { return number(v.stage); })
      .def(
          "__eq__", [](const dragon::View& a, const dragon::View& b) { return a == b; },
          nb::is_operator());
  nb::class_<dragon::Game>(m, "Game")
      .def(nb::init<std::uint32_t>(), "seed"_a)
      .def(
          "click", [](dragon::Game& g, Square s) { return number(g.click(s)); }, "square"_a)
      .def("level_up", [](dragon::Game& g) { return number(g.level_up()); })
      .def("view", &dragon::Game::view)
      .def("cleared", &dragon::Game::cleared)
      .def("emptied", &dragon::Game::emptied)
      .def(
          "truth", [](const dragon::Game& g, Square s) { return number(g.truth(s).kind); },
          "square"_a);
  nb::class_<dragon::Knowledge>(m, "Knowledge")
      .def(nb::init<>())
      .def("see", &dragon::Knowledge::see, "view"_a)
      .def("deepen", &dragon::Knowledge::deepen)
      .def("sets", &sets)
      .def("probabilities", &probabilities);
  nb::class_<dragon::Planner>(m, "Player")
      .def(
          "__init__",
          [](dragon::Planner* place, std::optional<int> lairs) {
            new (place) dragon::Planner(lairs.value_or(dragon::Planner::kLairs));
          },
          "lairs"_a.none())
      .def("act", &act, "view"_a)
      .def("slack", &dragon::Planner::slack);
}
