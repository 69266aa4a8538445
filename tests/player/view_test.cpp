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

/// A window of 200x100 pixels at 1000,500: a white board of 60x60 at 70,20 with a dark border, on a
/// grey desktop.
class Board : public ScreenSource {
 public:
  Capture capture() override { return {CaptureStatus::good, to_frame(picture())}; }
  StillnessReport wait_until_still(const StillnessOptions&) override { return {}; }
  cv::Mat sample(const cv::Rect& area) override { return picture()(area).clone(); }

  cv::Point at{70, 20};
  int noise = 0;    ///< added to every second pixel
  int clicked = 0;  ///< the width of what gestures have changed
  cv::Size size{200, 100};

 private:
  cv::Mat picture() const {
    cv::Mat image(size, CV_8UC3, cv::Scalar::all(100));
    image(cv::Rect(at, cv::Size(60, 60))) = cv::Scalar::all(30);
    const cv::Rect inner(at + cv::Point(1, 1), cv::Size(58, 58));
    image(inner) = cv::Scalar::all(230);
    image(inner)(cv::Rect(1, 1, clicked, 56)) = cv::Scalar(0, 0, 255);
    for (int y = 0; y < image.rows; ++y)
      for (int x = y % 2; x < image.cols; x += 2)
        image.at<cv::Vec3b>(y, x) += cv::Vec3b::all(static_cast<uchar>(noise));
    return image;
  }
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

TEST(View, CanBeNarrowedToAPartOfWhatItShows) {
  Gradient window;
  ViewSource view(window, {.region = {50, 20, 100, 80}, .stretch = 2});
  view.capture();
  view.narrow({10, 20, 30, 40});
  EXPECT_TRUE(view.is_narrowed());
  const Frame frame = view.capture().frame;
  EXPECT_EQ(frame.image.size(), cv::Size(30, 40));
  EXPECT_EQ(frame.image.at<cv::Vec3b>(0, 0)[0], 60);
  EXPECT_EQ(frame.origin, cv::Point(1060, 530));
  view.widen();
  EXPECT_FALSE(view.is_narrowed());
  EXPECT_EQ(view.capture().frame.image.size(), cv::Size(100, 160));
}

TEST(View, ShowsAllOfItsRegionOnceTheWindowIsResized) {
  Board window;
  ViewSource view(window, {});
  view.capture();
  view.narrow({65, 15, 70, 70});
  EXPECT_EQ(view.capture().frame.image.size(), cv::Size(70, 70));
  window.size.height = 120;
  EXPECT_EQ(view.capture().frame.image.size(), cv::Size(200, 120));
  EXPECT_FALSE(view.is_narrowed());
}

class MovedBoard : public testing::Test {
 protected:
  MovedBoard() {
    view.expect_moves();
    view.capture();
    view.narrow({50, 10, 100, 80});
    view.capture();
    input.aim({.window = {50, 10, 100, 80}, .deadline = Deadline(), .board = {70, 20, 60, 60}});
  }
  GestureStatus click() { return input.perform(Click{{100, 50}}, {}); }

  Board window;
  ViewSource view{window, {}};
  Aims aims;
  ViewInput input{aims, view};
};

TEST_F(MovedBoard, IsNotClicked) {
  EXPECT_EQ(click(), GestureStatus::ok);
  for (const cv::Point to : {cv::Point(71, 20), {70, 19}, {60, 30}, {120, 20}, {70, 30}}) {
    window.at = to;
    EXPECT_EQ(click(), GestureStatus::moved) << to;
    window.at = {70, 20};
    EXPECT_EQ(click(), GestureStatus::ok);
  }
}

TEST_F(MovedBoard, IsClickedWhereItIsOnceItWasCapturedAgain) {
  window.at = {75, 22};
  EXPECT_EQ(click(), GestureStatus::moved);
  view.capture();
  input.aim({.window = {50, 10, 100, 80}, .deadline = Deadline(), .board = {75, 22, 60, 60}});
  EXPECT_EQ(click(), GestureStatus::ok);
}

TEST_F(MovedBoard, IsNotOneThatWasClickedOrHasNoise) {
  window.clicked = 40;
  EXPECT_EQ(click(), GestureStatus::ok);
  window.noise = 25;
  EXPECT_EQ(click(), GestureStatus::ok);
}

TEST(View, AProgramsOwnWindowIsNotWatched) {
  Board window;
  ViewSource view(window, {});
  view.capture();
  window.at = {20, 20};
  EXPECT_FALSE(view.has_moved({70, 20, 60, 60}));
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
