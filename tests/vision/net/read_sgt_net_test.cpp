// Boards rendered by sgt-net itself, compared tile by tile with the game IDs that made them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <random>
#include <string>
#include <vector>

#include "puzzle/net/text.hpp"
#include "tests/support/effort.hpp"
#include "tests/vision/sgt_program.hpp"

namespace eyehand {
namespace {

class ReadSgtNet : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!program_.is_installed()) GTEST_SKIP() << "sgt-net is not installed";
  }

  static bool is_walled(const net::Board& board) {
    bool walled = true;
    for (int x = 0; x < board.width; ++x) walled = walled && !board.is_open(x, net::kUp);
    for (int y = 0; y < board.height; ++y)
      walled = walled && !board.is_open(y * board.width, net::kLeft);
    return walled;
  }

  void expect_read(const std::string& id, const Frame& frame, const std::string& how) {
    const auto reading = net::read(frame, appearance_);
    net::Board truth = net::from_game_id(id);
    // With barriers all around, a board that wraps is drawn, and played, as one that does not.
    if (truth.wrapping && is_walled(truth))
      truth = net::from_game_id(std::string(id).erase(id.find('w'), 1));
    ASSERT_TRUE(reading.accepted()) << how << " " << id << ": " << reading.rejection;
    EXPECT_EQ(net::to_game_id(reading.board), net::to_game_id(truth)) << how;
    EXPECT_EQ(reading.board.barriers, truth.barriers) << how << " " << id;
    EXPECT_EQ(reading.board.source, truth.source) << how << " " << id;
    EXPECT_EQ(reading.board.locked, truth.locked) << how << " " << id;
    for (const float confidence : reading.confidence) EXPECT_GE(confidence, kMinConfidence);
  }

  net::Appearance appearance_ = test::net_appearance("sgt-net");
  test::SgtProgram program_{"sgt-net"};
  std::mt19937 random_{20230122};
};

/// How large a board's tiles are drawn, otherwise at each `number`. Large pictures take long and
/// add nothing than smaller ones: one board in eleven may be of any size, the others have at most
/// this many pixels, unless their tiles would be tiny.
int tile_for(const std::string& id, int number) {
  constexpr int kLeast = 14, kMost = 64, kPixels = 150'000;
  const net::Board board = net::from_game_id(id);
  const int fits = static_cast<int>(std::sqrt(kPixels / (board.width * board.height)));
  const int most = number % 11 == 0 ? kMost : std::clamp(fits, kLeast + 4, kMost);
  return kLeast + number % (most - kLeast + 1);
}

TEST_F(ReadSgtNet, BoardsOfAllSizesAndColours) {
  int boards = 0;
  const std::vector<std::string> parameters = {
      "5x5",  "7x7",    "9x9",    "11x11",   "13x11",    "5x5w",    "7x7w",
      "9x9w", "11x11w", "13x11w", "9x9b0.3", "9x9wb0.3", "13x11b1", "7x7wb0.1",
      "9x9a", "20x12",  "12x20w", "30x30",   "2x2",      "5x5wb0.9"};
  for (const auto& p : parameters)
    for (const auto& id : program_.generate(p, effort(40))) {
      const int tile = tile_for(id, boards);
      const bool moved = boards % 2;
      const auto settings = moved ? program_.moved_colours(25) : test::Settings{};
      expect_read(id, program_.draw({id}, tile, settings),
                  p + " at " + std::to_string(tile) + " px" + (moved ? ", colours moved" : ""));
      ++boards;
    }
  EXPECT_EQ(boards, 20 * effort(40));
}

TEST_F(ReadSgtNet, ABoardWithLoopsInTheirOwnColour) {
  const std::string id = "5x5:9c111369cc7b36144a448815a";
  for (const int tile : {16, 32, 63})
    expect_read(id, program_.draw({id}, tile), std::to_string(tile));
}

TEST_F(ReadSgtNet, ASmallBoardWhoseWiresSpanItNearlyAsItsLinesDo) {
  for (const char* id : {"2x2:1433", "2x2:1466", "2x2:1463"})
    for (int tile = 14; tile <= 24; ++tile)
      expect_read(id, program_.draw({id}, tile), std::to_string(tile));
}

