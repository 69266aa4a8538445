#include "vision/appeared.hpp"

#include <gtest/gtest.h>

#include <opencv2/imgproc.hpp>

namespace eyehand {
namespace {

/// Noise, smoothed like a photograph.
cv::Mat photograph() {
  cv::RNG random(7);
  cv::Mat picture(300, 400, CV_8UC3);
  random.fill(picture, cv::RNG::UNIFORM, 0, 256);
  cv::GaussianBlur(picture, picture, {9, 9}, 2);
  cv::normalize(picture, picture, 0, 255, cv::NORM_MINMAX);
  return picture;
}

double marked(const cv::Mat& marks, cv::Rect area) {
  return static_cast<double>(cv::countNonZero(marks(area))) / area.area();
}

TEST(Appeared, IsNothingWhereOnlyTheBrightnessChanged) {
  const cv::Mat before = photograph();
  const cv::Rect all({}, before.size());
  EXPECT_EQ(cv::countNonZero(appeared(before, before)), 0);
  EXPECT_LT(marked(appeared(before, before * 0.3), all), 0.01);
  const cv::Mat faded = before * 0.3 + cv::Scalar(150, 170, 160);
  EXPECT_LT(marked(appeared(before, faded), all), 0.01);
}

TEST(Appeared, IsWhatIsDrawnOverIt) {
  const cv::Mat before = photograph();
  cv::Mat now = before * 0.5;
  const cv::Rect dialog(100, 80, 200, 100);
  cv::rectangle(now, dialog, cv::Scalar::all(255), cv::FILLED);
  cv::putText(now, "New game", {120, 140}, cv::FONT_HERSHEY_SIMPLEX, 1, cv::Scalar::all(0), 2);
  const cv::Mat marks = appeared(before, now);
  EXPECT_GT(marked(marks, {125, 120, 140, 18}), 0.8);
  EXPECT_LT(marked(marks, {0, 0, 400, 70}), 0.01);
  const auto regions = regions_of(marks, 20);
  ASSERT_EQ(regions.size(), 1U);
  EXPECT_EQ(regions[0] & dialog, dialog);
  EXPECT_LT(regions[0].width, dialog.width + 60);
}

TEST(Appeared, IsEverythingWithoutAnEarlierPicture) {
  const cv::Mat now = photograph();
  EXPECT_EQ(cv::countNonZero(appeared({}, now)), 400 * 300);
  EXPECT_EQ(regions_of(appeared({}, now), 20), std::vector<cv::Rect>{cv::Rect(0, 0, 400, 300)});
  EXPECT_TRUE(regions_of(appeared(now, now), 20).empty());
}

}  // namespace
}  // namespace eyehand
