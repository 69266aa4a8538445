#include "arena/panel/game.hpp"

#include <gtest/gtest.h>

#include <QImage>
#include <QPainter>

#include "puzzle/error.hpp"
#include "puzzle/panel/text.hpp"
#include "tests/arena/qt.hpp"

namespace eyehand::arena {
namespace {

constexpr const char* kToggledPanel = "5:Cr0000Bb0";  // solved by 3 and 4
constexpr const char* kWalkedPanel = "5:@0Br000@0";   // solved by one step to the right

class PanelGameTest : public testing::Test {
 protected:
  PanelGameTest() {
    test::need_qt();
    game.place(area);
  }

  QPointF middle(int tile) const {
    return lay_out(panel::from_code(kToggledPanel), panel_themes()[0], area)
        .middles[static_cast<std::size_t>(tile)];
  }
  QImage picture() {
    QImage image(300, 100, QImage::Format_RGB32);
    QPainter painter(&image);
    painter.fillRect(image.rect(), game.style().background);
    game.paint(painter);
    return image;
  }

  QRectF area{0, 0, 300, 100};
  PanelGame game{panel_themes()[0], [](int number) {
                   if (number == 2) throw Error("There are two.");
                   return Dealt<panel::Board>{
                       panel::from_code(number == 0 ? kToggledPanel : kWalkedPanel),
                       "panel " + std::to_string(number)};
                 }};
};

TEST_F(PanelGameTest, AClickTogglesAndShowsIt) {
  const QImage before = picture();
  EXPECT_TRUE(game.press(middle(3)));
  EXPECT_FALSE(game.release(middle(3)));
  EXPECT_NE(picture(), before);
  EXPECT_EQ(game.moves(), 1);
  EXPECT_FALSE(game.press({1, 1})) << "beside the panel";
  EXPECT_TRUE(game.press(middle(3)));
  EXPECT_EQ(picture(), before);
  for (const int key : {Qt::Key_Right, Qt::Key_Escape, Qt::Key_Tab, Qt::Key_A})
    EXPECT_FALSE(game.key(key));
  EXPECT_EQ(game.moves(), 2);
}

TEST_F(PanelGameTest, WithoutAClickThePointerChangesNothing) {
  EXPECT_FALSE(game.move(middle(3)));
  EXPECT_FALSE(game.release(middle(3)));
  EXPECT_FALSE(game.let_go());
  EXPECT_EQ(game.moves(), 0);
}

TEST_F(PanelGameTest, ThePanelPulsesWhenSolvedAndIsThenStill) {
  game.press(middle(4));
  EXPECT_FALSE(game.is_moving());
  game.press(middle(3));
  EXPECT_TRUE(game.is_solved());
  EXPECT_TRUE(game.is_moving());
  const auto begun = std::chrono::steady_clock::now();
  while (game.is_moving()) picture();
  EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(10));
  panel::Board solved = panel::from_code("5:Cr0002Bb2");
  QImage still(300, 100, QImage::Format_RGB32);
  still.fill(game.style().background);
  QPainter painter(&still);
  paint(painter, solved, panel_themes()[0], lay_out(solved, panel_themes()[0], area));
  EXPECT_EQ(picture(), still);
}

TEST_F(PanelGameTest, TheNextGameStartsFreshAndIsWalkedWithTheKeys) {
  game.press(middle(3));
  game.next();
  EXPECT_EQ(game.name(), "panel 1");
  EXPECT_EQ(game.moves(), 0);
  const QImage first = picture();
  EXPECT_FALSE(game.press(middle(1))) << "clicks do nothing";
  EXPECT_TRUE(game.key(Qt::Key_Tab));
  EXPECT_NE(picture(), first);
  EXPECT_TRUE(game.key(Qt::Key_Left));
  EXPECT_FALSE(game.key(Qt::Key_Up));
  EXPECT_FALSE(game.key(Qt::Key_Down));
  EXPECT_FALSE(game.key(Qt::Key_Right));
  EXPECT_TRUE(game.key(Qt::Key_Escape));
  EXPECT_EQ(picture(), first);
  EXPECT_THROW(game.next(), Error);
  EXPECT_TRUE(game.key(Qt::Key_Right)) << "the game goes on where there is no other";
  EXPECT_TRUE(game.is_solved());
  EXPECT_TRUE(game.is_moving());
}

}  // namespace
}  // namespace eyehand::arena
