#include "vision/plates.hpp"

#include <algorithm>
#include <opencv2/imgproc.hpp>

#include "vision/foreground.hpp"

namespace eyehand {
namespace {

const cv::Size kLeast(20, 9), kMost(500, 90);
constexpr double kMinAspect = 1.2;
/// Neighbouring pixels of a plate differ at most so much in each channel, 0 to 255: less than the
/// rim of a letter, more than a gradient.
constexpr int kSmooth = 4;
/// Where a plate is looked for, in pixels each way: none is narrower.
constexpr int kStep = 5;
/// Shares of the box: the least that a plate covers, and how much of it what is drawn may cover.
constexpr double kMinCover = 0.35, kMinDrawn = 0.01, kMaxDrawn = 0.5;

bool may_be_plate(cv::Rect box, double area) {
  return box.width >= kLeast.width && box.width <= kMost.width && box.height >= kLeast.height &&
         box.height <= kMost.height && box.width >= kMinAspect * box.height &&
         area >= kMinCover * box.area();
}

/// What lies within the plate's outline and is not the plate.
cv::Mat drawn_on(const cv::Mat& plate) {
  cv::Mat framed, beside;
  cv::copyMakeBorder(plate, framed, 1, 1, 1, 1, cv::BORDER_CONSTANT, cv::Scalar(0));
  cv::floodFill(framed, {0, 0}, cv::Scalar(255));
  cv::bitwise_not(framed({1, 1, plate.cols, plate.rows}), beside);
  return beside;
}

/// How much each pixel differs from the plate's colour, stretched to 255, where `drawn` is set.
cv::Mat contrast(const cv::Mat& bgr, const cv::Mat& plate, const cv::Mat& drawn) {
  cv::Mat foreground(bgr.size(), CV_8UC1, cv::Scalar(0));
  distances(bgr, to_colour(cv::mean(bgr, plate))).copyTo(foreground, drawn);
  cv::normalize(foreground, foreground, 0, 255, cv::NORM_MINMAX);
  return foreground;
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
      const cv::Mat drawn = drawn_on(plate);
      const double share = static_cast<double>(cv::countNonZero(drawn)) / box.area();
      if (share >= kMinDrawn && share <= kMaxDrawn)
        plates.push_back({box, contrast(bgr(box), plate, drawn)});
    }
  return plates;
}

}  // namespace eyehand
