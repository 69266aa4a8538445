#include "vision/panel/links.hpp"

#include <gtest/gtest.h>

#include <opencv2/imgproc.hpp>

#include "vision/panel/marks.hpp"

namespace eyehand::panel {
namespace {

/// How much two cells side by side seem linked that have a mark across the border between them,
/// from this column of both cells together to that one.
float contrast_of_mark(int from, int to) {
  constexpr int kGap = 5, kHalf = kCellPixels / 2, kWidth = 3;
  const cv::Rect tile(kGap, kGap, kCellPixels - 2 * kGap, kCellPixels - 2 * kGap);
  cv::Mat outside, area = cv::Mat::zeros(kCellPixels, kCellPixels, CV_8U);
  area(tile) = 255;
  cv::distanceTransform(area == 0, outside, cv::DIST_L2, 5);
  cv::Mat both(kCellPixels, 2 * kCellPixels, CV_32FC3, cv::Scalar::all(20));
  for (const int x : {0, kCellPixels}) both(tile + cv::Point(x, 0)) = cv::Scalar::all(100);
  const cv::Mat plain = both.colRange(0, kCellPixels).clone();
  cv::rectangle(both, {from, kHalf - kWidth}, {to, kHalf + kWidth - 1}, cv::Scalar::all(70),
                cv::FILLED);
  Cell cells[2];
  for (const int i : {0, 1}) {
    cells[i].lab = both.colRange(i * kCellPixels, (i + 1) * kCellPixels).clone();
    cells[i].plain = plain;
  }
  return link_contrast(cells[0], cells[1], outside, true);
}

TEST(PanelLinks, ABridgeSpansTheGap) {
  EXPECT_GT(contrast_of_mark(kCellPixels - 5, kCellPixels + 4), 40);
  EXPECT_GT(contrast_of_mark(kCellPixels - 4, kCellPixels + 3), 40);
  EXPECT_LT(contrast_of_mark(kCellPixels - 2, kCellPixels), 5);  // a speck of a texture
  EXPECT_LT(contrast_of_mark(0, 0), 5);
}

}  // namespace
}  // namespace eyehand::panel
