// Keys by name.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "x11/connection.hpp"

namespace eyehand {

struct Keystroke {
  unsigned code;          ///< X keycode
  unsigned modifier = 0;  ///< its bit in x11::Pointer::modifiers; 0 for a plain key
};

/// The keys to press, in order, for a name such as "n", "Escape" or "ctrl+shift+Left" (modifiers:
/// ctrl, shift, alt, super); they are released in the opposite order. Shift is added where the
/// keyboard needs it ("N", "plus"). Throws Error for a name that X does not know or that the
/// keyboard does not have.
std::vector<Keystroke> keystrokes(x11::Connection& connection, const std::string& name);

/// Why a skin may not have this key pressed, for people; empty if it may. Allowed are letters,
/// digits, punctuation by its name ("plus"), F1 to F12 and the keys that move and edit, with or
/// without shift; and ctrl or alt with one small letter, except those that close, quit or stop
/// things (ctrl with c, d, q, s, w or z). Window managers and terminals act on the others, such as
/// alt+F4, ctrl+alt+Delete, ctrl+shift+v, super+r and Print. No display is needed.
std::string why_forbidden(std::string_view key);

}  // namespace eyehand
