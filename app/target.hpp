// Choosing the window and the skin.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/options.hpp"
#include "player/games.hpp"
#include "player/skin.hpp"
#include "player/view.hpp"
#include "puzzle/deadline.hpp"
#include "x11/connection.hpp"
#include "x11/windows.hpp"

namespace eyehand {

/// What the user specified; what is left empty is found automatically.
struct TargetOptions {
  std::string title;  ///< part of the title
  x11::WindowId id = 0;
  std::string skin;    ///< a name, or a .toml file
  std::string region;  ///< the part of the window with the board; see parse_region
};
/// --window, --window-id and --region
std::vector<Option> window_options(TargetOptions& target);
/// ... and --skin
std::vector<Option> target_options(TargetOptions& target);

/// The topmost window that matches, regardless of skins. Throws Failure (no_window), listing the
/// existing windows.
x11::WindowInfo find_window(x11::Connection& connection, const TargetOptions& options);

/// "'TITLE' (CLASS)", for people.
std::string name_of(const x11::WindowInfo& window);

struct Target {
  x11::WindowInfo window;
  Skin skin;
  /// The skin does not match the window, which may be a viewer's: the board may be a part of what
  /// it shows.
  bool is_viewer = false;
  bool is_new = false;  ///< the skin has just been learned, which may have won a game
};

/// Of the target's game; the screen must outlive it.
std::unique_ptr<PuzzleSession> begin_session(const Target& target, ViewSource& screen);

/// The target, or, if its window is closed or hidden, the one that the same program has opened
/// instead: some open another for each game. Waits for it until the deadline; the target itself if
/// there is none.
Target follow(x11::Connection& connection, Target target, Deadline deadline);

/// The topmost window that matches and that the skin, or any skin, knows. A window specified
/// together with a skin need not match that skin. Throws Failure (no_window), listing the existing
/// windows and saying how to learn an unknown one.
Target find_target(x11::Connection& connection, const TargetOptions& options);
/// All such windows, topmost first, without dialogs of others among them; nothing if the window
/// that the user named exists but no skin matches it.
std::vector<Target> find_known_targets(x11::Connection& connection, const TargetOptions& options);

}  // namespace eyehand
