// Learning Lights Out from fake programs that react at once: which state is the goal, and what
// becomes of the user's board.
#include "calibration/lights/learn.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <opencv2/imgproc.hpp>
#include <utility>

#include "calibration/lights/sets.hpp"
#include "calibration/survey.hpp"
#include "puzzle/lights/text.hpp"
#include "tests/calibration/label_answers.hpp"

namespace eyehand::calibration {
namespace {

constexpr int kCell = 40, kSide = 4;
const cv::Point kCorner(120, 80);
const cv::Size kWindow(400, 330);
const cv::Scalar kBackground(60, 40, 40), kDim(75, 60, 60), kBright(80, 220, 240);

enum class OnWin { says_so, deals_the_next };

int tile_at(cv::Point at) {
  const cv::Point in_board = at - kCorner;
  if (!cv::Rect(0, 0, kCell * kSide, kCell * kSide).contains(in_board)) return -1;
  return in_board.y / kCell * kSide + in_board.x / kCell;
}

/// A window with a board of kSide x kSide tiles; a press flips a plus.
class FakeLights : public ScreenSource, public InputSink {
 public:
  std::uint8_t goal = 0;  ///< 1: bright
  OnWin on_win = OnWin::says_so;
  lights::Board board = lights::Board::plus(kSide, kSide);  ///< lit: bright
  lights::Board next = board;
  int wins = 0;
  int lost_click = 0;        ///< the number of a click that has no effect
  bool has_message = false;  ///< over the first two rows; it takes a click and goes

  Capture capture() override {
    cv::Mat picture(kWindow, CV_8UC3, kBackground);
    for (int tile = 0; tile < kSide * kSide; ++tile)
      cv::rectangle(picture,
                    {kCorner + kCell * cv::Point(tile % kSide, tile / kSide) + cv::Point(2, 2),
                     cv::Size(kCell - 4, kCell - 4)},
                    board.lit[static_cast<std::size_t>(tile)] ? kBright : kDim, cv::FILLED);
    if (has_message)
      cv::rectangle(picture, {kCorner, cv::Size(kCell * kSide, 2 * kCell)}, kBright, cv::FILLED);
    if (wins > 0 && on_win == OnWin::says_so)
      cv::putText(picture, "Solved!", {150, 40}, cv::FONT_HERSHEY_PLAIN, 2, kBright, 2);
    is_changed_ = false;
    return {CaptureStatus::good, to_frame(picture)};
  }
  StillnessReport wait_until_still(const StillnessOptions&) override {
    return {.stillness = Stillness::still, .changed = is_changed_};
  }
  void aim(const Aim&) override {}
  GestureStatus perform(const Gesture& gesture, const Pace&) override {
    if (const auto* click = std::get_if<Click>(&gesture)) press({click->at.x, click->at.y});
    is_changed_ = true;
    return GestureStatus::ok;
  }
  bool raise(ScreenPoint) override { return true; }
  void release_all() noexcept override {}

 private:
  void press(cv::Point at) {
    const int tile = tile_at(at);
    if (tile < 0 || std::exchange(has_message, false)) return;
    if (++clicks_ == lost_click) return;
    lights::press(board, tile);
    if (std::ranges::count(board.lit, goal) != kSide * kSide) return;
    ++wins;
    if (on_win == OnWin::deals_the_next) board = next;
  }

