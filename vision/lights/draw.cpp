#include <algorithm>
#include <opencv2/imgproc.hpp>

#include "vision/lights/read.hpp"

namespace eyehand::lights {
namespace {

const cv::Scalar kLit(0, 140, 255), kSet(0, 200, 0), kRejection(0, 0, 255), kCell(200, 200, 200);

/// Fractions of a pixel are kept by OpenCV's fixed-point coordinates.
constexpr int kShift = 4;
cv::Point fixed(cv::Point2d p) {
  return {cvRound(p.x * (1 << kShift)), cvRound(p.y * (1 << kShift))};
}

void disc(cv::Mat& picture, cv::Point2d at, double radius, const cv::Scalar& colour) {
  cv::circle(picture, fixed(at), cvRound(radius * (1 << kShift)), colour, cv::FILLED, cv::LINE_AA,
             kShift);
}

}  // namespace

cv::Mat draw(const Frame& frame, const Reading& reading) {
  cv::Mat picture = frame.image.clone();
  const Lattice& lattice = reading.lattice;
  if (lattice.columns == 0) return picture;
  picture = picture * 0.55 + cv::Scalar::all(100);
  const Board& board = reading.board;
  const double cell = lattice.pitch;
  for (int t = 0; t < static_cast<int>(board.size()); ++t) {
    const auto i = static_cast<std::size_t>(t);
    const int x = t % board.width, y = t / board.width;
    const cv::Point2d middle = lattice.centre(x, y), half(0.48 * cell, 0.48 * cell);
    const bool accepted = reading.confidence[i] >= kMinConfidence;
    cv::rectangle(picture, fixed(middle - half), fixed(middle + half),
                  accepted ? kCell : kRejection, accepted ? 1 : 3, cv::LINE_AA, kShift);
    if (board.lit[i]) disc(picture, middle, 0.4 * cell, kLit);
    // The set is a plan of the board around the tile, on the tile's middle.
    for (const int other : board.flips[i]) {
      const cv::Point2d by(other % board.width - x, other / board.width - y);
      disc(picture, middle + by * (cell / 8), std::max(1.0, cell / 24), kSet);
    }
  }
  if (reading.banner_cross)
    cv::circle(picture, *reading.banner_cross, 12, kRejection, 2, cv::LINE_AA);
  return picture;
}

}  // namespace eyehand::lights
