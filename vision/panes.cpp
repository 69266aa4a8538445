#include "vision/panes.hpp"

#include <algorithm>
#include <opencv2/imgproc.hpp>

namespace eyehand {
namespace {

/// A colour that changes more from a pixel to the next, in any channel, is an edge. JPEG at
/// quality 30 leaves even areas below it, and smoothly scaled windows have an edge if they differ
/// from what surrounds them by three times as much.
constexpr int kEdgeStep = 8;
constexpr int kMinPaneSide = 40;
/// The least share of its bounds that a pane's outline encloses: corners may be rounded, and a
/// pointer or another window may lie over its edge.
constexpr double kMinEnclosed = 0.8;
/// How much of the surrounding area goes with what it encloses.
constexpr int kAround = 4;
/// Panes whose sides all differ by less than this are one.
constexpr int kAlike = 6;
constexpr std::size_t kMostPanes = 24;

/// The bounds of an even area's outline, or of one in it.
struct Area {
  cv::Rect box;
  bool is_open = false;  ///< something cuts into it from outside, as a board at its edge does
};

/// Marks (CV_8UC1) the pixels that hardly differ from their neighbours at each side.
cv::Mat even_pixels(const cv::Mat& bgr) {
  cv::Mat even(bgr.size(), CV_8UC1, cv::Scalar(255));
  const auto mark = [&](const cv::Rect& here, const cv::Rect& next) {
    cv::Mat difference, is_even;
    cv::absdiff(bgr(here), bgr(next), difference);
    cv::inRange(difference, cv::Scalar::all(0), cv::Scalar::all(kEdgeStep), is_even);
    even(here) &= is_even;
    even(next) &= is_even;
  };
  const int width = bgr.cols, height = bgr.rows;
  if (width > 1) mark({0, 0, width - 1, height}, {1, 0, width - 1, height});
  if (height > 1) mark({0, 0, width, height - 1}, {0, 1, width, height - 1});
  return even;
}

cv::Rect around(const cv::Rect& box) {
  const cv::Point by(kAround, kAround);
  return {box.tl() - by, box.br() + by};
}

bool are_alike(const cv::Rect& a, const cv::Rect& b) {
  const cv::Point from = a.tl() - b.tl(), to = a.br() - b.br();
  return std::max({std::abs(from.x), std::abs(from.y), std::abs(to.x), std::abs(to.y)}) < kAlike;
}

std::vector<Area> areas_of(const cv::Mat& even) {
  std::vector<std::vector<cv::Point>> outlines;
  std::vector<cv::Vec4i> hierarchy;
  cv::findContours(even, outlines, hierarchy, cv::RETR_CCOMP, cv::CHAIN_APPROX_SIMPLE);
  std::vector<Area> areas;
  for (std::size_t i = 0; i < outlines.size(); ++i) {
    const bool is_enclosed = hierarchy[i][3] >= 0;
    Area area{cv::boundingRect(outlines[i])};
    if (area.box.width < kMinPaneSide || area.box.height < kMinPaneSide) continue;
    const double least = kMinEnclosed * area.box.area();
    if (cv::contourArea(outlines[i]) < least) {
      std::vector<cv::Point> hull;
      cv::convexHull(outlines[i], hull);
      if (is_enclosed || cv::contourArea(hull) < least) continue;
      area.is_open = true;
    }
    if (is_enclosed || area.is_open) area.box = around(area.box);
    areas.push_back(area);
  }
  return areas;
}

/// What two areas span that are as high and side by side, or as wide and one above the other, since
/// a board parts them.
std::vector<cv::Rect> parted(const std::vector<Area>& areas) {
  std::vector<cv::Rect> spans;
  for (const Area& area : areas) {
    if (!area.is_open) continue;
    for (const Area& other : areas) {
      const cv::Rect box = other.is_open ? other.box : around(other.box), both = area.box | box;
      if (are_alike({both.x, area.box.y, both.width, area.box.height},
                    {both.x, box.y, both.width, box.height}) ||
          are_alike({area.box.x, both.y, area.box.width, both.height},
                    {box.x, both.y, box.width, both.height}))
        spans.push_back(both);
    }
  }
  return spans;
}

}  // namespace

std::vector<cv::Rect> find_panes(const cv::Mat& bgr) {
  const auto areas = areas_of(even_pixels(bgr));
  std::vector<cv::Rect> found = parted(areas);
  for (const Area& area : areas) found.push_back(area.box);
  const cv::Rect whole({}, bgr.size());
  for (cv::Rect& box : found) box &= whole;
  std::erase_if(found, [&](const cv::Rect& box) { return are_alike(box, whole); });
  std::stable_sort(found.begin(), found.end(),
                   [](const cv::Rect& a, const cv::Rect& b) { return a.area() > b.area(); });
  std::vector<cv::Rect> panes;
  for (const cv::Rect& box : found) {
    if (panes.size() == kMostPanes) break;
    if (std::none_of(panes.begin(), panes.end(), [&](const auto& p) { return are_alike(p, box); }))
      panes.push_back(box);
  }
  return panes;
}

}  // namespace eyehand
