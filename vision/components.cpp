#include "vision/components.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <opencv2/imgproc.hpp>

namespace eyehand {
namespace {

/// Pixels first to before end of a row, part of a component by its number.
struct PixelRun {
  int first, end;
  std::size_t component;
};

/// The root of a component's number, with its path halved.
std::size_t find(std::vector<std::size_t>& parents, std::size_t i) {
  while (parents[i] != i) i = parents[i] = parents[parents[i]];
  return i;
}

}  // namespace

std::vector<Component> components(const cv::Mat& mask, Corners corners) {
  const int reach = corners == Corners::connect ? 1 : 0;
  std::vector<std::size_t> parents;
  std::vector<Component> parts;
  std::vector<PixelRun> above, here;
  for (int y = 0; y < mask.rows; ++y) {
    const auto* row = mask.ptr<std::uint8_t>(y);
    const auto* end = row + mask.cols;
    here.clear();
    auto touching = above.begin();
    for (const auto* at = row; (at = std::find_if(at, end, [](int v) { return v != 0; })) != end;) {
      const auto* next = std::find(at, end, 0);
      PixelRun run{static_cast<int>(at - row), static_cast<int>(next - row), parts.size()};
      while (touching != above.end() && touching->end + reach <= run.first) ++touching;
      for (auto other = touching; other != above.end() && other->first < run.end + reach; ++other) {
        const std::size_t a = find(parents, other->component);
        const std::size_t b = run.component == parts.size() ? a : find(parents, run.component);
        run.component = std::min(a, b);  // the earlier one stays
        parents[std::max(a, b)] = run.component;
      }
      if (run.component == parts.size()) {
        parents.push_back(parts.size());
        parts.emplace_back();
      }
      Component& part = parts[run.component];
      const int pixels = run.end - run.first;
      part.box |= cv::Rect(run.first, y, pixels, 1);
      part.pixels += pixels;
      part.sum = std::accumulate(at, next, part.sum);
      part.middle += pixels * cv::Point2d((run.first + run.end - 1) / 2.0, y);
      here.push_back(run);
      at = next;
    }
    std::swap(above, here);
  }
  for (std::size_t i = parts.size(); i-- > 0;) {
    if (parents[i] == i) continue;
    Component& whole = parts[find(parents, i)];
    whole.box |= parts[i].box;
    whole.pixels += parts[i].pixels;
    whole.sum += parts[i].sum;
    whole.middle += parts[i].middle;
    parts[i].pixels = 0;
  }
  std::erase_if(parts, [](const Component& part) { return part.pixels == 0; });
  for (Component& part : parts) part.middle /= part.pixels;
  return parts;
}

std::vector<cv::Mat> component_masks(const cv::Mat& mask, int least, Corners corners) {
  cv::Mat labels, stats, centroids;
  const int count = cv::connectedComponentsWithStats(mask, labels, stats, centroids,
                                                     corners == Corners::connect ? 8 : 4);
  std::vector<cv::Mat> masks;
  for (int i = 1; i < count; ++i)
    if (stats.at<int>(i, cv::CC_STAT_AREA) >= least) masks.push_back(labels == i);
  return masks;
}

}  // namespace eyehand
