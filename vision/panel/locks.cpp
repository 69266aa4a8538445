#include "vision/panel/locks.hpp"

#include <algorithm>
#include <array>
#include <iterator>
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
/// A line reaches less far inside than this; with fewer pixels along a side beyond which there is
/// nothing, it is unclear whether there is one.
constexpr int kBesideLine = 4, kFewClear = 8;

/// How much a line differs that lies across an edge and whose colour is between those of the two
/// sides, given what is seen and what a plain tile has from one side to the other. If the edge is
/// off, there is more of one side's colour; such a line makes either side more like the other.
float across_edge(const std::vector<cv::Vec3f>& seen, const std::vector<cv::Vec3f>& plain) {
  const cv::Vec3f way = plain.back() - plain.front();
  const float contrast = static_cast<float>(cv::norm(way));
  if (contrast < kTolerance) return 0;
  float before = 0, most = 0;
  for (std::size_t i = 0; i < seen.size(); ++i) {
    const float off = (seen[i] - plain[i]).dot(way) / contrast;
    before = std::max(before, off);
    most = std::max(most, std::min(before, -off));
  }
  return most;
}

}  // namespace

bool is_framed(const Cell& cell, const cv::Mat& around, bool is_in_phase) {
  std::array<int, 4> all{}, other{};
  for (int y = 0; y < kCellPixels; ++y)
    for (int x = 0; x < kCellPixels; ++x) {
      if (around.at<std::uint8_t>(y, x) == 0) continue;
      const std::size_t side = (x > y ? 1 : 0) + (x + y >= kCellPixels ? 2 : 0);
      ++all[side];
      other[side] += distance(cell.lab.at<cv::Vec3f>(y, x), cell.plain.at<cv::Vec3f>(y, x)) >
                     (is_in_phase ? kTolerance : cell.tolerance.at<float>(y, x));
    }
  for (std::size_t side = 0; side < 4; ++side)
    if (all[side] < kFewOnSide || other[side] < kFramedShare * all[side]) return false;
  return true;
}

std::optional<bool> has_line_along_rim(const Cell& cell, const cv::Mat& inside, bool is_in_phase) {
  constexpr int kQuarter = kCellPixels / 4;
  float least = std::numeric_limits<float>::infinity();
  bool is_clear = true;
  for (int side = 0; side < 4; ++side) {
    const auto place = [side](int depth, int along) {
      const int across = side % 2 == 0 ? depth : kCellPixels - 1 - depth;
      return side < 2 ? cv::Point(across, along) : cv::Point(along, across);
    };
    std::vector<int> edges;
    for (int depth = 1; depth < kQuarter; ++depth) {
      const cv::Point p = place(depth, kQuarter);
      if (inside.at<float>(p) >= 1 && cell.tolerance.at<float>(p) > kEdgeShare * kTolerance)
        edges.push_back(depth);
    }
    if (edges.empty()) return false;
    // A symbol may come close to the edge, and look like a line there.
    std::vector<int> all, clear;
    for (int along = kQuarter; along < kCellPixels - kQuarter; ++along) {
      all.push_back(along);
      const cv::Point p = place(edges.back() + kBesideLine, along);
      if (distance(cell.lab.at<cv::Vec3f>(p), cell.plain.at<cv::Vec3f>(p)) <
          cell.tolerance.at<float>(p))
        clear.push_back(along);
    }
    if (std::ssize(clear) < kFewClear) {
      is_clear = false;
      clear = all;
    }
    const auto median_at = [&](const cv::Mat& lab, int depth) {
      std::vector<cv::Vec3f> line;
      for (const int along : clear) line.push_back(lab.at<cv::Vec3f>(place(depth, along)));
      return median(line);
    };
    float most = 0;
    for (const int depth : edges) {
      // The tile's edge may be off by a pixel.
      const cv::Vec3f seen = median_at(cell.lab, depth), plain = median_at(cell.plain, depth);
      float off = std::numeric_limits<float>::infinity();
      for (const int to : {-1, 1})
        for (const float part : {0.F, 0.25F, 0.5F, 0.75F, 1.F})
          off = std::min(
              off, distance(seen, (1 - part) * plain + part * median_at(cell.plain, depth + to)));
      most = std::max(most, off);
    }
    if (is_in_phase) {
      int first = edges.back();
      while (std::ranges::binary_search(edges, first - 1)) --first;
      std::vector<cv::Vec3f> seen, plain;
      for (int depth = first - 1; depth <= edges.back() + 1; ++depth) {
        seen.push_back(median_at(cell.lab, depth));
        plain.push_back(median_at(cell.plain, depth));
      }
      most = std::max(most, across_edge(seen, plain));
    }
    least = std::min(least, most);
  }
  if (least <= kLine) return false;
  return is_clear ? std::optional(true) : std::nullopt;
}

}  // namespace eyehand::panel
