#include <opencv2/imgproc.hpp>

#include "vision/net/read.hpp"

namespace eyehand::net {
namespace {

const cv::Scalar kDead(0, 140, 255), kLive(0, 220, 0), kRejection(0, 0, 255), kCell(200, 200, 200),
    kBarrier(220, 0, 220), kLocked(160, 0, 160);

/// Fractions of a pixel are kept by OpenCV's fixed-point coordinates.
constexpr int kShift = 4;
cv::Point fixed(cv::Point2d p) {
  return {cvRound(p.x * (1 << kShift)), cvRound(p.y * (1 << kShift))};
}

cv::Point2d towards(Sides side, double length) {
  switch (side) {
    case kRight:
      return {length, 0};
    case kUp:
      return {0, -length};
    case kLeft:
      return {-length, 0};
    default:
      return {0, length};
  }
}

}  // namespace

cv::Mat draw(const Frame& frame, const Reading& reading) {
  cv::Mat picture = frame.image.clone();
  if (reading.lattice.columns == 0) return picture;
  picture = picture * 0.55 + cv::Scalar::all(100);
  const Board& board = reading.board;
  const Lattice& lattice = reading.lattice;
  const double cell = lattice.pitch;
  const int thick = std::max(1, cvRound(cell / 12));
  for (int t = 0; t < static_cast<int>(board.size()); ++t) {
    const auto i = static_cast<std::size_t>(t);
    const cv::Point2d middle = lattice.centre(t % board.width, t / board.width);
    const cv::Point2d half(cell / 2, cell / 2);
    cv::rectangle(picture, fixed(middle - half), fixed(middle + half), kCell, 1, cv::LINE_AA,
                  kShift);
    const auto& colour = reading.powered[i] ? kLive : kDead;
    for (const Sides side : kEachSide) {
      if (board.wires[i] & side)
        cv::line(picture, fixed(middle), fixed(middle + towards(side, cell * 0.46)), colour, thick,
                 cv::LINE_AA, kShift);
      if (board.barriers[i] & side) {
        const cv::Point2d at = middle + towards(side, cell / 2);
        const cv::Point2d along = towards(turned(side, 1), cell / 2);
        cv::line(picture, fixed(at - along), fixed(at + along), kBarrier, thick, cv::LINE_AA,
                 kShift);
      }
    }
    if (degree(board.wires[i]) == 1)
      cv::circle(picture, fixed(middle), cvRound(cell * 0.2 * (1 << kShift)), colour, cv::FILLED,
                 cv::LINE_AA, kShift);
    if (t == board.source)
      cv::rectangle(picture, fixed(middle - half * 0.5), fixed(middle + half * 0.5), kLive, thick,
                    cv::LINE_AA, kShift);
    if (board.locked[i])
      cv::rectangle(picture, fixed(middle - half * 0.8), fixed(middle + half * 0.8), kLocked, 1,
                    cv::LINE_AA, kShift);
    if (reading.confidence[i] < kMinConfidence)
      cv::rectangle(picture, fixed(middle - half), fixed(middle + half), kRejection, thick + 1,
                    cv::LINE_AA, kShift);
  }
  return picture;
}

}  // namespace eyehand::net
