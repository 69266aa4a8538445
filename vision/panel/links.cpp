#include "vision/panel/links.hpp"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "vision/panel/marks.hpp"

namespace eyehand::panel {
namespace {

// Lengths are in pixels of a cell.

/// A bridge reaches at least this far from the border of two cells, and this far aside. Next, what
/// is beside a narrow one and a wide one, and from where on it counts as wide.
constexpr int kBridgeHalf = 3, kBridgeAside = 2;
constexpr std::pair<int, int> kBesideBridge[] = {{5, 8}, {kWideBridge, 22}};
constexpr int kNarrow = 5;
/// In so many lines across it, a bridge may be mixed with the edges of tiles.
constexpr std::size_t kMixed = 2;

}  // namespace

float link_contrast(const Cell& left, const Cell& right, const cv::Mat& outside, bool across) {
  const auto at_place = [&](int along, int aside) {
    return across ? cv::Point(along, aside) : cv::Point(aside, along);
  };
  constexpr int kHalf = kCellPixels / 2;
  const auto mean = [&](const cv::Mat& picture, int along, int from, int to) {
    cv::Vec3f sum;
    for (int off = from; off <= to; ++off)
      for (const int aside : {kHalf - 1 - off, kHalf + off})
        sum += picture.at<cv::Vec3f>(at_place(along, aside));
    return sum / (2.0F * static_cast<float>(to - from + 1));
  };
  // How much more the middle of the side differs from what is beside it than on plain tiles: right
  // beside it, and farther off, for wide bridges. What is behind the tiles does not matter so.
  // A lock's mark may be there, so it is only looked for between tiles.
  // A bridge spans the whole gap, unlike what a texture behind the tiles shows somewhere in it.
  float most = 0;
  for (const auto& [from, to] : kBesideBridge) {
    const bool is_wide = from > kNarrow;
    std::vector<float> off = {0, 0};
    std::size_t in_gap = 0;
    for (int i = 0; i < kBridgeHalf; ++i)
      for (const bool is_left : {true, false}) {
        const Cell& cell = is_left ? left : right;
        const int along = is_left ? kCellPixels - 1 - i : i;
        const bool is_in_gap = outside.at<float>(at_place(along, kHalf)) >= 1;
        if (is_wide && !is_in_gap) continue;
        in_gap += is_in_gap;
        const auto step = [&, first = from, last = to](const cv::Mat& picture, int place) {
          return mean(picture, place, 0, kBridgeAside) - mean(picture, place, first, last);
        };
        // Edges may be off by a pixel.
        float least = std::numeric_limits<float>::infinity();
        for (const int place : {along - 1, along, along + 1})
          if (place >= 0 && place < kCellPixels)
            least = std::min(least, distance(step(cell.lab, along), step(cell.plain, place)));
        off.push_back(least);
      }
    std::sort(off.rbegin(), off.rend());
    const std::size_t last = std::max(kMixed + 1, in_gap) - kMixed;
    most = std::max(most, (off[last - 1] + off[last]) / 2);
  }
  return most;
}

}  // namespace eyehand::panel
