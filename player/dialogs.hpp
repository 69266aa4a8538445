// Dialogs that a program opens over its board, such as high scores after a win.
#pragma once

#include "player/skin.hpp"
#include "puzzle/deadline.hpp"
#include "x11/connection.hpp"
#include "x11/windows.hpp"

namespace eyehand {

/// Sends the skin's dismiss keys to every other window of the program that owns `window` until they
/// are closed. Returns whether none is left by the deadline.
bool dismiss_dialogs(x11::Connection& connection, x11::WindowId window, const Skin& skin,
                     Deadline deadline);

}  // namespace eyehand
