// Replays as text, `.rawvf`: a head of `Key: value`, the board, and a line for each event of the
// mouse. The format is described at https://minesweepergame.com/forum/viewtopic.php?p=619, and
// written by parsers of .avf, .mvf and .rmv files, FreeSweeper, LlamaSweeper and others.
#pragma once

#include <string>
#include <string_view>

namespace mw::text {

// The game as the page keeps games (mwagent/gamebook/export.py), with its clicks; or {"wrong"}.
// Moves that changed nothing are left out. No side may be longer than `most`.
std::string replay_as_json(std::string_view bytes, int most);

}  // namespace mw::text
