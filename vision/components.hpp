// Connected components of a mask.
#pragma once

#include <cstdint>
#include <opencv2/core.hpp>
#include <vector>

namespace eyehand {

/// The bounds and the mass of one component.
struct Component {
  cv::Rect box;
  int pixels = 0;
  std::int64_t sum = 0;  ///< of the pixels' values
  cv::Point2d middle;    ///< centroid, pixel centres

  bool operator<(const Component& other) const { return pixels < other.pixels; }
};

/// Whether pixels that touch only at a corner are connected.
enum class Corners { connect, part };

/// In the order of their first pixels, row by row. `mask` is CV_8UC1, not 0 where it is set.
/// O(pixels); takes a fifth of the time of cv::connectedComponentsWithStats, because it works on
/// runs of pixels and writes no labels.
std::vector<Component> components(const cv::Mat& mask, Corners corners);

/// The components that have at least `least` pixels, each as a mask of the whole picture (CV_8UC1,
/// 0 or 255). O(pixels) per component, so meant for the picture of one cell.
std::vector<cv::Mat> component_masks(const cv::Mat& mask, int least,
                                     Corners corners = Corners::connect);

}  // namespace eyehand
