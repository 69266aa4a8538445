// Boards rendered by sgt-net itself, compared tile by tile with the game IDs that made them.
#include <gtest/gtest.h>

#include <iomanip>
#include <opencv2/imgproc.hpp>
#include <random>
#include <sstream>

#include "puzzle/net_text.hpp"
#include "tests/solver/effort.hpp"
#include "tests/support/process.hpp"
#include "tests/vision/looks.hpp"

namespace eyehand {
namespace {

using test::find_program;
using test::Process;

class ReadSgtNet : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!find_program("sgt-net")) GTEST_SKIP() << "sgt-net is not installed";
  }

  std::vector<std::string> generate(const std::string& parameters, int count) {
    Process process({"sgt-net", "--generate", std::to_string(count), parameters});
    EXPECT_EQ(process.wait_for_exit(std::chrono::minutes(1)), 0);
    std::istringstream lines(process.output());
    std::vector<std::string> ids;
    for (std::string line; std::getline(lines, line);) ids.push_back(line);
    EXPECT_EQ(static_cast<int>(ids.size()), count);
    return ids;
  }

  Frame render(const std::string& id, test::Environment environment) {
    const std::string file = directory_.path() / "board.png";
    Process process({"sgt-net", "--screenshot", file, id}, environment);
    EXPECT_EQ(process.wait_for_exit(std::chrono::minutes(1)), 0) << process.output();
    return test::picture_frame(file);
  }

  /// sgt-net's colours, each channel moved by up to `most`.
  test::Environment moved_colours(int most) {
    constexpr std::array<int, 8> kColours = {0xe6e6e6, 0xbfbfbf, 0x737373, 0x000000,
                                             0x0000ff, 0x00ffff, 0xff0000, 0xff0000};
    std::uniform_int_distribution<int> by(-most, most);
    test::Environment environment;
    for (std::size_t n = 0; n < kColours.size(); ++n) {
      std::ostringstream text;
      for (const int shift : {16, 8, 0})
        text << std::hex << std::setw(2) << std::setfill('0')
             << std::clamp(((kColours[n] >> shift) & 255) + by(random_), 0, 255);
      environment["NET_COLOUR_" + std::to_string(n)] = text.str();
    }
    return environment;
  }

  static bool is_walled(const net::Board& board) {
    bool walled = true;
    for (int x = 0; x < board.width; ++x) walled = walled && !board.is_open(x, net::kUp);
    for (int y = 0; y < board.height; ++y)
      walled = walled && !board.is_open(y * board.width, net::kLeft);
    return walled;
  }

  void expect_read(const std::string& id, const Frame& frame, const std::string& how) {
    const auto reading = net::read(frame, look_);
    net::Board truth = net::from_game_id(id);
    // With barriers all around, a board that wraps is drawn, and played, as one that does not.
    if (truth.wrapping && is_walled(truth))
      truth = net::from_game_id(std::string(id).erase(id.find('w'), 1));
    ASSERT_TRUE(reading.sure()) << how << " " << id << ": " << reading.doubt;
    EXPECT_EQ(net::to_game_id(reading.board), net::to_game_id(truth)) << how;
    EXPECT_EQ(reading.board.barriers, truth.barriers) << how << " " << id;
    EXPECT_EQ(reading.board.source, truth.source) << how << " " << id;
    EXPECT_EQ(reading.board.locked, truth.locked) << how << " " << id;
    for (const float confidence : reading.confidence) EXPECT_GE(confidence, net::kSure);
  }

  net::Look look_ = test::net_look("sgt-net");
  test::TempDir directory_;
  std::mt19937 random_{20230122};
};

TEST_F(ReadSgtNet, TwoThousandBoardsOfAllSizesAndColours) {
  int boards = 0;
  const std::vector<std::string> parameters = {
      "5x5",  "7x7",    "9x9",    "11x11",   "13x11",    "5x5w",    "7x7w",
      "9x9w", "11x11w", "13x11w", "9x9b0.3", "9x9wb0.3", "13x11b1", "7x7wb0.1",
      "9x9a", "20x12",  "12x20w", "30x30",   "2x2",      "5x5wb0.9"};
  for (const auto& p : parameters)
    for (const auto& id : generate(p, effort(100))) {
      const int tile = 14 + boards % 51;
      const bool moved = boards % 2;
      auto environment = moved ? moved_colours(25) : test::Environment{};
      environment["NET_TILESIZE"] = std::to_string(tile);
      expect_read(id, render(id, environment),
                  p + " at " + std::to_string(tile) + " px" + (moved ? ", colours moved" : ""));
      ++boards;
    }
  EXPECT_EQ(boards, 20 * effort(100));
}

TEST_F(ReadSgtNet, ABoardWithLoopsInTheirOwnColour) {
  const std::string id = "5x5:9c111369cc7b36144a448815a";
  for (const char* tile : {"16", "32", "63"})
    expect_read(id, render(id, {{"NET_TILESIZE", tile}}), tile);
}