  int clicks_ = 0;
  bool is_changed_ = false;
};

/// A board for which both goals can be reached.
lights::Board mixed() {
  lights::Board board = lights::Board::plus(kSide, kSide);
  for (const int tile : {1, 6, 8, 15}) lights::press(board, tile);
  return board;
}

Learned learn(FakeLights& program) {
  Prober prober(program, program, Deadline());
  const LearnOptions options = learn_options_for("lights");
  return learn_lights(prober, options);
}

/// Whether the learned skin reads the board as one whose bright tiles, or dim ones, must change.
bool reads_with_goal(const Learned& learned, const lights::Board& shown, std::uint8_t goal) {
  lights::Board expected = shown;
  for (auto& lit : expected.lit) lit ^= goal;
  return lights::from_game_id(learned.board) == expected;
}

TEST(LearnLights, TheBoardNeedNotBeWonIfTheLessLikelyGoalIsNotOne) {
  FakeLights program;
  program.board = mixed();
  const Learned learned = learn(program);
  EXPECT_TRUE(reads_with_goal(learned, mixed(), 0)) << learned.board;
  EXPECT_EQ(program.wins, 0);
  EXPECT_EQ(program.board, mixed());
}

TEST(LearnLights, ABoardThatStaysAfterAWinIsRestored) {
  FakeLights program;
  program.goal = 1;
  program.board = mixed();
  const Learned learned = learn(program);
  EXPECT_TRUE(reads_with_goal(learned, mixed(), 1)) << learned.board;
  EXPECT_GT(program.wins, 0);
  EXPECT_EQ(program.board, mixed());
}

TEST(LearnLights, ABoardIsRestoredEvenIfAClickWasLostAtFirst) {
  FakeLights program;
  program.board = mixed();
  program.lost_click = 2;
  learn(program);
  EXPECT_EQ(program.board, mixed());
}

TEST(LearnLights, ABoardIsRestoredEvenIfAMessageTookAClickAtFirst) {
  FakeLights program;
  program.board = mixed();
  program.has_message = true;
  learn(program);
  EXPECT_EQ(program.board, mixed());
}

/// Makes the board one press from its goal, so that the first click wins.
bool place_win_at_first_click(FakeLights& program) {
  for (int tile = 0; tile < kSide * kSide; ++tile) {
    program.board.lit.assign(program.board.size(), program.goal);
    lights::press(program.board, tile);
    if (tile_at(promising_places(program.capture().frame.image).front()) == tile) return true;
  }
  return false;
}

TEST(LearnLights, AWinByTheFirstClickIsEnough) {
  for (const std::uint8_t goal : {std::uint8_t{0}, std::uint8_t{1}}) {
    FakeLights program;
    program.goal = goal;
    program.on_win = OnWin::deals_the_next;
    program.next = mixed();
    ASSERT_TRUE(place_win_at_first_click(program));
    const Learned learned = learn(program);
    EXPECT_TRUE(reads_with_goal(learned, program.board, goal)) << learned.board;
    EXPECT_EQ(program.wins, 1);
  }
}

lights::Offset offset(int x, int y) {
  return {x, y};
}

/// What pressing these tiles of a board flips.
std::vector<Flip> flips_of(const lights::Board& board, const std::vector<int>& tiles) {
  std::vector<Flip> flips;
  for (const int tile : tiles) {
    Flip flip{tile, std::vector<bool>(board.size())};
    for (const int flipped : board.flips[static_cast<std::size_t>(tile)])
      flip.flipped[static_cast<std::size_t>(flipped)] = true;
    flips.push_back(flip);
  }
  return flips;
}

TEST(LightsSets, APatternIsFoundFromAFewPresses) {
  const std::vector<lights::Offset> ring = {offset(0, -1), offset(-1, 0), offset(1, 0),
                                            offset(0, 1)};
  for (const bool wrapping : {false, true}) {
    const auto flips = flips_of(lights::Board::same(5, 4, ring, wrapping), {0, 6, 7, 19});
    const auto set = common_set({5, 4}, flips);
    ASSERT_TRUE(set);
    EXPECT_EQ(set->wrapping, wrapping);
    EXPECT_EQ(lights::Board::same(5, 4, set->offsets, wrapping),
              lights::Board::same(5, 4, ring, wrapping));
  }
}

TEST(LightsSets, DifferentSetsHaveNothingInCommon) {
  auto flips = flips_of(lights::Board::plus(5, 4), {6, 7, 12});
  ASSERT_TRUE(common_set({5, 4}, flips));
  flips[1].flipped[0] = true;
  EXPECT_FALSE(common_set({5, 4}, flips));
}

}  // namespace
}  // namespace eyehand::calibration
