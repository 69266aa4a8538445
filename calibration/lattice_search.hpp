// Ways to find the cells of an unknown program in a picture.
#pragma once

#include <opencv2/core.hpp>
#include <optional>
#include <vector>

#include "vision/lattice.hpp"

namespace eyehand::calibration {

/// A lattice, and an appearance that finds it.
struct LatticeGuess {
  Lattice lattice;
  LatticeAppearance appearance;
  int votes = 0;  ///< how many appearances find it
};

/// The distinct lattices found by lines of several contrasts, and by light strokes over the hue
/// that fills most of the picture; those that most appearances find first. Of the appearances that
/// find the same lattice, the middle one is returned. About 40 searches, O(pixels) each.
std::vector<LatticeGuess> guess_lattices(const cv::Mat& bgr);

/// The lattice of lines in one or two of the picture's common colours that lie along all of its
/// lines, and hardly anywhere else; with the other colours that interrupt them. About 80 searches,
/// O(pixels) each.
std::optional<LatticeGuess> guess_coloured_lines(const cv::Mat& bgr);

}  // namespace eyehand::calibration