TEST_F(ReadSgtNet, ASmallBoardWhoseWiresSpanItNearlyAsItsLinesDo) {
  for (const char* id : {"2x2:1433", "2x2:1466", "2x2:1463"})
    for (int tile = 14; tile <= 24; ++tile)
      expect_read(id, render(id, {{"NET_TILESIZE", std::to_string(tile)}}), std::to_string(tile));
}

TEST_F(ReadSgtNet, APictureThatWasScaledByAFraction) {
  for (const auto& id : generate("9x9", 5))
    for (const double scale : {1.25, 1.5, 1.75, 2.0}) {
      Frame frame = render(id, {{"NET_TILESIZE", "32"}});
      cv::resize(frame.image, frame.image, {}, scale, scale, cv::INTER_LINEAR);
      expect_read(id, frame, "scaled by " + std::to_string(scale));
    }
}

TEST_F(ReadSgtNet, RefusesATileThatIsCoveredOrTurning) {
  const std::string id = generate("9x9", 1).front();
  const Frame whole = render(id, {{"NET_TILESIZE", "32"}});
  std::uniform_int_distribution<int> cell(0, 8);
  for (int i = 0; i < 20; ++i) {
    const cv::Point corner(16 + 32 * cell(random_), 16 + 32 * cell(random_));
    Frame covered = whole;
    covered.image = whole.image.clone();
    cv::rectangle(covered.image, cv::Rect(corner.x + 1, corner.y + 1, 31, 31),
                  cv::Scalar(230, 230, 230), cv::FILLED);
    EXPECT_FALSE(net::read(covered, look_).sure());

    Frame turning = whole;
    turning.image = whole.image.clone();
    cv::Mat tile = turning.image(cv::Rect(corner.x + 1, corner.y + 1, 31, 31));
    const cv::Mat turn = cv::getRotationMatrix2D({15, 15}, 40, 1);
    cv::warpAffine(tile.clone(), tile, turn, tile.size(), cv::INTER_LINEAR, cv::BORDER_CONSTANT,
                   cv::Scalar(230, 230, 230));
    EXPECT_FALSE(net::read(turning, look_).sure()) << corner;
  }
}

/// A barrier that is blurred is dark red, and further from its own colour than a line is.
TEST_F(ReadSgtNet, RefusesBarriersThatAreBlurredRatherThanMissThem) {
  const std::string id =
      "9x9w:3h8216ah21147bh7524vb188276h5v53d8e77aeh6v9bh64v5b3vc47541a5d3271bbehbccv2aeac5hd4h"
      "dhbh3h2vd8v1hb8v1ah55h";
  Frame frame = render(id, {{"NET_TILESIZE", "32"}});
  const cv::Mat sharp = frame.image.clone();
  for (const double sigma : {0.3, 0.5, 0.6, 0.7, 0.8, 0.9}) {
    cv::GaussianBlur(sharp, frame.image, {}, sigma, sigma, cv::BORDER_REPLICATE);
    const auto reading = net::read(frame, look_);
    if (reading.sure()) {
      EXPECT_EQ(net::to_game_id(reading.board), id) << sigma;
    }
  }
}

TEST_F(ReadSgtNet, RefusesATileHalfCoveredRatherThanCallItLocked) {
  const std::string id = generate("9x9", 1).front();
  const Frame whole = render(id, {{"NET_TILESIZE", "32"}});
  for (int cell = 0; cell < 9; ++cell)
    for (const cv::Scalar& colour : {cv::Scalar(60, 120, 60), cv::Scalar(150, 150, 150)}) {
      Frame covered = whole;
      covered.image = whole.image.clone();
      // Both right corners of the tile, and its right side.
      cv::rectangle(covered.image, cv::Rect(16 + 32 * cell + 21, 16 + 32 * cell + 1, 10, 31),
                    colour, cv::FILLED);
      EXPECT_FALSE(net::read(covered, look_).sure()) << id << " tile " << cell;
    }
}

TEST_F(ReadSgtNet, RefusesACutOffBoardOrReadsAllOfIt) {
  const std::string id = generate("9x9", 1).front();
  const Frame whole = render(id, {{"NET_TILESIZE", "32"}});
  for (const int cut : {10, 20, 40, 100, 200}) {
    Frame part;
    part.image = whole.image(cv::Rect(0, 0, whole.image.cols - cut, whole.image.rows));
    const auto reading = net::read(part, look_);
    if (reading.sure()) {
      EXPECT_EQ(net::to_game_id(reading.board), id) << cut;
    }
  }
}

TEST_F(ReadSgtNet, RefusesAFourWayTile) {
  const auto reading = net::read(render("3x3:1f1121488", {{"NET_TILESIZE", "32"}}), look_);
  EXPECT_FALSE(reading.sure());
  EXPECT_NE(reading.doubt.find("four wires"), std::string::npos) << reading.doubt;
  EXPECT_NE(reading.doubt.find("column 2, row 1"), std::string::npos) << reading.doubt;
}

}  // namespace
}  // namespace eyehand
