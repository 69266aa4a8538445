#include "puzzle/index.hpp"
#include "vision/slitherlink/read.hpp"

namespace eyehand::slitherlink {
namespace {

const cv::Scalar kLine(0, 200, 0), kUnknown(255, 140, 0), kCross(180, 120, 180), kClue(160, 0, 160);

const cv::Scalar& colour_of(Mark mark) {
  return mark == Mark::line ? kLine : mark == Mark::cross ? kCross : kUnknown;
}

}  // namespace

cv::Mat draw(const Frame& frame, const Reading& reading) {
  if (!reading.board.grid) return frame.image.clone();
  Overlay overlay(frame.image);
  const Grid& grid = *reading.board.grid;
  const auto vertex = [&](int v) {
    return cv::Point2d(reading.where[at(v)].x, reading.where[at(v)].y);
  };
  for (int e = 0; e < grid.edges(); ++e) {
    const cv::Point2d a = vertex(grid.edge(e).a), b = vertex(grid.edge(e).b);
    const Mark mark = reading.board.marks[at(e)];
    overlay.line(a, b, colour_of(mark), mark == Mark::line ? 3 : 1);
    if (reading.edge_confidence[at(e)] < kMinConfidence)
      overlay.circle((a + b) / 2, 6, Overlay::kRejected, 2);
  }
  for (int v = 0; v < grid.vertices(); ++v) overlay.disc(vertex(v), 2, kUnknown);
  for (int f = 0; f < grid.faces(); ++f) {
    const cv::Point2d middle = face_centre(reading, f);
    if (reading.board.clues[at(f)] != kNoClue)
      overlay.text(std::to_string(reading.board.clues[at(f)]), middle + cv::Point2d(4, 12), 0.35,
                   kClue);
    if (reading.clue_confidence[at(f)] < kMinConfidence)
      overlay.circle(middle, 10, Overlay::kRejected, 2);
  }
  return overlay.picture();
}

}  // namespace eyehand::slitherlink
