// A board taken to pieces, so that what was read of it can be compared with what is true piece by
// piece, whatever the game: calibration counts with these and needs nothing of its own per game.
#pragma once

#include <opencv2/core.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace eyehand {

/// Something that a reader has to recognise. Each game lists a board's parts (`parts_of` in
/// player/GAME/game.cpp) in a fixed order: boards of one size have equally many, and boards that
/// look the same to a player have equal ones.
struct Part {
  std::string_view kind;  ///< "tile", "clue" ...; lives as long as the program
  std::string label;      ///< which of its kind, for people: "└", "3", "locked"
  bool operator==(const Part&) const = default;
};

/// One that was read.
struct ObservedPart {
  Part part;
  float confidence = 0;  ///< 0 to 1
  cv::Rect place;        ///< of its cell, in the frame's image; may reach beyond it
};
/// A part read with less confidence is refused, in every game.
inline constexpr float kMinPartConfidence = 0.5F;

}  // namespace eyehand
