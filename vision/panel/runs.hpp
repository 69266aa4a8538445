// The runs of a picture's rows and columns that cross tiles of a panel: evidence for its grid.
#pragma once

#include <array>
#include <opencv2/core.hpp>
#include <vector>

#include "vision/panel/palette.hpp"

namespace eyehand::panel {

/// What a pixel's colour is.
enum class PixelClass : uchar { other, background, unlit, lit, walker };

/// CV_8U, a PixelClass each.
cv::Mat classify(const cv::Mat& bgr, const Palette& palette);

/// A place, and how many runs have their middle there. Coordinates are of pixels' edges.
struct Middle {
  double at = 0;
  double count = 0;
};

struct Runs {
  std::array<std::vector<Middle>, 2> middles;  ///< across, of rows; down, of columns; ascending,
                                               ///< the rare ones left out
  /// The most frequent lengths, in pixels, the first the most frequent of all; no two alike.
  std::vector<double> lengths;
};

/// runs between background and background that begin and end in one colour of tiles, or of the
/// walker's frame. Whatever is on a tile, most that cross it do, and they lie around its middle. In
/// small windows the background between tiles may be blended into them; there, too, runs end.
/// `classes` as of classify(). O(pixels).
Runs find_runs(const cv::Mat& bgr, const cv::Mat& classes, const Palette& palette);

/// The shortest run that is counted, in pixels.
inline constexpr int kShortest = 8;

}  // namespace eyehand::panel
