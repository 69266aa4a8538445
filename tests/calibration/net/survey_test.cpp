// Finding the tiles of a board that nobody has described, in a program without a window: it turns a
// tile immediately when clicked.
#include <gtest/gtest.h>

#include <array>
#include <opencv2/imgproc.hpp>
#include <utility>
#include <vector>

#include "calibration/learn.hpp"
#include "calibration/net/tile_survey.hpp"
#include "tests/calibration/fake_program.hpp"

namespace eyehand::calibration {
namespace {

constexpr int kColumns = 6, kRows = 5, kSide = 44;
const cv::Point kCorner(70, 50);
const cv::Size kWindow(460, 360);

/// A program of Net; tiles turn clockwise.
class NetProgram final : public FakeProgram {
 public:
  NetProgram() : FakeProgram(kWindow, {}) {}

  std::vector<net::Sides> wires = {1, 3, 5, 7, 2, 9, 4,  6, 11, 10, 12, 8,  13, 1,  14,
                                   3, 5, 2, 7, 9, 4, 11, 6, 1,  10, 12, 13, 8,  14, 3};
  bool turns = true;
  int height = kSide;  ///< of a tile
  bool bevelled = false, outlined = true;
  int gap = 0;                            ///< from a tile to its cell's edge, if tiles are filled
  int thickness = 7;                      ///< of wires
  bool is_wire_around = false;            ///< what surrounds the board has their colour
  int powered = -1;                       ///< a tile with wires of another colour
  int source = -1;                        ///< a tile that lights those that its wires point at
  std::pair<int, int> linked = {-1, -1};  ///< tiles that turn together, drawn like a powered one
  int clicks = 0;

