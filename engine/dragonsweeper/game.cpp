#include "dragonsweeper/game.h"

namespace dragon {

Game::Game(const Lair& lair) : order_(lair.order), random_(lair.random) {
  for (Square s = 0; s < kSquares; ++s) tiles_[s] = fresh(lair, s);
}

Game::Game(const View& view, const std::array<Kind, kSquares>& began, bool disarmed, int medikits,
           RandomStream random)
    : random_(random), hero_(view.hero), stage_(view.stage) {
  for (Square s = 0; s < kSquares; ++s) {
    order_[s] = static_cast<std::uint8_t>(s);
    tiles_[s] = imagined(view.at[s], began, s, disarmed);
    medikits -= tiles_[s].kind == Kind::kMedikit || (tiles_[s].kind == Kind::kLover);
  }
  random_.shuffle(order_, kSquares);
  for (Square s : order_)
    if (tiles_[s].kind == Kind::kChest) tiles_[s].index = medikits-- > 0 ? kTreasureChests : 0;
}

bool Game::emptied() const {
  if (stage_ != Stage::kWon) return false;
  for (const Tile& tile : tiles_)
    if (tile.kind != Kind::kEmpty && tile.kind != Kind::kCrown) return false;
  return true;
}

Refusal Game::click(Square s) {
  if (s < 0 || s >= kSquares) return Refusal::kOffBoard;
  if (stage_ != Stage::kPlaying) return Refusal::kOver;
  Tile& tile = tiles_[s];
  if (tile.revealed && tile.kind == Kind::kEmpty) return Refusal::kNothingThere;
  if (tile.kind == Kind::kGnome && !tile.defeated && jump(s)) return Refusal::kNone;
  if (!tile.revealed) {
    tile.revealed = true;
    const bool strikes = traits(tile.kind).fights && tile.kind != Kind::kMimic && !tile.defeated;
    if (strikes) fight(tile);
    return Refusal::kNone;
  }
  if (traits(tile.kind).fights) {
    if (tile.defeated)
      collect(tile);
    else
      fight(tile);
    return Refusal::kNone;
  }
  use(s);
  return Refusal::kNone;
}

Refusal Game::level_up() {
  if (stage_ != Stage::kPlaying) return Refusal::kOver;
  if (!hero_.can_level_up()) return Refusal::kTooFewXp;
  hero_.level_up();
  return Refusal::kNone;
}

Look Game::look(Square s) const {
  const Tile& tile = tiles_[s];
  Look look;
  if (!tile.revealed) return look;
  look.hidden = false;
  look.kind = tile.kind;
  look.defeated = tile.defeated;
  look.which = tile.kind == Kind::kGuard || tile.kind == Kind::kLover ? tile.index : 0;
  switch (tile.kind) {
    case Kind::kEmpty:
      look.value = number(s);
      look.mark = tile.mark;
      break;
    case Kind::kMimic:
      if (tile.posing) look.kind = Kind::kChest;
      break;
    case Kind::kWall: look.value = tile.hp; break;
    case Kind::kTreasure: look.value = tile.worth; break;
    case Kind::kRat: look.facing = towards_king(s); break;
    case Kind::kGargoyle:
    case Kind::kMinotaur: look.facing = tile.facing; break;
    default: break;
  }
  if (traits(look.kind).fights) look.value = tile.defeated ? traits(tile.kind).xp : power(tile);
  return look;
}

View Game::view() const {
  View view;
  for (Square s = 0; s < kSquares; ++s) view.at[s] = look(s);
  view.hero = hero_;
  view.stage = stage_;
  return view;
}

Game::Tile Game::fresh(const Lair& lair, Square s) {
  Tile tile;
  tile.kind = lair.at[s].kind;
  tile.index = lair.at[s].index;
  tile.revealed = tile.kind == Kind::kDragon || tile.kind == Kind::kOrb;
  tile.posing = tile.kind == Kind::kMimic;
  if (tile.kind == Kind::kWall) tile.hp = kWallHp;
  if (tile.kind == Kind::kGargoyle)
    for (Square n : kCross[s])
      if (lair.at[n].kind == Kind::kGargoyle && lair.at[n].index == (tile.index ^ 1))
        tile.facing = from_to(s, n);
  if (tile.kind == Kind::kMinotaur)
    for (Square n : kAround[s])
      if (lair.at[n].kind == Kind::kChest) tile.facing = from_to(s, n);
  return tile;
}

Game::Tile Game::imagined(const Look& look, const std::array<Kind, kSquares>& began, Square s,
                          bool disarmed) {
  Tile tile;
  const bool in_sight = !look.hidden && look.kind != Kind::kChest;
  tile.kind = in_sight ? look.kind : began[s];
  tile.revealed = !look.hidden;
  tile.defeated = look.defeated;
  tile.posing = tile.kind == Kind::kMimic && !in_sight;
  tile.mark = look.mark;
  tile.index = look.which;
  if (tile.kind == Kind::kGuard) tile.index = static_cast<std::uint8_t>(quadrant(s));
  if (tile.kind == Kind::kLover) tile.index = x_of(s) > kCentreX;
  if (tile.kind == Kind::kMine && disarmed) tile.defeated = tile.disarmed = true;
  if (tile.kind == Kind::kWall) {
    tile.hp = kWallHp;
    if (in_sight) tile.hp = static_cast<std::uint8_t>(look.value);
  }
  if (tile.kind == Kind::kTreasure) tile.worth = static_cast<std::uint8_t>(look.value);
  tile.facing = look.facing;
  if (tile.kind == Kind::kGargoyle && !in_sight)
    for (Square n : kCross[s])
      if (began[n] == Kind::kGargoyle) tile.facing = from_to(s, n);
  if (tile.kind == Kind::kMinotaur && !in_sight)
    for (Square n : kAround[s])
      if (began[n] == Kind::kChest) tile.facing = from_to(s, n);
  return tile;
}

Facing Game::from_to(Square from, Square to) {
  if (x_of(from) != x_of(to)) return x_of(from) < x_of(to) ? Facing::kRight : Facing::kLeft;
  return y_of(from) < y_of(to) ? Facing::kDown : Facing::kUp;
}

std::int16_t Game::power(const Tile& tile) { return tile.disarmed ? 0 : traits(tile.kind).power; }

void Game::fight(Tile& tile) {
  hero_.hp -= power(tile);
  tile.posing = false;
  if (hero_.hp > 0) {
    tile.defeated = true;
  } else {
    hero_.hp = 0;
    stage_ = Stage::kDead;
    for (Tile& t : tiles_) t.posing = false;
  }
}

void Game::gain(int xp) {
  hero_.xp += xp;
  hero_.score += xp;
}

void Game::collect(Tile& tile) {
  gain(traits(tile.kind).xp);
  become(tile, traits(tile.kind).leaves);
}

void Game::become(Tile& tile, Kind kind) {
  const Mark mark = tile.mark;
  tile = Tile{};
  tile.kind = kind;
  tile.revealed = true;
  tile.mark = mark;
}

void Game::become_treasure(Tile& tile, int worth) {
  become(tile, Kind::kTreasure);
  tile.worth = static_cast<std::uint8_t>(worth);
}

// A click on what is revealed and does not fight.
void Game::use(Square s) {
  Tile& tile = tiles_[s];
  switch (tile.kind) {
    case Kind::kWall:
      if (hero_.hp == 1) break;
      --hero_.hp;
      if (--tile.hp == 0) {
        tile.mark = Mark::kWall;
        become_treasure(tile, 1);
      }
      break;
    case Kind::kChest:
      tile.mark = Mark::kChest;
      if (tile.index < kTreasureChests)
        become_treasure(tile, 5);
      else
        become(tile, Kind::kMedikit);
      break;
    case Kind::kTreasure:
      gain(tile.worth);
      become(tile, Kind::kEmpty);
      break;
    case Kind::kMedikit:
      hero_.hp = hero_.max_hp;
      become(tile, Kind::kEmpty);
      break;
    case Kind::kOrb:
      become(tile, Kind::kEmpty);
      for (Square n : kNear[s]) tiles_[n].revealed = true;
      break;
    case Kind::kSpellOrb: show_a_mine(tile); break;
    case Kind::kSpellDisarm:
      become(tile, Kind::kEmpty);
      for (Tile& t : tiles_)
        if (t.kind == Kind::kMine && !t.defeated) t.defeated = t.disarmed = true;
      break;
    case Kind::kSpellRats:
      become(tile, Kind::kEmpty);
      for (Tile& t : tiles_) t.revealed |= t.kind == Kind::kRat;
      break;
    case Kind::kSpellSlimes:
      become(tile, Kind::kEmpty);
      for (Tile& t : tiles_) t.revealed |= t.kind == Kind::kSlime || t.kind == Kind::kBigSlime;
      break;
    case Kind::kCrown: stage_ = Stage::kWon; break;
    default: break;
  }
}

// The "make orb" spell: reveals the squares around a hidden one next to a hidden mine.
void Game::show_a_mine(Tile& spell) {
  std::array<std::uint8_t, kSquares> hidden{};
  int count = 0;
  for (Square s : order_)
    if (!tiles_[s].revealed) hidden[count++] = static_cast<std::uint8_t>(s);
  become(spell, Kind::kEmpty);
  if (count == 0) return;
  random_.shuffle(hidden, count);
  Square pick = hidden[0];
  for (int i = 0; i < count; ++i)
    if (hides_mine(hidden[i]) || mine_around(hidden[i])) pick = hidden[i];
  tiles_[pick].revealed = true;
  for (Square n : kAround[pick]) tiles_[n].revealed = true;
}

bool Game::mine_around(Square s) const {
  for (Square n : kAround[s])
    if (hides_mine(n)) return true;
  return false;
}

// The gnome flees to the hidden empty square nearest to a medikit; false when there is none.
bool Game::jump(Square s) {
  int nearest = 1 << 20;
  Square target = kNowhere;
  for (Square to : order_) {
    if (tiles_[to].revealed || tiles_[to].kind != Kind::kEmpty) continue;
    for (Square m = 0; m < kSquares; ++m)
      if (tiles_[m].kind == Kind::kMedikit && distance2(m, to) < nearest)
        nearest = distance2(m, to), target = to;
  }
  if (target == kNowhere) return false;
  tiles_[target] = Tile{};
  tiles_[target].kind = Kind::kGnome;
  become(tiles_[s], Kind::kEmpty);
  return true;
}

std::int16_t Game::number(Square s) const {
  for (Square n : kNear[s])
    if (tiles_[n].kind == Kind::kGazer && !tiles_[n].defeated) return kUnreadable;
  int sum = 0;
  for (Square n : kAround[s]) sum += power(tiles_[n]);
  return static_cast<std::int16_t>(sum);
}

Facing Game::towards_king(Square s) const {
  for (Square k = 0; k < kSquares; ++k)
    if (tiles_[k].kind == Kind::kRatKing && x_of(k) != x_of(s))
      return x_of(k) > x_of(s) ? Facing::kRight : Facing::kLeft;
  return Facing::kFront;
}

}  // namespace dragon
