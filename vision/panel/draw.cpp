#include <algorithm>
#include <string>

#include "vision/panel/read.hpp"

namespace eyehand::panel {
namespace {

const cv::Scalar kLit(0, 200, 255), kUnlit(110, 80, 60), kMark(0, 160, 0), kWalker(255, 0, 200);

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
  const Board& board = reading.board;
  if (board.width == 0) return frame.image.clone();
  Overlay overlay(frame.image);
  const double cell = static_cast<double>(reading.area.width) / board.width;
  const int line = std::max(1, cvRound(cell / 24));
  for (std::size_t i = 0; i < board.size(); ++i) {
    const Tile& tile = board.tiles[i];
    const cv::Point2d middle = reading.where[i];
    if (tile.exists) {
      overlay.square(middle, 0.4 * cell, tile.lit ? kLit : kUnlit, line);
      if (tile.locked) overlay.square(middle, 0.34 * cell, kMark, line);
      if (tile.start) overlay.circle(middle, 0.36 * cell, kMark, line);
      if (tile.linked_left) overlay.disc(middle - cv::Point2d(cell / 2, 0), 2 * line, kMark);
      if (tile.linked_up) overlay.disc(middle - cv::Point2d(0, cell / 2), 2 * line, kMark);
      const cv::Point2d foot = middle + cv::Point2d(-0.3 * cell, 0.12 * cell);
      overlay.text(word_of(tile), foot, cell / 60, {0, 0, 0}, 2 * line + 1);
      overlay.text(word_of(tile), foot, cell / 60, colour_of(tile.hue), line);
    }
    if (static_cast<int>(i) == reading.walker)
      overlay.square(middle, 0.48 * cell, kWalker, 2 * line);
    if (reading.confidence[i] < kMinConfidence)
      overlay.square(middle, 0.44 * cell, Overlay::kRejected, 2 * line);
  }
  return overlay.picture();
}

}  // namespace eyehand::panel
