// Keys by name.
#pragma once

#include <string>
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

}  // namespace eyehand
