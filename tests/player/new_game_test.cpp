#include "player/new_game.hpp"

#include <gtest/gtest.h>

#include "tests/player/fake_game.hpp"

namespace eyehand {

namespace {

using namespace std::chrono_literals;

class StartingANewGame : public testing::Test {
 protected:
  StartingANewGame() {
    skin.new_game_keys = {"Escape", "n"};
    world.left = {0, 0, 0};
    deal_after_keys(2);
  }
  void deal_after_keys(std::size_t count) {
    world.before_capture = [this, count](int) {
      if (world.keys.size() < count || world.puzzle == 2) return;
      world.puzzle = 2;
      world.left = {2, 1};
    };
  }
  End start() {
    const End end = start_new_game(screen, input, session, skin, options, clear_way).end;
    EXPECT_FALSE(world.holds);
    return end;
  }

  test::World world;
  test::FakeScreen screen{world};
  test::FakeInputSink input{world};
  test::FakeSession session{world};
  PlayOptions options{};
  Skin skin;
  ClearWay clear_way;
};

TEST_F(StartingANewGame, SendsTheKeysAndWaitsForThePuzzle) {
  EXPECT_EQ(start(), End::planned);
  EXPECT_EQ(world.keys, (std::vector<std::string>{"Escape", "n"}));
  EXPECT_EQ(play(screen, input, session, skin.pace, options).end, End::solved);
  EXPECT_EQ(world.clicks, 3);
}

TEST_F(StartingANewGame, RaisesTheWindowForTheKeyboard) {
  world.covered = true;
  EXPECT_EQ(start(), End::planned);
  EXPECT_EQ(world.raises, 1);
  EXPECT_EQ(world.keys.size(), 2U);
}

TEST_F(StartingANewGame, DoesNotTakeAGameThatWasNotWonForTheNext) {
  world.left = {1, 0, 0};
  world.before_capture = [this](int captures) {
    if (captures < 8) return;
    world.puzzle = 2;
    world.left = {2, 1};
  };
  EXPECT_EQ(start(), End::planned);
  EXPECT_GE(world.captures, 8);
  EXPECT_EQ(world.puzzle, 2);
}

TEST_F(StartingANewGame, WithoutKeysTakesWhatIsThere) {
  skin.new_game_keys.clear();
  world.left = {1, 0, 0};
  world.before_capture = [](int) {};
  EXPECT_EQ(start(), End::planned);
  EXPECT_EQ(world.puzzle, 1);
}

TEST_F(StartingANewGame, TriesAgainWhenTheKeysHadNoEffect) {
  deal_after_keys(4);
  const auto began = Deadline::Clock::now();
  EXPECT_EQ(start(), End::planned);
  EXPECT_EQ(world.keys.size(), 4U);
  EXPECT_GT(Deadline::Clock::now() - began, 1s) << "it gave the program no time";
}

TEST_F(StartingANewGame, ClearsTheWayBefore) {
  int asked = 0;
  clear_way = [&](Deadline) {
    EXPECT_TRUE(world.keys.empty());
    return ++asked > 0;
  };
  EXPECT_EQ(start(), End::planned);
  EXPECT_EQ(asked, 1);
  clear_way = [](Deadline) { return false; };
  const NewGame begun = start_new_game(screen, input, session, skin, options, clear_way);
  EXPECT_EQ(begun.end, End::no_window);
  EXPECT_NE(begun.why.find("dialog"), std::string::npos);
}

TEST_F(StartingANewGame, DistinguishesAnUnreadableGameFromNone) {
  world.before_capture = [this](int) {
    if (world.keys.size() < 2) return;
    world.puzzle = 2;
    world.readable = false;
  };
  EXPECT_EQ(start(), End::unreadable);
}

TEST_F(StartingANewGame, ABoardMayBeDealtSolved) {
  world.before_capture = [this](int) {
    if (world.keys.size() >= 2) world.puzzle = 2;
  };
  EXPECT_EQ(start(), End::planned);
  EXPECT_EQ(world.keys.size(), 2U);
  EXPECT_EQ(play(screen, input, session, skin.pace, options).end, End::solved);
}

TEST_F(StartingANewGame, EndsAsGamesDo) {
  for (const auto& [outcome, end] : {std::pair{GestureStatus::window_gone, End::no_window},
                                     {GestureStatus::not_viewable, End::no_window},
                                     {GestureStatus::user_has_mouse, End::user_has_mouse},
                                     {GestureStatus::deadline, End::timeout},
                                     {GestureStatus::interrupted, End::interrupted}}) {
    world.refusal = outcome;
    EXPECT_EQ(start(), end) << name(outcome);
    EXPECT_TRUE(world.keys.empty());
  }
  world.refusal.reset();
  world.stillness = Stillness::interrupted;
  EXPECT_EQ(start(), End::interrupted);
  world.status = CaptureStatus::window_gone;
  EXPECT_EQ(start(), End::no_window);
}

TEST_F(StartingANewGame, StopsAtTheDeadline) {
  deal_after_keys(100);
  options.deadline = Deadline::after(100ms);
  EXPECT_EQ(start(), End::timeout);
}

}  // namespace
}  // namespace eyehand
