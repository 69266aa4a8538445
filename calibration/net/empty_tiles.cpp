// Where TileSurvey's board goes on in lines of tiles without wires, which no click shows.
#include <algorithm>
#include <opencv2/imgproc.hpp>

#include "calibration/net/tile_survey.hpp"
#include "vision/cells/patch.hpp"

namespace eyehand::calibration {
namespace {

/// Longer sequences of lines belong to what surrounds the board, such as squared paper.
constexpr int kMostLines = 2;
/// A tile has an edge where the colours along a path across its side step by this much, 0 to 255,
/// and by this many times the steps within it.
constexpr double kEdgeStep = 6, kEdgeFactor = 2;
/// The mean colours of two empty tiles differ by this much at most, 0 to 255.
constexpr double kSameColour = 12;
/// In pixels of the picture below: where the cell ends; how far inside, with a gap around the tile,
/// and outside of that its edge may be; and how wide a path across it is, which begins just as far
/// inside, away from rounded corners.
constexpr int kLow = kTilePixels / 2, kHigh = kLow + kTilePixels;
constexpr int kInside = 10, kOutside = 5, kPathWidth = 4;
constexpr int kMiddle = kTilePixels - 2 * kInside;

/// The largest step of colour from one column to the next, as a mean over some rows.
double largest_step(const cv::Mat& picture, const cv::Rect& place) {
  cv::Mat path;
  cv::reduce(picture(place), path, 0, cv::REDUCE_AVG);
  double most = 0;
  for (int x = 0; x + 1 < path.cols; ++x)
    most = std::max(most, cv::norm(path.col(x), path.col(x + 1), cv::NORM_INF));
  return most;
}

struct PlainTile {
  bool has_edges = false;  ///< on all sides
  cv::Scalar colour;       ///< the mean
};

/// `picture`: a square of two cells around the tile.
PlainTile plain_tile(const cv::Mat& picture) {
  double least_edge = 255, most_within = 0;
  for (int quarters = 0; quarters < 4; ++quarters) {
    cv::Mat turned = picture.clone();
    for (int i = 0; i < quarters; ++i) {
      cv::Mat next;
      cv::rotate(turned, next, cv::ROTATE_90_CLOCKWISE);
      turned = next;
    }
    for (const int row : {kLow + kInside, kHigh - kInside - kPathWidth}) {
      least_edge = std::min(
          least_edge, largest_step(turned, {kHigh - kInside, row, kInside + kOutside, kPathWidth}));
      most_within =
          std::max(most_within, largest_step(turned, {kLow + kInside, row, kMiddle, kPathWidth}));
    }
  }
  return {least_edge >= std::max(kEdgeStep, kEdgeFactor * most_within),
          cv::mean(picture(cv::Rect(kLow + kInside, kLow + kInside, kMiddle, kMiddle)))};
}

}  // namespace

/// Whether there were any.
bool TileSurvey::extend_over_empty() {
  const auto plain = [&](Cell cell) {
    return plain_tile(
        cells::cut(prober_.frame().image, middle(cell), 2 * lattice_.pitch, 2 * kTilePixels));
  };
  std::vector<cv::Scalar> empty;  // the colours of those on the board
  for (int tile = 0; tile < board_.columns * board_.rows; ++tile)
    if (certain_wires(tile) == net::Sides{0})
      if (const PlainTile here = plain(cell_of(tile)); here.has_edges) empty.push_back(here.colour);
  const auto looks_empty = [&](Cell cell) {
    if (!is_inside(cell)) return false;
    const PlainTile here = plain(cell);
    return here.has_edges && std::ranges::any_of(empty, [&](const cv::Scalar& colour) {
             return cv::norm(here.colour, colour, cv::NORM_INF) <= kSameColour;
           });
  };
  const auto is_line = [&](Cell first, Cell step, int count) {
    for (int i = 0; i < count; ++i)
      if (!looks_empty({first.column + i * step.column, first.row + i * step.row})) return false;
    return count > 0;
  };
  if (empty.empty()) return false;
  const Cell low = board_corner_;
  const auto lines = [&](Cell first, Cell outwards, Cell along, int count) {
    int found = 0;
    while (found <= kMostLines && is_line(first, along, count)) {
      first = {first.column + outwards.column, first.row + outwards.row};
      ++found;
    }
    return found <= kMostLines ? found : 0;
  };
  const int columns = board_.columns, rows = board_.rows;
  const int left = lines({low.column - 1, low.row}, {-1, 0}, {0, 1}, rows);
  const int right = lines({low.column + columns, low.row}, {1, 0}, {0, 1}, rows);
  const int width = columns + left + right;
  const int above = lines({low.column - left, low.row - 1}, {0, -1}, {1, 0}, width);
  const int below = lines({low.column - left, low.row + rows}, {0, 1}, {1, 0}, width);
  set_board({low.column - left, low.row - above}, width, rows + above + below);
  const int tiles = board_.columns * board_.rows;
  for (int tile = 0; tile < tiles; ++tile) {
    const Cell cell = cell_of(tile);
    if (cell.column < low.column || cell.column >= low.column + columns || cell.row < low.row ||
        cell.row >= low.row + rows)
      outer_empty_.insert(cell);
  }
  return tiles > columns * rows;
}

}  // namespace eyehand::calibration
