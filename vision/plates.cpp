#include "vision/plates.hpp"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <opencv2/imgproc.hpp>

#include "vision/foreground.hpp"

namespace eyehand {
namespace {

const cv::Size kLeast(20, 9), kMost(500, 120);
constexpr double kMinAspect = 1.1;
/// Anything higher than this, with two large lines, is less than three times as wide; a dialog is
/// wider.
constexpr int kOneLine = 90;
/// Neighbouring pixels of a plate differ at most so much in each channel, 0 to 255: less than the
/// rim of a letter, more than a gradient.
constexpr int kSmooth = 8;
/// Where a plate is looked for, in pixels each way: none is narrower.
constexpr int kStep = 5;
/// Shares of the box: the least that a plate covers, and how much of it what is drawn may cover.
constexpr double kMinCover = 0.35, kMinDrawn = 0.01, kMaxDrawn = 0.5;
/// The least share of a convex outline that belongs to the plate itself; of a dashed outline, the
/// least share near the plate, and its width in pixels.
constexpr double kMinRim = 0.65, kMinDashedRim = 0.9;
constexpr int kDashWidth = 3;
/// Of a frame, in pixels: the longest gap between its dots, and how much is missing at a corner.
constexpr int kMaxGap = 2, kRoundEnd = 3;
/// Of an icon: the blank beside it and its height, as shares of the height of what is drawn and of
/// the text, and the least ratio of its sides. And how far apart, in pixels, letters end that stand
/// on one line.
constexpr double kIconGap = 0.2, kIconHeight = 1.1, kIconAspect = 0.7;
constexpr int kSameLine = 1;

bool may_be_plate(cv::Rect box, double area) {
  return box.width >= kLeast.width && box.width <= kMost.width && box.height >= kLeast.height &&
         box.height <= kMost.height && box.width >= kMinAspect * box.height &&
         (box.height <= kOneLine || box.width < 3 * box.height) && area >= kMinCover * box.area();
}

/// What lies within the plate's outline, which is convex, and is not the plate. A letter may touch
/// the outline.
cv::Mat drawn_on(const cv::Mat& plate) {
  std::vector<cv::Point> points, outline;
  cv::findNonZero(plate, points);
  cv::convexHull(points, outline);
  cv::Mat drawn(plate.size(), CV_8UC1, cv::Scalar(0)), rim = drawn.clone();
  cv::polylines(rim, outline, true, cv::Scalar(255));
  const bool is_dashed = cv::countNonZero(rim & plate) < kMinRim * cv::countNonZero(rim);
  constexpr int kWide = 2 * kDashWidth + 1;
  if (is_dashed) {
    cv::Mat near;
    cv::dilate(plate, near, cv::getStructuringElement(cv::MORPH_RECT, {kWide, kWide}));
    if (cv::countNonZero(rim & near) < kMinDashedRim * cv::countNonZero(rim)) return drawn;
  }
  cv::fillConvexPoly(drawn, outline, cv::Scalar(255));
  if (is_dashed) cv::polylines(drawn, outline, true, cv::Scalar(0), kWide);
  drawn.setTo(0, plate);
  return drawn;
}

/// Whether a row or a column of `drawn` is a line, perhaps a dotted one or one with round ends.
bool is_line(const cv::Mat& strip) {
  int gap = 0;
  for (int i = kRoundEnd; i + kRoundEnd < static_cast<int>(strip.total()); ++i) {
    const bool is_drawn = strip.at<std::uint8_t>(strip.rows == 1 ? 0 : i, strip.rows == 1 ? i : 0);
    gap = is_drawn ? 0 : gap + 1;
    if (gap > kMaxGap) return false;
  }
  return true;
}

/// Removes a frame around the text, as programs draw it on the button that has the focus.
void remove_frame(cv::Mat& drawn) {
  for (;;) {
    const cv::Rect box = cv::boundingRect(drawn);
    if (box.width < kLeast.width || box.height < kLeast.height) return;
    cv::Mat inside = drawn(box);
    for (const cv::Mat& side :
         {inside.row(0), inside.row(box.height - 1), inside.col(0), inside.col(box.width - 1)})
      if (!is_line(side)) return;
    cv::rectangle(inside, {0, 0, box.width, box.height}, cv::Scalar(0));
  }
}

/// How much each pixel differs from the plate's colour, stretched to 255, where `drawn` is set.
cv::Mat contrast(const cv::Mat& bgr, const cv::Mat& plate, const cv::Mat& drawn) {
  cv::Mat foreground(bgr.size(), CV_8UC1, cv::Scalar(0));
  distances(bgr, to_colour(cv::mean(bgr, plate))).copyTo(foreground, drawn);
  cv::normalize(foreground, foreground, 0, 255, cv::NORM_MINMAX);
  return foreground;
}

/// Removes a picture to the left of the text: about as wide as high, and higher than the text. What
/// ends where the text does may be a capital.
void remove_icon(cv::Mat& drawn) {
  const cv::Rect box = cv::boundingRect(drawn);
  int end = 0, blank = 0;  // of the first columns with something drawn, and how many follow without
  for (int x = box.x; x < box.br().x && blank < kIconGap * box.height; ++x)
    blank = cv::countNonZero(drawn.col(x)) > 0 ? (end = x + 1, 0) : blank + 1;
  cv::Mat first = drawn.colRange(0, end);
  const cv::Rect icon = cv::boundingRect(first);
  const cv::Rect text = cv::boundingRect(drawn.colRange(end, drawn.cols));
  const double aspect = static_cast<double>(icon.width) / std::max(icon.height, 1);
  if (text.height > 0 && icon.height > kIconHeight * text.height && aspect > kIconAspect &&
      aspect < 1 / kIconAspect && std::abs(icon.br().y - text.br().y) > kSameLine)
    first.setTo(0);
}

}  // namespace

std::vector<Plate> find_plates(const cv::Mat& bgr) {
  std::vector<Plate> plates;
  if (bgr.empty()) return plates;
  cv::Mat picture = bgr.clone();
  // Of floodFill, one pixel larger on each side: 0 where no area has reached yet, then 1, and 2 in
  // the area just found.
  cv::Mat areas(bgr.rows + 2, bgr.cols + 2, CV_8UC1, cv::Scalar(0));
  for (int y = kStep / 2; y < bgr.rows; y += kStep)
    for (int x = kStep / 2; x < bgr.cols; x += kStep) {
      if (areas.at<std::uint8_t>(y + 1, x + 1) != 0) continue;
      cv::Rect box;
      constexpr int kFlags = 4 | cv::FLOODFILL_MASK_ONLY | 2 << 8;
      const int area = cv::floodFill(picture, areas, {x, y}, {}, &box, cv::Scalar::all(kSmooth),
                                     cv::Scalar::all(kSmooth), kFlags);
      cv::Mat its = areas(cv::Rect(box.x + 1, box.y + 1, box.width, box.height));
      const cv::Mat plate = its == 2;
      its.setTo(1, plate);
      if (!may_be_plate(box, area)) continue;
      cv::Mat drawn = drawn_on(plate);
      remove_frame(drawn);
      remove_icon(drawn);
      const double share = static_cast<double>(cv::countNonZero(drawn)) / box.area();
      if (share >= kMinDrawn && share <= kMaxDrawn)
        plates.push_back({box, contrast(bgr(box), plate, drawn)});
    }
  // A dialog has plates on it.
  const auto is_dialog = [&](const Plate& plate) {
    return plate.box.height > kOneLine && std::ranges::any_of(plates, [&](const Plate& other) {
             return other.box != plate.box && (other.box & plate.box) == other.box;
           });
  };
  std::vector<Plate> buttons;
  std::ranges::remove_copy_if(plates, std::back_inserter(buttons), is_dialog);
  return buttons;
}

}  // namespace eyehand
