// How the cells of an unknown program may be found: the ways there are, tried on a picture.
#pragma once

#include <opencv2/core.hpp>
#include <vector>

#include "vision/lattice.hpp"

namespace eyehand::calibration {

/// A lattice that was found, and a look by which it is.
struct LatticeGuess {
  Lattice lattice;
  LatticeAppearance appearance;
  int votes = 0;  ///< so many looks find it
};

/// The different lattices that are found in a picture by lines of several contrasts, and by light
/// strokes over the hue that fills most of it; those that most looks find first. Of the looks that
/// find a lattice the one amid the others is given. Some 40 searches, O(pixels) each.
std::vector<LatticeGuess> guess_lattices(const cv::Mat& bgr);

/// Whether these pixels look the same from all four sides of a cell, as those do that change while
/// a tile is turned around the cell's middle once, and whether they reach its sides. 8U, any size.
bool turns_around_middle(const cv::Mat& changed, const Lattice& lattice, int column, int row);

}  // namespace eyehand::calibration