  bool is_lit(int tile) const {
    if (source < 0) return false;
    const net::Sides wires_there = wires[static_cast<std::size_t>(source)];
    const std::array<int, 4> around = {source + 1, source - kColumns, source - 1,
                                       source + kColumns};
    for (std::size_t side = 0; side < 4; ++side)
      if ((wires_there & net::kEachSide[side]) && around[side] == tile) return true;
    return false;
  }
  bool is_linked(int tile) const { return tile == linked.first || tile == linked.second; }
  void click(cv::Point point) override {
    ++clicks;
    const cv::Point at = point - kCorner;
    if (!turns || at.x < 0 || at.y < 0 || at.x >= kColumns * kSide || at.y >= kRows * height)
      return;
    const int clicked = at.y / height * kColumns + at.x / kSide;
    for (int tile = 0; tile < kColumns * kRows; ++tile)
      if (tile == clicked || (is_linked(clicked) && is_linked(tile)))
        wires[static_cast<std::size_t>(tile)] =
            net::turned(wires[static_cast<std::size_t>(tile)], -1);
  }
  void draw(cv::Mat& picture) const override {
    for (int y = 0; y < picture.rows; ++y)
      for (int x = 0; x < picture.cols; ++x)
        picture.at<cv::Vec3b>(y, x) =
            cv::Vec3b(static_cast<std::uint8_t>(190 + (x * 7 + y * 3) % 9),
                      static_cast<std::uint8_t>(200 + y / 16), 210);
    const cv::Point half(kSide / 2, height / 2);
    const cv::Size board(kColumns * kSide, kRows * height);
    const cv::Mat inside = picture(cv::Rect(kCorner, board)).clone();
    if (is_wire_around) {
      picture.setTo(cv::Scalar(90, 30, 20));
      inside.copyTo(picture(cv::Rect(kCorner, board)));
    }
    for (int tile = 0; tile < kColumns * kRows; ++tile) {
      const cv::Point corner =
          kCorner + cv::Point(tile % kColumns * kSide, tile / kColumns * height);
      if (outlined) cv::rectangle(picture, corner, corner + 2 * half, {120, 120, 120}, 1);
      if (gap > 0)
        cv::rectangle(picture, corner + cv::Point(gap, gap),
                      corner + 2 * half - cv::Point(gap, gap), {160, 165, 170}, cv::FILLED);
      if (bevelled)
        cv::line(picture, corner + cv::Point(2, 4), corner + cv::Point(2 * half.x - 2, 4),
                 {100, 100, 100}, 3);
      for (int side = 0; side < 4; ++side) {
        if (!(wires[static_cast<std::size_t>(tile)] &
              net::kEachSide[static_cast<std::size_t>(side)]))
          continue;
        const cv::Point way(side == 0 ? 1 : side == 2 ? -1 : 0, side == 1 ? -1 : side == 3 ? 1 : 0);
        const cv::Point reach((half.x - 2) * way.x, (half.y - 2) * way.y);
        cv::line(picture, corner + half, corner + half + reach,
                 tile == powered || is_lit(tile) || is_linked(tile) ? cv::Scalar(20, 60, 200)
                                                                    : cv::Scalar(90, 30, 20),
                 thickness);
      }
    }
  }
};

class TileSurveyTest : public testing::Test {
 protected:
  NetProgram program_;
  Prober prober_{program_, program_, Deadline::after(std::chrono::minutes(5))};
  Timing timing_;
  TileSurvey survey_{prober_, timing_, [](std::string_view, const std::string&) {}};
};

TEST_F(TileSurveyTest, FindsAllTilesAndTurnsThemBack) {
  const std::vector<net::Sides> found = program_.wires;
  prober_.rest();
  survey_.run();
  const Lattice& board = survey_.board();
  ASSERT_EQ(board.columns, kColumns);
  ASSERT_EQ(board.rows, kRows);
  EXPECT_NEAR(board.pitch, kSide, 0.5);
  EXPECT_LE(cv::norm(board.origin - cv::Point2d(kCorner)), 2) << board.origin;
  EXPECT_EQ(survey_.usual_turn(), -1);
  EXPECT_FALSE(survey_.reaction().loses_clicks);
  for (int tile = 0; tile < kColumns * kRows; ++tile)
    EXPECT_EQ(survey_.certain_wires(tile), program_.wires[static_cast<std::size_t>(tile)]) << tile;
  survey_.undo();
  EXPECT_EQ(program_.wires, found);
}

TEST_F(TileSurveyTest, APoweredTileSeenInOnePositionIsRecognisedInTheOthers) {
  program_.bevelled = true;
  prober_.rest();
  survey_.run();
  for (const auto& [tile, arms] : survey_.turned())
    if (arms.quarters != 0) program_.powered = tile;
  ASSERT_GE(program_.powered, 0);
  const auto wires = [&] { return program_.wires[static_cast<std::size_t>(program_.powered)]; };
  prober_.rest();
  survey_.learn(program_.wires);
  for (int turn = 0; turn < 4; ++turn) {
    EXPECT_EQ(survey_.certain_wires(program_.powered), wires()) << turn;
    survey_.click(program_.powered);
  }
}

TEST_F(TileSurveyTest, FindsTilesThatAreNotSquare) {
  for (const int height : {kSide - 8, kSide + 8}) {
    program_.height = height;
    prober_.set_stretch(1);
    prober_.rest();
    TileSurvey survey(prober_, timing_, [](std::string_view, const std::string&) {});
    survey.run();
    ASSERT_EQ(survey.board().columns, kColumns) << height;
    ASSERT_EQ(survey.board().rows, kRows) << height;
    EXPECT_NEAR(prober_.stretch(), static_cast<double>(kSide) / height, 0.02);
    for (int tile = 0; tile < kColumns * kRows; ++tile)
      EXPECT_EQ(survey.certain_wires(tile), program_.wires[static_cast<std::size_t>(tile)]) << tile;
  }
}

TEST_F(TileSurveyTest, TilesThatASourceLightsAreNotTakenForItsWires) {
  program_.source = 15;
  program_.wires[15] = 7;
  for (const int tile : {9, 14, 16, 21}) program_.wires[static_cast<std::size_t>(tile)] = 15;
  prober_.rest();
  const Lattice at_source{kCorner + cv::Point(3 * kSide, 2 * kSide), kSide, 1, 1};
  survey_.find_first(std::vector<LatticeGuess>{{at_source, {}, 1}});
  EXPECT_NEAR(survey_.window().pitch, kSide, 0.5);
}

/// If both were clicked at once, each would make half a turn.
TEST_F(TileSurveyTest, TwoNeighboursThatTurnTogetherAreReadAsTheyAre) {
  const std::vector<net::Sides> found = program_.wires;
  for (const auto& linked : {std::pair(8, 9), std::pair(12, 18)}) {
    program_.linked = linked;
    program_.wires = found;
    prober_.rest();
    TileSurvey survey(prober_, timing_, [](std::string_view, const std::string&) {});
    survey.run();
    while (survey.turn_more()) continue;
    for (int tile = 0; tile < kColumns * kRows; ++tile)
      EXPECT_EQ(survey.certain_wires(tile), program_.wires[static_cast<std::size_t>(tile)])
          << tile << " with " << linked.first;
  }
}

/// Of empty tiles that cannot be seen, nobody knows how many there are.
TEST_F(TileSurveyTest, TheBoardIncludesOuterLinesOfEmptyTilesIfTheyCanBeSeen) {
  for (int tile = 0; tile < kColumns * kRows; ++tile)
    if (tile % kColumns == kColumns - 1 || tile == kColumns + 2)
      program_.wires[static_cast<std::size_t>(tile)] = 0;
  for (const auto& [outlined, gap] :
       {std::pair(true, 0), std::pair(false, 5), std::pair(false, 0)}) {
    program_.outlined = outlined;
    program_.gap = gap;
    prober_.rest();
    TileSurvey survey(prober_, timing_, [](std::string_view, const std::string&) {});
    survey.run();
    EXPECT_EQ(survey.board().columns, outlined || gap > 0 ? kColumns : kColumns - 1) << gap;
    EXPECT_EQ(survey.board().rows, kRows);
  }
}

TEST_F(TileSurveyTest, TheBoardEndsWhereItsSurroundingsHaveTheColourOfWires) {
  program_.thickness = 23;
  program_.is_wire_around = true;
  prober_.rest();
  survey_.run();
  EXPECT_EQ(survey_.board().columns, kColumns);
  EXPECT_EQ(survey_.board().rows, kRows);
  // Around the board, all sides of a cell look like wires.
  EXPECT_FALSE(survey_.reader().is_cell(prober_.frame().image, survey_.window(), 0, 0));
}

TEST_F(TileSurveyTest, GivesUpWhereNothingTurns) {
  program_.turns = false;
  prober_.rest();
  try {
    survey_.run();
    FAIL();
  } catch (const LearnStopped& stopped) {
    EXPECT_EQ(stopped.end(), End::stuck);
  }
  EXPECT_GT(program_.clicks, 20);
}

}  // namespace
}  // namespace eyehand::calibration
