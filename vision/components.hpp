// What hangs together in a picture.
#pragma once

#include <cstdint>
#include <opencv2/core.hpp>
#include <vector>

namespace eyehand {

/// The pixels of a mask that are connected with one another.
struct Component {
  cv::Rect box;
  int pixels = 0;
  std::int64_t sum = 0;  ///< of the pixels' values
  cv::Point2d middle;

  bool operator<(const Component& other) const { return pixels < other.pixels; }
};

/// Where two pixels that touch only at a corner are connected, and where not.
enum class Corners { connect, part };

/// In the order of their first pixels, row by row. `mask` is CV_8UC1, 0 where nothing is. Takes a
/// fifth of the time of cv::connectedComponentsWithStats: it works with runs of pixels and labels
/// none.
std::vector<Component> components(const cv::Mat& mask, Corners corners);

/// The components that have at least `least` pixels, each as a mask of the whole picture (CV_8UC1,
/// 0 or 255). O(pixels) per component, so meant for the picture of one cell.
std::vector<cv::Mat> component_masks(const cv::Mat& mask, int least,
                                     Corners corners = Corners::connect);

}  // namespace eyehand
