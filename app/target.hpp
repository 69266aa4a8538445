// Which window is meant, and which skin fits it.
#pragma once

#include <string>

#include "player/skin.hpp"
#include "x11/connection.hpp"
#include "x11/windows.hpp"

namespace CLI {
class App;
}

namespace eyehand {

/// What the user says of the window and its skin; what is empty is found out.
struct TargetOptions {
  std::string title;  ///< a part of the title
  x11::WindowId id = 0;
  std::string skin;  ///< a name, or a .toml file
};
/// Adds --window and --window-id.
void add_window_choice(CLI::App& app, TargetOptions& options);
/// Adds --window, --window-id and --skin.
void add_target(CLI::App& app, TargetOptions& options);

/// The topmost window that is as wished, whatever skins there are. Throws Failure (no_window)
/// saying what there is instead.
x11::WindowInfo find_window(x11::Connection& connection, const TargetOptions& options);

struct Target {
  x11::WindowInfo window;
  Skin skin;
};

/// The topmost window that is as wished and that the skin, or any skin, knows; a window named
/// together with a skin need not be one that the skin knows. Throws Failure (no_window) saying what
/// there is instead.
Target find_target(x11::Connection& connection, const TargetOptions& options);

}  // namespace eyehand
