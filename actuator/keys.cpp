#include "actuator/keys.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "puzzle/error.hpp"
#include "x11/windows.hpp"

// Last, because of their macros, which xlib.hpp undefines.
// clang-format off
#include <X11/XKBlib.h>
#include <X11/keysym.h>
#include "x11/xlib.hpp"
// clang-format on

namespace eyehand {
namespace {

struct Modifier {
  std::string_view name;
  KeySym keysym;
  unsigned bit;
};
constexpr std::array<Modifier, 4> kModifiers = {{
    {"ctrl", XK_Control_L, x11::kControl},
    {"shift", XK_Shift_L, x11::kShift},
    {"alt", XK_Alt_L, x11::kAlt},
    {"super", XK_Super_L, x11::kSuper},
}};

unsigned code_of(x11::Connection& connection, KeySym keysym, const std::string& name) {
  const unsigned code = XKeysymToKeycode(connection.xlib(), keysym);
  if (code == 0)
    throw Error("the keyboard of display '" + connection.name() + "' has no key for '" + name +
                "'; use another key, or change the layout with setxkbmap.");
  return code;
}

}  // namespace

std::vector<Keystroke> keystrokes(x11::Connection& connection, const std::string& name) {
  std::vector<Keystroke> strokes;
  std::string rest = name;
  for (auto plus = rest.find('+'); plus != std::string::npos; plus = rest.find('+')) {
    const std::string word = rest.substr(0, plus);
    const auto* modifier = std::find_if(kModifiers.begin(), kModifiers.end(),
                                        [&](const Modifier& m) { return m.name == word; });
    if (modifier == kModifiers.end())
      throw Error("'" + word + "' in the key '" + name +
                  "' is not a modifier; use ctrl, shift, alt or super.");
    strokes.push_back({code_of(connection, modifier->keysym, name), modifier->bit});
    rest.erase(0, plus + 1);
  }
  const KeySym keysym = XStringToKeysym(rest.c_str());
  if (keysym == NoSymbol)
    throw Error("'" + rest + "' is not a key; use a keysym name such as n, Escape or Left.");
  const unsigned code = code_of(connection, keysym, name);
  const auto key = static_cast<KeyCode>(code);
  const bool is_shifted = XkbKeycodeToKeysym(connection.xlib(), key, 0, 0) != keysym &&
                          XkbKeycodeToKeysym(connection.xlib(), key, 0, 1) == keysym;
  const bool has_shift = std::any_of(strokes.begin(), strokes.end(), [](const Keystroke& stroke) {
    return stroke.modifier == x11::kShift;
  });
  if (is_shifted && !has_shift)
    strokes.push_back({code_of(connection, XK_Shift_L, name), x11::kShift});
  strokes.push_back({code, 0});
  return strokes;
}

}  // namespace eyehand
