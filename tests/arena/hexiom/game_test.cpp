#include "arena/hexiom/game.hpp"

#include <gtest/gtest.h>

#include <QImage>
#include <QPainter>

#include "puzzle/error.hpp"
#include "puzzle/hexiom/text.hpp"
#include "tests/arena/qt.hpp"

namespace eyehand::arena {
namespace {

// Cells 0 1 / 2 3 4 / 5 6. Solved by 6 to 1.
constexpr const char* kLevel = "2\n  1 .\n . . .\n +. 1";

class HexiomGameTest : public testing::TestWithParam<HexiomTheme> {
 protected:
  HexiomGameTest() {
    test::need_qt();
    game.place(area);
  }

  QPointF middle(int cell) const {
    return lay_out(hexiom::from_text(kLevel), GetParam(), area)
        .middles[static_cast<std::size_t>(cell)];
  }
  QImage picture() {
    QImage image(300, 300, QImage::Format_RGB32);
    QPainter painter(&image);
    painter.fillRect(image.rect(), game.style().background);
    game.paint(painter);
    return image;
  }
  QImage still_picture() {
    do picture();
    while (game.is_moving());
    return picture();
  }
  void drag(int from, QPointF to) {
    game.press(middle(from) + QPointF(3, -5));
    game.move((middle(from) + to) / 2);
    game.move(to);
    game.release(to);
  }

  QRectF area{0, 0, 300, 300};
  HexiomGame game{
      GetParam(), [](int number) {
        if (number == 2) throw Error("There are two.");
        return Dealt<hexiom::Board>{hexiom::from_text(kLevel), "game " + std::to_string(number)};
      }};
};

INSTANTIATE_TEST_SUITE_P(, HexiomGameTest,
                         testing::ValuesIn(hexiom_themes().begin(), hexiom_themes().end()),
                         [](const auto& theme) { return std::string(theme.param.name); });

TEST_P(HexiomGameTest, ADragToAnotherCellIsAMove) {
  drag(6, middle(4));
  EXPECT_EQ(game.moves(), 1);
  EXPECT_FALSE(game.is_solved());
  drag(4, middle(1));
  EXPECT_EQ(game.moves(), 2);
  EXPECT_TRUE(game.is_solved());
  EXPECT_FALSE(game.press(middle(1)));
}

TEST_P(HexiomGameTest, ADragToNowhereHomeOrALockPutsThePieceBack) {
  const QImage before = still_picture();
  for (const QPointF to : {QPointF(1, 1), QPointF(-40, 900), middle(5), middle(6)}) {
    drag(6, to);
    game.move({0, 0});
    EXPECT_EQ(still_picture(), before);
  }
  EXPECT_EQ(game.moves(), 0);
}

TEST_P(HexiomGameTest, EscapePutsThePieceBack) {
  const QImage before = still_picture();
  game.press(middle(6));
  EXPECT_TRUE(game.move(middle(3)));
  EXPECT_NE(picture(), before);
  EXPECT_TRUE(game.key(Qt::Key_Escape));
  EXPECT_FALSE(game.release(middle(3)));
  game.move({0, 0});
  EXPECT_EQ(still_picture(), before);
  EXPECT_EQ(game.moves(), 0);
}

TEST_P(HexiomGameTest, HoverShowsOnlyOnWhatMayBeLifted) {
  const QImage before = still_picture();
  EXPECT_FALSE(game.move(middle(3)));
  EXPECT_FALSE(game.move(middle(5)));
  EXPECT_TRUE(game.move(middle(0)));
  EXPECT_FALSE(game.move(middle(0) + QPointF(2, 2))) << "nothing new";
  EXPECT_NE(picture(), before);
  EXPECT_TRUE(game.let_go());
  EXPECT_EQ(picture(), before);
}

TEST_P(HexiomGameTest, TheNextGameStartsFresh) {
  drag(6, middle(4));
  game.press(middle(4));
  game.next();
  EXPECT_EQ(game.moves(), 0);
  EXPECT_EQ(game.name(), "game 1");
  EXPECT_FALSE(game.release(middle(2))) << "nothing is held";
  drag(6, middle(4));
  EXPECT_THROW(game.next(), Error);
  EXPECT_EQ(game.moves(), 1) << "the game goes on where there is no other";
  EXPECT_EQ(game.name(), "game 1");
}

}  // namespace
}  // namespace eyehand::arena
