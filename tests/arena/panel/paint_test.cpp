#include "arena/panel/paint.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <string>

#include "puzzle/error.hpp"
#include "puzzle/index.hpp"
#include "puzzle/panel/text.hpp"

namespace eyehand::arena {

inline void PrintTo(const PanelTheme& theme, std::ostream* out) {
  *out << theme.name;
}

namespace {

using panel::Board;
using panel::Hue;
using panel::Symbol;
using panel::Tile;

class PanelPaint : public testing::TestWithParam<PanelTheme> {
 protected:
  /// The middle tile of 3 by 3 and what surrounds it, each tile `side` pixels wide.
  QImage one(const Tile& tile, int pixels, const PanelMarks& marks = {}) const {
    Board board = Board::make(3, 3);
    board.tiles[4] = tile;
    const int side = static_cast<int>(std::ceil(3.35 * pixels)) + 1;
    const BoardLayout layout = lay_out(board, GetParam(), QRectF(0, 0, side, side));
    EXPECT_EQ(layout.pitch, pixels);
    const double reach = pixels * 0.55;
    const QRectF cut(layout.middles[4] - QPointF(reach, reach), QSizeF(2 * reach, 2 * reach));
    return draw(board, GetParam(), {side, side}, marks).copy(cut.toAlignedRect());
  }
};

INSTANTIATE_TEST_SUITE_P(, PanelPaint,
                         testing::ValuesIn(panel_themes().begin(), panel_themes().end()),
                         [](const auto& theme) { return std::string(theme.param.name); });

/// Whether at least `count` pixels are clearly different.
bool are_different(const QImage& a, const QImage& b, int pixels) {
  for (int y = 0; y < a.height(); ++y)
    for (int x = 0; x < a.width(); ++x) {
      const QRgb p = a.pixel(x, y), q = b.pixel(x, y);
      const int difference = std::abs(qRed(p) - qRed(q)) + std::abs(qGreen(p) - qGreen(q)) +
                             std::abs(qBlue(p) - qBlue(q));
      if (difference > 60 && --pixels == 0) return true;
    }
  return false;
}

TEST(PanelThemes, AreThreeOrMoreOfDifferentShapesAndFoundByName) {
  std::set<std::string_view> names;
  std::set<double> widths, corners;
  for (const PanelTheme& theme : panel_themes()) {
    names.insert(theme.name);
    widths.insert(theme.width);
    corners.insert(theme.corner);
    EXPECT_EQ(find_theme(panel_themes(), theme.name).lit, theme.lit);
    EXPECT_GT(theme.lit.lightness(), theme.unlit.lightness() + 80) << theme.name;
  }
  EXPECT_GE(names.size(), 3U);
  EXPECT_EQ(names.size(), panel_themes().size());
  EXPECT_EQ(widths.size(), names.size());
  EXPECT_EQ(corners.size(), names.size());
  try {
    find_theme(panel_themes(), "no such");
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("slate"), std::string::npos);
  }
}

TEST_P(PanelPaint, EveryTileLiesInTheAreaAndIsHitAllOverIt) {
  for (const auto& [width, height] : {std::pair{1, 1}, {5, 5}, {10, 3}, {3, 20}})
    for (const QRectF area : {QRectF(0, 0, 300, 200), QRectF(50, 30, 111, 640)}) {
      const Board board = Board::make(width, height);
      const BoardLayout layout = lay_out(board, GetParam(), area);
      for (int tile = 0; tile < width * height; ++tile) {
        const QPointF middle = layout.middles[at(tile)];
        const double r = layout.pitch * 0.49;
        EXPECT_TRUE(area.contains(QRectF(middle.x() - r, middle.y() - r, 2 * r, 2 * r)));
        for (const double x : {-r, 0.0, r})
          for (const double y : {-r, 0.0, r})
            EXPECT_EQ(tile_at(board, layout, middle + QPointF(x, y)), tile);
        EXPECT_NEAR(middle.x() - layout.middles[0].x(), tile % width * layout.pitch, 1e-6);
        EXPECT_NEAR(middle.y() - layout.middles[0].y(), tile / width * layout.pitch, 1e-6);
      }
      for (const QPointF outside : {area.topLeft(), area.bottomRight(), QPointF(-1000, 5)})
        EXPECT_EQ(tile_at(board, layout, outside), -1);
    }
}

TEST_P(PanelPaint, MissingTilesAreNeitherHitNorDrawn) {
  const PanelTheme& theme = GetParam();
  Board board = Board::make(3, 3);
  board.tiles[4] = {.exists = false, .lit = true, .linked_left = true, .symbol = Symbol::bar};
  const BoardLayout layout = lay_out(board, theme, QRectF(0, 0, 200, 200));
  EXPECT_EQ(tile_at(board, layout, layout.middles[4]), -1);
  EXPECT_EQ(tile_at(board, layout, layout.middles[5]), 5);
  const QImage image = draw(board, theme, {200, 200});
  EXPECT_EQ(image.pixelColor(layout.middles[4].toPoint()), theme.style.background);
  EXPECT_EQ(image.pixelColor(((layout.middles[3] + layout.middles[4]) / 2).toPoint()),
            theme.style.background);
  EXPECT_EQ(image.pixelColor(layout.middles[5].toPoint()), theme.unlit);
}

TEST_P(PanelPaint, EverySymbolValueHueAndMarkLooksDifferentAtEverySize) {
  std::vector<Tile> tiles;
  for (const bool lit : {false, true}) {
    const auto add = [&](Symbol symbol, Hue hue, int value) {
      tiles.push_back(
          {.lit = lit, .symbol = symbol, .hue = hue, .value = static_cast<std::int8_t>(value)});
    };
    for (int hue = 0; hue < panel::kHues; ++hue) {
      for (int value = -9; value <= 9; ++value)
        if (value != 0) add(Symbol::dot, static_cast<Hue>(hue), value);
      for (const Symbol symbol : {Symbol::diamond, Symbol::bar, Symbol::slash})
        add(symbol, static_cast<Hue>(hue), 0);
    }
    for (int value = 0; value <= 4; ++value) add(Symbol::flower, Hue::none, value);
    for (const bool locked : {false, true})
      for (const bool start : {false, true}) {
        add(Symbol::none, Hue::none, 0);
        tiles.back().locked = locked;
        tiles.back().start = start;
      }
  }
  for (const int pixels : {24, 40}) {
    std::vector<QImage> seen;
    for (const Tile& tile : tiles) seen.push_back(one(tile, pixels));
    for (std::size_t a = 0; a < seen.size(); ++a)
      for (std::size_t b = a + 1; b < seen.size(); ++b)
        ASSERT_TRUE(are_different(seen[a], seen[b], 4))
            << pixels << " pixels: symbol " << int(tiles[a].symbol) << " hue " << int(tiles[a].hue)
            << " value " << int(tiles[a].value) << " lit " << tiles[a].lit << " and symbol "
            << int(tiles[b].symbol) << " hue " << int(tiles[b].hue) << " value "
            << int(tiles[b].value) << " lit " << tiles[b].lit;
  }
}

TEST_P(PanelPaint, HiddenSymbolsAreNotDrawn) {
  Tile tile{.symbol = Symbol::diamond, .hue = Hue::red};
  const QImage shown = one(tile, 40);
  tile.hidden = true;
  EXPECT_EQ(one(tile, 40), one(Tile{}, 40));
  EXPECT_NE(one(tile, 40), shown);
}

TEST_P(PanelPaint, LinkedTilesAreJoinedAndOnlyThey) {
  const PanelTheme& theme = GetParam();
  const Board board = panel::from_code("3:0<0022222^2");
  const BoardLayout layout = lay_out(board, theme, QRectF(0, 0, 300, 300));
  const QImage image = draw(board, theme, {300, 300});
  const auto is_joined = [&](int a, int b, const QColor& colour) {
    const QPointF from = layout.middles[at(a)], way = layout.middles[at(b)] - from;
    for (int i = 0; i <= 100; ++i)
      if (image.pixelColor((from + way * i / 100).toPoint()) != colour) return false;
    return true;
  };
  EXPECT_TRUE(is_joined(0, 1, theme.unlit));
  EXPECT_TRUE(is_joined(5, 8, theme.lit));
  EXPECT_FALSE(is_joined(3, 4, theme.lit));
  EXPECT_FALSE(is_joined(4, 7, theme.lit));
  EXPECT_FALSE(is_joined(7, 8, theme.lit));
}

TEST_P(PanelPaint, TheWalkerAndItsTrailCoverNoSymbol) {
  const PanelTheme& theme = GetParam();
  for (const int pixels : {30, 80}) {
    for (const int value : {1, 9, -9}) {
      const Tile tile{.lit = true,
                      .symbol = Symbol::dot,
                      .hue = Hue::red,
                      .value = static_cast<std::int8_t>(value)};
      const QImage alone = one(tile, pixels);
      const std::vector<int> stands = {4}, passes = {3, 4, 5};
      const auto middle = [&](const QImage& image) {
        const double reach = 0.3 * theme.symbol * pixels;
        const QPointF centre = QRectF(image.rect()).center();
        return image.copy(
            QRectF(centre - QPointF(reach, reach), centre + QPointF(reach, reach)).toAlignedRect());
      };
      for (const auto& walk : {stands, passes}) {
        const QImage walked = one(tile, pixels, {.walk = walk});
        EXPECT_TRUE(are_different(walked, alone, 4));
        EXPECT_EQ(middle(walked), middle(alone));
      }
      EXPECT_TRUE(are_different(one(tile, pixels, {.walk = stands}),
                                one(tile, pixels, {.walk = passes}), 20));
    }
  }
}

TEST_P(PanelPaint, TheWalkerCoversNoBridge) {
  const PanelTheme& theme = GetParam();
  const Board board = panel::from_code("2:2<222");
  const std::vector<int> walk = {0};
  const QImage image = draw(board, theme, {200, 200}, PanelMarks{.walk = walk});
  const BoardLayout layout = lay_out(board, theme, QRectF(0, 0, 200, 200));
  for (int x = 0; x <= 50; ++x) {
    const QPointF aside(x / 50.0 * layout.pitch, 0.1 * layout.pitch);
    EXPECT_EQ(image.pixelColor((layout.middles[0] + aside).toPoint()), theme.lit) << x;
  }
}

TEST_P(PanelPaint, APulseIsSeenOnlyBetweenItsEnds) {
  const Board board = panel::from_code("2:2000");
  const auto at_time = [&](double pulse) {
    return draw(board, GetParam(), {90, 90}, PanelMarks{.pulse = pulse});
  };
  EXPECT_TRUE(are_different(at_time(0.5), at_time(0), 500));
  EXPECT_FALSE(are_different(at_time(0.01), at_time(0), 1));
  EXPECT_FALSE(are_different(at_time(0.99), at_time(0), 1));
}

}  // namespace
}  // namespace eyehand::arena
