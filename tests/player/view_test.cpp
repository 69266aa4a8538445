#include "player/view.hpp"

#include <gtest/gtest.h>

#include "puzzle/error.hpp"

namespace eyehand {
namespace {

/// A window of 200x100 pixels at 1000,500, each column of its own brightness.
class Gradient : public ScreenSource {
 public:
  Capture capture() override {
    cv::Mat image(100, 200, CV_8UC3);
    for (int x = 0; x < image.cols; ++x) image.col(x) = cv::Scalar::all(x);
    return {CaptureStatus::good, {image, {1000, 500}, cv::Rect(0, 0, 120, 100)}};
  }
  StillnessReport wait_until_still(const StillnessOptions& options) override {
    area = options.area;
    return {};
  }
  cv::Rect area;
};

class Aims : public InputSink {
 public:
  void aim(const Aim& aim) override { window = aim.window; }
  GestureStatus perform(const Gesture&, const Pace&) override { return GestureStatus::ok; }
  bool raise(ScreenPoint) override { return true; }
  void release_all() noexcept override {}
  x11::Rect window;
};

TEST(View, CapturesOnlyItsRegion) {
  Gradient window;
  ViewSource view(window, {.region = {50, 20, 100, 200}});
  const Frame frame = view.capture().frame;
  EXPECT_EQ(frame.image.size(), cv::Size(100, 80));
  EXPECT_EQ(frame.image.at<cv::Vec3b>(0, 0)[0], 50);
  EXPECT_EQ(frame.origin, cv::Point(1050, 520));
  EXPECT_EQ(frame.on_screen, cv::Rect(0, 0, 70, 80));
}

TEST(View, WatchesOnlyItsRegionForStillness) {
  Gradient window;
  ViewSource view(window, {.region = {50, 20, 100, 80}});
  view.wait_until_still({});
  EXPECT_EQ(window.area, cv::Rect(50, 20, 100, 80));
  view.wait_until_still({.area = {10, 10, 20, 20}});
  EXPECT_EQ(window.area, cv::Rect(60, 30, 20, 20));
}

TEST(View, GesturesAreGuardedByTheWindow) {
  Gradient window;
  ViewSource view(window, {.region = {50, 20, 100, 80}});
  Aims aims;
  ViewInput input(aims, view);
  view.capture();
  input.aim({.window = {1050, 520, 100, 80}, .deadline = Deadline()});
  EXPECT_EQ(aims.window, (x11::Rect{1000, 500, 200, 100}));
}

TEST(View, MayBeHigherThanTheWindow) {
  Gradient window;
  ViewSource view(window, {.region = {50, 20, 100, 80}, .stretch = 1.5});
  const Frame frame = view.capture().frame;
  EXPECT_EQ(frame.image.size(), cv::Size(100, 120));
  EXPECT_EQ(frame.on_screen, cv::Rect(0, 0, 70, 120));
  EXPECT_EQ(frame.to_screen({10, 60}), cv::Point(1060, 560));
  EXPECT_EQ(frame.to_image({1060, 560}), cv::Point(10, 60));
  view.wait_until_still({.area = {10, 30, 20, 30}});
  EXPECT_EQ(window.area, cv::Rect(60, 40, 20, 20));
}

TEST(View, MayBeWiderThanTheWindow) {
  Gradient window;
  ViewSource view(window, {.stretch = 0.5});
  const Frame frame = view.capture().frame;
  EXPECT_EQ(frame.image.size(), cv::Size(400, 100));
  EXPECT_EQ(frame.to_screen({100, 10}), cv::Point(1050, 510));
}

TEST(View, ARegionOutsideTheWindowIsAnError) {
  Gradient window;
  ViewSource view(window, {.region = {300, 20, 100, 80}});
  EXPECT_THROW(view.capture(), Error);
}

TEST(View, RegionsAreWrittenAsFourNumbers) {
  EXPECT_EQ(parse_region("0,80,400,300"), cv::Rect(0, 80, 400, 300));
  EXPECT_EQ(parse_region(""), cv::Rect());
  for (const char* text : {"1,2,3", "1,2,3,4,5", "1,2,3,x", "-1,2,3,4", "1,2,0,4", "1,2,3,4 "})
    EXPECT_THROW(parse_region(text), Error) << text;
}

}  // namespace
}  // namespace eyehand
