// The window that all practice games share: shows a game, passes on the mouse and the keyboard, and
// keeps the clock.
#pragma once

#include <QBasicTimer>
#include <QElapsedTimer>
#include <QRasterWindow>
#include <chrono>
#include <optional>

#include "arena/frame.hpp"
#include "arena/game.hpp"

namespace eyehand::arena {

/// The clock of a game starts when it is first shown, and stops when it is solved or its time is
/// up; from then on only N (next game) and Q (close) have an effect. A window at rest redraws its
/// clock, once a second, and nothing else.
class Window final : public QRasterWindow {
 public:
  /// The game must outlive the window. Without `limit` there is no time limit.
  Window(Game& game, std::optional<std::chrono::seconds> limit);

  /// Whether the game on the screen is solved, within its time.
  bool is_solved() const { return state_.end == FrameState::End::solved; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  void exposeEvent(QExposeEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void timerEvent(QTimerEvent* event) override;
  bool event(QEvent* event) override;

 private:
  bool goes_on() const { return state_.end == FrameState::End::none; }
  void start_clock();
  void tick();
  void next_game();
  /// After an event: notes whether the game is now solved, and redraws it if it changed.
  void react(bool changed);

  Game& game_;
  FrameState state_;
  QElapsedTimer clock_;
  QBasicTimer second_;  ///< up to the next full second
};

}  // namespace eyehand::arena
