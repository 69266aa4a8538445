// Getting from one game to the next.
#pragma once

#include <opencv2/core.hpp>
#include <string>

#include "player/clear_way.hpp"
#include "player/play.hpp"
#include "player/skin.hpp"

namespace eyehand {

/// Gets to the next game: waits until an unsolved puzzle is on the board, a different one than
/// before if the skin has keys for a new game. A win may open something over the board, sometimes
/// after a while, so each of these is tried up to a few times, in this order, until one works:
///
/// - closing dialogs;
/// - after a win that hid the board, the skin's dismiss keys, then a button that appeared;
/// - the skin's keys for a new game;
/// - a click on what appeared, if it has no button and what can be read is not mostly another
///   board;
/// - after a win, if the skin has no keys for a new game, a button that is always there: one for a
///   new game, or one that makes the program check the solution; in the last try also an entry of a
///   menu or, if none says so, the keys that are usual for that, which in a browser reload the
///   page, and then a button that leads to a board. After a board without a solution, the first
///   button that is always there, once; the next board must then be another.
///
/// A new puzzle that appears by itself is accepted.
///
/// `planned` if a game can be played; `unreadable` if what is there cannot be read; `stuck` if
/// nothing had an effect; otherwise what ended it. `why` is for people, and empty if the end says
/// it all; `window` is a picture of the window at the end.
struct NewGame {
  End end = End::stuck;
  std::string why;
  cv::Mat window;  ///< BGR; empty if it was not captured
  /// Whether the board that was dealt is solved already. If not, but it looks solved when it is to
  /// be played, it is what is left of the game before.
  bool is_solved = false;
};
/// `last` is how the game before ended; if null, that is not known, and what covers the board is
/// not touched.
NewGame start_new_game(ScreenSource& screen, InputSink& input, PuzzleSession& session,
                       const Skin& skin, const PlayOptions& options, const ClearWay& clear_way = {},
                       const GameReport* last = nullptr);

}  // namespace eyehand
