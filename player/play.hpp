// The closed loop: capture, read, solve, plan, act, capture again and replay only what differs,
// until a fresh capture shows the solved board, or going on would be unsafe or pointless.
#pragma once

#include <array>
#include <functional>
#include <opencv2/core.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "actuator/controls.hpp"
#include "actuator/input_sink.hpp"
#include "player/games.hpp"
#include "puzzle/deadline.hpp"
#include "vision/capture.hpp"

namespace eyehand {

/// How a game ended.
enum class End {
  solved,              ///< a fresh capture shows the solved board, or see GameReport::covered
  planned,             ///< a dry run: nothing was sent
  no_solution,         ///< the puzzle as read has none
  multiple_solutions,  ///< the puzzle as read has several, and PlayOptions::any is not set
  unreadable,          ///< the board cannot be read with confidence, or is partly off the screen
  no_window,           ///< closed, minimised, or covered and cannot be raised
  timeout,             ///< the deadline passed
  interrupted,         ///< Ctrl-C
  user_has_mouse,      ///< the user moved the pointer or held a button or key
  stuck,               ///< what was sent had no effect
};

constexpr std::string_view name(End end) {
  constexpr std::array<std::string_view, 10> kNames = {
      "solved",    "planned", "no solution", "several solutions",      "unreadable",
      "no window", "timeout", "interrupted", "the user has the mouse", "stuck"};
  return kNames[static_cast<std::size_t>(end)];
}

/// Seconds spent, by stage. Stages do not overlap.
struct StageTimes {
  double wait = 0;     ///< for the program to be still, before the first plan is sent
  double capture = 0;  ///< before the first plan is sent
  double read = 0;     ///< before the first plan is sent
  double solve = 0;
  double plan = 0;
  double act = 0;
  double verify = 0;  ///< waiting, capturing and reading after the first plan was begun
  double total = 0;   ///< from the first capture to the last
};
/// The stages in order, by name.
inline constexpr std::array<std::pair<std::string_view, double StageTimes::*>, 7> kStages = {{
    {"wait", &StageTimes::wait},
    {"capture", &StageTimes::capture},
    {"read", &StageTimes::read},
    {"solve", &StageTimes::solve},
    {"plan", &StageTimes::plan},
    {"act", &StageTimes::act},
    {"verify", &StageTimes::verify},
}};

/// A gesture that was tried, and when.
struct Sent {
  double at = 0;  ///< seconds since the game began
  Gesture gesture;
  GestureStatus outcome = GestureStatus::ok;
};

struct GameReport {
  End end = End::unreadable;
  std::string why;  ///< for people; empty when solved, unless `covered`
  /// Solved, as far as can be seen: a capture showed the board one gesture from its solution, and
  /// after that gesture the program covered, dimmed or replaced the board.
  bool covered = false;
  bool replaced = false;  ///< covered by a board that can be read: the next game's
  Observation first;      ///< the board as it was at the start
  StageTimes seconds;
  int clicks = 0;          ///< gestures sent
  int clicks_planned = 0;  ///< gestures of the first plan
  int captures = 0;
  int replays = 0;  ///< plans after the first, not counting the rest of that one
  std::vector<Sent> gestures;
  std::vector<ObservedPart> parts;  ///< of the board in the last capture
  cv::Mat before, after;            ///< the window at the start and at the end
  cv::Mat before_last;              ///< and when the last gestures sent were planned
  std::string board_before_last;    ///< what was read then, and its parts
  std::vector<ObservedPart> parts_before_last;
  /// What was read and planned, drawn over the window: at the start if PlayOptions asks for it,
  /// otherwise at the end of a game that was not won.
  cv::Mat overlay;
};

struct PlayOptions {
  Deadline deadline;
  bool dry_run = false;
  bool any = false;           ///< play one of several solutions
  bool win_covers = false;    ///< of Skin: without that, a board that looks solved is not won
  bool want_overlay = false;  ///< draw GameReport::overlay, which costs a few milliseconds
  /// Whether a dialog of the program, in a window of its own, is open. One that opens after the
  /// last gesture may keep the program from drawing the solved board. Empty: not known.
  std::function<bool()> has_dialog = nullptr;
  /// Called with each board that has been solved and is about to be played. Must not take long.
  std::function<void(const Observation& board)> solved = nullptr;
  /// Called after each stage, for the log ("read", "9x9 ...").
  std::function<void(std::string_view stage, const std::string& what)> report = nullptr;
};

/// Plays the puzzle in the window that `screen` captures and `input` acts on. Never throws because
/// of what the window, the user or the puzzle does. On return no button or key is held down.
GameReport play(ScreenSource& screen, InputSink& input, PuzzleSession& session, const Pace& pace,
                const PlayOptions& options);

}  // namespace eyehand
