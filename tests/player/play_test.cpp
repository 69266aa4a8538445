#include "player/play.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <set>

#include "tests/player/fake_game.hpp"

namespace eyehand {

void PrintTo(End end, std::ostream* out) {
  *out << name(end);
}
void PrintTo(Outcome outcome, std::ostream* out) {
  *out << name(outcome);
}

namespace {

using namespace std::chrono_literals;

class Playing : public testing::Test {
 protected:
  GameReport play() {
    world.told_to_let_go = false;
    const int looks = world.looks;
    GameReport report = eyehand::play(eye, hand, round, pace, wish);
    EXPECT_TRUE(world.told_to_let_go);
    EXPECT_FALSE(world.holds) << "gestures came after the hand was told to let go";
    EXPECT_EQ(world.astray, 0);
    EXPECT_EQ(report.clicks, world.clicks);
    EXPECT_EQ(report.looks, world.looks - looks);
    if (report.end != End::solved && report.end != End::planned && report.end != End::interrupted) {
      EXPECT_NE(report.why, "") << name(report.end);
    }
    return report;
  }
  /// Once, when so many clicks were sent.
  void after_clicks(int count, std::function<void()> what) {
    world.before_gesture = [count, done = false, what = std::move(what)](int clicks) mutable {
      if (done || clicks < count) return;
      done = true;
      what();
    };
  }

