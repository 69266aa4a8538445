#include "vision/panes.hpp"

#include <gtest/gtest.h>

#include <opencv2/imgproc.hpp>

namespace eyehand {
namespace {

/// Whether one of the panes is this rectangle, give or take a few pixels.
bool has(const std::vector<cv::Rect>& panes, const cv::Rect& wanted) {
  return std::any_of(panes.begin(), panes.end(), [&](const cv::Rect& pane) {
    const cv::Point from = pane.tl() - wanted.tl(), to = pane.br() - wanted.br();
    return std::max({std::abs(from.x), std::abs(from.y), std::abs(to.x), std::abs(to.y)}) <= 5;
  });
}

class Panes : public testing::Test {
 protected:
  void draw(const cv::Rect& at, const cv::Scalar& colour) {
    cv::rectangle(picture, at, colour, cv::FILLED);
  }
  void cover_with_noise() { cv::randu(picture, cv::Scalar::all(0), cv::Scalar::all(255)); }
  cv::Mat picture{600, 800, CV_8UC3, cv::Scalar(110, 90, 60)};
};

TEST_F(Panes, AreWindowsOnADesktop) {
  draw({100, 100, 300, 200}, cv::Scalar::all(230));
  draw({500, 50, 200, 400}, cv::Scalar::all(40));
  const auto panes = find_panes(picture);
  EXPECT_TRUE(has(panes, {100, 100, 300, 200}));
  EXPECT_TRUE(has(panes, {500, 50, 200, 400}));
  EXPECT_TRUE(std::is_sorted(panes.begin(), panes.end(),
                             [](const auto& a, const auto& b) { return a.area() > b.area(); }));
}

TEST_F(Panes, AreBackgroundsWithinAWindow) {
  draw({100, 100, 300, 300}, cv::Scalar::all(200));
  draw({110, 140, 280, 250}, cv::Scalar::all(240));
  draw({150, 180, 100, 90}, cv::Scalar::all(30));  // and what they enclose
  const auto panes = find_panes(picture);
  EXPECT_TRUE(has(panes, {100, 100, 300, 300}));
  EXPECT_TRUE(has(panes, {110, 140, 280, 250}));
  EXPECT_TRUE(has(panes, {150, 180, 100, 90}));
}

TEST_F(Panes, MayBeShadedAndHaveRoundCorners) {
  const cv::Rect window(200, 150, 300, 200);
  for (int y = 0; y < window.height; ++y)
    picture(cv::Rect(window.x, window.y + y, window.width, 1)) = cv::Scalar::all(150 + y / 2);
  draw({200, 150, 8, 8}, cv::Scalar(110, 90, 60));
  EXPECT_TRUE(has(find_panes(picture), window));
}

TEST_F(Panes, AreCutIntoByABoardAtTheirEdge) {
  cover_with_noise();
  draw({100, 100, 300, 300}, cv::Scalar::all(10));
  draw({180, 100, 140, 260}, cv::Scalar(200, 150, 90));
  EXPECT_TRUE(has(find_panes(picture), {100, 100, 300, 300}));
}

TEST_F(Panes, ArePartedByABoard) {
  cover_with_noise();
  draw({100, 100, 300, 300}, cv::Scalar::all(10));
  draw({180, 100, 90, 300}, cv::Scalar(200, 150, 90));
  draw({270, 200, 100, 100}, cv::Scalar(200, 150, 90));
  EXPECT_TRUE(has(find_panes(picture), {100, 100, 300, 300}));
}

/// As the margin around a board right below a bar.
TEST_F(Panes, MayBeSeenOnThreeSidesOnly) {
  cover_with_noise();
  draw({200, 100, 300, 300}, cv::Scalar::all(230));
  for (int line = 0; line < 280; line += 20) {
    draw({210, 100 + line, 280, 2}, cv::Scalar::all(40));
    draw({210 + line, 100, 2, 280}, cv::Scalar::all(40));
  }
  draw({488, 100, 2, 280}, cv::Scalar::all(40));
  draw({210, 378, 280, 2}, cv::Scalar::all(40));
  EXPECT_TRUE(has(find_panes(picture), {200, 100, 300, 300}));
}

TEST_F(Panes, AreNoOtherShapes) {
  cv::circle(picture, {400, 300}, 150, cv::Scalar::all(230), cv::FILLED);
  draw({20, 20, 30, 300}, cv::Scalar::all(230));   // too narrow
  draw({600, 20, 150, 60}, cv::Scalar::all(230));  // too little of an L
  draw({600, 80, 50, 150}, cv::Scalar::all(230));
  EXPECT_EQ(find_panes(picture).size(), 0U);
}

TEST_F(Panes, OfAnEmptyPictureAreNone) {
  EXPECT_TRUE(find_panes(picture).empty());
  EXPECT_TRUE(find_panes(cv::Mat(1, 1, CV_8UC3, cv::Scalar::all(7))).empty());
}

}  // namespace
}  // namespace eyehand
