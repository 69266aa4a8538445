#include "player/seek.hpp"

#include <gtest/gtest.h>

#include <array>

#include "player/session_wrapper.hpp"
#include "tests/support/paths.hpp"
#include "vision/png.hpp"

namespace eyehand {
namespace {

using namespace std::chrono_literals;

/// A viewer's window: stripes of more colours than readers take for backgrounds, and a game.
class Viewer : public ScreenSource {
 public:
  Capture capture() override {
    cv::Mat picture(1100, 1400, CV_8UC3);
    constexpr std::array kShades = {40, 90, 130, 170, 210};
    for (int i = 0; i < 5; ++i)
      picture.rowRange(220 * i, 220 * (i + 1)) =
          cv::Scalar(kShades[static_cast<std::size_t>(i)], 90, 60);
    game.copyTo(picture(cv::Rect(at, game.size())));
    if (is_covered) picture(cv::Rect(at, cv::Size(200, 200))) = cv::Scalar(40, 200, 90);
    return {CaptureStatus::good, to_frame(picture)};
  }
  StillnessReport wait_until_still(const StillnessOptions&) override { return {}; }

  cv::Mat game = load_png(test::source_path("tests/data/sgt-net/13x11.png"));
  cv::Point at{300, 200};
  bool is_covered = false;
};

class Seeking : public testing::Test {
 protected:
  Observation observe() { return session.observe(view.capture().frame); }
  Observation alone() const {
    return game_named(skin.game).begin(skin)->observe(to_frame(viewer.game));
  }
  /// Of the board last observed, within the viewer's window.
  cv::Rect place(const Observation& seen) { return seen.area + view.capture().frame.origin; }

  Viewer viewer;
  const Skin skin = find_skin("sgt-net");
  ViewSource view{viewer, skin.view};
  SeekingSession session{skin, view};
};

TEST_F(Seeking, ShowsThePartWithTheBoard) {
  ASSERT_TRUE(alone().accepted()) << alone().rejection;
  EXPECT_NE(observe().rejection, "");
  EXPECT_TRUE(view.is_narrowed());
  const Observation found = observe();
  EXPECT_EQ(found.rejection, "");
  EXPECT_EQ(found.text, alone().text);
  EXPECT_EQ(place(found), alone().area + viewer.at);
}

TEST_F(Seeking, LooksNoLongerThanTheGameMayTake) {
  session.set_deadline(Deadline::after(0s));
  EXPECT_NE(observe().rejection, "");
  EXPECT_FALSE(view.is_narrowed());
}

TEST_F(Seeking, LooksForABoardThatHasMoved) {
  observe();
  const cv::Point before = place(observe()).tl();
  viewer.at = {800, 500};
  EXPECT_NE(observe().rejection, "");
  EXPECT_TRUE(view.is_narrowed());
  Deadline::Clock::skip(1s);
  observe();
  EXPECT_FALSE(view.is_narrowed());
  observe();
  const Observation found = observe();
  EXPECT_EQ(found.rejection, "");
  EXPECT_TRUE(found.same);
  EXPECT_EQ(place(found).tl() - before, cv::Point(500, 300));
}

TEST_F(Seeking, ASmallerBoardIsAPartOfOneThatIsNotSolved) {
  const cv::Mat smaller = viewer.game;
  viewer.game = load_png(test::source_path("tests/data/sgt-net/50x50-1080p.png"));
  viewer.at = {50, 30};
  observe();
  ASSERT_TRUE(observe().accepted());
  viewer.game = smaller;
  for (int i = 0; i < 5; ++i, Deadline::Clock::skip(1s)) EXPECT_FALSE(observe().accepted());
  ViewSource other(viewer, skin.view);
  SeekingSession first(skin, other);
  first.observe(other.capture().frame);
  EXPECT_TRUE(first.observe(other.capture().frame).accepted());
}

TEST_F(Seeking, WaitsForABoardThatIsCoveredForAMoment) {
  observe();
  observe();
  viewer.is_covered = true;
  EXPECT_NE(observe().rejection, "");
  viewer.is_covered = false;
  EXPECT_EQ(observe().rejection, "");
  EXPECT_TRUE(view.is_narrowed());
}

/// A window of which the board is all that is seen.
class OwnWindow : public ScreenSource {
 public:
  Capture capture() override { return {CaptureStatus::good, to_frame(picture.clone())}; }
  StillnessReport wait_until_still(const StillnessOptions&) override { return {}; }
  cv::Mat picture = load_png(test::source_path("tests/data/sgt-net/13x11.png"));
};

TEST_F(Seeking, LooksElsewhereOnlyForABoardThatStaysUnreadable) {
  OwnWindow window;
  ViewSource whole(window, skin.view);
  SeekingSession own(skin, whole);
  EXPECT_TRUE(own.observe(whole.capture().frame).accepted());
  window.picture = viewer.capture().frame.image;
  for (const bool is_narrowed : {false, true}) {
    EXPECT_FALSE(own.observe(whole.capture().frame).accepted());
    EXPECT_EQ(whole.is_narrowed(), is_narrowed);
    Deadline::Clock::skip(1s);
  }
  EXPECT_TRUE(own.observe(whole.capture().frame).accepted());
}

/// A session that takes something at the picture's edge for its only cell.
class CellAtTheEdge : public SessionWrapper {
 public:
  using SessionWrapper::SessionWrapper;
  std::vector<cv::Rect> cells() const override { return {{-5, 50, 40, 40}}; }
};

TEST_F(Seeking, CellsMayReachBeyondThePicture) {
  const auto reader = game_named(skin.game).begin(skin);
  CellAtTheEdge session_at_edge(*reader);
  EXPECT_TRUE(observe_whole(session_at_edge, to_frame(viewer.game)).accepted());
}

}  // namespace
}  // namespace eyehand
