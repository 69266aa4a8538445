// The runs of a picture's rows and columns that cross tiles of a panel: evidence for its grid.
#pragma once

#include <array>
#include <opencv2/core.hpp>
#include <vector>

#include "vision/panel/palette.hpp"

namespace eyehand::panel {

/// What a pixel belongs to, by its colour.
enum class PixelClass : uchar { other, background, unlit, lit, walker };

/// A PixelClass per pixel, CV_8U. `bgr` is 8UC3. O(pixels).
cv::Mat classify(const cv::Mat& bgr, const Palette& palette);

/// A place, and how many runs have their middle there. Coordinates are of pixel edges.
struct Middle {
  double at = 0;
  double count = 0;
};

struct Runs {
  std::array<std::vector<Middle>, 2> middles;  ///< of rows, then of columns; ascending, without
                                               ///< rare ones
  /// The most frequent lengths, in pixels, the first the most frequent of all; no two alike.
  std::vector<double> lengths;
};

/// Runs between background and background that begin and end in one colour of tiles, or of the
/// walker's frame. Most runs across a tile do, whatever is on it, and their middle is the tile's
/// centre. In small windows, where the background between tiles may be blended with them, runs end
/// there as well. `classes` is from classify(). O(pixels).
Runs find_runs(const cv::Mat& bgr, const cv::Mat& classes, const Palette& palette);

/// The shortest run that is counted, in pixels.
inline constexpr int kShortest = 8;

}  // namespace eyehand::panel
