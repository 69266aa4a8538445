// A board broken down into parts, so that a reading can be compared with the truth part by part in
// any game: calibration counts these and needs no code per game.
#pragma once

#include <opencv2/core.hpp>
#include <string>
#include <string_view>

namespace eyehand {

/// Something that a reader has to recognise. Each game lists a board's parts (`parts_of` in
/// player/GAME/game.cpp) in a fixed order. Boards of the same size have the same number of parts,
/// and boards that look the same to a player have equal parts.
struct Part {
  std::string_view kind;  ///< "tile", "clue" ...; lives as long as the program
  std::string label;      ///< for people: "└", "3", "locked"
  bool operator==(const Part&) const = default;
};

/// A part as it was read.
struct ObservedPart {
  Part part;
  float confidence = 0;  ///< 0 to 1
  cv::Rect place;        ///< of its cell, in the frame's image; may reach beyond it
};
/// In every game, a part read with less confidence than this is refused.
inline constexpr float kMinPartConfidence = 0.5F;

}  // namespace eyehand
