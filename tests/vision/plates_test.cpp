#include "vision/plates.hpp"

#include <gtest/gtest.h>

#include <opencv2/imgproc.hpp>

namespace eyehand {
namespace {

// The text of most kinds of plates is read in tests/player/buttons_test.cpp.

TEST(Plates, MayHaveADashedOutline) {
  const cv::Rect box(40, 30, 160, 44);
  const cv::Scalar black(0, 0, 0), white(255, 255, 255);
  for (const int width : {1, 2, 3})
    for (const int dash : {3, 4, 8}) {
      cv::Mat picture(110, 240, CV_8UC3, white);
      cv::rectangle(picture, box, black, cv::FILLED);
      for (int x = box.x; x + dash <= box.br().x; x += 2 * dash)
        for (const int y : {box.y - width, box.br().y})
          cv::rectangle(picture, {x, y, dash, width}, black, cv::FILLED);
      for (int y = box.y; y + dash <= box.br().y; y += 2 * dash)
        for (const int x : {box.x - width, box.br().x})
          cv::rectangle(picture, {x, y, width, dash}, black, cv::FILLED);
      cv::putText(picture, "Verify", {75, 60}, cv::FONT_HERSHEY_SIMPLEX, 0.9, white, 2);
      const auto plates = find_plates(picture);
      ASSERT_EQ(plates.size(), 1U) << width << ' ' << dash;
      // What is drawn on it is the text, without the gaps between the dashes.
      const cv::Rect text = cv::boundingRect(plates[0].foreground > 127) + plates[0].box.tl();
      EXPECT_EQ(text & cv::Rect(70, 35, 100, 34), text) << width << ' ' << dash << ": " << text;
    }
}

// On a page shown at twice its size.
TEST(Plates, MayBeAsHighAsTwoLargeLines) {
  for (const int width : {156, 285}) {
    cv::Mat picture(180, 400, CV_8UC3, cv::Scalar(50, 55, 40));
    const cv::Rect box(50, 40, width, 102);
    cv::rectangle(picture, box, cv::Scalar(240, 240, 240), cv::FILLED);
    cv::putText(picture, "Play", {85, 82}, cv::FONT_HERSHEY_SIMPLEX, 1.2, {}, 2, cv::LINE_AA);
    cv::putText(picture, "again", {75, 126}, cv::FONT_HERSHEY_SIMPLEX, 1.2, {}, 2, cv::LINE_AA);
    const auto plates = find_plates(picture);
    ASSERT_EQ(plates.size(), 1U) << width;
    EXPECT_EQ(plates[0].box, box);
  }
}

// "Fermer" in a fixed pitch, where the first two letters are further from the third than from each
// other.
TEST(Plates, ACapitalIsNoIcon) {
  cv::Mat picture(180, 400, CV_8UC3, cv::Scalar(50, 55, 40));
  cv::rectangle(picture, {10, 10, 120, 36}, cv::Scalar(240, 240, 240), cv::FILLED);
  const auto write = [&](int x, int width, int height) {
    cv::rectangle(picture, {x, 36 - height, width, height}, cv::Scalar(), 2);
  };
  write(20, 10, 17);
  for (const int x : {33, 49, 62, 75, 88}) write(x, 10, 13);
  const auto plates = find_plates(picture);
  ASSERT_EQ(plates.size(), 1U);
  EXPECT_NEAR(cv::boundingRect(plates[0].foreground > 127).width, 80, 3);
}

}  // namespace
}  // namespace eyehand
