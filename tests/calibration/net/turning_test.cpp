// Finding a tile's centre, its wires and which way it turns from pictures of its four positions.
#include <gtest/gtest.h>

#include <opencv2/imgproc.hpp>

#include "calibration/changes.hpp"
#include "calibration/net/arms.hpp"
#include "calibration/net/rotation.hpp"
#include "vision/cells/patch.hpp"

namespace eyehand::calibration {
namespace {

constexpr int kPitch = 41;
const cv::Point kMiddle(103, 87);

struct DrawnTile {
  net::Sides wires;
  int quarters;
  cv::Scalar wire, powered, ground;
  int width;
  int across = 17;        ///< how far arms go to the left and right
  int end = 0;            ///< how far a square on its centre reaches
  int powered_until = 2;  ///< the last position with power; the first is 2
};

/// A tile on an uneven background, with power in its third position, or from then on, and another
/// tile beside it that shows power then.
std::array<cv::Mat, 4> pictures_of(const DrawnTile& drawn) {
  std::array<cv::Mat, 4> pictures;
  for (int k = 0; k < 4; ++k) {
    cv::Mat picture(200, 220, CV_8UC3);
    for (int y = 0; y < picture.rows; ++y)
      for (int x = 0; x < picture.cols; ++x)
        picture.at<cv::Vec3b>(y, x) = cv::Vec3b(
            cv::saturate_cast<std::uint8_t>(drawn.ground[0] + x / 8 + (x * 7 + y * 3) % 9),
            cv::saturate_cast<std::uint8_t>(drawn.ground[1] + y / 8),
            cv::saturate_cast<std::uint8_t>(drawn.ground[2] + (x * y) % 7));
    const cv::Scalar colour = k >= 2 && k <= drawn.powered_until ? drawn.powered : drawn.wire;
    const auto arm = [&](cv::Point from, int side, int length = 17) {
      const cv::Point way(side == 0 ? 1 : side == 2 ? -1 : 0, side == 1 ? -1 : side == 3 ? 1 : 0);
      cv::line(picture, from, from + length * way, colour, drawn.width);
    };
    const net::Sides now = net::turned(drawn.wires, drawn.quarters * k);
    for (int side = 0; side < 4; ++side)
      if (now & net::kEachSide[static_cast<std::size_t>(side)])
        arm(kMiddle, side, (drawn.quarters * k + side) % 2 == 0 ? drawn.across : 17);
    const cv::Point reach(drawn.end, drawn.end);
    if (drawn.end > 0)
      cv::rectangle(picture, kMiddle - reach, kMiddle + reach, {255, 255, 255}, cv::FILLED);
    for (int side = 0; side < 3; ++side) arm(kMiddle + cv::Point(kPitch, 0), side);
    pictures[static_cast<std::size_t>(k)] = picture;
  }
  return pictures;
}

const std::vector<DrawnTile> kTiles = {
    {net::kRight | net::kUp, 1, {30, 30, 30}, {60, 60, 200}, {200, 200, 200}, 5},
    {net::kRight, -1, {250, 250, 250}, {10, 10, 10}, {120, 110, 100}, 5},
    {net::kRight | net::kUp | net::kLeft, -1, {0, 160, 0}, {0, 220, 220}, {60, 40, 50}, 13},
    {net::kUp | net::kDown, 1, {20, 20, 120}, {20, 20, 220}, {220, 230, 240}, 7},
};

std::array<cv::Mat, 4> changes_of(const std::array<cv::Mat, 4>& pictures) {
  std::array<cv::Mat, 4> changes;
  for (std::size_t k = 0; k < 4; ++k)
    changes[k] = changed_pixels(pictures[k], pictures[(k + 1) % 4]);
  return changes;
}

TEST(TurningTest, FindsTheCentre) {
  for (const DrawnTile& drawn : kTiles) {
    const auto rotation =
        find_rotation(changes_of(pictures_of(drawn)), kMiddle + cv::Point(6, -9), 60);
    ASSERT_TRUE(rotation.has_value());
    EXPECT_LE(cv::norm(rotation->centre - cv::Point2d(kMiddle)), 0.75) << rotation->centre;
    EXPECT_GT(rotation->reach, 13);
    EXPECT_LT(rotation->reach, 24);
  }
}

/// Of a corner, two opposite arms change at a time.
TEST(TurningTest, FindsTheCentreOfThinAndShortWires) {
  std::array<cv::Mat, 4> changes;
  for (std::size_t k = 0; k < 4; ++k) {
    changes[k] = cv::Mat::zeros(200, 220, CV_8U);
    const cv::Size arms = k % 2 == 0 ? cv::Size(2, 16) : cv::Size(16, 2);
    changes[k](cv::Rect(kMiddle - cv::Point(arms) / 2, arms)) = 255;
  }
  const auto rotation = find_rotation(changes, kMiddle + cv::Point(4, -3), 16);
  ASSERT_TRUE(rotation.has_value());
  EXPECT_LE(cv::norm(rotation->centre - cv::Point2d(kMiddle)), 1) << rotation->centre;
}

TEST(TurningTest, APictureOverMostOfTheWiresMakesTheCentreDoubtful) {
  for (const bool is_covered : {false, true}) {
    DrawnTile tile{net::kRight, 1, {30, 30, 30}, {30, 30, 30}, {200, 200, 200}, 15};
    auto pictures = pictures_of(tile);
    const std::vector<cv::Point> house = {kMiddle + cv::Point(-17, 2), kMiddle - cv::Point(0, 16),
                                          kMiddle + cv::Point(17, 2),  kMiddle + cv::Point(12, 2),
                                          kMiddle + cv::Point(12, 16), kMiddle + cv::Point(-12, 16),
                                          kMiddle + cv::Point(-12, 2)};
    if (is_covered)
      for (cv::Mat& picture : pictures) cv::fillPoly(picture, house, {20, 90, 210});
    const auto rotation = find_rotation(changes_of(pictures), kMiddle, 60);
    ASSERT_TRUE(rotation.has_value());
    if (is_covered)
      EXPECT_LT(rotation->clarity, 0.4);
    else
      EXPECT_GT(rotation->clarity, 0.8);
  }
}

TEST(TurningTest, FindsNothingWhereNothingTurns) {
  std::array<cv::Mat, 4> pictures = pictures_of(kTiles[0]);
  pictures[1] = pictures[2] = pictures[3] = pictures[0];
  EXPECT_FALSE(find_rotation(changes_of(pictures), kMiddle, 60).has_value());
}

/// `together`: what one tile shows may depend on the others.
void expect_wires(const std::vector<DrawnTile>& all, bool together = false) {
  std::vector<TurningTile> tiles;
  for (const DrawnTile& drawn : all) {
    TurningTile tile;
    const auto pictures = pictures_of(drawn);
    for (std::size_t k = 0; k < 4; ++k)
      tile[k] = cells::cut(pictures[k], kMiddle, kPitch, kTilePixels);
    tiles.push_back(tile);
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Arms arms = together ? ArmFinder(tiles).arms()[i] : ArmFinder({tiles[i]}).arms()[0];
    EXPECT_TRUE(arms.is_clear) << i;
    EXPECT_EQ(arms.wires, all[i].wires) << i;
    const bool is_straight = all[i].wires == net::opposite(all[i].wires);
    EXPECT_EQ(arms.quarters, is_straight ? 0 : all[i].quarters) << i;
  }
}

TEST(TurningTest, FindsWires) {
  expect_wires(kTiles);
}

/// Black wires become white halfway: that changes as much as the turns do.
TEST(TurningTest, FindsWiresWhosePowerChangesHalfway) {
  std::vector<DrawnTile> tiles;
  for (const int wires : {1, 3, 5, 7})
    for (const int quarters : {1, -1})
      tiles.push_back({.wires = static_cast<net::Sides>(wires),
                       .quarters = quarters,
                       .wire = {20, 24, 20},
                       .powered = {212, 205, 212},
                       .ground = {160, 80, 110},
                       .width = 6,
                       .powered_until = 3});
  expect_wires(tiles);
  expect_wires(tiles, true);
}

/// Where the others' wires are, a wide end differs from what is around it on all sides. With gaps
/// between tiles, wires do not reach the edge of a cell.
TEST(TurningTest, FindsTheWireOfAWideEnd) {
  for (const int pitch : {kPitch, kPitch + 14}) {
    std::vector<TurningTile> tiles;
    for (const int wires : {3, 5, 7, 2, 8}) {
      const bool is_end = wires == 2 || wires == 8;
      const auto pictures = pictures_of({static_cast<net::Sides>(wires),
                                         -1,
                                         {60, 60, 60},
                                         {60, 60, 60},
                                         {110, 110, 110},
                                         11,
                                         20,
                                         is_end ? 14 : 0});
      TurningTile tile;
      for (std::size_t k = 0; k < 4; ++k)
        tile[k] = cells::cut(pictures[k], kMiddle, pitch, kTilePixels);
      tiles.push_back(tile);
    }
    const ArmFinder finder(tiles);
    EXPECT_EQ(finder.arms()[3].wires, 2) << pitch;
    EXPECT_EQ(finder.arms()[4].wires, 8) << pitch;
  }
}

/// Glyphs such as ┣ turned as they are: their horizontal arms are shorter.
TEST(TurningTest, FindsShortArmsBesideLongOnes) {
  struct Font {
    int width, across;
  };
  for (const Font font : {Font{7, 12}, {5, 7}}) {
    SCOPED_TRACE(font.across);
    std::vector<DrawnTile> letters;
    for (const int wires : {1, 2, 3, 5, 7, 10, 11, 14})
      letters.push_back({static_cast<net::Sides>(wires),
                         -1,
                         {0, 0, 0},
                         {0, 0, 0},
                         {240, 240, 240},
                         font.width,
                         font.across});
    expect_wires(letters, true);
  }
}

/// Beside wide wires, sides without one stand out as much.
TEST(TurningTest, AWideCrossIsNotEmptyAndAnEmptyTileIsNoCross) {
  const auto tile_of = [](net::Sides wires, const cv::Scalar& colour) {
    const auto pictures = pictures_of({wires, -1, colour, colour, {120, 115, 60}, 25});
    TurningTile tile;
    for (std::size_t k = 0; k < 4; ++k)
      tile[k] = cells::cut(pictures[k], kMiddle, kPitch, kTilePixels);
    return tile;
  };
  std::vector<TurningTile> tiles;
  for (const net::Sides wires : std::array<net::Sides, 6>{1, 3, 5, 7, 8, 12})
    tiles.push_back(tile_of(wires, {230, 230, 230}));
  const ArmFinder finder(tiles);
  EXPECT_NE(finder.wires_of_still(tile_of(net::kAllSides, {90, 30, 70})[0]), net::Sides{0});
  EXPECT_NE(finder.wires_of_still(tile_of(0, {})[0]), net::kAllSides);
}

/// ... or more, where the middle of all tiles with wires looks alike.
TEST(TurningTest, WideWiresShowWhichTilesAreEmptyOnATexture) {
  const auto tile_of = [](net::Sides wires, int seed) {
    cv::Mat texture(12, 12, CV_8UC3), ground;
    cv::RNG(static_cast<std::uint64_t>(seed)).fill(texture, cv::RNG::UNIFORM, 0, 60);
    cv::resize(texture, ground, {kTilePixels, kTilePixels});
    TurningTile tile;
    for (int k = 0; k < 4; ++k) {
      cv::Mat picture = ground.clone();
      const int half = kTilePixels / 2, wide = 14;
      for (int side = 0; side < 4; ++side)
        if (net::turned(wires, -k) & net::kEachSide[static_cast<std::size_t>(side)]) {
          const cv::Point end(side == 0   ? half
                              : side == 2 ? -half
                                          : 0,
                              side == 1   ? -half
                              : side == 3 ? half
                                          : 0);
          const cv::Point beside = end.x == 0 ? cv::Point(wide, 0) : cv::Point(0, wide);
          const cv::Point middle(half, half), square(wide, wide);
          cv::rectangle(picture, middle - beside, middle + end + beside, {240, 231, 253}, -1);
          cv::rectangle(picture, middle - square, middle + square, {240, 231, 253}, -1);
        }
      picture.convertTo(tile[static_cast<std::size_t>(k)], CV_32F);
    }
    return tile;
  };
  std::vector<TurningTile> tiles;
  for (const net::Sides wires : std::array<net::Sides, 6>{1, 3, 5, 7, 8, 12})
    tiles.push_back(tile_of(wires, wires));
  const ArmFinder finder(tiles);
  EXPECT_EQ(finder.wires_of_still(tile_of(net::kAllSides, 20)[0]), net::kAllSides);
  EXPECT_EQ(finder.wires_of_still(tile_of(0, 21)[0]), net::Sides{0});
}

/// A part of a tile that stays upright shifts its apparent centre by a pixel or two.
TEST(TurningTest, ManyImpreciseCentresGiveThePitch) {
  const std::vector<double> across = {30.5, -32, 31, -33, 33, -31, 65, -64, 0.5, -1};
  EXPECT_NEAR(fitted_pitch(across, 30.5), 32, 0.5);
  const std::vector<double> down = {33, -31.5, 32, 0, 0, -33, 63.5, -64.5, 48};  // 48: between two
  EXPECT_NEAR(fitted_pitch(down, 33), 32, 0.5);
  EXPECT_EQ(fitted_pitch(std::vector<double>{0.5}, 33), 33);
}

}  // namespace
}  // namespace eyehand::calibration
