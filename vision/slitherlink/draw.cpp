#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

#include "vision/slitherlink/read.hpp"

namespace eyehand::slitherlink {
namespace {

const cv::Scalar kLine(0, 200, 0), kUnknown(255, 140, 0), kCross(180, 120, 180),
    kRejection(0, 0, 255), kClue(160, 0, 160);

/// Fractions of a pixel are kept by OpenCV's fixed-point coordinates.
constexpr int kShift = 4;
cv::Point fixed(cv::Point2d p) {
  return {cvRound(p.x * (1 << kShift)), cvRound(p.y * (1 << kShift))};
}

const cv::Scalar& colour_of(Mark mark) {
  return mark == Mark::line ? kLine : mark == Mark::cross ? kCross : kUnknown;
}

}  // namespace

cv::Mat draw(const Frame& frame, const Reading& reading) {
  cv::Mat picture = frame.image.clone();
  if (!reading.board.grid) return picture;
  picture = picture * 0.55 + cv::Scalar::all(100);
  const Grid& grid = *reading.board.grid;
  const auto at = [&](int v) {
    const Point p = reading.where[static_cast<std::size_t>(v)];
    return cv::Point2d(p.x, p.y);
  };
  for (int e = 0; e < grid.edges(); ++e) {
    const auto i = static_cast<std::size_t>(e);
    const cv::Point2d a = at(grid.edge(e).a), b = at(grid.edge(e).b);
    const Mark mark = reading.board.marks[i];
    cv::line(picture, fixed(a), fixed(b), colour_of(mark), mark == Mark::line ? 3 : 1, cv::LINE_AA,
             kShift);
    if (reading.edge_confidence[i] < kMinConfidence)
      cv::circle(picture, fixed((a + b) / 2), 6 << kShift, kRejection, 2, cv::LINE_AA, kShift);
  }
  for (int v = 0; v < grid.vertices(); ++v)
    cv::circle(picture, fixed(at(v)), 2 << kShift, kUnknown, cv::FILLED, cv::LINE_AA, kShift);
  for (int f = 0; f < grid.faces(); ++f) {
    const auto i = static_cast<std::size_t>(f);
    const auto corners = grid.vertices_of_face(f);
    cv::Point2d middle;
    for (const int v : corners) middle += at(v) / static_cast<double>(corners.size());
    if (reading.board.clues[i] != kNoClue)
      cv::putText(picture, std::to_string(reading.board.clues[i]),
                  cv::Point(cvRound(middle.x) + 4, cvRound(middle.y) + 12),
                  cv::FONT_HERSHEY_SIMPLEX, 0.35, kClue, 1, cv::LINE_AA);
    if (reading.clue_confidence[i] < kMinConfidence)
      cv::circle(picture, fixed(middle), 10 << kShift, kRejection, 2, cv::LINE_AA, kShift);
  }
  return picture;
}

}  // namespace eyehand::slitherlink
