// The entry for a new game in the menus of a program that has a menu bar.
#pragma once

#include "player/buttons.hpp"
#include "player/skin.hpp"
#include "puzzle/deadline.hpp"
#include "x11/connection.hpp"

namespace eyehand {

/// Opens the menus in the window's menu bar that may have an entry that starts another game, such
/// as "Game", one after the other, until one has it, and clicks that; if it leads to another menu,
/// such as one of difficulties, the first entry there that starts a game. False if no entry was
/// clicked; then all menus are closed again. One second per menu. Moves the pointer. Throws Error
/// if Tesseract is missing.
bool start_game_from_menu(x11::Connection& connection, x11::WindowId window,
                          const ButtonWords& words, const Pace& pace, Deadline deadline);

}  // namespace eyehand
