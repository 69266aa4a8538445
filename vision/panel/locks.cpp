#include "vision/panel/locks.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "puzzle/index.hpp"
#include "vision/panel/marks.hpp"
#include "vision/statistics.hpp"

namespace eyehand::panel {
namespace {

// Distances of colours are in OKLab, black to white 255. Lengths are in pixels of a cell.

/// Fewer pixels than this on a side are not evidence.
constexpr int kFewOnSide = 20;
/// Around a tile whose lock is marked there, at least this share of the pixels on each side
/// differs.
constexpr double kFramedShare = 0.15;
/// Along the rim of a tile whose lock is marked by a frame there, a line differs by this much from
/// what a tile without has beside it: measured 23 to 35, elsewhere at most 5.
constexpr float kLine = 12;
/// Where the tolerance is this many times the usual one, the plain tile has an edge.
constexpr float kEdgeShare = 1.5F;

}  // namespace

bool is_framed(const Cell& cell, const cv::Mat& around) {
  std::array<int, 4> all{}, other{};
  for (int y = 0; y < kCellPixels; ++y)
    for (int x = 0; x < kCellPixels; ++x) {
      if (around.at<std::uint8_t>(y, x) == 0) continue;
      const std::size_t side = (x > y ? 1 : 0) + (x + y >= kCellPixels ? 2 : 0);
      ++all[side];
      other[side] += distance(cell.lab.at<cv::Vec3f>(y, x), cell.plain.at<cv::Vec3f>(y, x)) >
                     cell.tolerance.at<float>(y, x);
    }
  for (std::size_t side = 0; side < 4; ++side)
    if (all[side] < kFewOnSide || other[side] < kFramedShare * all[side]) return false;
  return true;
}

bool has_line_along_rim(const Cell& cell, const cv::Mat& inside) {
  constexpr int kQuarter = kCellPixels / 4;
  float least = std::numeric_limits<float>::infinity();
  for (int side = 0; side < 4; ++side) {
    const auto place = [side](int depth, int along) {
      const int across = side % 2 == 0 ? depth : kCellPixels - 1 - depth;
      return side < 2 ? cv::Point(across, along) : cv::Point(along, across);
    };
    const auto median_at = [&](const cv::Mat& lab, int depth) {
      std::vector<cv::Vec3f> line;
      for (int along = kQuarter; along < kCellPixels - kQuarter; ++along)
        line.push_back(lab.at<cv::Vec3f>(place(depth, along)));
      return median(line);
    };
    const auto is_edge = [&](cv::Point p) {
      return cell.tolerance.at<float>(p) > kEdgeShare * kTolerance;
    };
    std::vector<cv::Vec3f> seen, plain;
    for (int depth = 0; depth <= kQuarter; ++depth) {
      seen.push_back(median_at(cell.lab, depth));
      plain.push_back(median_at(cell.plain, depth));
    }
    float most = 0;
    for (int depth = 1; depth < kQuarter; ++depth) {
      if (inside.at<float>(place(depth, kQuarter)) < 1 || !is_edge(place(depth, kQuarter)))
        continue;
      // The tile's edge may be off by a pixel.
      float off = std::numeric_limits<float>::infinity();
      for (const int to : {-1, 1})
        for (const float part : {0.F, 0.25F, 0.5F, 0.75F, 1.F})
          off = std::min(off, distance(seen[at(depth)], (1 - part) * plain[at(depth)] +
                                                            part * plain[at(depth + to)]));
      most = std::max(most, off);
    }
    least = std::min(least, most);
  }
  return least > kLine;
}

}  // namespace eyehand::panel
