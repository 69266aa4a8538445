// Boards drawn by sgt-flip itself, compared with the game IDs that made them.
#include <gtest/gtest.h>

#include <iomanip>
#include <opencv2/imgproc.hpp>
#include <random>
#include <sstream>

#include "puzzle/lights/text.hpp"
#include "solver/lights/generate.hpp"
#include "tests/support/effort.hpp"
#include "tests/vision/sgt_program.hpp"
#include "vision/lights/read.hpp"

namespace eyehand {
namespace {

class ReadFlip : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!program_.is_installed()) GTEST_SKIP() << "sgt-flip is not installed";
    program_.skin().file.read("appearance", appearance_);
  }

  void expect_read(const std::string& id, const Frame& frame, const std::string& how) {
    const auto reading = lights::read(frame, appearance_);
    ASSERT_TRUE(reading.accepted()) << how << " " << id << ": " << reading.rejection;
    EXPECT_EQ(lights::to_game_id(reading.board), id) << how;
    for (const float confidence : reading.confidence) EXPECT_GE(confidence, kMinConfidence);
  }

  lights::Appearance appearance_;
  test::SgtProgram program_{"sgt-flip"};
  std::mt19937 random_{20230122};
};

TEST_F(ReadFlip, BoardsOfAllSizesAndColours) {
  int boards = 0;
  const std::vector<std::string> parameters = {"3x3c", "4x4c", "5x5c", "3x3r", "4x4r",
                                               "5x5r", "7x4r", "2x6c", "9x9r", "6x8r"};
  for (const auto& p : parameters)
    for (const auto& id : program_.generate(p, effort(40))) {
      const int tile = 32 + boards * 7 % 49;
      const bool moved = boards % 2;
      const auto settings = moved ? program_.moved_colours(25) : test::Settings{};
      expect_read(id, program_.draw({id}, tile, settings),
                  p + " at " + std::to_string(tile) + " px" + (moved ? ", colours moved" : ""));
      ++boards;
    }
  EXPECT_EQ(boards, 10 * effort(40));
}

TEST_F(ReadFlip, BoardsWithoutALightOrWithoutADarkTile) {
  for (const bool lit : {false, true})
    for (const int tile : {32, 48}) {
      lights::Board board =
          lights::generate({.width = 6, .height = 5, .shape = lights::Shape::random});
      board.lit.assign(board.size(), lit);
      expect_read(lights::to_game_id(board), program_.draw({lights::to_game_id(board)}, tile), "");
    }
}

TEST_F(ReadFlip, APictureThatWasScaledByAFraction) {
  for (const auto& id : program_.generate("5x5r", effort(8)))
    for (const double scale : {0.6, 0.67, 0.75, 0.8, 1.25, 1.5, 1.75, 2.0, 3.0}) {
      Frame frame = program_.draw({id}, 48);
      cv::resize(frame.image, frame.image, {}, scale, scale,
                 scale < 1 ? cv::INTER_AREA : cv::INTER_LINEAR);
      expect_read(id, frame, "scaled by " + std::to_string(scale));
    }
}

TEST_F(ReadFlip, ASmallerPictureWhoseGapsNoiseBreaks) {
  cv::RNG dice(42);
  for (const auto& id : program_.generate("5x5c", effort(8))) {
    Frame frame = program_.draw({id}, 48);
    cv::resize(frame.image, frame.image, {}, 0.6, 0.6, cv::INTER_AREA);
    cv::Mat noise(frame.image.size(), CV_16SC3);
    dice.fill(noise, cv::RNG::NORMAL, 0, 3);
    cv::add(frame.image, noise, frame.image, {}, CV_8U);
    expect_read(id, frame, "scaled, with noise");
  }
}

