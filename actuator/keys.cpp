#include "actuator/keys.hpp"

#include <algorithm>
#include <array>
#include <cctype>
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

/// Plain keys other than letters and digits.
constexpr std::array<std::string_view, 27> kHarmless = {
    "Return", "Escape", "Tab",     "BackSpace", "Delete", "Home", "End", "Left", "Right",
    "Up",     "Down",   "Page_Up", "Page_Down", "Prior",  "Next", "F1",  "F2",   "F3",
    "F4",     "F5",     "F6",      "F7",        "F8",     "F9",   "F10", "F11",  "F12"};
/// With ctrl, programs close or quit, and terminals stop what runs in them.
constexpr std::string_view kClosing = "cdqswz";

bool is_small(char c) {
  return c >= 'a' && c <= 'z';
}

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

std::string why_forbidden(std::string_view key) {
  const std::size_t plus = key.rfind('+');
  const std::string_view modifier = key.substr(0, plus == key.npos ? 0 : plus);
  const std::string_view name = key.substr(plus == key.npos ? 0 : plus + 1);
  const bool is_letter = name.size() == 1 && is_small(name[0]);
  const bool is_harmless = std::ranges::find(kHarmless, name) != kHarmless.end() ||
                           (name.size() == 1 && std::isalnum(static_cast<unsigned char>(name[0])));
  if (modifier.empty() || modifier == "shift") {
    // The names of characters are in small letters.
    if (is_harmless || (!name.empty() && std::ranges::all_of(name, is_small))) return "";
  } else if (modifier == "alt" || modifier == "ctrl") {
    const bool is_closing = modifier == "ctrl" && kClosing.find(name) != kClosing.npos;
    if (is_letter && !is_closing) return "";
  }
  std::string why = "'";
  why += key;
  why +=
      "' is not a key that a skin may press, since window managers, terminals or others may act on "
      "it; use a plain key, or ctrl or alt with a small letter";
  return why;
}

}  // namespace eyehand
