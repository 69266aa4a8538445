#include "vision/panel/read_cells.hpp"

#include <gtest/gtest.h>

#include <opencv2/imgproc.hpp>
#include <optional>

#include "vision/panel/locks.hpp"

namespace eyehand::panel {
namespace {

/// A round tile that reaches the edge of its cell, drawn this far off its middle, in pixels.
cv::Mat round_tile(const cv::Scalar& colour, cv::Point2d off = {}) {
  constexpr int kShift = 8;
  cv::Mat picture(2 * kCellPixels, 2 * kCellPixels, CV_8UC3, cv::Scalar(128, 150, 68));
  const double middle = kCellPixels - 0.5;
  cv::circle(picture,
             {cvRound((middle + off.x) * (1 << kShift)), cvRound((middle + off.y) * (1 << kShift))},
             cvRound(0.98 * kCellPixels / 2 * (1 << kShift)), colour, cv::FILLED, cv::LINE_AA,
             kShift);
  return picture;
}

TEST(CellsReader, ARoundTileIsRecognisedIfItsPlaceIsSlightlyOff) {
  const cv::Scalar unlit(70, 110, 0), lit(230, 215, 90);
  const cv::Rect cell(kCellPixels / 2, kCellPixels / 2, kCellPixels, kCellPixels);
  PlainTile plain;
  cv::inRange(round_tile({255, 255, 255})(cell), cv::Scalar::all(128), cv::Scalar::all(255),
              plain.area);
  plain.states = {round_tile(unlit)(cell).clone(), round_tile(lit)(cell).clone()};
  const CellsReader reader(plain, {{0, 0}, kCellPixels, 1, 1});
  const cv::Point2d middle(kCellPixels - 0.5, kCellPixels - 0.5);
  for (const cv::Point2d off :
       {cv::Point2d(0, 0), cv::Point2d(1.4, 0), cv::Point2d(0, -1.4), cv::Point2d(1, 1)})
    for (const bool is_lit : {false, true}) {
      const auto state =
          reader.state_of(round_tile(is_lit ? lit : unlit, off), middle, kCellPixels);
      EXPECT_TRUE(state.is_plain()) << off << is_lit;
      EXPECT_EQ(state.lit, is_lit) << off;
    }
}

TEST(CellsReader, APageAlmostInTheColourOfTilesIsNoTile) {
  const cv::Rect tile(1, 1, kCellPixels - 2, kCellPixels - 2);
  PlainTile plain;
  plain.area = cv::Mat::zeros(kCellPixels, kCellPixels, CV_8U);
  plain.area(tile) = PlainTile::kDrawn;
  for (const cv::Scalar& colour : {cv::Scalar(128, 128, 0), cv::Scalar(230, 210, 160)}) {
    plain.states[colour[2] > 0 ? 1 : 0] =
        cv::Mat(kCellPixels, kCellPixels, CV_8UC3, 0.7 * colour);  // a thin line, blurred
    plain.states[colour[2] > 0 ? 1 : 0](tile) = colour;
  }
  const CellsReader reader(plain, {{0, 0}, kCellPixels, 1, 1});
  const cv::Point2d middle(0.5 * kCellPixels, 0.5 * kCellPixels);
  const cv::Mat page(kCellPixels, kCellPixels, CV_8UC3, cv::Scalar(128, 150, 68));
  EXPECT_TRUE(reader.state_of(plain.states[0], middle, kCellPixels).is_plain());
  EXPECT_NE(reader.state_of(page, middle, kCellPixels).kind, CellState::Kind::tile);
}

TEST(CellsReader, ATileLighterThanItsStateMayNotBeInTheOther) {
  const cv::Rect tile(8, 8, kCellPixels - 16, kCellPixels - 16);
  const cv::Scalar page(210, 209, 211), unlit(12, 10, 12), lit(88, 66, 72);
  const auto draw = [&](const cv::Scalar& colour) {
    cv::Mat picture(kCellPixels, kCellPixels, CV_8UC3, page);
    picture(tile) = colour;
    return picture;
  };
  PlainTile plain;
  plain.area = cv::Mat::zeros(kCellPixels, kCellPixels, CV_8U);
  plain.area(tile) = PlainTile::kDrawn;
  plain.states = {draw(unlit), draw(lit)};
  const CellsReader reader(plain, {{0, 0}, kCellPixels, 1, 1});
  const cv::Point2d middle(0.5 * kCellPixels, 0.5 * kCellPixels);
  for (const cv::Scalar& colour : {unlit, lit}) {
    EXPECT_EQ(reader.state_of(draw(colour), middle, kCellPixels).kind, CellState::Kind::tile);
    const cv::Scalar lighter = 0.85 * colour + 0.15 * cv::Scalar(255, 255, 255);
    const auto state = reader.state_of(draw(lighter), middle, kCellPixels);
    EXPECT_TRUE(state.kind != CellState::Kind::tile || state.lit == (colour == lit)) << colour;
  }
}

TEST(CellsReader, NotAllTilesAreLocked) {
  const cv::Rect tile(6, 6, kCellPixels - 12, kCellPixels - 12);
  const cv::Scalar page(128, 150, 68), frame(20, 20, 20);
  PlainTile plain;
  plain.area = cv::Mat::zeros(kCellPixels, kCellPixels, CV_8U);
  plain.area(tile) = PlainTile::kDrawn;
  for (const int lit : {0, 1}) {
    plain.states[lit] = cv::Mat(kCellPixels, kCellPixels, CV_8UC3, page);
    plain.states[lit](tile) = lit == 1 ? cv::Scalar(230, 210, 160) : cv::Scalar(90, 60, 20);
  }
  const CellsReader reader(plain, {{0, 0}, kCellPixels, 2, 2});
  const auto read = [&](int locked) {
    cv::Mat picture(2 * kCellPixels, 2 * kCellPixels, CV_8UC3);
    for (int i = 0; i < 4; ++i) {
      const cv::Point corner(i % 2 * kCellPixels, i / 2 * kCellPixels);
      plain.states[i == 0 ? 1 : 0].copyTo(picture(cv::Rect(corner, plain.area.size())));
      const cv::Rect inner(tile.tl() + corner + cv::Point(7, 7), tile.size() - cv::Size(14, 14));
      if (i < locked) cv::rectangle(picture, inner, frame, 2);
    }
    return reader.read({picture, {}, cv::Rect({}, picture.size())});
  };
  EXPECT_EQ(read(3).rejection, "");
  EXPECT_TRUE(read(3).board.tiles[2].locked);
  EXPECT_NE(read(4).rejection, "");
}

TEST(CellsReader, HalfOfAThinLineSetsTilesApart) {
  const cv::Scalar line(95, 160, 100);
  PlainTile plain;
  plain.area = cv::Mat(kCellPixels, kCellPixels, CV_8U, cv::Scalar(PlainTile::kDrawn));
  for (const std::size_t lit : {0, 1}) {
    cv::Mat& tile = plain.states.at(lit);
    tile = cv::Mat(kCellPixels, kCellPixels, CV_8UC3,
                   lit == 1 ? cv::Scalar(90, 210, 120) : cv::Scalar(140, 0, 30));
    tile.row(kCellPixels - 1) = line;
    tile.col(kCellPixels - 1) = line;
  }
  const CellsReader reader(plain, {{0, 0}, kCellPixels, 1, 1});
  const cv::Point2d middle(0.5 * kCellPixels, 0.5 * kCellPixels);
  cv::Mat tile = plain.states[1].clone();
  const cv::Scalar colour = tile.at<cv::Vec3b>(0, 0);
  // The rest is on the next tile.
  tile.row(kCellPixels - 1) = 0.46 * line + 0.54 * colour;
  tile.col(kCellPixels - 1) = 0.46 * line + 0.54 * colour;
  EXPECT_TRUE(reader.state_of(tile, middle, kCellPixels).is_plain());
  tile.row(kCellPixels - 1) = colour;
  tile.col(kCellPixels - 1) = colour;
  EXPECT_FALSE(reader.state_of(tile, middle, kCellPixels).is_plain());
}

/// A hollow tile, with a line across its rim's inner edge or none.
cv::Mat hollow_tile(const cv::Scalar& colour, bool has_line) {
  constexpr int kScale = 5, kSide = kScale * kCellPixels;
  const cv::Scalar background(64, 18, 35);
  cv::Mat large(kSide, kSide, CV_8UC3, background), tile;
  const auto fill = [&](int inset, const cv::Scalar& with) {
    large(cv::Rect(inset, inset, kSide - 2 * inset, kSide - 2 * inset)) = with;
  };
  fill(40, colour);
  fill(64, background);
  if (has_line) {
    fill(60, 0.5 * (colour + background));
    fill(68, background);
  }
  cv::resize(large, tile, {kCellPixels, kCellPixels}, 0, 0, cv::INTER_AREA);
  return tile;
}

TEST(CellsReader, AFrameMayLieAcrossTheRimOfAHollowTile) {
  const cv::Scalar colours[] = {{43, 138, 30}, {233, 204, 212}};
  PlainTile plain;
  plain.area = cv::Mat::zeros(kCellPixels, kCellPixels, CV_8U);
  plain.area(cv::Rect(8, 8, 48, 48)) = PlainTile::kDrawn;
  plain.area(cv::Rect(13, 13, 38, 38)) = PlainTile::kInside;
  for (const std::size_t lit : {0, 1}) plain.states.at(lit) = hollow_tile(colours[lit], false);
  cv::Mat picture(2 * kCellPixels, 2 * kCellPixels, CV_8UC3);
  for (int i = 0; i < 4; ++i)
    hollow_tile(colours[i % 2], i / 2 == 1)
        .copyTo(picture(cv::Rect(cv::Point(i % 2, i / 2) * kCellPixels, plain.area.size())));
  for (const double off : {-0.5, 0.0, 0.5}) {
    const CellsReader reader(plain, {{off - 0.5, off - 0.5}, kCellPixels, 2, 2});
    const Reading reading = reader.read({picture, {}, cv::Rect({}, picture.size())});
    ASSERT_EQ(reading.board.tiles.size(), 4) << off;
    for (int i = 0; i < 2; ++i) EXPECT_FALSE(reading.board.tiles[i].locked) << i << ", " << off;
    if (off != 0) continue;
    EXPECT_EQ(reading.rejection, "");
    for (int i = 2; i < 4; ++i) EXPECT_TRUE(reading.board.tiles[i].locked) << i;
  }
}

TEST(CellsReader, AFrameAlmostInTheOtherStatesColourMayCoverTheRimsInnerEdge) {
  const cv::Scalar background(126, 160, 124);
  const cv::Rect cell(0, 0, kCellPixels, kCellPixels), outer(1, 1, 62, 62), inner(10, 10, 44, 44);
  PlainTile plain;
  plain.area = cv::Mat::zeros(cell.size(), CV_8U);
  plain.area(outer) = PlainTile::kDrawn;
  plain.area(inner) = PlainTile::kInside;
  for (const std::size_t lit : {0, 1}) {
    cv::Mat& tile = plain.states.at(lit);
    tile = cv::Mat(cell.size(), CV_8UC3, background);
    tile(outer) = lit == 1 ? cv::Scalar(250, 212, 178) : cv::Scalar(13, 8, 27);
    tile(inner) = background;
  }
  cv::Mat picture;
  cv::hconcat(plain.states[1], plain.states[1], picture);
  cv::rectangle(picture, {8, 8, 48, 48}, cv::Scalar(17, 17, 17), 2);
  const CellsReader reader(plain, {{-0.5, -0.5}, kCellPixels, 2, 1});
  const Reading reading = reader.read({picture, {}, cv::Rect({}, picture.size())});
  EXPECT_EQ(reading.rejection, "");
  ASSERT_EQ(reading.board.tiles.size(), 2);
  EXPECT_TRUE(reading.board.tiles[0].lit && reading.board.tiles[0].locked);
  EXPECT_TRUE(reading.board.tiles[1].lit && !reading.board.tiles[1].locked);
}

/// A tile within a thin border, which is dashed if it is locked; then a lit one is smaller, too.
cv::Mat bordered_tile(bool is_lit, bool is_locked) {
  const cv::Scalar dark(64, 64, 64), grey(128, 128, 128);
  cv::Mat tile(kCellPixels, kCellPixels, CV_8UC3, dark);
  tile(cv::Rect(3, 3, 58, 58)) = grey;
  if (is_locked)
    for (int i = 9; i < 58; i += 8) {
      tile.rowRange(i, i + 3) = dark;
      tile.colRange(i, i + 3) = dark;
    }
  tile(cv::Rect(7, 7, 50, 50)) = is_lit && !is_locked ? grey : dark;
  if (is_lit && is_locked) tile(cv::Rect(10, 10, 44, 44)) = grey;
  return tile;
}

TEST(CellsReader, ABorderMayBeDashedWhereTilesAreLocked) {
  PlainTile plain;
  plain.area = cv::Mat::zeros(kCellPixels, kCellPixels, CV_8U);
  plain.area(cv::Rect(2, 2, 60, 60)) = PlainTile::kAround;
  plain.area(cv::Rect(7, 7, 50, 50)) = PlainTile::kDrawn;
  for (const std::size_t lit : {0, 1}) plain.states.at(lit) = bordered_tile(lit == 1, false);
  cv::Mat picture;
  cv::hconcat(std::vector<cv::Mat>{bordered_tile(false, false), bordered_tile(false, true),
                                   bordered_tile(true, false), bordered_tile(true, true)},
              picture);
  const CellsReader reader(plain, {{-0.5, -0.5}, kCellPixels, 4, 1});
  const Reading reading = reader.read({picture, {}, cv::Rect({}, picture.size())});
  EXPECT_EQ(reading.rejection, "");
  ASSERT_EQ(reading.board.tiles.size(), 4);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(reading.board.tiles[i].lit, i >= 2) << i;
    EXPECT_EQ(reading.board.tiles[i].locked, i % 2 == 1) << i;
  }
}

TEST(CellsReader, NoiseAroundAPanelIsNoTiles) {
  PlainTile plain;
  plain.area = cv::Mat::zeros(kCellPixels, kCellPixels, CV_8U);
  plain.area(cv::Rect(5, 5, 54, 54)) = PlainTile::kDrawn;
  plain.area(cv::Rect(9, 9, 46, 46)) = PlainTile::kInside;
  for (const std::size_t lit : {0, 1}) {
    cv::Mat& tile = plain.states.at(lit);
    tile = cv::Mat(kCellPixels, kCellPixels, CV_8UC3, cv::Scalar(60, 125, 130));
    tile(cv::Rect(5, 5, 54, 54)) = lit == 1 ? cv::Scalar(115, 110, 140) : cv::Scalar(75, 70, 75);
    tile(cv::Rect(9, 9, 46, 46)) = cv::Scalar(60, 125, 130);
  }
  cv::Mat picture(2 * kCellPixels, 2 * kCellPixels, CV_8UC3);
  cv::RNG random(1);
  random.fill(picture, cv::RNG::UNIFORM, 20, 150);
  cv::resize(picture, picture, {}, 4, 4, cv::INTER_CUBIC);
  cv::Mat board;
  cv::hconcat(plain.states[0], plain.states[1], board);
  for (const int row : {3, 4})
    board.copyTo(picture({{3 * kCellPixels, row * kCellPixels}, board.size()}));
  const Lattice lattice{{3 * kCellPixels - 0.5, 3 * kCellPixels - 0.5}, kCellPixels, 2, 2};
  const Lattice grown = CellsReader(plain, lattice).grown(picture, lattice);
  EXPECT_EQ(cv::Size(grown.columns, grown.rows), cv::Size(2, 2));
}

TEST(Locks, ASymbolCloseToTheRimIsNoLineAlongIt) {
  const cv::Rect whole(0, 0, kCellPixels, kCellPixels);
  Cell cell;
  cell.plain = cv::Mat(whole.size(), CV_32FC3, cv::Scalar(100, 0, 0));
  cell.tolerance = cv::Mat(whole.size(), CV_32F, cv::Scalar(kTolerance));
  cv::rectangle(cell.tolerance, {6, 6, 52, 52}, 2 * kTolerance, 2);  // an edge
  cv::Mat inside = cv::Mat::zeros(whole.size(), CV_32F);
  inside(cv::Rect(4, 4, 56, 56)) = 5;
  const auto has_line = [&](bool line, int symbol) {
    cell.lab = cell.plain.clone();
    if (line) cv::rectangle(cell.lab, {6, 6, 52, 52}, cv::Scalar(130, 0, 0), 2);
    const cv::Scalar colour(100, 80, 80);
    cell.lab(cv::Rect(32 - symbol / 2, 5, symbol, 54)) = colour;
    cell.lab(cv::Rect(5, 32 - symbol / 2, 54, symbol)) = colour;
    return has_line_along_rim(cell, inside, true);
  };
  for (const int symbol : {10, 20}) {
    EXPECT_EQ(has_line(false, symbol), false) << symbol;
    EXPECT_EQ(has_line(true, symbol), true) << symbol;
  }
  EXPECT_EQ(has_line(true, 30), std::nullopt);
  cell.lab = cell.plain.clone();
  cell.lab(cv::Rect(10, 10, 44, 44)) = cv::Scalar(100, 80, 80);
  EXPECT_EQ(has_line_along_rim(cell, inside, true), false);
}

}  // namespace
}  // namespace eyehand::panel
