// A board taken to pieces, so that what was read of it can be compared with what is true piece by
// piece, whatever the game: calibration counts with these and needs nothing of its own per game.
#pragma once

#include <opencv2/core.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "puzzle/hexiom/board.hpp"
#include "puzzle/lights/board.hpp"
#include "puzzle/net/board.hpp"
#include "puzzle/panel/board.hpp"
#include "puzzle/slitherlink/board.hpp"

namespace eyehand {

/// Something that a reader has to name.
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
/// Below this a reader is not sure of a part, in every game.
inline constexpr float kMinPartConfidence = 0.5F;

// Each game's parts, always in the same order: two boards of one size have as many parts, and equal
// boards, seen as a player sees them, have equal ones. O(parts).

/// Of each tile its wires, whether barriers (or the rim) are right of it and below it, and whether
/// it is locked.
std::vector<Part> parts_of(const net::Board& board);
/// The clue of each face, then the mark of each edge.
std::vector<Part> parts_of(const slitherlink::Board& board);
/// What is on each cell, and whether it is locked.
std::vector<Part> parts_of(const hexiom::Board& board);
/// Of each tile its light, and what it flips, counted from it.
std::vector<Part> parts_of(const lights::Board& board);
/// Of each tile its state, symbol, hue, lock, start mark and links, as they are drawn: hidden
/// symbols and links to nothing do not show.
std::vector<Part> parts_of(const panel::Board& board);

/// `parts` as seen where each cell has the same number of parts, one after another. `places` and
/// `confidences` have one entry a cell; nothing is seen if they do not fit.
std::vector<ObservedPart> observed_by_cell(std::vector<Part> parts,
                                           std::span<const cv::Rect> places,
                                           std::span<const float> confidences);

/// Squares around these middles, as wide as the nearest two of the first few are apart.
std::vector<cv::Rect> squares_around(std::span<const cv::Point2d> middles);

}  // namespace eyehand
