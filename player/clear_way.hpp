// What removes what a program opens when a game is won, for start_new_game.
#pragma once

#include <functional>
#include <opencv2/core.hpp>
#include <string>
#include <vector>

#include "player/buttons.hpp"
#include "player/skin.hpp"
#include "puzzle/deadline.hpp"
#include "x11/connection.hpp"

namespace eyehand {

/// Each may be empty: there is none.
struct ClearWay {
  /// Whether a dialog of the program, a window of its own, is open.
  std::function<bool()> has_dialog = nullptr;
  /// Closes these dialogs by the deadline; returns false if it cannot.
  std::function<bool(Deadline)> close_dialogs = nullptr;
  /// The buttons in a picture of the window that were not in an earlier one, most wanted first; see
  /// find_buttons.
  std::function<std::vector<Button>(const cv::Mat& before, const cv::Mat& now)> find_buttons =
      nullptr;
  /// The buttons in a picture of the window that start another game at any time.
  std::function<std::vector<Button>(const cv::Mat& window)> find_fresh_game_buttons = nullptr;
};

/// For a window of the skin's program. Dialogs are closed by the skin's dismiss keys, or by a
/// button that says so. The connection and the skin must outlive what is returned.
ClearWay clear_way(x11::Connection& connection, x11::WindowId window, const Skin& skin);

}  // namespace eyehand
