// Reading the board in a window or a picture.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/options.hpp"
#include "app/target.hpp"
#include "player/games.hpp"

namespace eyehand {

struct ReadingOptions {
  std::string picture_file;  ///< instead of a window
  TargetOptions target;
};
/// PICTURE, --window, --window-id, --region and --skin
std::vector<Option> reading_options(ReadingOptions& options);

struct BoardReading {
  Skin skin;
  std::string source;  ///< for people
  std::unique_ptr<PuzzleSession> session;
  Observation seen;
};

/// Reads a picture with the first skin that reads it with certainty, else with the last one tried.
/// Throws Failure (no_window), Error.
BoardReading read_board(const ReadingOptions& options);
/// Throws Failure (unreadable) if the reading was rejected.
void check_accepted(const BoardReading& reading);

}  // namespace eyehand
