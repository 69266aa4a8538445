// What differs between pictures, and what an action and its undoing leave changed.
#include "calibration/changes.hpp"

#include <gtest/gtest.h>

#include <opencv2/imgproc.hpp>

namespace eyehand::calibration {
namespace {

TEST(Changes, PartsThatAreNotRestoredAreLeftOut) {
  cv::Mat changed = cv::Mat::zeros(60, 100, CV_8U), left = changed.clone();
  const cv::Rect tile(10, 10, 20, 20), counter(70, 10, 12, 16);
  changed(tile) = 255;
  changed(counter) = 255;
  left(counter + cv::Size(-4, 0)) = 255;
  left(cv::Rect(10, 10, 3, 3)) = 255;  // noise
  const cv::Mat restored = parts_restored(changed, left);
  EXPECT_EQ(cv::countNonZero(restored), tile.area());
  EXPECT_EQ(cv::countNonZero(restored(tile)), tile.area());
}

TEST(Changes, AFrameThatStaysOnACellIsLeftOut) {
  cv::Mat changed = cv::Mat::zeros(60, 60, CV_8U), left = changed.clone();
  const cv::Rect disc(15, 15, 30, 30), frame(10, 10, 40, 40);
  cv::rectangle(left, frame, 255);
  cv::rectangle(changed, disc, 255, cv::FILLED);
  cv::line(changed, disc.tl(), frame.tl(), 255, 2);
  changed |= left;
  EXPECT_EQ(cv::countNonZero(parts_restored(changed, left)), 0);
  const cv::Mat restored = parts_restored(changed, left, 0.3);
  EXPECT_EQ(cv::countNonZero(restored(disc)), disc.area());
  EXPECT_EQ(cv::countNonZero(restored & left), 0);
}

TEST(Changes, NothingIsRestoredOfNothing) {
  const cv::Mat nothing = cv::Mat::zeros(60, 100, CV_8U);
  EXPECT_EQ(cv::countNonZero(parts_restored(nothing, nothing)), 0);
}

TEST(Changes, AGlowIsNoPartOfALamp) {
  const cv::Rect lamp(20, 20, 30, 30), glow(16, 16, 38, 38);
  const cv::Mat before(80, 80, CV_8UC3, cv::Scalar::all(40));
  cv::Mat after = before.clone();
  after(glow).setTo(cv::Scalar(40, 60, 70));
  after(lamp).setTo(cv::Scalar(60, 200, 240));
  EXPECT_EQ(cv::boundingRect(changed_pixels(before, after)), glow);
  EXPECT_EQ(cv::boundingRect(without_glow(changed_pixels(before, after), before, after)), lamp);
}

/// As of a web page's shadow of 50 pixels around a small disc.
TEST(Changes, AGlowMayBeLargerThanItsLamp) {
  const cv::Rect lamp(80, 80, 50, 50);
  const cv::Mat before(190, 190, CV_8UC3, cv::Scalar::all(40));
  cv::Mat after = before.clone();
  after.setTo(cv::Scalar(40, 60, 70));
  after(lamp).setTo(cv::Scalar(60, 200, 240));
  EXPECT_EQ(cv::boundingRect(without_glow(changed_pixels(before, after), before, after)), lamp);
}

}  // namespace
}  // namespace eyehand::calibration
