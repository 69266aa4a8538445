#include <opencv2/imgproc.hpp>

#include "vision/hexiom/read.hpp"

namespace eyehand::hexiom {
namespace {

const cv::Scalar kPiece(0, 160, 0), kEmptyCell(255, 140, 0), kNoCell(150, 150, 150),
    kLock(200, 0, 200), kRejection(0, 0, 255);

/// Fractions of a pixel are kept by OpenCV's fixed-point coordinates.
constexpr int kShift = 4;
cv::Point fixed(cv::Point2d p) {
  return {cvRound(p.x * (1 << kShift)), cvRound(p.y * (1 << kShift))};
}
int fixed(double length) {
  return cvRound(length * (1 << kShift));
}

/// The distance between the two nearest neighbours, pixels.
double pitch_of(const Reading& reading) {
  if (reading.where.size() < 2) return 0.8 * reading.area.width;
  return cv::norm(reading.where[1] - reading.where[0]);
}

}  // namespace

cv::Mat draw(const Frame& frame, const Reading& reading) {
  cv::Mat picture = frame.image.clone();
  if (reading.board.side == 0) return picture;
  picture = picture * 0.55 + cv::Scalar::all(100);
  const double pitch = pitch_of(reading);
  for (std::size_t i = 0; i < reading.where.size(); ++i) {
    const cv::Point at = fixed(reading.where[i]);
    const Cell cell = reading.board.cells[i];
    const auto circle = [&](double radius, const cv::Scalar& colour, int width) {
      cv::circle(picture, at, fixed(radius * pitch), colour, width, cv::LINE_AA, kShift);
    };
    circle(0.04, is_piece(cell) ? kPiece : cell == kEmpty ? kEmptyCell : kNoCell, cv::FILLED);
    if (cell != kHole) circle(0.44, is_piece(cell) ? kPiece : kEmptyCell, 1);
    if (reading.board.locked[i]) circle(0.38, kLock, 2);
    if (reading.confidence[i] < kMinConfidence) circle(0.5, kRejection, 2);
    if (!is_piece(cell)) continue;
    const cv::Point2d text = reading.where[i] + cv::Point2d(0.12, 0.36) * pitch;
    cv::putText(picture, std::to_string(cell), cv::Point(cvRound(text.x), cvRound(text.y)),
                cv::FONT_HERSHEY_SIMPLEX, pitch / 90, kPiece, 1, cv::LINE_AA);
  }
  return picture;
}

}  // namespace eyehand::hexiom
