// The puzzles that a command is given, their solutions, and steps as JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "player/games.hpp"

namespace eyehand {

struct Puzzle {
  std::string text;
  std::string where;                    ///< for messages: "boards.txt, puzzle 3"
  std::vector<std::string> rules = {};  ///< of the skin that read it: PuzzleSession::rules
};

/// Each source is a puzzle's text, a file of puzzles, a picture (read with the named skin or,
/// without one, with each skin of the game in turn), or "-" for standard input. Throws Error for
/// what cannot be read, Failure (unreadable) for a picture that no skin reads with certainty.
/// Without a source, standard input is read, unless it is a terminal: that is a usage error of this
/// command.
std::vector<Puzzle> collect_puzzles(const Game& game, const std::vector<std::string>& sources,
                                    const std::string& skin, const std::string& command);

/// By the puzzle's rules, too. Throws Failure (usage), saying where the puzzle is, if its text is
/// malformed or a rule is unknown.
TextSolution solve(const Game& game, const Puzzle& puzzle, const TextOptions& options);

/// rule, where, what, reasons, decided, level
nlohmann::ordered_json to_json(const Deduction& step);

}  // namespace eyehand
