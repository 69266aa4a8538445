// Which tiles a press flips, from presses that were observed.
#pragma once

#include <opencv2/core.hpp>
#include <optional>
#include <span>
#include <vector>

#include "calibration/pitch.hpp"
#include "puzzle/lights/board.hpp"
#include "vision/lattice.hpp"

namespace eyehand::calibration {

/// An observed press on a board of some size.
struct Flip {
  int tile = 0;               ///< the tile that was pressed
  std::vector<bool> flipped;  ///< of each tile of the board
};

/// The tile at a place of the frame, row by row; -1 if it is not on the board.
int tile_at(cv::Point place, const Lattice& lattice);

/// What these presses have flipped, without those off the board or near a tile's rim, where it is
/// uncertain which tile they hit.
std::vector<Flip> flips_of(std::span<const Press> presses, const Lattice& lattice);

/// What a press flipped, relative to the tile that was pressed.
std::vector<lights::Offset> offsets_of(const Flip& flip, int columns);

/// A set of tiles that every press flips, relative to the tile pressed.
struct CommonSet {
  std::vector<lights::Offset> offsets;
  bool wrapping = false;  ///< it goes on at the opposite edge of the board
};

/// The smallest set that explains all presses: around the rim, one may flip what is far away.
/// Nothing if presses flip different sets.
std::optional<CommonSet> common_set(cv::Size board, std::span<const Flip> flips);

}  // namespace eyehand::calibration
