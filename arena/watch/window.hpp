// The window in which a solution is watched.
#pragma once

#include <QBasicTimer>
#include <QRasterWindow>

#include "arena/watch/paint.hpp"

namespace eyehand::arena::watch {

/// Keys: space plays and pauses, left and right step, Home and End, + and - change the speed, q and
/// Escape close it. Clicking the board plays and pauses, the slider goes to a step. The title says
/// which step is shown.
class Window final : public QRasterWindow {
 public:
  static constexpr double kMinSpeed = 0.2, kMaxSpeed = 50;  ///< steps per second

  /// The walkthrough must outlive the window.
  Window(const Walkthrough& walkthrough, const Playback& playback);

  /// Shows it so that it comes in the way of nobody: it takes no input and no focus, and a window
  /// manager leaves it where it is.
  void show_passive();
  /// Shows it as a window like others.
  void show_usable();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void timerEvent(QTimerEvent* event) override;

 private:
  void show_step(int step);
  void play(bool is_playing);
  void change_speed(double factor);
  void seek(double x);

  const Walkthrough& walkthrough_;
  BoardPicture board_;
  Playback playback_;
  QBasicTimer next_;
  bool is_seeking_ = false;
};

}  // namespace eyehand::arena::watch