  test::World world;
  test::FakeEye eye{world};
  test::FakeHand hand{world};
  test::FakeRound round{world};
  Pace pace{};
  PlayWish wish{};
};

TEST_F(Playing, SolvesWithTheFewestClicks) {
  const GameReport report = play();
  EXPECT_EQ(report.end, End::solved);
  EXPECT_EQ(report.why, "");
  EXPECT_EQ(report.first.size, "3");
  EXPECT_EQ(report.clicks, 6);
  EXPECT_EQ(report.clicks_planned, 6);
  EXPECT_EQ(report.replays, 0);
  EXPECT_EQ(world.solves, 1);
  EXPECT_FALSE(report.before.empty());
  EXPECT_FALSE(report.after.empty());
}

TEST_F(Playing, LeavesASolvedBoardAlone) {
  world.left = {0, 0};
  EXPECT_EQ(play().end, End::solved);
  EXPECT_EQ(world.clicks, 0);
}

TEST_F(Playing, ADryRunSendsNothing) {
  wish.dry_run = true;
  const GameReport report = play();
  EXPECT_EQ(report.end, End::planned);
  EXPECT_EQ(report.clicks_planned, 6);
  EXPECT_FALSE(report.overlay.empty());
  EXPECT_TRUE(world.paces.empty());
}

TEST_F(Playing, LooksAfterEachBurst) {
  pace.burst = 2;
  const GameReport report = play();
  EXPECT_EQ(report.end, End::solved);
  EXPECT_EQ(report.clicks, 6);
  EXPECT_GE(report.looks, 4);
  EXPECT_EQ(world.paces.back().gap, pace.gap) << "nothing was lost, so it stays fast";
}

TEST_F(Playing, SendsLostClicksAgainAndSlower) {
  world.lose_every = 3;
  const GameReport report = play();
  EXPECT_EQ(report.end, End::solved);
  EXPECT_GE(report.replays, 1);
  EXPECT_EQ(report.clicks, report.clicks_planned + world.lost);
  EXPECT_GT(world.paces.back().gap, world.paces.front().gap);
}

TEST_F(Playing, IsStuckWhenNoClickHasAnEffect) {
  world.lose_every = 1;
  const GameReport report = play();
  EXPECT_EQ(report.end, End::stuck);
  EXPECT_LE(report.replays, 10);
}

TEST_F(Playing, IsStuckWhenTheAnswerDoesNotCount) {
  world.counts = false;
  const GameReport report = play();
  EXPECT_EQ(report.end, End::stuck);
  EXPECT_EQ(report.clicks, 6);
}

TEST_F(Playing, FollowsAWindowThatMoves) {
  after_clicks(3, [&] { world.place.x += 40; });
  EXPECT_EQ(play().end, End::solved);
  EXPECT_EQ(world.clicks, 6);
}

TEST_F(Playing, FollowsAWindowThatIsResized) {
  after_clicks(3, [&] { world.place.width += 30; });
  EXPECT_EQ(play().end, End::solved);
  EXPECT_EQ(world.clicks, 6);
}

TEST_F(Playing, GivesUpOnAWindowThatNeverStandsStill) {
  world.before_gesture = [&](int) { ++world.place.x; };
  EXPECT_EQ(play().end, End::no_window);
  EXPECT_EQ(world.clicks, 0);
}

TEST_F(Playing, RaisesACoveredWindowOnce) {
  after_clicks(2, [&] { world.covered = true; });
  EXPECT_EQ(play().end, End::solved);
  EXPECT_EQ(world.raises, 1);
  EXPECT_EQ(world.clicks, 6);
}

TEST_F(Playing, GivesUpOnAWindowThatCannotBeRaised) {
  world.stubborn = true;
  after_clicks(2, [&] { world.covered = true; });
  EXPECT_EQ(play().end, End::no_window);
  EXPECT_EQ(world.raises, 1);
  EXPECT_EQ(world.clicks, 2);
}

TEST_F(Playing, GivesUpOnAWindowThatIsCoveredAgainAndAgain) {
  world.before_gesture = [&](int clicks) { world.covered = clicks >= 2; };
  EXPECT_EQ(play().end, End::no_window);
  EXPECT_LT(world.raises, 20);
  EXPECT_EQ(world.clicks, 2);
}

TEST_F(Playing, TakesAwayWhatCoversTheBoard) {
  world.banners = 2;
  const GameReport report = play();
  EXPECT_EQ(report.end, End::solved);
  EXPECT_EQ(report.clicks_planned, 6);
  EXPECT_EQ(report.clicks, 8);
  EXPECT_EQ(report.replays, 0);
}

TEST_F(Playing, GivesUpOnWhatCoversTheBoardAgainAndAgain) {
  world.banners = 100;
  EXPECT_EQ(play().end, End::not_sure);
  EXPECT_EQ(world.banners, 97);
}

TEST_F(Playing, ADryRunTakesNothingAway) {
  world.banners = 1;
  wish.dry_run = true;
  EXPECT_EQ(play().end, End::not_sure);
  EXPECT_EQ(world.clicks, 0);
}

TEST_F(Playing, ABoardPartlyBeyondTheScreenIsNotPlayed) {
  world.place.x = 1200;
  const GameReport report = play();
  EXPECT_EQ(report.end, End::not_sure);
  EXPECT_NE(report.why.find("screen"), std::string::npos);
  EXPECT_EQ(world.clicks, 0);
}

TEST_F(Playing, ABoardThatIsNeverSureIsNotPlayed) {
  world.readable = false;
  const GameReport report = play();
  EXPECT_EQ(report.end, End::not_sure);
  EXPECT_EQ(report.why, "a blot");
  EXPECT_FALSE(report.overlay.empty());
  EXPECT_EQ(world.clicks, 0);
}

TEST_F(Playing, AClockInTheWindowDoesNotKeepItFromGivingUp) {
  world.readable = false;
  world.before_look = [&](int looks) { world.left[0] = looks % 4; };
  const GameReport report = play();
  EXPECT_EQ(report.end, End::not_sure);
  EXPECT_EQ(report.why, "a blot");
}

TEST_F(Playing, WaitsForABoardToBecomeSure) {
  world.readable = false;
  world.before_look = [&](int looks) { world.readable = looks > 6; };
  EXPECT_EQ(play().end, End::solved);
  EXPECT_EQ(world.clicks, 6);
}

TEST_F(Playing, DoesNotPlayABoardThatMoves) {
  wish.deadline = Deadline::after(100ms);
  world.stillness = Stillness::limit_reached;
  EXPECT_EQ(play().end, End::out_of_time);
  EXPECT_EQ(world.clicks, 0);
}

TEST_F(Playing, ABoardThatChangesBetweenTwoLooksIsNotStill) {
  world.before_look = [&](int looks) {
    if (looks < 10) world.left[0] = looks % 3 + 1;
  };
  const GameReport report = play();
  EXPECT_EQ(report.end, End::solved);
  EXPECT_GE(report.looks, 10);
  EXPECT_EQ(report.clicks, report.clicks_planned);
}

TEST_F(Playing, APuzzleWithoutAnAnswerIsNotPlayed) {
  world.solvable = false;
  EXPECT_EQ(play().end, End::no_answer);
  EXPECT_EQ(world.clicks, 0);
}

TEST_F(Playing, APuzzleMayHaveItsAnswerOnlyOnceItIsDealt) {
  world.solvable = false;
  world.before_look = [&](int looks) { world.solvable = looks > 5; };
  EXPECT_EQ(play().end, End::solved);
  EXPECT_EQ(world.clicks, 6);
}

TEST_F(Playing, APuzzleWithSeveralAnswersIsPlayedOnlyIfAnyWillDo) {
  world.ambiguous = true;
  const GameReport report = play();
  EXPECT_EQ(report.end, End::several_answers);
  EXPECT_FALSE(report.overlay.empty());
  EXPECT_EQ(world.clicks, 0);
  wish.any = true;
  EXPECT_EQ(play().end, End::solved);
  EXPECT_EQ(world.clicks, 6);
}

TEST_F(Playing, APuzzleMayHaveSeveralAnswersUntilItIsDealt) {
  world.ambiguous = true;
  world.before_look = [&](int looks) { world.ambiguous = looks <= 5; };
  EXPECT_EQ(play().end, End::solved);
  EXPECT_EQ(world.clicks, 6);
}

TEST_F(Playing, SolvesAnotherPuzzleThatComesInTheMiddle) {
  after_clicks(2, [&] {
    world.puzzle = 2;
    world.left = {3, 0, 1, 2};
  });
  EXPECT_EQ(play().end, End::solved);
  EXPECT_EQ(world.solves, 2);
}

TEST_F(Playing, AnotherPuzzleMayHaveNoAnswer) {
  after_clicks(2, [&] {
    world.puzzle = 2;
    world.left = {3, 3, 3};
    world.solvable = false;
  });
  EXPECT_EQ(play().end, End::no_answer);
  EXPECT_EQ(world.clicks, 6) << "those of the burst";
}

TEST_F(Playing, StopsAtTheDeadline) {
  wish.deadline = Deadline::after(0ms);
  EXPECT_EQ(play().end, End::out_of_time);
  EXPECT_EQ(world.clicks, 0);
}

TEST_F(Playing, StopsAtTheDeadlineBetweenTwoClicks) {
  wish.deadline = Deadline::after(200ms);
  after_clicks(3, [&] { std::this_thread::sleep_for(wish.deadline.left() + 1ms); });
  EXPECT_EQ(play().end, End::out_of_time);
  EXPECT_EQ(world.clicks, 3);
}

TEST_F(Playing, SaysWhatItDoes) {
  std::set<std::string> stages;
  world.lose_every = 3;
  wish.say = [&](std::string_view stage, const std::string&) { stages.emplace(stage); };
  play();
  EXPECT_EQ(stages, (std::set<std::string>{"look", "plan", "read", "slow", "solve"}));
}

/// What the eye sees, from some look on.
class PlayingSights : public Playing, public testing::WithParamInterface<int> {};

TEST_P(PlayingSights, AWindowThatIsGoneOrHiddenEndsTheGame) {
  for (const Sight sight : {Sight::window_gone, Sight::not_viewable}) {
    world = {};
    world.before_look = [&](int looks) {
      if (looks >= GetParam()) world.sight = sight;
    };
    EXPECT_EQ(play().end, End::no_window);
  }
}
INSTANTIATE_TEST_SUITE_P(AtEachLook, PlayingSights, testing::Values(1, 2, 3));

TEST_F(Playing, WhatEndsAWaitEndsTheGame) {
  for (const auto& [stillness, end] : {std::pair{Stillness::window_gone, End::no_window},
                                       {Stillness::not_viewable, End::no_window},
                                       {Stillness::interrupted, End::interrupted}}) {
    world = {};
    world.stillness = stillness;
    EXPECT_EQ(play().end, end);
    EXPECT_EQ(world.clicks, 0);
  }
}

struct Refusal {
  Outcome outcome;
  End end;
};
class PlayingRefusals : public Playing, public testing::WithParamInterface<Refusal> {};

TEST_P(PlayingRefusals, EndTheGame) {
  after_clicks(2, [&] { world.refusal = GetParam().outcome; });
  EXPECT_EQ(play().end, GetParam().end);
  EXPECT_EQ(world.clicks, 2);
}
INSTANTIATE_TEST_SUITE_P(EachOutcome, PlayingRefusals,
                         testing::Values(Refusal{Outcome::window_gone, End::no_window},
                                         Refusal{Outcome::not_viewable, End::no_window},
                                         Refusal{Outcome::moved, End::no_window},
                                         Refusal{Outcome::resized, End::no_window},
                                         Refusal{Outcome::outside, End::no_window},
                                         Refusal{Outcome::off_screen, End::not_sure},
                                         Refusal{Outcome::covered, End::no_window},
                                         Refusal{Outcome::no_keyboard, End::no_window},
                                         Refusal{Outcome::user_has_mouse, End::user_has_mouse},
                                         Refusal{Outcome::deadline, End::out_of_time},
                                         Refusal{Outcome::interrupted, End::interrupted}));

TEST(Ends, HaveNamesOfTheirOwn) {
  std::set<std::string_view> names;
  for (int end = 0; end <= static_cast<int>(End::stuck); ++end)
    names.insert(name(static_cast<End>(end)));
  EXPECT_EQ(names.size(), static_cast<std::size_t>(End::stuck) + 1);
  EXPECT_FALSE(names.contains(""));
}

class StartingANewGame : public Playing {
 protected:
  StartingANewGame() {
    skin.new_game_keys = {"Escape", "n"};
    world.left = {0, 0, 0};
    deal_after_keys(2);
  }
  void deal_after_keys(std::size_t count) {
    world.before_look = [this, count](int) {
      if (world.keys.size() < count || world.puzzle == 2) return;
      world.puzzle = 2;
      world.left = {2, 1};
    };
  }
  End start() { return start_new_game(eye, hand, round, skin, wish); }
  Skin skin;
};

TEST_F(StartingANewGame, SendsTheKeysAndWaitsForThePuzzle) {
  EXPECT_EQ(start(), End::planned);
  EXPECT_EQ(world.keys, (std::vector<std::string>{"Escape", "n"}));
  EXPECT_EQ(play().end, End::solved);
  EXPECT_EQ(world.clicks, 3);
}

TEST_F(StartingANewGame, RaisesTheWindowForTheKeyboard) {
  world.covered = true;
  EXPECT_EQ(start(), End::planned);
  EXPECT_EQ(world.raises, 1);
  EXPECT_EQ(world.keys.size(), 2U);
}

TEST_F(StartingANewGame, EndsAsGamesDo) {
  for (const auto& [outcome, end] : {std::pair{Outcome::window_gone, End::no_window},
                                     {Outcome::not_viewable, End::no_window},
                                     {Outcome::user_has_mouse, End::user_has_mouse},
                                     {Outcome::deadline, End::out_of_time},
                                     {Outcome::interrupted, End::interrupted}}) {
    world.refusal = outcome;
    EXPECT_EQ(start(), end) << name(outcome);
    EXPECT_TRUE(world.keys.empty());
  }
  world.sight = Sight::window_gone;
  EXPECT_EQ(start(), End::no_window);
}

TEST_F(StartingANewGame, StopsAtTheDeadline) {
  deal_after_keys(100);
  wish.deadline = Deadline::after(100ms);
  EXPECT_EQ(start(), End::out_of_time);
}

}  // namespace
}  // namespace eyehand
