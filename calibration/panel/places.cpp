#include "calibration/panel/places.hpp"

#include "calibration/areas.hpp"

namespace eyehand::calibration {
namespace {

/// How many sizes are tried, and how many places of each.
constexpr std::size_t kMostClusters = 4, kMostOfCluster = 5;

}  // namespace

std::vector<cv::Point> places_like_tiles(const cv::Mat& bgr) {
  std::vector<std::vector<cv::Rect>> clusters = areas_of_one_size(bgr);
  if (clusters.size() > kMostClusters) clusters.resize(kMostClusters);
  std::vector<cv::Point> places;
  for (std::size_t i = 0; i < kMostOfCluster; ++i)
    for (const std::vector<cv::Rect>& boxes : clusters)
      if (i < boxes.size()) places.push_back((boxes[i].tl() + boxes[i].br()) / 2);
  return places;
}

}  // namespace eyehand::calibration
