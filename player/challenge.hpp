// Games in a row on one window, each against the clock, and all of them too.
#pragma once

#include <functional>
#include <string>

#include "player/new_game.hpp"
#include "player/play.hpp"

namespace eyehand {

/// Where one plays: what sees the window, what acts on it, and what is played on it.
struct Seat {
  ScreenSource& screen;
  InputSink& input;
  PuzzleSession& session;
  const Skin& skin;
};

struct RowOptions {
  using Span = Deadline::Clock::duration;

  int games = 1;            ///< 0: as many as there is time for
  Span each = Span::max();  ///< for each game, the way to it included
  Deadline all;             ///< for all of them
  bool go_on = false;       ///< to the next game when one was not won
  PlayOptions play;         ///< its deadline is set anew for each game
  ClearWay clear_way;       ///< before each new game; none if empty
  /// The first game is about to be played, or the next one to be started.
  std::function<void(int number)> begin;
  std::function<void(int number, const GameReport&)> done;
};

struct RowReport {
  int played = 0;  ///< games that `done` was told of
  int won = 0;
  /// `solved` if as many games were played as were wished for, won or not, or, where no number was
  /// wished for, the time is up. Else what ended the row before.
  End end = End::solved;
  std::string why;       ///< for people; empty when `end` says all
  bool no_next = false;  ///< it ended because no further game could be started
  bool was_cut = false;  ///< the last game was cut short by the end of the time for all
};

/// Plays the game that is on the board and then further ones by the skin's keys. Ends early when
/// the user takes the mouse, at Ctrl-C, when the window is gone, when the time for all games is up,
/// when a new game cannot be started, and, unless told to go on, at the first game that is not won.
/// A new game that cannot be read counts as one that was not won.
RowReport play_row(const Seat& seat, RowOptions options);

/// Whether a game that ended so leaves nothing to go on with.
bool ends_row(End end);

}  // namespace eyehand
