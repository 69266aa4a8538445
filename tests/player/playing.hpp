// Plays the game of fake_game.hpp, and checks what always holds.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <utility>

#include "player/play.hpp"
#include "tests/player/fake_game.hpp"

namespace eyehand::test {

class Playing : public testing::Test {
 protected:
  GameReport play() {
    world.released = false;
    const int captures = world.captures;
    GameReport report = eyehand::play(screen, input, session, pace, options);
    EXPECT_TRUE(world.released);
    EXPECT_FALSE(world.holds) << "gestures came after release_all()";
    EXPECT_EQ(world.outside, 0);
    EXPECT_EQ(report.clicks, world.clicks + static_cast<int>(world.keys.size()));
    EXPECT_EQ(report.captures, world.captures - captures);
    if (report.end != End::solved && report.end != End::planned && report.end != End::interrupted) {
      EXPECT_NE(report.why, "") << name(report.end);
    }
    return report;
  }
  /// Once, when this many clicks were sent.
  void after_clicks(int count, std::function<void()> what) {
    world.before_gesture = [count, done = false, what = std::move(what)](int clicks) mutable {
      if (done || clicks < count) return;
      done = true;
      what();
    };
  }

  World world;
  FakeScreen screen{world};
  FakeInputSink input{world};
  FakeSession session{world};
  Pace pace{.hold_back = false};
  PlayOptions options{};
};

}  // namespace eyehand::test
