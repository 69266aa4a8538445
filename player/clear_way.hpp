// Removing what a program opens when a game is won, for start_new_game.
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

/// The ways there are; each may be empty.
struct ClearWay {
  /// Whether a dialog of the program, a window of its own, is open.
  std::function<bool()> has_dialog = nullptr;
  /// Closes such dialogs by the deadline; returns whether all are closed.
  std::function<bool(Deadline)> close_dialogs = nullptr;
  /// The buttons in a picture of the window that are not in an earlier one, in order of preference;
  /// see find_buttons.
  std::function<std::vector<Button>(const cv::Mat& before, const cv::Mat& now)> find_buttons =
      nullptr;
  /// Likewise, the buttons that close what has appeared and do nothing else.
  std::function<std::vector<Button>(const cv::Mat& before, const cv::Mat& now)>
      find_closing_buttons = nullptr;
  /// The buttons in a picture of the window that start another game at any time; after them those
  /// that make the program check the solution, since some programs only go on after that.
  std::function<std::vector<Button>(const cv::Mat& window)> find_fresh_game_buttons = nullptr;
  /// The buttons in a picture of the window that lead from a page without a board to one with it.
  std::function<std::vector<Button>(const cv::Mat& window)> find_start_buttons = nullptr;
  /// Starts another game from the window's menu bar by the deadline; returns whether an entry that
  /// says so was clicked. See start_game_from_menu.
  std::function<bool(Deadline)> start_from_menu = nullptr;
  /// By custom, these keys begin a new game: in a browser the one that reloads the page, in other
  /// windows those that most programs have for it.
  std::vector<std::string> usual_keys = {};
};

/// The ways for a window of the skin's program. Dialogs are closed by the skin's dismiss keys, or
/// by a button that says so. The connection and the skin must outlive the result.
ClearWay clear_way(x11::Connection& connection, x11::WindowId window, const Skin& skin);

}  // namespace eyehand
