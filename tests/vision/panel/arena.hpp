// Pictures of random panels as the practice window shows them: the whole window, with clock and
// hints.
#pragma once

#include <algorithm>
#include <cmath>
#include <opencv2/core.hpp>
#include <random>
#include <string>
#include <vector>

#include "arena/frame.hpp"
#include "arena/panel/game.hpp"
#include "arena/panel/paint.hpp"
#include "arena/panel/play.hpp"
#include "puzzle/panel/board.hpp"
#include "tests/vision/arena_picture.hpp"

namespace eyehand::test {

/// A panel as it is shown.
struct PanelPicture : ArenaPicture {
  panel::Board board;  ///< as it is visible: no hidden symbols, no links to nothing
  int walker = -1;
};

struct RandomPanel {
  int width = 5, height = 5;
  bool walk = false;
  double symbols = 0.5, locked = 0.1, holes = 0, links = 0;
};

/// Any panel at all; it need not have an answer. Each row and column at the rim keeps a tile.
inline panel::Board random_panel(const RandomPanel& how, std::mt19937_64& random) {
  using panel::Symbol;
  panel::Board board = panel::Board::make(how.width, how.height);
  std::uniform_real_distribution<double> share(0, 1);
  const auto number = [&](int least, int most) {
    return std::uniform_int_distribution<int>(least, most)(random);
  };
  for (int y = 0; y < how.height; ++y)
    for (int x = 0; x < how.width; ++x) {
      panel::Tile& tile = board.tiles[static_cast<std::size_t>(y * how.width + x)];
      const bool is_kept = x == how.width / 2 || y == how.height / 2;
      if (!is_kept && share(random) < how.holes) {
        tile.exists = false;
        continue;
      }
      tile.lit = share(random) < 0.5;
      tile.locked = share(random) < how.locked;
      tile.linked_left = x > 0 && share(random) < how.links;
      tile.linked_up = y > 0 && share(random) < how.links;
      if (share(random) >= how.symbols) continue;
      constexpr Symbol kSymbols[] = {Symbol::dot,   Symbol::dot,    Symbol::diamond, Symbol::bar,
                                     Symbol::slash, Symbol::flower, Symbol::flower};
      tile.symbol = kSymbols[number(0, 6)];
      if (tile.symbol == Symbol::flower) {
        tile.value = static_cast<std::int8_t>(number(0, 4));
        continue;
      }
      tile.hue = static_cast<panel::Hue>(number(0, panel::kHues - 1));
      if (tile.symbol == Symbol::dot)
        tile.value = static_cast<std::int8_t>(number(1, 9) * (number(0, 1) * 2 - 1));
    }
  if (how.walk) {
    std::vector<panel::Tile*> tiles;
    for (panel::Tile& tile : board.tiles)
      if (tile.exists) tiles.push_back(&tile);
    for (int i = number(1, 3); i > 0; --i) {
      panel::Tile& tile =
          *tiles[static_cast<std::size_t>(number(0, static_cast<int>(tiles.size()) - 1))];
      tile.start = true;
      if (tile.locked) tile.lit = true;
    }
  }
  return board;
}

/// Links are drawn between tiles that exist.
inline panel::Board as_seen(panel::Board board) {
  for (std::size_t i = 0; i < board.size(); ++i) {
    panel::Tile& tile = board.tiles[i];
    if (!tile.exists) {
      tile = {};
      tile.exists = false;
      continue;
    }
    tile.linked_left = tile.linked_left && board.tiles[i - 1].exists;
    tile.linked_up =
        tile.linked_up && board.tiles[i - static_cast<std::size_t>(board.width)].exists;
  }
  return board;
}

/// A practice window as small as it may be for tiles of `pitch` pixels; of panels that are walked
/// after `steps` tries to step anywhere.
inline PanelPicture panel_picture(const panel::Board& board, const std::string& theme_name,
                                  int pitch, int steps, std::mt19937_64& random) {
  need_qt();
  const arena::PanelTheme& theme = arena::find_theme(arena::panel_themes(), theme_name);
  arena::PanelGame game(theme, [&](int) { return arena::Dealt<panel::Board>{board, "panel 7"}; });
  arena::PanelPlay play(board);
  for (int i = 0; i < steps && play.is_walked(); ++i) {
    struct Way {
      int key, columns, rows;
    };
    constexpr Way kWays[] = {
        {Qt::Key_Left, -1, 0}, {Qt::Key_Right, 1, 0}, {Qt::Key_Up, 0, -1}, {Qt::Key_Down, 0, 1}};
    const Way way = kWays[random() % 4];
    game.key(way.key);
    play.step(way.columns, way.rows);
  }
  const double along = (board.width + 0.35) * pitch, down = (board.height + 0.35) * pitch;
  std::uniform_int_distribution<int> more(1, pitch / 2);
  QSize size(static_cast<int>(along) + 1, static_cast<int>(down) + 38);
  // Header and footer grow with the window.
  for (int k = 0; k < 8; ++k) {
    const double bars = size.height() - arena::lay_out_frame(size).board.height();
    size.setHeight(static_cast<int>(std::ceil(down + bars)) + 1);
  }
  size += QSize(random() % 2 ? more(random) : 0, random() % 2 ? more(random) : 0);
  const QRectF area = arena::lay_out_frame(size).board;
  game.place(area);
  arena::FrameState state = arena::first_state(game, std::chrono::seconds(180));
  state.elapsed = std::chrono::seconds(75);
  const QImage shown = arena::picture(game, state, size);
  PanelPicture picture{arena_picture(shown, arena::lay_out(board, theme, area)), {}, -1};
  picture.board = as_seen(play.board());
  if (play.is_walked()) picture.walker = play.walk().back();
  return picture;
}

}  // namespace eyehand::test
