// Puzzles from the command line: as text, from files, from standard input, from pictures.
#pragma once

#include <string>
#include <vector>

#include "player/games.hpp"

namespace eyehand {

/// Largest puzzle file in bytes.
inline constexpr std::size_t kMaxPuzzleBytes = 256u << 20;

struct Puzzle {
  std::string text;
  std::string where;  ///< for messages: "boards.txt, puzzle 3"
};

/// Each source is a puzzle's text, a file of puzzles, a picture (read with the named skin or, if
/// that is empty, with each skin of the game in turn), or "-" for standard input. Throws Error for
/// what cannot be read, Failure (unreadable) for a picture that no skin reads with certainty.
std::vector<Puzzle> collect_puzzles(const Game& game, const std::vector<std::string>& sources,
                                    const std::string& skin);

}  // namespace eyehand
