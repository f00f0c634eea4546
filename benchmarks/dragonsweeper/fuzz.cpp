// Plays Dragonsweeper with arbitrary clicks, and checks what must hold whatever is clicked: the
// truth is never excluded, probabilities add up to one, and the player's actions are legal. For
// libFuzzer, or by itself with -DDRAGON_STANDALONE: --seconds S, --seed N.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <random>
#include <vector>

#include "dragonsweeper/game.h"
#include "dragonsweeper/knowledge.h"
#include "dragonsweeper/planner.h"

namespace {

using namespace dragon;

void check(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "violated: %s\n", what);
  std::abort();
}

void truth_is_possible(const Game& game, const Knowledge& knowledge) {
  for (Square s = 0; s < kSquares; ++s) {
    const Look& look = knowledge.look(s);
    if (look.hidden || look.kind == Kind::kChest)
      check(has(knowledge.kinds(s), game.truth(s).kind), "the truth is possible");
  }
}

void probabilities_add_up(Knowledge& knowledge) {
  const Probabilities& probabilities = knowledge.probabilities();
  for (Square s = 0; s < kSquares; ++s) {
    double sum = 0;
    for (int k = 0; k < kHiddenKinds; ++k) sum += probabilities(s, static_cast<Kind>(k));
    check(std::abs(sum - 1) < 0.05, "probabilities add up to one");
  }
}

// The first four bytes are the seed; every byte after them is a click, a level-up, or a turn of the
// player's.
void play(const std::uint8_t* data, std::size_t size) {
  if (size < 4) return;
  std::uint32_t seed;
  std::memcpy(&seed, data, 4);
  Game game(seed);
  Planner player(1);
  Knowledge knowledge;
  check(knowledge.see(game.view()), "a fresh lair is possible");
  for (std::size_t i = 4; i < size && game.stage() == Stage::kPlaying; ++i) {
    const Action action = player.act(game.view());
    const View before = game.view();
    Refusal refusal;
    if (data[i] < kSquares)
      refusal = game.click(data[i]);
    else if (data[i] < 140)
      refusal = game.level_up();
    else if (action.reason == Reason::kStuck)
      break;
    else {
      refusal = perform(game, action);
      check(refusal == Refusal::kNone, "the player's actions are legal");
    }
    if (refusal != Refusal::kNone) {
      check(before == game.view(), "what is refused changes nothing");
      continue;
    }
    if (game.stage() == Stage::kDead) break;
    check(knowledge.see(game.view()), "a real game is possible");
    truth_is_possible(game, knowledge);
    if (i % 8 == 0) probabilities_add_up(knowledge);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  play(data, size);
  return 0;
}

#ifdef DRAGON_STANDALONE
int main(int argc, char** argv) {
  double seconds = 5;
  unsigned seed = 1;
  for (int i = 1; i + 1 < argc; i += 2) {
    if (!std::strcmp(argv[i], "--seconds")) seconds = std::atof(argv[i + 1]);
    if (!std::strcmp(argv[i], "--seed")) seed = static_cast<unsigned>(std::atoi(argv[i + 1]));
  }
  std::mt19937 random(seed);
  // Of this processor, whatever else runs.
  const auto spent = [] { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; };
  int games = 0;
  for (; games < 2 || spent() < seconds; ++games) {
    std::vector<std::uint8_t> bytes(20 + random() % 300);
    // Mostly the player's turns, or games would be short.
    for (auto& b : bytes)
      b = static_cast<std::uint8_t>(random() % 8 ? 140 + random() % 116 : random());
    play(bytes.data(), bytes.size());
  }
  std::printf("%d games\n", games);
}
#endif
