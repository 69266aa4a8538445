// Panels as a practice game: tiles are toggled with the left mouse button, or walked with the arrow
// keys.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "arena/deal.hpp"
#include "arena/game.hpp"
#include "arena/panel/paint.hpp"
#include "arena/panel/play.hpp"

namespace eyehand::arena {

using DealtPanel = Dealt<panel::Board>;

class PanelGame final : public Game {
 public:
  using Deal = arena::Deal<panel::Board>;

  PanelGame(const PanelTheme& theme, Deal deal);

  QString title() const override;
  QString name() const override;
  const Style& style() const override { return theme_.style; }
  void place(const QRectF& area) override;
  void paint(QPainter& painter) override;
  /// The panel pulses for 0.7 s once it is solved.
  bool is_moving() const override { return pulsing_since_.has_value(); }
  bool press(QPointF at) override;
  bool move(QPointF) override { return false; }
  bool release(QPointF) override { return false; }
  /// The arrows step, Escape resets the walk, Tab moves to the next start tile.
  bool key(int key) override;
  bool let_go() override { return false; }
  bool is_solved() const override { return play_.is_solved(); }
  int moves() const override { return play_.moves(); }
  void next() override;

 private:
  using Clock = std::chrono::steady_clock;

  PanelGame(const PanelTheme& theme, Deal deal, DealtPanel first);
  bool changed(bool has_changed);

  PanelTheme theme_;
  Deal deal_;
  int number_ = 0;
  std::string name_;
  PanelPlay play_;
  QRectF area_;
  PanelLayout layout_;
  std::optional<Clock::time_point> pulsing_since_;
};

}  // namespace eyehand::arena
