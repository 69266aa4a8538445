// Pictures of GNOME Lights Off, versions 43 and 48, at several window sizes, at rest and under way.
#include <gtest/gtest.h>

#include <opencv2/imgproc.hpp>
#include <tuple>

#include "puzzle/lights/text.hpp"
#include "tests/contracts/reader.hpp"
#include "tests/support/paths.hpp"
#include "tests/vision/appearances.hpp"
#include "vision/lights/read.hpp"

namespace eyehand::lights {
namespace {

Frame picture(const std::string& name, const std::string& skin = "lightsoff") {
  return test::picture_frame(test::source_path("tests/data/") + skin + "/" + name + ".png");
}

Reading read_as(const std::string& skin, const Frame& frame) {
  Appearance appearance;
  load_skin(test::source_path("skins/") + skin + ".toml").file.read("appearance", appearance);
  return read(frame, appearance);
}
Reading read_picture(const Frame& frame) {
  return read_as("lightsoff", frame);
}
Reading read_48(const Frame& frame) {
  return read_as("lightsoff-48", frame);
}

TEST(ReadLightsOff, FulfilsTheContract) {
  test::expect_reader(picture("level-3"), read_picture);
}

TEST(ReadLightsOff, LevelsAreReadWithTheirCrosses) {
  const Reading third = read_picture(picture("level-3"));
  EXPECT_EQ(third.rejection, "");
  EXPECT_EQ(to_picture(third.board), "■ ■ · ■ ■\n· ■ ■ ■ ·\n· ■ ■ ■ ·\n· · ■ · ·\n· · · · ·\n");
  EXPECT_TRUE(has_plus_sets(third.board));
  const Reading fourth = read_picture(picture("level-4"));
  EXPECT_EQ(fourth.rejection, "");
  EXPECT_EQ(to_game_id(fourth.board).substr(to_game_id(fourth.board).find(',')), ",461d840");
}

TEST(ReadLightsOff, TilesThatAreShrinkingAreUnlitAlready) {
  const Reading reading = read_picture(picture("shrinking"));
  EXPECT_EQ(reading.rejection, "");
  EXPECT_TRUE(is_solved(reading.board));
}

TEST(ReadLightsOff, ABoardThatSlidesInIsRefused) {
  EXPECT_FALSE(read_picture(picture("sliding")).accepted());
}

TEST(ReadLightsOff, ABannerIsRefusedAndItsCrossIsFound) {
  const auto expect_cross = [](const char* name, int x, int y) {
    const Reading reading = read_picture(picture(name));
    EXPECT_EQ(reading.rejection, "a banner covers a part of the board") << name;
    ASSERT_TRUE(reading.banner_cross) << name;
    EXPECT_NEAR(reading.banner_cross->x, x, 2) << name;
    EXPECT_NEAR(reading.banner_cross->y, y, 2) << name;
  };
  expect_cross("banner", 481, 78);
  expect_cross("banner-small", 422, 78);
  expect_cross("banner-large", 576, 78);
}

TEST(ReadLightsOff48, FulfilsTheContract) {
  test::expect_reader(picture("level-8", "lightsoff-48"), read_48);
}

TEST(ReadLightsOff48, LevelsAreRead) {
  for (const char* name : {"level-8", "level-8-small"}) {
    const Reading reading = read_48(picture(name, "lightsoff-48"));
    EXPECT_EQ(reading.rejection, "") << name;
    EXPECT_EQ(to_picture(reading.board), "■ · · · ■\n■ · · · ■\n· ■ ■ ■ ·\n· · ■ · ·\n· · ■ · ·\n")
        << name;
    EXPECT_TRUE(has_plus_sets(reading.board)) << name;
  }
}

TEST(ReadLightsOff48, AMessageOverTheLastRowIsRefusedAndItsCrossIsFound) {
  for (const auto& [name, x, y] : {std::tuple{"banner", 493, 549}, {"banner-small", 304, 427}}) {
    const Reading reading = read_48(picture(name, "lightsoff-48"));
    EXPECT_EQ(reading.rejection, "a banner covers a part of the board") << name;
    ASSERT_TRUE(reading.banner_cross) << name;
    EXPECT_NEAR(reading.banner_cross->x, x, 3) << name;
    EXPECT_NEAR(reading.banner_cross->y, y, 3) << name;
  }
}

TEST(ReadLightsOff48, TheCrossMayBeBelowTheBoard) {
  Frame frame = picture("level-8", "lightsoff-48");
  const cv::Rect board = read_48(frame).area;
  cv::copyMakeBorder(frame.image, frame.image, 0, 60, 0, 0, cv::BORDER_CONSTANT, {251, 250, 250});
  const cv::Rect message(board.x + board.width / 2 - 115, board.br().y - 14, 230, 46);
  const cv::Point cross(message.br().x - 23, message.y + message.height / 2), arm(4, 4),
      other(4, -4);
  cv::rectangle(frame.image, message, {80, 80, 80}, cv::FILLED);
  cv::line(frame.image, cross - arm, cross + arm, {255, 255, 255}, 2);
  cv::line(frame.image, cross - other, cross + other, {255, 255, 255}, 2);
  const Reading reading = read_48(frame);
  EXPECT_EQ(reading.rejection, kBannerRejection);
  ASSERT_TRUE(reading.banner_cross);
  EXPECT_LE(cv::norm(*reading.banner_cross - cv::Point2d(cross)), 2);
}

TEST(ReadLightsOff, NothingIsVouchedForInAShrunkPictureThatIsNotRight) {
  for (const char* name : {"level-3", "level-4"}) {
    const Frame whole = picture(name);
    const Board truth = read_picture(whole).board;
    for (double scale = 0.2; scale < 1; scale += 0.05) {
      Frame small = whole;
      cv::resize(whole.image, small.image, {}, scale, scale, cv::INTER_AREA);
      const Reading reading = read_picture(small);
      if (reading.accepted()) {
        EXPECT_EQ(to_picture(reading.board), to_picture(truth)) << name << " x " << scale;
      } else if (reading.board.size() == truth.size()) {
        for (std::size_t t = 0; t < truth.size(); ++t)
          if (reading.confidence[t] >= kMinConfidence) {
            EXPECT_EQ(reading.board.lit[t], truth.lit[t]) << name << " x " << scale << ": " << t;
          }
      }
    }
  }
}

TEST(ReadLightsOff, ThinGapsShowInAShrunkPicture) {
  for (const char* name : {"level-3", "level-4"}) {
    const Frame whole = picture(name);
    const Board truth = read_picture(whole).board;
    for (const double scale : {0.6, 0.67, 0.75, 0.8, 0.9}) {
      Frame small = whole;
      cv::resize(whole.image, small.image, {}, scale, scale, cv::INTER_AREA);
      const Reading reading = read_picture(small);
      EXPECT_EQ(reading.rejection, "") << name << " x " << scale;
      EXPECT_EQ(to_picture(reading.board), to_picture(truth)) << name << " x " << scale;
    }
  }
}

TEST(ReadLightsOff, ATileThatIsCoveredIsRefused) {
  const Frame whole = picture("level-3");
  const Reading reading = read_picture(whole);
  for (int row = 0; row < 5; ++row)
    for (int column = 0; column < 5; ++column) {
      Frame covered = whole;
      covered.image = whole.image.clone();
      const cv::Point at = reading.lattice.centre(column, row);
      cv::Mat part = covered.image(cv::Rect(at.x - 50, at.y - 50, 90, 40));
      part.setTo(cv::Scalar(40, 160, 60));
      EXPECT_FALSE(read_picture(covered).accepted()) << column << "," << row;
      EXPECT_FALSE(read_picture(covered).banner_cross);
    }
}

}  // namespace
}  // namespace eyehand::lights
