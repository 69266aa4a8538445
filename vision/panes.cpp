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

bool are_alike(const cv::Rect& a, const cv::Rect& b) {
  const cv::Point from = a.tl() - b.tl(), to = a.br() - b.br();
  return std::max({std::abs(from.x), std::abs(from.y), std::abs(to.x), std::abs(to.y)}) < kAlike;
}

}  // namespace

std::vector<cv::Rect> find_panes(const cv::Mat& bgr) {
  std::vector<std::vector<cv::Point>> outlines;
  std::vector<cv::Vec4i> hierarchy;
  cv::findContours(even_pixels(bgr), outlines, hierarchy, cv::RETR_CCOMP, cv::CHAIN_APPROX_SIMPLE);
  const cv::Rect whole({}, bgr.size());
  std::vector<cv::Rect> found;
  for (std::size_t i = 0; i < outlines.size(); ++i) {
    cv::Rect box = cv::boundingRect(outlines[i]);
    if (box.width < kMinPaneSide || box.height < kMinPaneSide) continue;
    if (cv::contourArea(outlines[i]) < kMinEnclosed * box.area()) continue;
    const bool is_enclosed = hierarchy[i][3] >= 0;
    if (is_enclosed)
      box =
          cv::Rect(box.tl() - cv::Point(kAround, kAround), box.br() + cv::Point(kAround, kAround)) &
          whole;
    if (!are_alike(box, whole)) found.push_back(box);
  }
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
