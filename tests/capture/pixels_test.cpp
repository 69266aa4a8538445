#include "vision/pixels.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "puzzle/error.hpp"

namespace eyehand {
namespace {

TEST(Pixels, OfTheUsualLayout) {
  const std::vector<std::uint32_t> pixels = {0xFF102030, 0x00FFFEFD, 0, 0xFFFFFFFF};
  const cv::Mat image =
      to_bgr(pixels.data(), {1, 2}, 8, {});  // two pixels a row, one of them unused
  ASSERT_EQ(image.size(), cv::Size(1, 2));
  EXPECT_EQ(image.at<cv::Vec3b>(0, 0), cv::Vec3b(0x30, 0x20, 0x10));
  EXPECT_EQ(image.at<cv::Vec3b>(1, 0), cv::Vec3b(0, 0, 0));
}

TEST(Pixels, OfOtherMasks) {
  const std::vector<std::uint32_t> swapped = {0x00302010};
  EXPECT_EQ(to_bgr(swapped.data(), {1, 1}, 4, {32, 0xFF, 0xFF00, 0xFF0000}).at<cv::Vec3b>(0, 0),
            cv::Vec3b(0x30, 0x20, 0x10));
  const std::vector<std::uint32_t> deep = {0x3FFu << 20 | 0x200u << 10};  // ten bits per channel
  EXPECT_EQ(to_bgr(deep.data(), {1, 1}, 4, {32, 0x3FF00000, 0xFFC00, 0x3FF}).at<cv::Vec3b>(0, 0),
            cv::Vec3b(0, 128, 255));
}

TEST(Pixels, OfSixteenBits) {
  const std::vector<std::uint16_t> pixels = {0xF800, 0x07E0, 0x001F, 0xFFFF};
  const cv::Mat image = to_bgr(pixels.data(), {4, 1}, 8, {16, 0xF800, 0x07E0, 0x001F});
  EXPECT_EQ(image.at<cv::Vec3b>(0, 0), cv::Vec3b(0, 0, 255));
  EXPECT_EQ(image.at<cv::Vec3b>(0, 1), cv::Vec3b(0, 255, 0));
  EXPECT_EQ(image.at<cv::Vec3b>(0, 2), cv::Vec3b(255, 0, 0));
  EXPECT_EQ(image.at<cv::Vec3b>(0, 3), cv::Vec3b(255, 255, 255));
}

TEST(Pixels, OfPalettesAreRefused) {
  const std::uint32_t pixel = 0;
  EXPECT_THROW(to_bgr(&pixel, {1, 1}, 4, {8, 0xFF, 0xFF, 0xFF}), Error);
  EXPECT_THROW(to_bgr(&pixel, {1, 1}, 4, {32, 0, 0, 0}), Error);
}

}  // namespace
}  // namespace eyehand
