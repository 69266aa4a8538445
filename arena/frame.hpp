// The picture of a practice window: a header with clock, name and move counter, the game, and a
// footer with the keys or the outcome. A pure function of its arguments.
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

/// The state of the game in the window.
struct FrameState {
  std::chrono::seconds elapsed{0};
  std::optional<std::chrono::seconds> limit = {};
  enum class End { none, solved, time_up };
  End end = End::none;
  QString trouble = {};  ///< why there is no next game
};
/// The state of a game that has just been shown.
FrameState first_state(const Game& game, std::optional<std::chrono::seconds> limit);

/// What a window of `size` shows; `scale` is the screen's device pixel ratio. The game must already
/// be placed (lay_out_frame). Window and screenshot both use this picture, so they agree in every
/// pixel.
QImage picture(Game& game, const FrameState& state, QSize size, double scale = 1);

}  // namespace eyehand::arena
