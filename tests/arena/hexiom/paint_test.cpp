#include "arena/hexiom/paint.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "puzzle/error.hpp"
#include "puzzle/hexiom/text.hpp"
#include "puzzle/index.hpp"
#include "tests/arena/qt.hpp"

namespace eyehand::arena {
namespace {

using hexiom::Board;

class HexiomPaint : public testing::TestWithParam<HexiomTheme> {
 protected:
  static void SetUpTestSuite() { test::need_qt(); }
};

INSTANTIATE_TEST_SUITE_P(, HexiomPaint,
                         testing::ValuesIn(hexiom_themes().begin(), hexiom_themes().end()),
                         [](const auto& theme) { return std::string(theme.param.name); });

TEST(HexiomThemes, AreThreeOrMoreOfBothOrientationsAndFoundByName) {
  std::set<std::string_view> names;
  bool flat = false, pointy = false;
  for (const HexiomTheme& theme : hexiom_themes()) {
    names.insert(theme.name);
    (theme.is_flat_topped ? flat : pointy) = true;
    EXPECT_EQ(find_theme(hexiom_themes(), theme.name).cell, theme.cell);
  }
  EXPECT_GE(names.size(), 3U);
  EXPECT_EQ(names.size(), hexiom_themes().size());
  EXPECT_TRUE(flat && pointy);
  try {
    find_theme(hexiom_themes(), "no such");
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("classic"), std::string::npos);
  }
}

TEST(HexiomLayout, PointyTopsFollowTheTextAndFlatTopsAreRotatedClockwise) {
  const Board board = Board::make(4);
  const QRectF area(10, 20, 400, 300);
  HexiomTheme theme;
  theme.is_flat_topped = false;
  const BoardLayout pointy = lay_out(board, theme, area);
  theme.is_flat_topped = true;
  const BoardLayout flat = lay_out(board, theme, area);
  const int first = 0, middle_row = 3 * 4 + 3 + 0;  // rows of 4, 5, 6 come before the middle one
  // The first cell is in the upper left; turned clockwise, in the upper right.
  EXPECT_LT(pointy.middles[first].x(), area.center().x());
  EXPECT_LT(pointy.middles[first].y(), area.center().y());
  EXPECT_GT(flat.middles[first].x(), area.center().x());
  EXPECT_LT(flat.middles[first].y(), area.center().y());
  // The left end of the middle row; turned, the upper end.
  EXPECT_NEAR(pointy.middles[at(middle_row)].y(), area.center().y(), 1e-6);
  EXPECT_NEAR(flat.middles[at(middle_row)].x(), area.center().x(), 1e-6);
  EXPECT_LT(flat.middles[at(middle_row)].y(), area.center().y());
}

TEST_P(HexiomPaint, EveryCellLiesInTheAreaAndIsHitAllOverItsHexagon) {
  for (const int side : {1, 2, 5, 10})
    for (const QRectF area : {QRectF(0, 0, 300, 200), QRectF(50, 30, 111, 640)}) {
      const Board board = Board::make(side);
      const Hexagon cells(side);
      const BoardLayout layout = lay_out(board, GetParam(), area);
      for (int cell = 0; cell < cells.size(); ++cell) {
        const QPointF middle = layout.middles[at(cell)];
        const double r = layout.pitch * 0.49;
        EXPECT_TRUE(area.contains(QRectF(middle.x() - r, middle.y() - r, 2 * r, 2 * r)));
        for (int degrees = 0; degrees < 360; degrees += 7) {
          const double angle = degrees * 0.01745;
          EXPECT_EQ(cell_at(board, layout, middle + r * QPointF(std::cos(angle), std::sin(angle))),
                    cell);
        }
        for (const int other : cells.neighbours(cell)) {
          if (other < 0) continue;
          const QPointF way = layout.middles[at(other)] - middle;
          EXPECT_NEAR(std::hypot(way.x(), way.y()), layout.pitch, 1e-6);
        }
      }
      EXPECT_EQ(cell_at(board, layout, area.topLeft()), -1);
    }
}

TEST_P(HexiomPaint, HolesAreNotHitAndNotDrawn) {
  const HexiomTheme& theme = GetParam();
  Board board = Board::make(2);
  board.cells[3] = hexiom::kHole;
  const QRectF area(0, 0, 200, 200);
  const BoardLayout layout = lay_out(board, theme, area);
  EXPECT_EQ(cell_at(board, layout, layout.middles[3]), -1);
  EXPECT_EQ(cell_at(board, layout, layout.middles[2]), 2);
  const QImage image = draw(board, theme, {200, 200});
  EXPECT_EQ(image.pixelColor(layout.middles[3].toPoint()), theme.style.background);
  EXPECT_NE(image.pixelColor(layout.middles[2].toPoint()), theme.style.background);
}

TEST_P(HexiomPaint, EveryNumeralLockAndStateLooksDifferentAtEverySize) {
  // The middle piece of side 2 touches `touched` others.
  const auto board_of = [](hexiom::Cell piece, bool locked, int touched) {
    Board board = Board::make(2);
    board.cells[3] = piece;
    board.locked[3] = locked ? 1 : 0;
    for (int i = 0, cell = 0; i < touched; ++i, ++cell) {
      if (cell == 3) ++cell;
      board.cells[at(cell)] = 3;
    }
    return board;
  };
  for (const int size : {60, 90, 160, 400}) {
    std::vector<QImage> seen;
    const auto observe = [&](const Board& board) {
      const BoardLayout layout = lay_out(board, GetParam(), QRectF(0, 0, size, size));
      const double r = layout.pitch * 0.5;
      const QRectF cut(layout.middles[3].x() - r, layout.middles[3].y() - r, 2 * r, 2 * r);
      const QImage one = draw(board, GetParam(), {size, size}).copy(cut.toAlignedRect());
      for (const QImage& other : seen) {
        int different = 0;
        for (int y = 0; y < one.height(); ++y)
          for (int x = 0; x < one.width(); ++x) {
            const QColor a = one.pixelColor(x, y), b = other.pixelColor(x, y);
            different += std::abs(a.red() - b.red()) + std::abs(a.green() - b.green()) +
                                     std::abs(a.blue() - b.blue()) >
                                 60
                             ? 1
                             : 0;
          }
        EXPECT_GE(different, 5) << "size " << size << ", picture " << seen.size();
      }
      seen.push_back(one);
    };
    observe(board_of(hexiom::kEmpty, false, 0));
    observe(board_of(hexiom::kEmpty, true, 0));
    for (hexiom::Cell piece = 0; piece <= 6; ++piece) observe(board_of(piece, false, piece));
    observe(board_of(3, true, 3));
    observe(board_of(3, false, 2));
    observe(board_of(3, false, 4));
  }
}

TEST_P(HexiomPaint, ALiftedPieceIsDrawnAtThePointerAndItsCellIsEmpty) {
  const HexiomTheme& theme = GetParam();
  const Board board = hexiom::from_text("2\n  5 .\n . . .\n  . .");
  Board without = board;
  without.cells[0] = hexiom::kEmpty;
  const QSize size(300, 300);
  const BoardLayout layout = lay_out(board, theme, QRectF(0, 0, 300, 300));
  HexiomMarks marks;
  marks.away.push_back({0, layout.middles[6], true});
  const QImage lifted = draw(board, theme, size, marks), empty = draw(without, theme, size);
  const QPoint home = layout.middles[0].toPoint(), input = layout.middles[6].toPoint();
  const auto around = [](const QImage& image, QPoint p) {
    return image.copy(p.x() - 12, p.y() - 12, 24, 24);
  };
  EXPECT_EQ(around(lifted, home), around(empty, home));
  EXPECT_NE(around(lifted, input), around(empty, input));
}

}  // namespace
}  // namespace eyehand::arena
