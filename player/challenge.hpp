// Playing games in a row in one window, with a time limit for each and one for all.
#pragma once

#include <functional>
#include <opencv2/core.hpp>
#include <string>

#include "player/new_game.hpp"
#include "player/play.hpp"

namespace eyehand {

/// What captures the window, what acts on it, and what is played in it.
struct Seat {
  ScreenSource& screen;
  InputSink& input;
  PuzzleSession& session;
  const Skin& skin;
};

struct RowOptions {
  using Span = Deadline::Clock::duration;

  int games = 1;            ///< 0: as many as time allows
  Span each = Span::max();  ///< for each game, including starting it
  Deadline all;             ///< for all games
  bool go_on = false;       ///< continue with the next game when one was not won
  /// The first board, if it cannot be read, is one that was won, and hidden by what that opened.
  bool may_be_won = false;
  PlayOptions play;    ///< its deadline (for each game) and has_dialog are set by play_row
  ClearWay clear_way;  ///< how to remove what a win opens
  /// Called before the first game is played, and before each next one is started.
  std::function<void(int number)> begin;
  std::function<void(int number, const GameReport&)> done;
};

struct RowReport {
  int played = 0;  ///< games reported to `done`
  int won = 0;
  /// `solved` if the requested number of games was played, won or not, or, if no number was
  /// requested, once the time is up. Otherwise what ended the row early.
  End end = End::solved;
  std::string why;       ///< for people; empty when `end` says it all
  bool no_next = false;  ///< it ended because no further game could be started
  cv::Mat window;        ///< what it showed then (BGR); empty otherwise
  bool was_cut = false;  ///< the last game was cut short by the end of the time for all
};

/// Plays the game on the board and then further ones (see start_new_game). A board found already
/// solved counts as a game only if a single one was requested. Ends early when the user takes the
/// mouse, on Ctrl-C, when the window is gone, when the time for all games is up, when a new game
/// cannot be started, after three boards in a row without a solution if the skin has no keys for a
/// new game and, unless `go_on` is set, after the first game that is not won. A new game that
/// cannot be read counts as not won, and so does a board that looks solved before anything was
/// planned, unless it was dealt like that (see NewGame::is_solved).
RowReport play_row(const Seat& seat, RowOptions options);

/// Whether no further game can be played after this end.
bool ends_row(End end);

}  // namespace eyehand
