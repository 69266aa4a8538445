// Sending gestures, as play() does.
#include "player/gesture_sender.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <ostream>
#include <thread>
#include <utility>

#include "tests/player/playing.hpp"

namespace eyehand {

void PrintTo(GestureStatus outcome, std::ostream* out) {
  *out << name(outcome);
}
namespace {

using namespace std::chrono_literals;
using SendingGestures = test::Playing;

TEST_F(SendingGestures, CapturesAfterEachBurst) {
  pace.burst = 2;
  const GameReport report = play();
  EXPECT_EQ(report.end, End::solved);
  EXPECT_EQ(report.clicks, 6);
  EXPECT_GE(report.captures, 4);
  EXPECT_EQ(world.paces.back().gap, pace.gap) << "nothing was lost, so it stays fast";
}

TEST_F(SendingGestures, SendsLostClicksAgainAndSlower) {
  world.lose_every = 3;
  const GameReport report = play();
  EXPECT_EQ(report.end, End::solved);
  EXPECT_GE(report.replays, 1);
  EXPECT_EQ(report.clicks, report.clicks_planned + world.lost);
  EXPECT_GT(world.paces.back().gap, world.paces.front().gap);
}

TEST_F(SendingGestures, NeverSendsFasterOnceClicksWereLost) {
  world.lose_every = 3;
  pace.hold = 80ms;
  pace.gap = 400ms;
  EXPECT_EQ(play().end, End::solved);
  EXPECT_GE(world.paces.back().hold, pace.hold);
  EXPECT_GE(world.paces.back().gap, pace.gap);
}

TEST_F(SendingGestures, AwaitsEachEffectWhereClicksAreLostAgain) {
  world.left = {3, 3, 3};
  int captures = -1;
  world.takes_click = [&](ScreenPoint) {
    return std::exchange(captures, world.captures) == world.captures;
  };
  const GameReport report = play();
  EXPECT_EQ(report.end, End::solved);
  EXPECT_EQ(report.clicks, 9 + 8 + 7);
}

TEST_F(SendingGestures, IsStuckWhenNoClickHasAnEffect) {
  world.lose_every = 1;
  const GameReport report = play();
  EXPECT_EQ(report.end, End::stuck);
  EXPECT_LE(report.replays, 10);
}

TEST_F(SendingGestures, FollowsAWindowThatMoves) {
  after_clicks(3, [&] { world.place.x += 40; });
  EXPECT_EQ(play().end, End::solved);
  EXPECT_EQ(world.clicks, 6);
}

TEST_F(SendingGestures, FollowsAWindowThatIsResized) {
  after_clicks(3, [&] { world.place.width += 30; });
  EXPECT_EQ(play().end, End::solved);
  EXPECT_EQ(world.clicks, 6);
}

TEST_F(SendingGestures, GivesUpOnAWindowThatNeverStandsStill) {
  world.before_gesture = [&](int) { ++world.place.x; };
  EXPECT_EQ(play().end, End::no_window);
  EXPECT_EQ(world.clicks, 0);
}

TEST_F(SendingGestures, RaisesACoveredWindowOnce) {
  after_clicks(2, [&] { world.covered = true; });
  EXPECT_EQ(play().end, End::solved);
  EXPECT_EQ(world.raises, 1);
  EXPECT_EQ(world.clicks, 6);
}

TEST_F(SendingGestures, GivesUpOnAWindowThatCannotBeRaised) {
  world.stubborn = true;
  after_clicks(2, [&] { world.covered = true; });
  EXPECT_EQ(play().end, End::no_window);
  EXPECT_EQ(world.raises, 1);
  EXPECT_EQ(world.clicks, 2);
}

TEST_F(SendingGestures, GivesUpOnAWindowThatIsCoveredAgainAndAgain) {
  world.before_gesture = [&](int clicks) { world.covered = clicks >= 2; };
  EXPECT_EQ(play().end, End::no_window);
  EXPECT_LT(world.raises, 20);
  EXPECT_EQ(world.clicks, 2);
}

TEST_F(SendingGestures, ThePointerLeavesABoardThatWasUncovered) {
  world.place.height = 60;
  world.margin = 40;
  world.hover_hides = true;
  world.banners = 1;
  EXPECT_EQ(play().end, End::solved);
}

TEST_F(SendingGestures, ThePointerLeavesABoardThatKeepsChanging) {
  world.place.height = 60;
  world.margin = 40;
  world.hover_hides = true;
  after_clicks(2, [&] { world.stillness = Stillness::limit_reached; });
  world.before_capture = [&](int) {
    Deadline::Clock::skip(50ms);
    if (world.moves > 0) world.stillness = Stillness::still;
  };
  EXPECT_EQ(play().end, End::solved);
}

TEST_F(SendingGestures, StopsAtTheDeadlineBetweenTwoClicks) {
  options.deadline = Deadline::after(200ms);
  after_clicks(3, [&] { std::this_thread::sleep_for(options.deadline.left() + 1ms); });
  EXPECT_EQ(play().end, End::timeout);
  EXPECT_EQ(world.clicks, 3);
}

class ShrinkingScreen : public SendingGestures {
 protected:
  ShrinkingScreen() {
    after_clicks(2, [&] { world.screen.width = 115; });
  }
};

TEST_F(ShrinkingScreen, WaitsForTheWindowToBeMovedBackOntoIt) {
  world.before_capture = [&, since = 0](int) mutable {
    if (world.screen.width == 115 && ++since == 5) world.place.x = 0;
  };
  EXPECT_EQ(play().end, End::solved);
  EXPECT_EQ(world.outside, 0);
}

TEST_F(ShrinkingScreen, IsAReasonToStopOtherwise) {
  const GameReport report = play();
  EXPECT_EQ(report.end, End::unreadable);
  EXPECT_NE(report.why.find("beyond the screen"), std::string::npos) << report.why;
}

struct Refusal {
  GestureStatus outcome;
  End end;
};
class RefusedGestures : public SendingGestures, public testing::WithParamInterface<Refusal> {};

TEST_P(RefusedGestures, EndTheGame) {
  after_clicks(2, [&] { world.refusal = GetParam().outcome; });
  EXPECT_EQ(play().end, GetParam().end);
  EXPECT_EQ(world.clicks, 2);
}
INSTANTIATE_TEST_SUITE_P(EachOutcome, RefusedGestures,
                         testing::Values(Refusal{GestureStatus::window_gone, End::no_window},
                                         Refusal{GestureStatus::not_viewable, End::no_window},
                                         Refusal{GestureStatus::moved, End::no_window},
                                         Refusal{GestureStatus::resized, End::no_window},
                                         Refusal{GestureStatus::outside, End::no_window},
                                         Refusal{GestureStatus::off_screen, End::no_window},
                                         Refusal{GestureStatus::covered, End::no_window},
                                         Refusal{GestureStatus::no_keyboard, End::no_window},
                                         Refusal{GestureStatus::user_has_mouse,
                                                 End::user_has_mouse},
                                         Refusal{GestureStatus::deadline, End::timeout},
                                         Refusal{GestureStatus::interrupted, End::interrupted}));

TEST_F(SendingGestures, ReportsGesturesAndConfidences) {
  world.lose_every = 4;
  after_clicks(2, [&] { world.place.x += 40; });
  const GameReport report = play();
  EXPECT_EQ(report.end, End::solved);
  const auto sent =
      std::count_if(report.gestures.begin(), report.gestures.end(),
                    [](const Sent& each) { return each.outcome == GestureStatus::ok; });
  EXPECT_EQ(sent, report.clicks);
  EXPECT_EQ(report.gestures.at(2).outcome, GestureStatus::moved);
  double before = 0;
  for (const Sent& each : report.gestures) {
    EXPECT_GE(each.at, before);
    before = each.at;
  }
  ASSERT_EQ(report.parts.size(), 3U);
  EXPECT_EQ(report.parts[0].part.label, "0") << "as it is at the end";
}

}  // namespace
}  // namespace eyehand
