// From one game to the next.
#pragma once

#include <functional>

#include "player/play.hpp"
#include "player/skin.hpp"
#include "puzzle/deadline.hpp"
#include "x11/connection.hpp"
#include "x11/windows.hpp"

namespace eyehand {

/// Removes what is in the way of a new game (a dialog over the board) by the deadline; returns
/// false if it cannot.
using ClearWay = std::function<bool(Deadline)>;

/// Sends the skin's keys for a new game and waits until an unsolved puzzle is on the board: a
/// different one than before if there are such keys. A win may open a dialog, and take a while to
/// do so, so this is tried a few times. `planned` when a game can be played; `unreadable` when
/// there is something that cannot be read; `stuck` when the keys have no effect; otherwise what
/// ended it. `why` is for people, and empty where the end says it all.
struct NewGame {
  End end = End::stuck;
  std::string why;
};
NewGame start_new_game(ScreenSource& screen, InputSink& input, PuzzleSession& session,
                       const Skin& skin, const PlayOptions& options,
                       const ClearWay& clear_way = nullptr);

/// Sends the skin's dismiss keys to every other window of the program that owns `window` until they
/// are closed. Returns whether none is left by the deadline.
bool dismiss_dialogs(x11::Connection& connection, x11::WindowId window, const Skin& skin,
                     Deadline deadline);

}  // namespace eyehand
