// Learning an unknown program and writing its skin, for the commands that do so.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "app/options.hpp"
#include "calibration/learn.hpp"
#include "player/view.hpp"
#include "x11/connection.hpp"
#include "x11/windows.hpp"

namespace eyehand {

/// What the user specified.
struct LearnRequest {
  std::string name;      ///< of the skin; empty: derived from the window's title
  std::string game;      ///< empty: games are tried in turn
  std::string out;       ///< the skin's file; empty: among the user's own
  std::string region;    ///< the part of the window with the board; empty: all of it
  std::string pictures;  ///< the folder for what was seen on failure; empty: kFailureFolder
  std::vector<std::string> new_game_keys, dismiss_keys;
  calibration::Goal goal = calibration::Goal::unknown;
  TimeLimit time_limit{std::chrono::minutes(5)};
};

/// --goal
Option goal_option(LearnRequest& request);

/// Where what was seen goes when learning fails.
inline constexpr const char* kFailureFolder = "eyehand-learn";

/// A way to learn the program shown in `screen`.
using Learn = std::function<calibration::Learned(ViewSource& screen,
                                                 const calibration::LearnOptions& options)>;

/// Reports each stage, writes the skin and returns its file; `learned`, if given, receives the
/// result. Throws Failure if the program cannot be learned, after saving what was seen.
std::filesystem::path learn_program(x11::Connection& connection, const x11::WindowInfo& window,
                                    const LearnRequest& request, const Learn& learn,
                                    calibration::Learned* learned = nullptr);

/// The same by clicking and watching. Needs an x11::InterruptionWatch.
std::filesystem::path learn_by_acting(x11::Connection& connection, const x11::WindowInfo& window,
                                      const LearnRequest& request,
                                      calibration::Learned* learned = nullptr);

}  // namespace eyehand
