#include <opencv2/imgproc.hpp>
#include <string>

#include "vision/panel/read.hpp"

namespace eyehand::panel {
namespace {

const cv::Scalar kRejection(0, 0, 255), kLit(0, 200, 255), kUnlit(110, 80, 60), kMark(0, 160, 0),
    kWalker(255, 0, 200);

const cv::Scalar& colour_of(Hue hue) {
  static const cv::Scalar colours[kHues] = {{150, 150, 150}, {40, 40, 230},   {30, 140, 255},
                                            {30, 220, 255},  {60, 170, 30},   {255, 110, 50},
                                            {230, 80, 170},  {255, 255, 255}, {0, 0, 0}};
  return colours[static_cast<std::size_t>(hue)];
}

/// As in panel::to_picture.
std::string word_of(const Tile& tile) {
  switch (tile.symbol) {
    case Symbol::none:
      return "";
    case Symbol::dot:
      return std::string(tile.value > 0 ? "+" : "").append(std::to_string(tile.value));
    case Symbol::diamond:
      return "<>";
    case Symbol::bar:
      return "==";
    case Symbol::slash:
      return "//";
    case Symbol::flower:
      return std::string("*").append(std::to_string(tile.value));
  }
  return "";
}

}  // namespace

cv::Mat draw(const Frame& frame, const Reading& reading) {
  cv::Mat picture = frame.image.clone();
  const Board& board = reading.board;
  if (board.width == 0) return picture;
  picture = picture * 0.5 + cv::Scalar::all(100);
  const double cell = static_cast<double>(reading.area.width) / board.width;
  const int line = std::max(1, cvRound(cell / 24));
  for (std::size_t i = 0; i < board.size(); ++i) {
    const Tile& tile = board.tiles[i];
    const cv::Point2d middle = reading.where[i], half(0.4 * cell, 0.4 * cell);
    const auto box = [&](double share, const cv::Scalar& colour, int thickness) {
      cv::rectangle(picture, middle - half * share, middle + half * share, colour, thickness);
    };
    if (tile.exists) {
      box(1, tile.lit ? kLit : kUnlit, line);
      if (tile.locked) box(0.85, kMark, line);
      if (tile.start) cv::circle(picture, middle, cvRound(0.36 * cell), kMark, line, cv::LINE_AA);
      const cv::Point2d left(0.5 * cell, 0), up(0, 0.5 * cell);
      if (tile.linked_left) cv::circle(picture, middle - left, 2 * line, kMark, cv::FILLED);
      if (tile.linked_up) cv::circle(picture, middle - up, 2 * line, kMark, cv::FILLED);
      const cv::Point2d foot = middle + cv::Point2d(-0.3 * cell, 0.12 * cell);
      const double size = cell / 60;
      cv::putText(picture, word_of(tile), foot, cv::FONT_HERSHEY_SIMPLEX, size, {0, 0, 0},
                  2 * line + 1, cv::LINE_AA);
      cv::putText(picture, word_of(tile), foot, cv::FONT_HERSHEY_SIMPLEX, size, colour_of(tile.hue),
                  line, cv::LINE_AA);
    }
    if (static_cast<int>(i) == reading.walker) box(1.2, kWalker, 2 * line);
    if (reading.confidence[i] < kMinConfidence) box(1.1, kRejection, 2 * line);
  }
  return picture;
}

}  // namespace eyehand::panel