TEST_F(ReadSgtNet, APictureThatWasScaledByAFraction) {
  for (const auto& id : program_.generate("9x9", 5))
    for (const double scale : {1.25, 1.5, 1.75, 2.0}) {
      Frame frame = program_.draw({id}, 32);
      cv::resize(frame.image, frame.image, {}, scale, scale, cv::INTER_LINEAR);
      expect_read(id, frame, "scaled by " + std::to_string(scale));
    }
}

TEST_F(ReadSgtNet, RefusesATileThatIsCoveredOrTurning) {
  const std::string id = program_.generate("9x9", 1).front();
  const Frame whole = program_.draw({id}, 32);
  std::uniform_int_distribution<int> cell(0, 8);
  for (int i = 0; i < 20; ++i) {
    const cv::Point corner(16 + 32 * cell(random_), 16 + 32 * cell(random_));
    Frame covered = whole;
    covered.image = whole.image.clone();
    cv::rectangle(covered.image, cv::Rect(corner.x + 1, corner.y + 1, 31, 31),
                  cv::Scalar(230, 230, 230), cv::FILLED);
    EXPECT_FALSE(net::read(covered, appearance_).accepted());

    Frame turning = whole;
    turning.image = whole.image.clone();
    cv::Mat tile = turning.image(cv::Rect(corner.x + 1, corner.y + 1, 31, 31));
    const cv::Mat turn = cv::getRotationMatrix2D({15, 15}, 40, 1);
    cv::warpAffine(tile.clone(), tile, turn, tile.size(), cv::INTER_LINEAR, cv::BORDER_CONSTANT,
                   cv::Scalar(230, 230, 230));
    EXPECT_FALSE(net::read(turning, appearance_).accepted()) << corner;
  }
}

/// A barrier that is blurred is dark red, and further from its own colour than a line is.
TEST_F(ReadSgtNet, RefusesBarriersThatAreBlurredRatherThanMissThem) {
  const std::string id =
      "9x9w:3h8216ah21147bh7524vb188276h5v53d8e77aeh6v9bh64v5b3vc47541a5d3271bbehbccv2aeac5hd4h"
      "dhbh3h2vd8v1hb8v1ah55h";
  Frame frame = program_.draw({id}, 32);
  const cv::Mat sharp = frame.image.clone();
  for (const double sigma : {0.3, 0.5, 0.6, 0.7, 0.8, 0.9}) {
    cv::GaussianBlur(sharp, frame.image, {}, sigma, sigma, cv::BORDER_REPLICATE);
    const auto reading = net::read(frame, appearance_);
    if (reading.accepted()) {
      EXPECT_EQ(net::to_game_id(reading.board), id) << sigma;
    }
  }
}

TEST_F(ReadSgtNet, RefusesATileHalfCoveredRatherThanCallItLocked) {
  const std::string id = program_.generate("9x9", 1).front();
  const Frame whole = program_.draw({id}, 32);
  for (int cell = 0; cell < 9; ++cell)
    for (const cv::Scalar& colour : {cv::Scalar(60, 120, 60), cv::Scalar(150, 150, 150)}) {
      Frame covered = whole;
      covered.image = whole.image.clone();
      // Both right corners of the tile, and its right side.
      cv::rectangle(covered.image, cv::Rect(16 + 32 * cell + 21, 16 + 32 * cell + 1, 10, 31),
                    colour, cv::FILLED);
      EXPECT_FALSE(net::read(covered, appearance_).accepted()) << id << " tile " << cell;
    }
}

TEST_F(ReadSgtNet, RefusesACutOffBoardOrReadsAllOfIt) {
  const std::string id = program_.generate("9x9", 1).front();
  const Frame whole = program_.draw({id}, 32);
  for (const int cut : {10, 20, 40, 100, 200}) {
    Frame part;
    part.image = whole.image(cv::Rect(0, 0, whole.image.cols - cut, whole.image.rows));
    const auto reading = net::read(part, appearance_);
    if (reading.accepted()) {
      EXPECT_EQ(net::to_game_id(reading.board), id) << cut;
    }
  }
}

TEST_F(ReadSgtNet, RefusesAFourWayTile) {
  const auto reading = net::read(program_.draw({"3x3:1f1121488"}, 32), appearance_);
  EXPECT_FALSE(reading.accepted());
  EXPECT_NE(reading.rejection.find("four wires"), std::string::npos) << reading.rejection;
  EXPECT_NE(reading.rejection.find("column 2, row 1"), std::string::npos) << reading.rejection;
}

}  // namespace
}  // namespace eyehand