TEST_F(ReadFlip, NeverReadsAnotherBoardOffABlurredOrShrunkPicture) {
  const auto check = [&](const std::string& id, const cv::Mat& image, const std::string& how) {
    const auto reading = lights::read({image, {}, cv::Rect({}, image.size())}, appearance_);
    const lights::Board truth = lights::from_game_id(id);
    if (reading.accepted()) {
      EXPECT_EQ(lights::to_game_id(reading.board), id) << how;
    } else if (reading.board.size() == truth.size()) {
      // Tiles that it accepts are right even on a board that it refuses.
      for (std::size_t t = 0; t < truth.size(); ++t)
        if (reading.confidence[t] >= kMinConfidence) {
          EXPECT_EQ(reading.board.lit[t], truth.lit[t]) << how << " " << id << " tile " << t;
          EXPECT_EQ(reading.board.flips[t], truth.flips[t]) << how << " " << id << " tile " << t;
        }
    }
  };
  // One whose dark corners stand alone, two tiles apart, when the others flow into one another.
  // And one of which some tiles were misread when it was blurred by 2 pixels.
  std::vector<std::string> ids = {
      "3x3:d074191345d1644c17058,868",
      "4x4:c800e40031001300cc008c40723033000cc800ec06600113008c008e00170033,b425"};
  for (const char* parameters : {"3x3c", "3x3r", "5x5c", "4x4r", "6x8r"})
    for (const auto& id : program_.generate(parameters, effort(4))) ids.push_back(id);
  for (const auto& id : ids)
    for (const int tile : {32, 48}) {
      const cv::Mat whole = program_.draw({id}, tile).image;
      for (const double sigma : {0.4, 0.6, 0.8, 1.0, 1.3, 1.7, 2.0, 2.5}) {
        cv::Mat blurred;
        cv::GaussianBlur(whole, blurred, {}, sigma, sigma, cv::BORDER_REPLICATE);
        check(id, blurred, "blurred by " + std::to_string(sigma));
      }
      for (const double scale : {0.5, 0.6, 0.7, 0.8, 0.9, 1.1})
        for (const int how : {cv::INTER_AREA, cv::INTER_LINEAR}) {
          cv::Mat scaled;
          cv::resize(whole, scaled, {}, scale, scale, how);
          check(id, scaled, "scaled by " + std::to_string(scale));
        }
    }
}

TEST_F(ReadFlip, RefusesATileThatIsCoveredOrOfNeitherColour) {
  const std::string id = program_.generate("5x5r", 1).front();
  const Frame whole = program_.draw({id}, 48);
  std::uniform_int_distribution<int> cell(0, 4);
  for (int i = 0; i < 20; ++i) {
    const cv::Rect tile(24 + 48 * cell(random_) + 1, 24 + 48 * cell(random_) + 1, 47, 47);
    const auto expect_refused = [&](const cv::Rect& part, const cv::Scalar& colour) {
      Frame spoilt = whole;
      spoilt.image = whole.image.clone();
      cv::rectangle(spoilt.image, part, colour, cv::FILLED);
      EXPECT_FALSE(lights::read(spoilt, appearance_).accepted()) << part << colour;
    };
    expect_refused(tile, {230, 230, 230});                               // no drawing
    expect_refused({tile.x, tile.y, 24, 47}, {0, 0, 255});               // half of it red
    expect_refused({tile.x + 8, tile.y - 20, 30, 60}, {153, 153, 153});  // a note
    expect_refused({tile.x + 24, tile.y + 4, 1, 30}, {153, 153, 153});   // a stray line
  }
}

TEST_F(ReadFlip, RefusesSetsThatTheDrawingDoesNotTell) {
  // A ring of eight around the middle tile, which is drawn empty, and may then be none of the set:
  // its own square is filled if it is. Where another square is surrounded, it cannot be determined.
  lights::Board board = lights::generate({.width = 7, .height = 7, .shape = lights::Shape::random});
  const auto set = [&](std::vector<int> tiles) {
    board.flips[24] = std::move(tiles);
    return lights::to_game_id(board);
  };
  const std::string ring = set({16, 17, 18, 23, 25, 30, 31, 32});
  expect_read(ring, program_.draw({ring}, 48), "a ring");
  const std::string three = set({11, 17, 18, 19, 24});
  expect_read(three, program_.draw({three}, 48), "a square with three others around");
  EXPECT_FALSE(
      lights::read(program_.draw({set({11, 17, 19, 24, 25})}, 48), appearance_).accepted());
  EXPECT_FALSE(
      lights::read(program_.draw({set({11, 17, 18, 19, 24, 25})}, 48), appearance_).accepted());
}

TEST_F(ReadFlip, RefusesAPictureWithoutABoard) {
  Frame frame;
  frame.image = cv::Mat(200, 300, CV_8UC3, cv::Scalar(230, 230, 230));
  frame.on_screen = cv::Rect({}, frame.image.size());
  EXPECT_FALSE(lights::read(frame, appearance_).accepted());
  frame.image.setTo(cv::Scalar(153, 153, 153));
  EXPECT_FALSE(lights::read(frame, appearance_).accepted());
}

}  // namespace
}  // namespace eyehand
