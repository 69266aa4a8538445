#include <gtest/gtest.h>

#include <opencv2/imgproc.hpp>

#include "vision/slitherlink/stroke_graph.hpp"

namespace eyehand {
namespace {

/// In a photograph, around paper of the commonest colour, there would be thousands.
TEST(DotPlaces, AreNotWhereForegroundIsOnAllSides) {
  cv::Mat coarse(150, 200, CV_8UC3), picture;
  cv::RNG(7).fill(coarse, cv::RNG::UNIFORM, 0, 256);
  cv::resize(coarse, picture, {}, 4, 4, cv::INTER_CUBIC);
  picture(cv::Rect(450, 300, 250, 200)) = cv::Scalar::all(250);
  const auto seen = ForegroundPicture::of(picture, {}, 6);
  constexpr double kRadius = 3;
  for (const auto& place : find_dot_places(seen, kRadius).peaks) {
    const int reach = 2 * static_cast<int>(kRadius + 2) + 1;
    const cv::Rect around(place.at.x - reach, place.at.y - reach, 2 * reach + 1, 2 * reach + 1);
    double least = 0;
    cv::minMaxLoc(seen.foreground(around & cv::Rect({}, picture.size())), &least);
    // Beyond the picture there is background.
    if ((around & cv::Rect({}, picture.size())) == around) {
      EXPECT_LT(least, 6) << place.at;
    }
  }
}

}  // namespace
}  // namespace eyehand
