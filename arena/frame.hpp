// The picture of a practice window: a line with clock, name and counter on top, the game, and below
// it what can be done, or how it ended. A pure function of what it is given.
#pragma once

#include <QImage>
#include <QRectF>
#include <QSizeF>
#include <QString>
#include <chrono>
#include <optional>

#include "arena/game.hpp"

namespace eyehand::arena {

struct FrameLayout {
  QRectF header, board, footer;
};
FrameLayout lay_out_frame(QSizeF window);

/// How the game of the window stands.
struct FrameState {
  std::chrono::seconds elapsed{0};
  std::optional<std::chrono::seconds> limit = {};
  enum class End { none, solved, time_up };
  End end = End::none;
  QString trouble = {};  ///< why there is no next game
};
/// How a game stands that is just shown.
FrameState first_state(const Game& game, std::optional<std::chrono::seconds> limit);

/// What a window of `size` shows; `scale` is the screen's, pixels for each of the size. The game
/// has its place (lay_out_frame) already. Window and screenshot both show this picture, so that
/// they are the same to the last pixel.
QImage picture(Game& game, const FrameState& state, QSize size, double scale = 1);

}  // namespace eyehand::arena
