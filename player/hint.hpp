// The next step on a board as it stands, for a player who is stuck.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "player/games.hpp"
#include "puzzle/deadline.hpp"
#include "solver/trace.hpp"

namespace eyehand {

/// The steps of the game's own explanation up to the first that decides a cell; without one, all of
/// them. `board` is Observation::text, whose marks count as known; they must be right. As long as
/// it takes to solve the puzzle and to find these steps; what was found by the deadline. Throws
/// Error if the text is not a board. `rules`: PuzzleSession::rules.
std::vector<Deduction> next_steps(const Game& game, std::string_view board,
                                  const std::vector<std::string>& rules = {},
                                  const Deadline& deadline = {});

}  // namespace eyehand
