// The cells of a board on a grid, clustered by how they look.
#pragma once

#include <opencv2/core.hpp>
#include <vector>

#include "calibration/learn_labels.hpp"
#include "vision/digits.hpp"
#include "vision/frame.hpp"
#include "vision/lattice.hpp"
#include "vision/model/read.hpp"

namespace eyehand::calibration {

/// Cells with the same colours and, if something is drawn on them, the same shape.
struct CellCluster {
  model::CellSeen seen;  ///< the first of them
  Glyph glyph;
  Group group;
  std::vector<int> cells;      ///< those of the picture that was clustered
  std::vector<cv::Mat> drawn;  ///< what is drawn on each that was seen, as foreground_of()
};

/// Two backgrounds of cells that look alike.
bool is_like_background(Colour a, Colour b);
bool have_like_colours(const model::CellSeen& a, const model::CellSeen& b);
bool is_like_shape(const Glyph& a, const Glyph& b);

class CellClusters {
 public:
  /// Throws LearnStopped if the cells are too small.
  CellClusters(const Frame& frame, const Lattice& lattice);

  const std::vector<CellCluster>& all() const { return all_; }
  /// Adds the clusters of cells that look otherwise in another picture of the window. Returns that
  /// of one cell.
  std::size_t add(const Frame& frame, int cell);

 private:
  std::size_t cluster_of(const Frame& frame, int cell);
  Lattice lattice_;
  std::vector<CellCluster> all_;
};

}  // namespace eyehand::calibration
