// Pictures of random Hexiom boards as the practice window shows them: the whole window, with clock
// and hints.
#pragma once

#include <algorithm>
#include <cmath>
#include <opencv2/core.hpp>
#include <random>
#include <string>
#include <vector>

#include "arena/frame.hpp"
#include "arena/hexiom/game.hpp"
#include "puzzle/hexiom/board.hpp"
#include "puzzle/hexiom/hexagon.hpp"
#include "tests/vision/arena_picture.hpp"

namespace eyehand::test {

/// A practice window with one board.
class ArenaHexiom {
 public:
  ArenaHexiom(const hexiom::Board& board, const std::string& theme, int width, int height)
      : size_(width, height),
        theme_(arena::find_theme(arena::hexiom_themes(), theme)),
        game_(theme_, [board](int) {
          return arena::Dealt<hexiom::Board>{board, "level07"};
        }) {
    need_qt();
    const QRectF area = arena::lay_out_frame(QSizeF(size_)).board;
    game_.place(area);
    layout_ = arena::lay_out(board, theme_, area);
  }

  /// As after a while of play.
  ArenaPicture picture() {
    arena::FrameState state = arena::first_state(game_, std::chrono::seconds(180));
    state.elapsed = std::chrono::seconds(75);
    const QImage shown = arena::picture(game_, state, size_);
    return arena_picture(shown, layout_);
  }

  /// The mouse's: `x` and `y` in pitches from a cell's middle.
  void hover(int cell, double x = 0, double y = 0) { game_.move(at(cell, x, y)); }
  void lift(int cell) {
    hover(cell);
    game_.press(at(cell, 0, 0));
  }

 private:
  QPointF at(int cell, double x, double y) const {
    return layout_.middles[static_cast<std::size_t>(cell)] + QPointF(x, y) * layout_.pitch;
  }

  QSize size_;
  const arena::HexiomTheme& theme_;
  arena::HexiomGame game_;
  arena::BoardLayout layout_;
};

struct RandomHexiom {
  int side = 5;
  double density = 0.6, locked = 0.1, holes = 0;
};

/// Any board at all; it need not have an answer. Each row at the hexagon's rim keeps a cell, so
/// that its side can be determined.
inline hexiom::Board random_board(const RandomHexiom& how, std::mt19937_64& random) {
  hexiom::Board board = hexiom::Board::make(how.side);
  const Hexagon hexagon(how.side);
  std::uniform_real_distribution<double> share(0, 1);
  std::uniform_int_distribution<int> number(0, 6);
  for (int cell = 0; cell < hexagon.size(); ++cell) {
    const auto i = static_cast<std::size_t>(cell);
    if (how.side > 1 && share(random) < how.holes) {
      board.cells[i] = hexiom::kHole;
      continue;
    }
    if (share(random) < how.density) board.cells[i] = static_cast<hexiom::Cell>(number(random));
    board.locked[i] = share(random) < how.locked ? 1 : 0;
  }
  const auto keep = [&](auto&& is_in_row) {
    std::vector<std::size_t> row;
    for (int cell = 0; cell < hexagon.size(); ++cell)
      if (is_in_row(hexagon.middle(cell))) row.push_back(static_cast<std::size_t>(cell));
    const bool has_cell = std::any_of(
        row.begin(), row.end(), [&](std::size_t i) { return board.cells[i] != hexiom::kHole; });
    if (!has_cell) board.cells[row[row.size() / 2]] = hexiom::kEmpty;
  };
  const double rim = (how.side - 1) * std::sqrt(0.75) - 0.01;
  for (int k = 0; k < 6; ++k)
    keep([&](Hexagon::Point p) {
      const double angle = CV_PI / 6 + k * CV_PI / 3;
      return p.x * std::cos(angle) + p.y * std::sin(angle) >= rim;
    });
  return board;
}

/// A board in a window of about `pitch` pixels a cell, in any of the themes.
struct ShownHexiom {
  hexiom::Board board;
  std::string theme;
  ArenaPicture picture;
};
inline ShownHexiom any_arena_board(int side, double pitch, std::mt19937_64& random) {
  const auto from_to = [&](double a, double b) {
    return std::uniform_real_distribution<double>(a, b)(random);
  };
  RandomHexiom how;
  how.side = side;
  how.density = from_to(0.15, 1);
  how.locked = from_to(0, 0.3);
  how.holes = random() % 3 == 0 && side > 2 ? from_to(0, 0.2) : 0;
  ShownHexiom shown;
  shown.board = random_board(how, random);
  constexpr std::array kThemes{"classic", "paper", "neon"};
  shown.theme = kThemes[random() % kThemes.size()];
  const auto& theme = arena::find_theme(arena::hexiom_themes(), shown.theme);
  const double along = (2 * side - 1 + 0.2) * pitch;
  const double across = ((2 * side - 2) * std::sqrt(0.75) + 2 / std::sqrt(3) + 0.2) * pitch;
  // One of the two has more room than it needs. Header and footer take 37 pixels and more.
  const double width = (theme.is_flat_topped ? across : along) * from_to(1, 1.15);
  double height = (theme.is_flat_topped ? along : across) * from_to(1, 1.15) + 37;
  for (int k = 0; k < 8; ++k) {
    const double bars = height - arena::lay_out_frame({width, height}).board.height();
    height = (theme.is_flat_topped ? along : across) + bars;
  }
  shown.picture = ArenaHexiom(shown.board, shown.theme, std::max(40, static_cast<int>(width) + 1),
                              std::max(60, static_cast<int>(height) + 1))
                      .picture();
  return shown;
}

}  // namespace eyehand::test
