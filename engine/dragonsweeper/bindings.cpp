// The Python face of the lair, the game, the knowledge and the player.
#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include "game.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using dragon::Square;

// kind, index, for every square; then the list order, attempts, and three draws that come next.
nb::tuple lair(std::uint32_t seed) {
  const dragon::Lair lair = dragon::Lair::generate(seed);
  nb::list entities, order, draws;
  for (const dragon::Entity e : lair.at)
    entities.append(nb::make_tuple(static_cast<int>(e.kind), static_cast<int>(e.index)));
  for (const int s : lair.order) order.append(s);
  dragon::RandomStream random = lair.random;
  for (int i = 0; i < 3; ++i) draws.append(random.next());
  return nb::make_tuple(entities, order, lair.attempts, draws);
}

// hidden, kind, defeated, value, facing, mark, which
nb::tuple look(const dragon::Game& game, Square s) {
  const dragon::Look look = game.look(s);
  return nb::make_tuple(look.hidden, static_cast<int>(look.kind), look.defeated,
                        static_cast<int>(look.value), static_cast<int>(look.facing),
                        static_cast<int>(look.mark), static_cast<int>(look.which));
}

nb::tuple hero(const dragon::Game& game) {
  const dragon::Hero& h = game.hero();
  return nb::make_tuple(h.hp, h.max_hp, h.level, h.xp, h.score, h.need());
}

nb::list kinds() {
  nb::list all;
  for (const auto& t : dragon::kTraits)
    all.append(nb::make_tuple(t.name, static_cast<int>(t.count), static_cast<int>(t.power),
                              static_cast<int>(t.xp), t.fights));
  return all;
}

}  // namespace

NB_MODULE(_core, m) {
  m.def("kinds", &kinds);
  m.def("lair", &lair, "seed"_a);
  nb::class_<dragon::Game>(m, "Game")
      .def(nb::init<std::uint32_t>(), "seed"_a)
      .def("click", [](dragon::Game& g, Square s) { return static_cast<int>(g.click(s)); })
      .def("level_up", [](dragon::Game& g) { return static_cast<int>(g.level_up()); })
      .def("look", &look, "square"_a)
      .def("hero", &hero)
      .def("stage", [](const dragon::Game& g) { return static_cast<int>(g.stage()); })
      .def("cleared", &dragon::Game::cleared);
}
