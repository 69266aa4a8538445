#include "vision/hexiom/read.hpp"

namespace eyehand::hexiom {
namespace {

const cv::Scalar kPieceColour(0, 160, 0), kEmptyColour(255, 140, 0), kHoleColour(150, 150, 150),
    kLockColour(200, 0, 200);

/// The distance between neighbours, pixels.
double pitch_of(const Reading& reading) {
  if (reading.where.size() < 2) return 0.8 * reading.area.width;
  return cv::norm(reading.where[1] - reading.where[0]);
}

}  // namespace

cv::Mat draw(const Frame& frame, const Reading& reading) {
  if (reading.board.side == 0) return frame.image.clone();
  Overlay overlay(frame.image);
  const double pitch = pitch_of(reading);
  for (std::size_t i = 0; i < reading.where.size(); ++i) {
    const cv::Point2d middle = reading.where[i];
    const Cell cell = reading.board.cells[i];
    const cv::Scalar& colour = is_piece(cell)   ? kPieceColour
                               : cell == kEmpty ? kEmptyColour
                                                : kHoleColour;
    overlay.disc(middle, 0.04 * pitch, colour);
    if (cell != kHole) overlay.circle(middle, 0.44 * pitch, colour);
    if (reading.board.locked[i]) overlay.circle(middle, 0.38 * pitch, kLockColour, 2);
    if (reading.confidence[i] < kMinConfidence)
      overlay.circle(middle, 0.5 * pitch, Overlay::kRejected, 2);
    if (is_piece(cell))
      overlay.text(std::to_string(cell), middle + cv::Point2d(0.12, 0.36) * pitch, pitch / 90,
                   kPieceColour);
  }
  return overlay.picture();
}

}  // namespace eyehand::hexiom
