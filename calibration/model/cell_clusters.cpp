#include "calibration/model/cell_clusters.hpp"

#include <algorithm>

#include "puzzle/model/board.hpp"

namespace eyehand::calibration {
namespace {

/// How much the backgrounds, and what is drawn on them, differ in cells that look alike.
constexpr int kOneBackground = 12, kOneForeground = 40;
/// How much what is drawn differs in shape: measured, different digits differ by 0.07 at least, and
/// where cells have whole pixels, equal ones do not differ.
constexpr double kOneShape = 0.04;

}  // namespace

bool is_like_background(Colour a, Colour b) {
  return distance(a, b) <= kOneBackground;
}

bool have_like_colours(const model::CellSeen& a, const model::CellSeen& b) {
  return a.is_drawn == b.is_drawn && is_like_background(a.background, b.background) &&
         (!a.is_drawn || distance(a.foreground_colour, b.foreground_colour) <= kOneForeground);
}

bool is_like_shape(const Glyph& a, const Glyph& b) {
  return distance(a, b) <= kOneShape;
}

CellClusters::CellClusters(const Frame& frame, const Lattice& lattice) : lattice_(lattice) {
  for (int cell = 0; cell < lattice.columns * lattice.rows; ++cell) {
    CellCluster& cluster = all_[cluster_of(frame, cell)];
    cluster.cells.push_back(cell);
    cluster.group.cells = static_cast<int>(cluster.cells.size());
  }
}

std::size_t CellClusters::add(const Frame& frame, int cell) {
  for (int other = 0; other < lattice_.columns * lattice_.rows; ++other) cluster_of(frame, other);
  return cluster_of(frame, cell);
}

std::size_t CellClusters::cluster_of(const Frame& frame, int cell) {
  const int column = cell % lattice_.columns, row = cell / lattice_.columns;
  const auto seen = model::see_cell(frame.image, lattice_, column, row);
  if (!seen) throw LearnStopped(End::unreadable, "the board's cells are too small.");
  const Glyph glyph = glyph_of(seen->foreground);
  const auto like = std::ranges::find_if(all_, [&](const CellCluster& cluster) {
    return have_like_colours(*seen, cluster.seen) &&
           (!seen->is_drawn || is_like_shape(glyph, cluster.glyph));
  });
  const auto i = static_cast<std::size_t>(like - all_.begin());
  if (i == all_.size()) {
    const cv::Point2d corner = lattice_.origin + lattice_.pitch * cv::Point2d(column, row);
    const cv::Rect place =
        cv::Rect(cv::Rect2d(corner, cv::Size2d(lattice_.pitch, lattice_.pitch))) &
        cv::Rect({}, frame.image.size());
    const std::string name = model::Board(lattice_.columns, lattice_.rows).name(cell);
    all_.push_back({*seen, glyph, {frame.image(place).clone(), 1, place, name}, {}, {}});
  }
  all_[i].drawn.push_back(seen->foreground);
  return i;
}

}  // namespace eyehand::calibration
