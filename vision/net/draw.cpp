#include <algorithm>

#include "puzzle/index.hpp"
#include "vision/net/read.hpp"
#include "vision/net/tile.hpp"

namespace eyehand::net {
namespace {

const cv::Scalar kUnpowered(0, 140, 255), kPowered(0, 220, 0), kCell(200, 200, 200),
    kBarrier(220, 0, 220), kLocked(160, 0, 160);

}  // namespace

cv::Mat draw(const Frame& frame, const Reading& reading) {
  if (reading.lattice.columns == 0) return frame.image.clone();
  Overlay overlay(frame.image);
  const Board& board = reading.board;
  const double cell = reading.lattice.pitch;
  const int thick = std::max(1, cvRound(cell / 12));
  for (int t = 0; t < static_cast<int>(board.size()); ++t) {
    const cv::Point2d middle = reading.lattice.centre(t % board.width, t / board.width);
    overlay.square(middle, cell / 2, kCell);
    const cv::Scalar& colour = reading.powered[at(t)] ? kPowered : kUnpowered;
    for (const Direction& d : kDirections) {
      const cv::Point2d out(d.dx * cell, d.dy * cell), along(d.dy * cell / 2, d.dx * cell / 2);
      if (board.wires[at(t)] & d.side) overlay.line(middle, middle + 0.46 * out, colour, thick);
      if (board.barriers[at(t)] & d.side)
        overlay.line(middle + out / 2 - along, middle + out / 2 + along, kBarrier, thick);
    }
    if (degree(board.wires[at(t)]) == 1) overlay.disc(middle, 0.2 * cell, colour);
    if (t == board.source) overlay.square(middle, cell / 4, kPowered, thick);
    if (board.locked[at(t)]) overlay.square(middle, 0.4 * cell, kLocked);
    if (reading.confidence[at(t)] < kMinConfidence)
      overlay.square(middle, cell / 2, Overlay::kRejected, thick + 1);
  }
  return overlay.picture();
}

}  // namespace eyehand::net
