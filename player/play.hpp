// The closed loop: look, read, solve, plan, act, look again, and replay only what differs, until a
// fresh look shows the solved board or something speaks against going on.
#pragma once

#include <chrono>
#include <functional>
#include <opencv2/core.hpp>
#include <string>
#include <string_view>

#include "actuator/controls.hpp"
#include "actuator/hand.hpp"
#include "player/games.hpp"
#include "puzzle/deadline.hpp"
#include "vision/capture.hpp"

namespace eyehand {

/// How a game ended.
enum class End {
  solved,           ///< a fresh look at the window shows the solved board
  planned,          ///< a dry run: nothing was sent
  no_answer,        ///< the puzzle as read has none
  several_answers,  ///< the puzzle as read has, and any of them was not wished for
  not_sure,         ///< the board could not be read for certain, or lies partly beyond the screen
  no_window,        ///< closed, minimised, or covered and not to be raised
  out_of_time,      ///< the deadline passed
  interrupted,      ///< Ctrl-C
  user_has_mouse,   ///< the user moved the pointer or held a button or key
  stuck,            ///< what was sent had no effect
};

constexpr std::string_view name(End end) {
  switch (end) {
    case End::solved:
      return "solved";
    case End::planned:
      return "planned";
    case End::no_answer:
      return "no answer";
    case End::several_answers:
      return "several answers";
    case End::not_sure:
      return "not sure";
    case End::no_window:
      return "no window";
    case End::out_of_time:
      return "out of time";
    case End::interrupted:
      return "interrupted";
    case End::user_has_mouse:
      return "the user has the mouse";
    case End::stuck:
      return "stuck";
  }
  return "";
}

/// Seconds spent, by stage.
struct StageTimes {
  double capture = 0;
  double read = 0;
  double wait = 0;  ///< for the program to be still
  double solve = 0;
  double plan = 0;
  double act = 0;
  double total = 0;  ///< from the first look to the look that showed how it ended
};

struct GameReport {
  End end = End::not_sure;
  std::string why;  ///< for people; empty when solved
  Seen first;       ///< the board as it was at the start
  StageTimes seconds;
  int clicks = 0;                  ///< gestures sent
  int clicks_planned = 0;          ///< gestures of the first plan
  int looks = 0;                   ///< captures
  int replays = 0;                 ///< plans after the first
  cv::Mat before, overlay, after;  ///< the window at the start, what was read of it, and at the end
};

struct PlayWish {
  Deadline deadline;
  bool dry_run = false;
  bool any = false;           ///< of several answers one is played
  bool want_overlay = false;  ///< draw GameReport::overlay, which costs a few milliseconds
  /// Told of each stage as it is done ("read", "9x9 ..."), for the log.
  std::function<void(std::string_view stage, const std::string& what)> say = nullptr;
};

/// Plays the puzzle on the window that `eye` sees and `hand` acts on. Never throws for what the
/// window, the user or the puzzle do. On return nothing is held down.
GameReport play(Eye& eye, Hand& hand, Round& round, const Pace& pace, const PlayWish& wish);

/// Sends the skin's keys for a new game and waits until another puzzle is on the board.
End start_new_game(Eye& eye, Hand& hand, Round& round, const Skin& skin, const PlayWish& wish);

}  // namespace eyehand
