// The explanation of the board that is being played, in windows of their own (`play --watch`).
#pragma once

#include <list>
#include <string>
#include <vector>

#include "player/games.hpp"
#include "process/pipe.hpp"
#include "process/process.hpp"
#include "process/temp_folder.hpp"
#include "x11/geometry.hpp"

namespace eyehand {

/// Runs `eyehand watch`, so that finding the steps takes no time from the game.
class Explanation {
 public:
  /// Throws Error if there can be no window.
  explicit Explanation(const Game& game);

  /// Replaces the window by one with this puzzle, solved by these rules (PuzzleSession::rules), in
  /// room beside `window`; without room, there is none yet. It takes no input and no focus, so that
  /// whoever asks what is on top at a point does not find it. Does not wait.
  void show_beside(const std::string& puzzle, const std::vector<std::string>& rules,
                   const x11::Rect& window);
  /// Makes it one that can be used; returns when that has been closed, or after Ctrl-C.
  void wait_until_closed();

 private:
  const Game& game_;
  TempFolder folder_;
  std::string puzzle_;
  std::list<Process> windows_;  ///< all but the last are ending
  Pipe games_go_on_;            ///< the last one can be used once this is closed
};

}  // namespace eyehand
