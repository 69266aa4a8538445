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

TileReader::TileReader(const Atlas& atlas, const Palette& palette)
    : atlas_(atlas), palette_(palette), states_(atlas, palette), symbols_(atlas, palette) {
  const AtlasSize& size = atlas.size;
  for (int row = 0; row < size.side; ++row)
    for (int column = 0; column < size.side; ++column)
      // A walker's frame beside reaches a little into the cell.
      if (atlas.inside.at<float>(row, column) > 0.12 * size.side)
        inner_pixels_.emplace_back(column, row);
  const double bridge = palette.shape.bridge * size.side / 2 + 0.8 + size.blur;
  const int wide = size.side + 2 * atlas.fringe;
  for (int row = 0; row < wide; ++row)
    for (int column = 0; column < wide; ++column) {
      const double x = std::abs(column + 0.5 - wide / 2.0), y = std::abs(row + 0.5 - wide / 2.0);
      if (std::min(x, y) > bridge && atlas.frame.at<float>(row, column) > 0.7)
        frame_pixels_.emplace_back(column, row);
    }
}

bool TileReader::is_hole(const cv::Mat& cell) const {
  return std::all_of(inner_pixels_.begin(), inner_pixels_.end(), [&](cv::Point p) {
    return farthest(at(cell, p), palette_.background) <= kSame;
  });
}

bool TileReader::has_walker(const cv::Mat& around) const {
  std::size_t own = 0;
  for (const cv::Point p : frame_pixels_) {
    const cv::Vec3f seen = at(around, p);
    own += squared(seen - palette_.walker) * 2 <
                   std::min(squared(seen - palette_.background),
                            std::min(squared(seen - palette_.lit), squared(seen - palette_.unlit)))
               ? 1U
               : 0U;
  }
  return 10 * own >= 8 * frame_pixels_.size();
}

TileReading TileReader::read(const cv::Mat& around) const {
  const int side = atlas_.size.side;
  const cv::Mat cell = around(cv::Rect(atlas_.fringe, atlas_.fringe, side, side));
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
  if (state.confidence < kMinConfidence)
    reading.rejection = state.is_other ? "something covers the tile" : "the marks on the tile";
  else if (symbol.confidence < kMinConfidence)
    reading.rejection = "the symbol on the tile";
  return reading;
}

LinkReading TileReader::read_link(const cv::Mat& cells, const TileReading& left,
                                  const TileReading& right) const {
  const AtlasSize& size = atlas_.size;
  const int side = size.side;
  const double trail = std::max(0.05 * side, size.unit) / 2 + 0.5 + size.blur;
  const double bridge = palette_.shape.bridge * side / 2 - 0.5 - size.blur;
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
      const cv::Vec3f colour = own.tile.lit ? palette_.lit : palette_.unlit;
      const cv::Point p(is_left ? column : column - side, row);
      // The other's frame reaches into this one's cell.
      const cv::Point wide = p + cv::Point(atlas_.fringe, atlas_.fringe);
      const cv::Point beyond = wide + cv::Point(is_left ? -side : side, 0);
      cv::Vec3f drawn =
          palette_.background + (colour - palette_.background) * atlas_.tile.at<float>(p);
      if (own.has_walker) drawn += (palette_.walker - drawn) * atlas_.frame.at<float>(wide);
      if (other.has_walker && beyond.x >= 0 && beyond.x < atlas_.frame.cols)
        drawn += (palette_.walker - drawn) * atlas_.frame.at<float>(beyond);
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
