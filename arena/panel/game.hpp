// Panels as a practice game: tiles are toggled with the left mouse button, or walked with the arrow
// keys.
#pragma once

#include <chrono>
#include <optional>

#include "arena/board_game.hpp"
#include "arena/panel/paint.hpp"
#include "arena/panel/play.hpp"

namespace eyehand::arena {

class PanelGame final : public BoardGame<panel::Board, PanelTheme, PanelPlay> {
 public:
  using BoardGame::BoardGame;

  QString title() const override { return QStringLiteral("Panel"); }
  void paint(QPainter& painter) override;
  /// The panel pulses for 0.7 s once it is solved.
  bool is_moving() const override { return pulsing_since_.has_value(); }
  bool press(QPointF at) override;
  bool move(QPointF) override { return false; }
  bool release(QPointF) override { return false; }
  /// The arrows step, Escape resets the walk, Tab moves to the next start tile.
  bool key(int key) override;
  bool let_go() override { return false; }
  void next() override;

 private:
  using Clock = std::chrono::steady_clock;

  bool changed(bool has_changed);

  std::optional<Clock::time_point> pulsing_since_;
};

}  // namespace eyehand::arena
