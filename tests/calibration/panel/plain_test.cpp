// Learning what a panel's tiles look like from tiles that were toggled, and reading panels by it.
#include "calibration/panel/plain.hpp"

#include <gtest/gtest.h>

#include "calibration/areas.hpp"
#include "puzzle/error.hpp"
#include "puzzle/panel/text.hpp"
#include "tests/vision/panel/drawn_panel.hpp"
#include "vision/cells/patch.hpp"
#include "vision/panel/read_cells.hpp"

namespace eyehand::calibration {
namespace {

using panel::Board;
using test::draw_panel;
using test::PanelStyle;

/// Every symbol in some hue, on tiles of both states.
constexpr const char* kLearned = "4:Ar0Bg0Cb20Sb0Tw0Uk0V0W2X0Y0Z0Jo20Sp0Dy0";
constexpr const char* kRead = "5:Er0Fg2Hb0Io20Jp0Ko2Lb4Sw6Sk0Tr2Ug0V2W0X2Y0Z2<20<0^08000";

Board board_of(const char* code) {
  return panel::from_code(code);
}

Lattice lattice_of(const Board& board, const PanelStyle& look) {
  return {cv::Point2d(look.origin) - cv::Point2d(0.5, 0.5), static_cast<double>(look.pitch),
          board.width, board.height};
}

panel::CellsReader learn(const PanelStyle& look) {
  const Board board = board_of(kLearned);
  Board after = board;
  for (panel::Tile& tile : after.tiles) tile.lit = !tile.lit;
  const cv::Mat pictures[2] = {draw_panel(board, look), draw_panel(after, look)};
  const Lattice lattice = lattice_of(board, look);
  std::vector<ToggledCell> cells;
  for (const int tile : {0, 2, 3, 5, 7, 9, 10, 13}) {
    const auto patch = [&](const cv::Mat& picture) {
      return cells::cut(picture, lattice.centre(tile % 4, tile / 4), lattice.pitch,
                        panel::kCellPixels);
    };
    cells.push_back({patch(pictures[0]), patch(pictures[1])});
  }
  const auto plain = plain_tile(cells);
  EXPECT_TRUE(plain);
  return panel::CellsReader(*plain, lattice_of(board_of(kRead), look));
}

std::string read(const panel::CellsReader& reader, const cv::Mat& picture,
                 cells::Search search = cells::Search::nowhere) {
  const panel::Reading reading = reader.read({picture, {}, {}}, search);
  return reading.accepted() ? panel::to_code(reading.board) : reading.rejection;
}

/// The window of a program that lays panels out in the middle, or elsewhere.
cv::Mat window_with(const cv::Mat& panel, const PanelStyle& look, cv::Point moved = {}) {
  cv::Mat window(620, 700, CV_8UC3, look.background);
  const cv::Point at = (cv::Point(window.size()) - cv::Point(panel.size())) / 2 + moved;
  const cv::Rect into = cv::Rect(at, panel.size()) & cv::Rect({}, window.size());
  panel(into - at).copyTo(window(into));
  return window;
}
/// A reader that has learned such a window.
panel::CellsReader reader_of_window(const PanelStyle& look) {
  const Board board = board_of(kRead);
  const cv::Mat panel = draw_panel(board, look);
  panel::CellsAppearance appearance = learn(look).appearance();
  appearance.origin_x_px += (700 - panel.cols) / 2;
  appearance.origin_y_px += (620 - panel.rows) / 2;
  return panel::CellsReader(appearance);
}

class PlainTile : public testing::TestWithParam<PanelStyle> {};

TEST_P(PlainTile, ReadsOtherPanels) {
  const auto reader = learn(GetParam());
  const Board board = board_of(kRead);
  EXPECT_EQ(read(reader, draw_panel(board, GetParam())), panel::to_code(board));
  // ... and from the skin's text.
  const panel::CellsReader again(reader.appearance());
  EXPECT_EQ(read(again, draw_panel(board, GetParam())), panel::to_code(board));
}

TEST_P(PlainTile, FindsAPanelThatHasMoved) {
  const auto reader = reader_of_window(GetParam());
  const Board board = board_of(kRead);
  const cv::Mat panel = draw_panel(board, GetParam());
  for (const cv::Point moved : {cv::Point(0, 0), cv::Point(31, -17), cv::Point(-70, 23)})
    EXPECT_EQ(read(reader, window_with(panel, GetParam(), moved), cells::Search::same_size),
              panel::to_code(board))
        << moved;
}

TEST_P(PlainTile, FindsAPanelWithOtherColumnsAndRows) {
  const auto reader = reader_of_window(GetParam());
  for (const char* code : {kLearned, "3:Er0Fg2Hb0Tr2Ug0V2W0X2Y0"}) {
    const Board board = board_of(code);
    EXPECT_EQ(read(reader, window_with(draw_panel(board, GetParam()), GetParam()),
                   cells::Search::same_size),
              panel::to_code(board));
  }
}

TEST_P(PlainTile, RejectsAPanelThatIsScrolledOff) {
  const auto reader = reader_of_window(GetParam());
  const PanelStyle& look = GetParam();
  const cv::Mat panel = draw_panel(board_of(kRead), look);
  for (const int part : {0, 10, look.pitch / 2}) {
    // The window's edge, and the edge of a scrolled part of it.
    const cv::Mat rest = panel.rowRange(look.origin.y + look.pitch + part, panel.rows).clone();
    for (const int top : {0, 100}) {
      cv::Mat window(620, 700, CV_8UC3, look.background);
      rest.copyTo(window(cv::Rect({100, top}, rest.size())));
      EXPECT_FALSE(reader.read({window, {}, {}}, cells::Search::same_size).accepted())
          << part << " " << top;
    }
  }
}

// Four tiles that are half as large fill a tile's place.
TEST_P(PlainTile, RefusesAPanelOfTilesHalfAsLarge) {
  const auto reader = reader_of_window(GetParam());
  Board board = Board::make(10, 6);
  for (std::size_t i = 0; i < board.size(); i += 7) board.tiles[i].symbol = panel::Symbol::diamond;
  PanelStyle look = GetParam();
  look.pitch /= 2;
  const cv::Mat window = window_with(draw_panel(board, look), look);
  EXPECT_FALSE(reader.read({window, {}, {}}, cells::Search::same_size).accepted());
}

TEST_P(PlainTile, RefusesWhatIsCoveredOrDimmed) {
  const auto reader = learn(GetParam());
  const cv::Mat picture = draw_panel(board_of(kRead), GetParam());
  cv::Mat covered = picture.clone();
  cv::circle(covered, {GetParam().origin.x + 60, GetParam().origin.y + 70}, 26, {40, 200, 240},
             cv::FILLED);
  EXPECT_NE(read(reader, covered), read(reader, picture));
  EXPECT_FALSE(reader.read({covered, {}, {}}).accepted());
  EXPECT_FALSE(reader.read({picture * 0.8, {}, {}}).accepted());
  EXPECT_FALSE(
      reader.read({cv::Mat(picture.size(), CV_8UC3, GetParam().background), {}, {}}).accepted());
}

std::vector<PanelStyle> styles() {
  std::vector<PanelStyle> all;
  for (const bool hollow : {false, true})
    for (const auto lock :
         {PanelStyle::Lock::bolts, PanelStyle::Lock::frame, PanelStyle::Lock::hatch}) {
      PanelStyle look;
      look.hollow = hollow;
      look.lock = lock;
      look.outlines = lock == PanelStyle::Lock::frame;
      look.gap = lock == PanelStyle::Lock::hatch ? 0.04 : 0.14;
      all.push_back(look);
    }
  all[1].pitch = 76;
  return all;
}
INSTANTIATE_TEST_SUITE_P(Styles, PlainTile, testing::ValuesIn(styles()));

// More than half of such a tile changes.
TEST(PlainTile, IsHollowInsideAWideBlurredRim) {
  PanelStyle look;
  look.hollow = true;
  look.pitch = 48;
  look.gap = 0.15;
  look.rim = 0.085;
  look.blur = 1;
  look.background = {214, 34, 29};
  look.unlit = {10, 53, 56};
  look.lit = {218, 218, 116};
  const auto reader = learn(look);
  Board board = Board::make(board_of(kRead).width, board_of(kRead).height);
  for (std::size_t i = 0; i < board.size(); ++i) {
    board.tiles[i].lit = i % 3 == 0;
    if (i % 2 == 0) board.tiles[i].symbol = panel::Symbol::diamond;
  }
  EXPECT_EQ(read(reader, draw_panel(board, look)), panel::to_code(board));
}

/// Tiles that touch, on a white page.
cv::Mat touching_tiles(bool lit) {
  const int side = panel::kCellPixels;
  cv::Mat picture(4 * side, 4 * side, CV_8UC3, cv::Scalar::all(255));
  picture(cv::Rect(side / 2, side / 2, 3 * side, 3 * side)) =
      lit ? cv::Scalar(20, 110, 20) : cv::Scalar(120, 0, 30);
  cv::GaussianBlur(picture, picture, {}, 1);
  return picture;
}

TEST(PlainTileFromOneRow, TheEdgeOfThePanelIsNotThatOfOtherTiles) {
  const Lattice lattice{
      {panel::kCellPixels / 2 - 0.5, panel::kCellPixels / 2 - 0.5}, panel::kCellPixels, 3, 3};
  std::vector<ToggledCell> cells;
  for (const int tile : {0, 1, 2, 3}) {
    const auto patch = [&](bool lit) {
      return cells::cut(touching_tiles(lit), lattice.centre(tile % 3, tile / 3), lattice.pitch,
                        panel::kCellPixels);
    };
    cells.push_back({patch(false), patch(true)});
  }
  const auto plain = plain_tile(cells);
  ASSERT_TRUE(plain);
  const panel::CellsReader reader(*plain, lattice);
  for (int tile = 0; tile < 9; ++tile)
    EXPECT_TRUE(reader
                    .state_of(touching_tiles(tile % 2 == 1), lattice.centre(tile % 3, tile / 3),
                              lattice.pitch)
                    .is_plain())
        << tile;
}

TEST(PlainTile, IsEmptyWithoutChanges) {
  const cv::Mat flat(panel::kCellPixels, panel::kCellPixels, CV_32FC3, cv::Scalar(9, 9, 9));
  EXPECT_FALSE(plain_tile({}));
  EXPECT_FALSE(plain_tile({{flat, flat}}));
}

TEST(CellsReader, RefusesAPointerOnATile) {
  const PanelStyle look;
  const auto reader = learn(look);
  const Board board = board_of(kRead);
  const Lattice lattice = lattice_of(board, look);
  int tried = 0;
  for (int i = 0; i < static_cast<int>(board.size()); ++i) {
    const panel::Tile& tile = board.tiles[static_cast<std::size_t>(i)];
    if (!tile.exists || tile.locked || tile.symbol != panel::Symbol::none) continue;
    cv::Mat covered = draw_panel(board, look);
    cv::circle(covered, lattice.centre(i % board.width, i / board.width) + cv::Point2d(7, 6), 9,
               {40, 200, 40}, cv::FILLED, cv::LINE_AA);
    EXPECT_FALSE(reader.read({covered, {}, {}}).accepted());
    ++tried;
  }
  EXPECT_GT(tried, 0);
}

TEST(CellsReader, MostTilesMayBeHatched) {
  PanelStyle look;
  look.lock = PanelStyle::Lock::hatch;
  Board board = Board::make(board_of(kRead).width, board_of(kRead).height);
  for (std::size_t i = 0; i < board.size(); ++i) board.tiles[i].locked = i % 3 > 0;
  EXPECT_EQ(read(learn(look), draw_panel(board, look)), panel::to_code(board));
}

TEST(CellsReader, SeesThatALineAlongTheRimIsALock) {
  PanelStyle look;
  look.hollow = true;
  look.lock = PanelStyle::Lock::rim;
  look.gap = 0.14;
  look.pitch = 64;
  look.background = {50, 25, 40};
  look.unlit = {30, 75, 45};
  look.lit = {50, 165, 125};
  const Board all = board_of(kRead);
  Board board = Board::make(all.width, all.height);
  for (std::size_t i = 0; i < board.size(); ++i) {
    board.tiles[i].locked = i % 3 == 0;
    board.tiles[i].lit = i % 2 == 0;
  }
  board.tiles[1].symbol = board.tiles[3].symbol = panel::Symbol::diamond;
  EXPECT_EQ(read(learn(look), draw_panel(board, look)), panel::to_code(board));
}

// A page of a state's colour looks like the rim of a hollow tile in that state.
TEST(CellsReader, DoesNotExtendOntoThePage) {
  PanelStyle look;
  look.hollow = true;
  look.origin = {20, 20};
  const Board board = board_of(kRead);
  const cv::Mat panel = draw_panel(board, look);
  const cv::Point at(80, 90);
  cv::Mat page(panel.rows + 200, panel.cols + 200, CV_8UC3, look.unlit);
  panel.copyTo(page(cv::Rect(at, panel.size())));
  panel::CellsAppearance appearance = learn(look).appearance();
  appearance.origin_x_px += at.x;
  appearance.origin_y_px += at.y;
  EXPECT_EQ(read(panel::CellsReader(appearance), page), panel::to_code(board));
}

TEST(CellsReader, DoesNotTakeTheBackgroundForATileOfAboutItsColour) {
  PanelStyle look;
  look.background = {192, 210, 222};
  look.unlit = {64, 76, 86};
  look.lit = {196, 239, 255};
  const auto reader = learn(look);
  Board board = Board::make(board_of(kRead).width, board_of(kRead).height);
  board.tiles[3].lit = board.tiles[7].lit = true;
  EXPECT_EQ(read(reader, draw_panel(board, look)), panel::to_code(board));
  board.tiles[6].exists = false;
  const panel::Reading reading = reader.read({draw_panel(board, look), {}, {}});
  EXPECT_TRUE(!reading.accepted() || reading.board == board) << panel::to_code(reading.board);
}

/// Something faint between tiles, as in a pattern behind them, may look like a bridge.
TEST(CellsReader, LearnsWhichTilesAreNotLinked) {
  PanelStyle look;
  auto reader = learn(look);
  const Board board = board_of(kRead);
  const Lattice lattice = lattice_of(board, look);
  cv::Mat picture = draw_panel(board, look);
  for (int column = 0; column + 1 < 3; ++column) {
    const cv::Point2d middle = (lattice.centre(column, 0) + lattice.centre(column + 1, 0)) / 2;
    picture(cv::Rect(cv::Point(middle) - cv::Point(6, 3), cv::Size(13, 7))) +=
        cv::Scalar(22, 22, 22);
  }
  EXPECT_NE(read(reader, picture), panel::to_code(board));
  reader.learn_links(std::vector{draw_panel(board, look), picture}, lattice,
                     {{0, 1, false}, {1, 2, false}});
  EXPECT_EQ(read(reader, picture), panel::to_code(board));
  EXPECT_EQ(read(panel::CellsReader(reader.appearance()), picture), panel::to_code(board));
}

TEST(CellsReader, RequiresItsPictures) {
  EXPECT_THROW(panel::CellsReader(panel::CellsAppearance{}), Error);
}

TEST(Places, AreOnTiles) {
  const PanelStyle look;
  const Board board = board_of(kLearned);
  const auto places = places_like_tiles(draw_panel(board, look));
  ASSERT_FALSE(places.empty());
  const Lattice lattice = lattice_of(board, look);
  const cv::Point2d at = (cv::Point2d(places[0]) - lattice.origin) / lattice.pitch;
  EXPECT_GT(at.x, 0);
  EXPECT_LT(at.x, board.width);
  EXPECT_GT(at.y, 0);
  EXPECT_LT(at.y, board.height);
}

}  // namespace
}  // namespace eyehand::calibration
