#include <algorithm>

#include "puzzle/index.hpp"
#include "vision/lights/read.hpp"

namespace eyehand::lights {
namespace {

const cv::Scalar kLit(0, 140, 255), kSet(0, 200, 0), kCell(200, 200, 200);

}  // namespace

cv::Mat draw(const Frame& frame, const Reading& reading) {
  const Lattice& lattice = reading.lattice;
  if (lattice.columns == 0) return frame.image.clone();
  Overlay overlay(frame.image);
  const Board& board = reading.board;
  const double cell = lattice.pitch;
  for (int t = 0; t < static_cast<int>(board.size()); ++t) {
    const int x = t % board.width, y = t / board.width;
    const cv::Point2d middle = lattice.centre(x, y);
    const bool accepted = reading.confidence[at(t)] >= kMinConfidence;
    overlay.square(middle, 0.48 * cell, accepted ? kCell : Overlay::kRejected, accepted ? 1 : 3);
    if (board.lit[at(t)]) overlay.disc(middle, 0.4 * cell, kLit);
    // The set is a plan of the board around the tile, on the tile's middle.
    for (const int other : board.flips[at(t)]) {
      const cv::Point2d by(other % board.width - x, other / board.width - y);
      overlay.disc(middle + by * (cell / 8), std::max(1.0, cell / 24), kSet);
    }
  }
  if (reading.banner_cross) overlay.circle(*reading.banner_cross, 12, Overlay::kRejected, 2);
  return overlay.picture();
}

}  // namespace eyehand::lights
