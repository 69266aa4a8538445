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

/// The whole window; the game is laid out already.
void paint_frame(QPainter& painter, Game& game, const FrameState& state, QSizeF window);

/// What a window of `size` shows of a game that begins.
QImage picture(Game& game, const FrameState& state, QSize size);

}  // namespace eyehand::arena
