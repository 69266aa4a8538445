#include "vision/panel/tile.hpp"

#include <algorithm>
#include <cmath>

#include "vision/panel/read.hpp"

namespace eyehand::panel {
namespace {

/// Colours are the same up to this.
constexpr float kSame = 12;
/// Of the way from tiles that are apart to linked ones. What is apart may be rather blurred.
constexpr double kLinkedFrom = 0.67, kLinkedFor = 0.18;
/// What may be left of the difference between linked tiles and others.
constexpr double kLinkError = 0.5;

const cv::Vec3f& at(const cv::Mat& picture, cv::Point p) {
  return picture.at<cv::Vec3f>(p);
}

double squared(const cv::Vec3f& v) {
  return v.dot(v);
}

}  // namespace

TileReader::TileReader(const Sheet& sheet, const Paints& paints)
    : sheet_(sheet), paints_(paints), states_(sheet, paints), symbols_(sheet, paints) {
  const SheetSize& size = sheet.size;
  for (int row = 0; row < size.side; ++row)
    for (int column = 0; column < size.side; ++column)
      // A walker's frame beside reaches a little into the cell.
      if (sheet.inside.at<float>(row, column) > 0.12 * size.side)
        inner_pixels_.emplace_back(column, row);
  const double bridge = paints.shape.bridge * size.side / 2 + 0.8 + size.blur;
  const int wide = size.side + 2 * sheet.fringe;
  for (int row = 0; row < wide; ++row)
    for (int column = 0; column < wide; ++column) {
      const double x = std::abs(column + 0.5 - wide / 2.0), y = std::abs(row + 0.5 - wide / 2.0);
      if (std::min(x, y) > bridge && sheet.frame.at<float>(row, column) > 0.7)
        frame_pixels_.emplace_back(column, row);
    }
}

bool TileReader::is_hole(const cv::Mat& cell) const {
  return std::all_of(inner_pixels_.begin(), inner_pixels_.end(),
                     [&](cv::Point p) { return farthest(at(cell, p), paints_.ground) <= kSame; });
}

bool TileReader::has_walker(const cv::Mat& around) const {
  std::size_t own = 0;
  for (const cv::Point p : frame_pixels_) {
    const cv::Vec3f seen = at(around, p);
    own += squared(seen - paints_.walker) * 2 <
                   std::min(squared(seen - paints_.ground),
                            std::min(squared(seen - paints_.lit), squared(seen - paints_.unlit)))
               ? 1U
               : 0U;
  }
  return 10 * own >= 8 * frame_pixels_.size();
}

TileReading TileReader::read(const cv::Mat& around) const {
  const int side = sheet_.size.side;
  const cv::Mat cell = around(cv::Rect(sheet_.fringe, sheet_.fringe, side, side));
  TileReading reading;
  if (is_hole(cell)) {
    reading.tile.exists = false;
    return reading;
  }
  reading.has_walker = has_walker(around);
  const StateReading state = states_.read(cell, reading.has_walker);
  const SymbolReading symbol = symbols_.read(cell, state.lit);
  reading.tile = symbol.tile;
  reading.tile.lit = state.lit;
  reading.tile.start = state.start;
  reading.tile.locked = state.locked;
  reading.error = state.error + symbol.error;
  reading.confidence = std::min(state.confidence, symbol.confidence);
  if (state.confidence < kSure)
    reading.doubt = state.is_other ? "something covers the tile" : "the marks on the tile";
  else if (symbol.confidence < kSure)
    reading.doubt = "the symbol on the tile";
  return reading;
}

LinkReading TileReader::read_link(const cv::Mat& cells, const TileReading& left,
                                  const TileReading& right) const {
  const SheetSize& size = sheet_.size;
  const int side = size.side;
  const double trail = std::max(0.05 * side, size.unit) / 2 + 0.5 + size.blur;
  const double bridge = paints_.shape.bridge * side / 2 - 0.5 - size.blur;
  const double gap = std::max((side - size.tile) / 2, 0.8);
  // How far the picture is on the way from tiles that are apart to linked ones, and how far from
  // it.
  double along = 0, way = 0, from_linked = 0, from_apart = 0;
  for (int row = 0; row < side; ++row) {
    const double y = std::abs(row + 0.5 - side / 2.0);
    if (y < trail || y > bridge) continue;
    for (int column = side / 2; column < side + side / 2; ++column) {
      if (std::abs(column + 0.5 - side) > gap) continue;
      const bool is_left = column < side;
      const TileReading &own = is_left ? left : right, &other = is_left ? right : left;
      const cv::Vec3f colour = own.tile.lit ? paints_.lit : paints_.unlit;
      const cv::Point p(is_left ? column : column - side, row);
      // The other's frame reaches into this one's cell.
      const cv::Point wide = p + cv::Point(sheet_.fringe, sheet_.fringe);
      const cv::Point beyond = wide + cv::Point(is_left ? -side : side, 0);
      cv::Vec3f drawn = paints_.ground + (colour - paints_.ground) * sheet_.tile.at<float>(p);
      if (own.has_walker) drawn += (paints_.walker - drawn) * sheet_.frame.at<float>(wide);
      if (other.has_walker && beyond.x >= 0 && beyond.x < sheet_.frame.cols)
        drawn += (paints_.walker - drawn) * sheet_.frame.at<float>(beyond);
      const cv::Vec3f seen = at(cells, {column, row});
      along += (seen - drawn).dot(colour - drawn);
      way += squared(colour - drawn);
      from_linked += squared(seen - colour);
      from_apart += squared(seen - drawn);
    }
  }
  LinkReading reading;
  if (way < 1) {
    reading.confidence = 0;
    return reading;
  }
  const double share = along / way;
  reading.is_linked = share > kLinkedFrom;
  const double off = std::min(from_linked, from_apart) / way;
  reading.confidence =
      off > kLinkError
          ? 0.2F
          : static_cast<float>(std::min(std::abs(share - kLinkedFrom) / kLinkedFor, 1.0));
  return reading;
}

}  // namespace eyehand::panel
