// Wins that cannot be seen, as play() takes them.
#include "player/covered_win.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <opencv2/core.hpp>

#include "tests/player/playing.hpp"

namespace eyehand {
namespace {

using namespace std::chrono_literals;
using test::Playing;

class CoveredWins : public Playing {
 protected:
  CoveredWins() { pace.hold_back = true; }
};

TEST_F(CoveredWins, ABoardThatDisappearsWithItsLastClickIsSolved) {
  world.on_win = [&] { world.readable = false; };
  const GameReport report = play();
  EXPECT_EQ(report.end, End::solved);
  EXPECT_TRUE(report.covered);
  EXPECT_EQ(report.why, "the program covered the board");
  EXPECT_EQ(report.clicks, 6);
}

TEST_F(CoveredWins, ABoardMayDisappearOnlyWhenItsLastClickShows) {
  pace.reaction = 100ms;
  world.on_win = [&] { world.lag = 250ms; };
  world.before_capture = [&, captures = 0](int) mutable {
    if (world.lag.count() > 0 && ++captures > 2) world.readable = false;
  };
  const GameReport report = play();
  EXPECT_EQ(report.end, End::solved);
  EXPECT_EQ(report.why, "the program covered the board");
  EXPECT_EQ(report.clicks, 6);
}

TEST_F(CoveredWins, ABoardThatIsReplacedWithItsLastClickIsSolved) {
  world.on_win = [&] {
    world.puzzle = 2;
    world.left = {1, 1, 1, 1};
  };
  const GameReport report = play();
  EXPECT_EQ(report.end, End::solved);
  EXPECT_TRUE(report.covered);
  EXPECT_EQ(report.why, "the program replaced the board");
  EXPECT_EQ(report.clicks, 6) << "the next board is another game";
}

TEST_F(CoveredWins, WhatABannerLeavesOfTheBoardIsNotAnotherOne) {
  world.place.height = 60;
  world.on_win = [&] {
    world.puzzle = 2;
    world.left = {1, 1};
    world.margin = 30;
  };
  const GameReport report = play();
  EXPECT_EQ(report.end, End::solved);
  EXPECT_FALSE(report.replaced);
  EXPECT_EQ(report.why, "the program covered the board");
}

TEST(Veils, TakeContrastFromAllThatIsBesideTheBoard) {
  const cv::Rect board(100, 100, 200, 150);
  cv::Mat window(480, 640, CV_8UC3);
  cv::RNG(1).fill(window, cv::RNG::UNIFORM, 0, 256);
  const auto veiled = [&](double share, const cv::Scalar& colour) {
    cv::Mat now;
    cv::addWeighted(window, 1 - share, cv::Mat(window.size(), CV_8UC3, colour), share, 0, now);
    return now;
  };
  for (const double share : {0.15, 0.4, 0.7}) {
    cv::Mat now = veiled(share, {30, 0, 20});
    now(board).setTo(cv::Scalar(9, 9, 9));  // whatever it shows
    EXPECT_TRUE(is_veiled(window, now, board)) << share;
    now(cv::Rect(350, 150, 250, 200)).setTo(cv::Scalar::all(240));
    EXPECT_TRUE(is_veiled(window, now, board)) << share << " with a dialog";
  }
  EXPECT_FALSE(is_veiled(window, window, board));
  cv::Mat next = window.clone();
  next(board).setTo(cv::Scalar::all(200));
  EXPECT_FALSE(is_veiled(window, next, board)) << "only the board has changed";
  cv::RNG(2).fill(next, cv::RNG::UNIFORM, 0, 128);
  EXPECT_FALSE(is_veiled(window, next, board)) << "another page";
  for (const int before : {250, 10})  // an even page whose text has changed
    for (const int pixels : {20, 60}) {
      cv::Mat page(480, 640, CV_8UC3, cv::Scalar::all(before)), later = page.clone();
      for (int x = 0; x < 600; x += 6) {
        page(cv::Rect(x, 20, 2, pixels)).setTo(cv::Scalar::all(130));
        later(cv::Rect(x + x / 60 % 6, 20, 2, pixels)).setTo(cv::Scalar::all(130));
      }
      EXPECT_FALSE(is_veiled(page, later, board)) << before << " " << pixels;
    }
  window.setTo(cv::Scalar::all(200));
  EXPECT_FALSE(is_veiled(window, veiled(0.4, {}), board)) << "it may be another page";
  EXPECT_FALSE(is_veiled(window, window(board), board));
}

TEST_F(CoveredWins, ABoardThatLooksLikeAnotherThroughAVeilWasNotReplaced) {
  world.place.height = 80;
  world.margin = 60;
  world.stripes = 200;
  world.on_win = [&] {
    world.stripes = 120;
    world.puzzle = 2;
    world.left = {1, 1, 1, 1};
  };
  const GameReport report = play();
  EXPECT_EQ(report.end, End::solved);
  EXPECT_FALSE(report.replaced);
  EXPECT_EQ(report.why, "the program dimmed its window");
}

TEST(RestsOfBoards, LackWhatLayAtOneSide) {
  const cv::Rect board(100, 50, 80, 60);
  EXPECT_TRUE(is_rest(board, {100, 70, 80, 40}));
  EXPECT_TRUE(is_rest(board, {101, 50, 80, 30}));
  EXPECT_TRUE(is_rest(board, {100, 50, 60, 60}));
  EXPECT_FALSE(is_rest(board, board));
  EXPECT_FALSE(is_rest(board, {110, 60, 60, 40})) << "a smaller one in its middle";
  EXPECT_FALSE(is_rest(board, {100, 50, 60, 45})) << "another size in the same corner";
  EXPECT_FALSE(is_rest(board, {100, 50, 80, 90}));
}

TEST_F(CoveredWins, AKeyIsHeldBackWithTheClickThatSaysWhereItGoes) {
  world.types = true;
  world.on_win = [&] { world.readable = false; };
  const GameReport report = play();
  EXPECT_EQ(report.end, End::solved);
  EXPECT_TRUE(report.covered);
  EXPECT_EQ(report.clicks, 12);
  EXPECT_EQ(report.replays, 0);
}

TEST_F(CoveredWins, ABoardThatStaysInSightIsSolvedAsUsual) {
  const GameReport report = play();
  EXPECT_EQ(report.end, End::solved);
  EXPECT_FALSE(report.covered);
  EXPECT_EQ(report.why, "");
}

TEST_F(CoveredWins, WhereEachWinCoversTheBoardOneThatOnlyLooksSolvedIsNotWon) {
  options.win_covers = true;
  const GameReport report = play();
  EXPECT_EQ(report.end, End::stuck);
  EXPECT_EQ(report.why, "the board looks solved, but the program does not cover it as after a win");
}

TEST_F(CoveredWins, WhereEachWinCoversTheBoardThatMayTakeAMoment) {
  options.win_covers = true;
  options.has_dialog = [&] { return world.dialog; };
  for (const bool has_dialog : {false, true}) {
    world = {};
    int solved_at = 0;
    world.on_win = [&] { solved_at = world.captures; };
    world.before_capture = [&](int captures) {
      if (solved_at == 0 || captures < solved_at + 5) return;
      has_dialog ? world.dialog = true : world.readable = false;
    };
    EXPECT_EQ(play().end, End::solved) << has_dialog;
  }
}

TEST_F(CoveredWins, ABoardOneClickFromItsSolutionWasSeenToBeSo) {
  world.left = {0, 1};
  world.on_win = [&] { world.readable = false; };
  EXPECT_TRUE(play().covered);
}

TEST_F(CoveredWins, ABoardThatDisappearsEarlierIsNotSolved) {
  after_clicks(3, [&] { world.readable = false; });
  EXPECT_EQ(play().end, End::unreadable);
}

TEST_F(CoveredWins, ABoardThatReappearsUnsolvedIsPlayedOn) {
  // The last click was lost, and something else covered the board for a while.
  world.lose_every = 6;
  after_clicks(5, [&] { world.readable = false; });
  world.before_capture = [&, covered = 0](int) mutable {
    if (!world.readable && ++covered > 3) world.readable = true;
  };
  const GameReport report = play();
  EXPECT_EQ(report.end, End::solved);
  EXPECT_FALSE(report.covered);
  EXPECT_EQ(report.clicks, 7);
}

TEST_F(CoveredWins, ABoardThatIsDimmedBeforeItIsDrawnSolvedIsSolved) {
  world.on_win = [&] {
    world.left.back() = 1;
    world.shade = 100;
  };
  const GameReport report = play();
  EXPECT_EQ(report.end, End::solved);
  EXPECT_TRUE(report.covered);
  EXPECT_FALSE(report.replaced);
  EXPECT_EQ(report.why, "the program dimmed the board");
}

TEST_F(CoveredWins, ADialogMayKeepTheProgramFromDrawingTheSolvedBoard) {
  options.has_dialog = [&] { return world.dialog; };
  world.on_win = [&] {
    world.left.back() = 1;
    world.dialog = true;
  };
  const GameReport report = play();
  EXPECT_EQ(report.end, End::solved);
  EXPECT_TRUE(report.covered);
  EXPECT_EQ(report.why, "the program opened a dialog");
  EXPECT_EQ(report.clicks, 6);
}

TEST_F(CoveredWins, ADialogThatWasOpenBeforeDoesNotCount) {
  options.has_dialog = [] { return true; };
  world.lose_every = 6;
  const GameReport report = play();
  EXPECT_EQ(report.end, End::solved);
  EXPECT_FALSE(report.covered);
  EXPECT_EQ(report.clicks, 7);
}

TEST_F(CoveredWins, ALostLastClickIsSentAgain) {
  world.lose_every = 6;
  const GameReport report = play();
  EXPECT_EQ(report.end, End::solved);
  EXPECT_FALSE(report.covered);
  EXPECT_EQ(report.clicks, 7);
}

TEST_F(CoveredWins, TwoLastClicksOnOneSwitchMayBothBeHeldBack) {
  world.left = {0, 0, 2};
  world.on_win = [&] { world.readable = false; };
  const GameReport report = play();
  EXPECT_TRUE(report.covered);
  EXPECT_EQ(report.clicks, 2);
  EXPECT_EQ(report.replays, 0) << "the rest of the plan is no replay";
}

TEST_F(CoveredWins, WhatThePointerHidesIsNotCovered) {
  world.place.height = 60;
  world.margin = 40;
  world.hover_hides = true;
  world.lose_every = 6;
  const GameReport report = play();
  EXPECT_EQ(report.end, End::solved);
  EXPECT_FALSE(report.covered);
  EXPECT_EQ(report.clicks, 7);
  EXPECT_GE(world.moves, 2);
}

TEST_F(CoveredWins, WhatThePointerMakesLookDifferentIsNotReplaced) {
  world.place.height = 60;
  world.margin = 40;
  world.hover_alters = true;
  world.lose_every = 6;
  const GameReport report = play();
  EXPECT_EQ(report.end, End::solved);
  EXPECT_FALSE(report.covered);
  EXPECT_EQ(report.clicks, 7);
}

TEST_F(CoveredWins, AMessageThatDisappearsByItselfIsNotAWin) {
  world.lose_every = 6;
  Deadline gone;
  after_clicks(5, [&] {
    world.readable = false;
    gone = Deadline::after(1s);
  });
  world.before_capture = [&](int) {
    if (gone.passed()) world.readable = true;
  };
  const GameReport report = play();
  EXPECT_EQ(report.end, End::solved);
  EXPECT_FALSE(report.covered);
  EXPECT_EQ(report.clicks, 7);
}

TEST_F(CoveredWins, ABoardMisreadWhileItMovesIsNotReplaced) {
  world.lose_every = 6;
  after_clicks(5, [&] { world.puzzle = 2; });
  world.before_capture = [&, captures = 0](int) mutable {
    if (world.puzzle == 2 && ++captures > 1) world.puzzle = 1;
  };
  const GameReport report = play();
  EXPECT_EQ(report.end, End::solved);
  EXPECT_FALSE(report.covered);
  EXPECT_EQ(report.clicks, 7);
}

TEST_F(CoveredWins, AWindowThatClosesIsNotSolved) {
  world.on_win = [&] { world.status = CaptureStatus::window_gone; };
  EXPECT_EQ(play().end, End::no_window);
}

TEST_F(CoveredWins, AWindowThatAnotherCoversIsNotSolved) {
  world.on_win = [&] { world.status = CaptureStatus::covered; };
  EXPECT_EQ(play().end, End::no_window);
}

TEST_F(CoveredWins, AreNotRecognisedUnlessTheLastClickIsHeldBack) {
  pace.hold_back = false;
  world.on_win = [&] { world.readable = false; };
  EXPECT_EQ(play().end, End::unreadable);
}

}  // namespace
}  // namespace eyehand
