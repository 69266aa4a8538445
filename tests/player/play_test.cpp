#include "player/play.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <optional>
#include <set>
#include <thread>
#include <utility>
#include <vector>

#include "tests/player/playing.hpp"

namespace eyehand {
namespace {

using namespace std::chrono_literals;
using test::Playing;

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

TEST_F(Playing, ADragThatIsTakenBackDoesNotWin) {
  world.drags = true;
  EXPECT_EQ(play().end, End::solved);
  world.left = {1};
  world.clicks = 0;
  int shown = 0;
  world.before_capture = [&](int) {
    if (world.left[0] == 0 && ++shown % 2 == 0) world.left[0] = 1;
  };
  EXPECT_EQ(play().end, End::stuck);
}

TEST_F(Playing, ABoardThatLooksSolvedWhileItIsRedrawnIsNotWon) {
  pace.hold_back = true;
  std::vector<int> left;
  world.before_capture = [&](int) {
    if (world.clicks != 5) return;
    if (left.empty())
      left = std::exchange(world.left, {0, 0, 0});
    else
      world.left = left;
  };
  EXPECT_EQ(play().end, End::solved);
  EXPECT_EQ(world.clicks, 6);
}

TEST_F(Playing, ClicksThatHaveNoEffectAreRepeatedAPixelBeside) {
  for (const int by : {1, -1}) {
    world.left = {1, 2, 3};
    world.clicks = 0;
    std::optional<int> first;
    world.takes_click = [&](ScreenPoint at) {
      if ((at.x - world.place.x) / 10 != 1) return false;
      if (!first) first = at.x;
      return at.x != *first + by;
    };
    EXPECT_EQ(play().end, End::solved) << by;
  }
}

TEST_F(Playing, ClicksWhoseEffectThePointerHidesAreNotRepeated) {
  world.place.height = 60;
  world.margin = 40;
  world.hover_undoes = true;
  for (const bool hold_back : {false, true}) {
    pace.hold_back = hold_back;
    world.left = {1, 0, 1};
    world.clicks = 0;
    const GameReport report = play();
    EXPECT_EQ(report.end, End::solved);
    EXPECT_EQ(report.clicks, 2);
  }
}

TEST_F(Playing, WaitsForEffectsThatShowLate) {
  world.lag = 250ms;
  pace.reaction = 100ms;
  const GameReport report = play();
  EXPECT_EQ(report.end, End::solved);
  EXPECT_EQ(report.clicks, 6);
}

TEST_F(Playing, ADryRunSendsNothing) {
  options.dry_run = true;
  const GameReport report = play();
  EXPECT_EQ(report.end, End::planned);
  EXPECT_EQ(report.clicks_planned, 6);
  EXPECT_FALSE(report.overlay.empty());
  EXPECT_TRUE(world.paces.empty());
}

TEST_F(Playing, MakesAProgramRedrawAnInconsistentBoard) {
  world.stale = 4;
  const GameReport report = play();
  EXPECT_EQ(report.end, End::solved);
  EXPECT_EQ(report.clicks, 4 + 6);
  EXPECT_EQ(report.clicks_planned, 6);
}

TEST_F(Playing, RedrawsInBurstsAndAfterTheWindowHasMoved) {
  world.stale = 8;
  pace.burst = 2;
  after_clicks(1, [&] { world.place.x += 40; });
  EXPECT_EQ(play().end, End::solved);
}

TEST_F(Playing, GivesUpOnABoardThatStaysInconsistent) {
  world.stale = 1000;
  EXPECT_EQ(play().end, End::unreadable);
  EXPECT_LE(world.clicks, 5 * 4);
}

TEST_F(Playing, ADryRunDoesNotRedraw) {
  world.stale = 4;
  options.dry_run = true;
  EXPECT_EQ(play().end, End::unreadable);
  EXPECT_EQ(world.clicks, 0);
}

TEST_F(Playing, IsStuckWhenTheSolutionDoesNotCount) {
  world.counts = false;
  const GameReport report = play();
  EXPECT_EQ(report.end, End::stuck);
  EXPECT_EQ(report.clicks, 6);
}

TEST_F(Playing, IsStuckWhenABoardLooksSolvedButIsNot) {
  world.left = {0, 0, 0};
  world.counts = false;
  pace.hold_back = true;
  const GameReport report = play();
  EXPECT_EQ(report.end, End::stuck);
  EXPECT_EQ(report.clicks, 0);
}

TEST_F(Playing, ChecksABoardOnceItIsAsWanted) {
  world.wants_check = true;
  int left = -1;
  world.on_key = [&] { left = world.left[0] + world.left[1] + world.left[2]; };
  const GameReport report = play();
  EXPECT_EQ(report.end, End::solved);
  EXPECT_EQ(report.clicks_planned, 7);
  EXPECT_EQ(world.clicks, 6);
  EXPECT_EQ(world.keys, std::vector<std::string>{"Return"});
  EXPECT_EQ(left, 0);
  EXPECT_EQ(world.paces.back().gap, pace.gap) << "nothing was lost, so it stays fast";
}

TEST_F(Playing, ChecksABoardThatIsAsWantedFromTheStart) {
  world.wants_check = true;
  world.left = {0, 0};
  EXPECT_EQ(play().end, End::solved);
  EXPECT_EQ(world.clicks, 0);
  EXPECT_EQ(world.keys.size(), 1u);
}

TEST_F(Playing, SendsLostClicksAgainBeforeTheCheck) {
  world.wants_check = true;
  world.lose_every = 3;
  world.on_key = [&] { EXPECT_EQ(world.left, (std::vector<int>{0, 0, 0})); };
  EXPECT_EQ(play().end, End::solved);
  EXPECT_GE(world.lost, 1);
  EXPECT_EQ(world.keys.size(), 1u);
}

TEST_F(Playing, ACheckThatIsNotSentIsNotAWin) {
  world.wants_check = true;
  world.left = {0, 0};
  world.covered = world.stubborn = true;
  EXPECT_EQ(play().end, End::no_window);
  EXPECT_TRUE(world.keys.empty());
}

TEST_F(Playing, ACheckedBoardThatIsCoveredOrReplacedIsAWin) {
  world.wants_check = true;
  world.on_key = [&] { world.readable = false; };
  EXPECT_EQ(play().end, End::solved);
  world.readable = true;
  world.clicks = 0;
  world.keys.clear();
  world.left = {1};
  world.on_key = [&] {
    ++world.puzzle;
    world.left = {2, 2};
  };
  const GameReport report = play();
  EXPECT_EQ(report.end, End::solved);
  EXPECT_EQ(report.clicks, 2);
}

TEST_F(Playing, ACheckThatResetsTheBoardIsNotAWin) {
  world.wants_check = true;
  world.on_key = [&] { world.left = {1, 2, 3}; };
  EXPECT_EQ(play().end, End::stuck);
  EXPECT_LE(world.keys.size(), 6u);
}

TEST_F(Playing, CoveringAnUncheckedBoardIsNotAWin) {
  world.wants_check = true;
  world.before_capture = [&](int) { world.readable = world.clicks < 6; };
  EXPECT_EQ(play().end, End::unreadable);
}

TEST_F(Playing, RemovesWhatCoversTheBoard) {
  world.banners = 2;
  const GameReport report = play();
  EXPECT_EQ(report.end, End::solved);
  EXPECT_EQ(report.clicks_planned, 6);
  EXPECT_EQ(report.clicks, 8);
  EXPECT_EQ(report.replays, 0);
}

TEST_F(Playing, GivesUpOnWhatCoversTheBoardAgainAndAgain) {
  world.banners = 100;
  EXPECT_EQ(play().end, End::unreadable);
  EXPECT_EQ(world.banners, 97);
}

using FullPlaying = Playing;

TEST_F(FullPlaying, AFirstReadingThatTakesLongIsNotTheLast) {
  world.before_capture = [&](int captures) {
    world.readable = captures > 1;
    if (captures == 1) std::this_thread::sleep_for(std::chrono::seconds(7));
  };
  EXPECT_EQ(play().end, End::solved);
}

TEST_F(Playing, ADryRunRemovesNothing) {
  world.banners = 1;
  options.dry_run = true;
  EXPECT_EQ(play().end, End::unreadable);
  EXPECT_EQ(world.clicks, 0);
}

TEST_F(Playing, ABoardPartlyBeyondTheScreenIsNotPlayed) {
  world.place.x = 1200;
  const GameReport report = play();
  EXPECT_EQ(report.end, End::unreadable);
  EXPECT_NE(report.why.find("screen"), std::string::npos);
  EXPECT_EQ(world.clicks, 0);
}

TEST_F(Playing, ABoardThatIsNeverAcceptedIsNotPlayed) {
  world.readable = false;
  const GameReport report = play();
  EXPECT_EQ(report.end, End::unreadable);
  EXPECT_EQ(report.why, "a blot");
  EXPECT_FALSE(report.overlay.empty());
  EXPECT_EQ(world.clicks, 0);
}

TEST_F(Playing, AClockInTheWindowDoesNotKeepItFromGivingUp) {
  world.readable = false;
  world.before_capture = [&](int captures) { world.left[0] = captures % 4; };
  const GameReport report = play();
  EXPECT_EQ(report.end, End::unreadable);
  EXPECT_EQ(report.why, "a blot");
}

TEST_F(Playing, WaitsForABoardToBeAccepted) {
  world.readable = false;
  world.before_capture = [&](int captures) { world.readable = captures > 6; };
  EXPECT_EQ(play().end, End::solved);
  EXPECT_EQ(world.clicks, 6);
}

TEST_F(Playing, DoesNotPlayABoardThatMoves) {
  options.deadline = Deadline::after(100ms);
  world.stillness = Stillness::limit_reached;
  EXPECT_EQ(play().end, End::timeout);
  EXPECT_EQ(world.clicks, 0);
}

TEST_F(Playing, ABoardThatMovesForEverIsPlayedIfTheSameIsReadForLong) {
  options.deadline = Deadline::after(60s);
  world.stillness = Stillness::limit_reached;
  world.before_capture = [](int) { Deadline::Clock::skip(100ms); };
  EXPECT_EQ(play().end, End::solved);
  EXPECT_EQ(world.clicks, 6);
}

TEST_F(Playing, ABoardThatMovesForEverMayBeUnclearAtTimes) {
  options.deadline = Deadline::after(60s);
  world.stillness = Stillness::limit_reached;
  world.before_capture = [&](int captures) {
    Deadline::Clock::skip(100ms);
    world.readable = captures % 10 < 7;
  };
  EXPECT_EQ(play().end, End::solved);
  EXPECT_EQ(world.clicks, 6);
}

TEST_F(Playing, ABoardThatMovesIsNotPlayedWhileOtherThingsAreRead) {
  options.deadline = Deadline::after(60s);
  world.stillness = Stillness::limit_reached;
  world.before_capture = [&](int captures) {
    Deadline::Clock::skip(100ms);
    world.left[0] = captures / 20 % 3 + 1;
  };
  EXPECT_EQ(play().end, End::timeout);
  EXPECT_EQ(world.clicks, 0);
}

TEST_F(Playing, ABoardThatChangesBetweenTwoCapturesIsNotStill) {
  world.before_capture = [&](int captures) {
    if (captures < 10) world.left[0] = captures % 3 + 1;
  };
  const GameReport report = play();
  EXPECT_EQ(report.end, End::solved);
  EXPECT_GE(report.captures, 10);
  EXPECT_EQ(report.clicks, report.clicks_planned);
}

TEST_F(Playing, APuzzleWithoutASolutionIsNotPlayed) {
  world.solvable = false;
  EXPECT_EQ(play().end, End::no_solution);
  EXPECT_EQ(world.clicks, 0);
}

TEST_F(Playing, APuzzleMayHaveItsSolutionOnlyOnceItIsDealt) {
  world.solvable = false;
  world.before_capture = [&](int captures) { world.solvable = captures > 5; };
  EXPECT_EQ(play().end, End::solved);
  EXPECT_EQ(world.clicks, 6);
}

TEST_F(Playing, APuzzleWithSeveralSolutionsIsPlayedOnlyIfAnyWillDo) {
  world.ambiguous = true;
  const GameReport report = play();
  EXPECT_EQ(report.end, End::multiple_solutions);
  EXPECT_FALSE(report.overlay.empty());
  EXPECT_EQ(world.clicks, 0);
  options.any = true;
  EXPECT_EQ(play().end, End::solved);
  EXPECT_EQ(world.clicks, 6);
}

TEST_F(Playing, APuzzleMayHaveSeveralSolutionsUntilItIsDealt) {
  world.ambiguous = true;
  world.before_capture = [&](int captures) { world.ambiguous = captures <= 5; };
  EXPECT_EQ(play().end, End::solved);
  EXPECT_EQ(world.clicks, 6);
}

TEST_F(Playing, APuzzleWithSeveralSolutionsMayNotBeDealtYetEvenIfAnyWillDo) {
  options.any = true;
  world.ambiguous = true;
  world.before_capture = [&](int captures) {
    if (captures != 3) return;
    world.puzzle = 2;
    world.ambiguous = false;
    world.left = {0, 1, 1};
  };
  EXPECT_EQ(play().end, End::solved);
  EXPECT_EQ(world.clicks, 2);
  EXPECT_EQ(world.solves, 2);
}

TEST_F(Playing, SolvesAnotherPuzzleThatComesInTheMiddle) {
  after_clicks(2, [&] {
    world.puzzle = 2;
    world.left = {3, 0, 1, 2};
  });
  EXPECT_EQ(play().end, End::solved);
  EXPECT_EQ(world.solves, 2);
}

TEST_F(Playing, AnotherPuzzleMayHaveNoSolution) {
  after_clicks(2, [&] {
    world.puzzle = 2;
    world.left = {3, 3, 3};
    world.solvable = false;
  });
  EXPECT_EQ(play().end, End::no_solution);
  EXPECT_EQ(world.clicks, 6) << "those of the burst";
}

TEST_F(Playing, StopsAtTheDeadline) {
  options.deadline = Deadline::after(0ms);
  EXPECT_EQ(play().end, End::timeout);
  EXPECT_EQ(world.clicks, 0);
}

TEST_F(Playing, ReportsItsStages) {
  std::set<std::string> stages;
  world.lose_every = 3;
  options.report = [&](std::string_view stage, const std::string&) { stages.emplace(stage); };
  play();
  EXPECT_EQ(stages, (std::set<std::string>{"capture", "plan", "read", "slow", "solve"}));
}

/// What the screen source returns from some capture on.
class PlayingCaptures : public Playing, public testing::WithParamInterface<int> {};

TEST_P(PlayingCaptures, AWindowThatIsGoneOrHiddenEndsTheGame) {
  for (const CaptureStatus status :
       {CaptureStatus::window_gone, CaptureStatus::not_viewable, CaptureStatus::covered}) {
    world = {};
    world.before_capture = [&](int captures) {
      if (captures >= GetParam()) world.status = status;
    };
    EXPECT_EQ(play().end, End::no_window);
  }
}
INSTANTIATE_TEST_SUITE_P(AtEachLook, PlayingCaptures, testing::Values(1, 2, 3));

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

TEST(Ends, HaveNamesOfTheirOwn) {
  std::set<std::string_view> names;
  for (int end = 0; end <= static_cast<int>(End::stuck); ++end)
    names.insert(name(static_cast<End>(end)));
  EXPECT_EQ(names.size(), static_cast<std::size_t>(End::stuck) + 1);
  EXPECT_FALSE(names.contains(""));
}

TEST_F(Playing, NoMomentIsInTwoStages) {
  pace.burst = 2;
  world.before_capture = [](int) { std::this_thread::sleep_for(2ms); };
  world.before_gesture = [](int) { std::this_thread::sleep_for(2ms); };
  const GameReport report = play();
  double sum = 0;
  for (const auto& [stage, seconds] : kStages) {
    EXPECT_GE(report.seconds.*seconds, 0) << stage;
    sum += report.seconds.*seconds;
  }
  EXPECT_LE(sum, report.seconds.total);
  EXPECT_GE(report.seconds.capture, 0.002) << "the captures before the first click";
  EXPECT_GE(report.seconds.act, 6 * 0.002);
  EXPECT_GE(report.seconds.verify, 0.002 * 3) << "the captures after each burst";
}

TEST_F(Playing, AGameThatIsNotWonHasAnOverlay) {
  world.lose_every = 1;
  EXPECT_FALSE(play().overlay.empty());
  world = {};
  EXPECT_TRUE(play().overlay.empty()) << "won, and nobody wished for one";
}

}  // namespace
}  // namespace eyehand
