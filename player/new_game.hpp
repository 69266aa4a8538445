// From one game to the next.
#pragma once

#include <functional>

#include "player/play.hpp"

namespace eyehand {

/// Takes what is in the way of a new game (a dialog over the board) out of it by the deadline;
/// false if that cannot be had.
using ClearWay = std::function<bool(Deadline)>;

/// Sends the skin's keys for a new game and waits until a puzzle to be played is on the board:
/// another one than before if there are such keys. A win may open a dialog, and take its time for
/// it, so that is tried some times. `planned` when a game can be played; `unreadable` when there is
/// something, but it cannot be read; `stuck` when the keys have no effect; else what ended it.
/// `why` is for people, and empty where the end says all.
struct NewGame {
  End end = End::stuck;
  std::string why;
};
NewGame start_new_game(ScreenSource& screen, InputSink& input, PuzzleSession& session,
                       const Skin& skin, const PlayOptions& options,
                       const ClearWay& clear_way = nullptr);

}  // namespace eyehand
