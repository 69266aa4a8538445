// Finds some tiles of an unknown Net board, and from them where all its cells are: whatever a tile
// looks like, four clicks turn it through a full circle around its centre.
#pragma once

#include <array>
#include <chrono>
#include <opencv2/core.hpp>
#include <span>
#include <vector>

#include "calibration/lattice_search.hpp"
#include "calibration/net/rotation.hpp"
#include "calibration/pace_search.hpp"
#include "calibration/prober.hpp"
#include "vision/lattice.hpp"

namespace eyehand::calibration {

/// How tiles react to clicks.
struct TurnTiming {
  std::chrono::milliseconds animation{0};  ///< the longest that a tile was seen turning
  std::chrono::milliseconds answer{0};     ///< the longest from a click until it had turned
  bool loses_clicks = false;               ///< whether clicks are lost before it has

  /// Slow enough for any program and, if clicks are lost, for a tile to finish turning.
  Pace pace() const;
};

/// Something that was turned through a full circle.
struct FullTurn {
  std::array<cv::Mat, 4> pictures;  ///< of the window, each one turn after the previous
  Rotation rotation;
  /// Whether it may be something else, or its centre elsewhere.
  bool is_doubtful = false;
  double stretch = 1;  ///< factor that makes it roughly square
};

struct FoundTiles {
  Lattice window;                ///< all cells that the window has room for, on the board or not
  cv::Point first;               ///< the column and row in it of the tile found first
  std::vector<FullTurn> turned;  ///< that tile, and some around it
  TurnTiming timing;
};

/// Clicks cells of the first `guesses` and promising places, then places around the first tile,
/// four times each, so that they end up as they were. Sets the stretch of `prober` if cells are not
/// square. Notes in `timing` how the program reacts. Up to 40 s. Throws LearnStopped (stuck,
/// unreadable) if nothing turns, or nothing beside it.
FoundTiles find_tiles(Prober& prober, Timing& timing, const StageReport& report,
                      std::span<const LatticeGuess> guesses);

}  // namespace eyehand::calibration
