#include "arena/watch/window.hpp"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPaintEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

namespace eyehand::arena::watch {

Window::Window(const Walkthrough& walkthrough, const Playback& playback)
    : walkthrough_(walkthrough), board_(walkthrough), playback_(playback) {
  setMinimumSize({200, 240});
  show_step(playback.step);
  play(playback.is_playing);
}

void Window::show_passive() {
  playback_.has_controls = false;
  setFlags(Qt::Tool | Qt::FramelessWindowHint | Qt::BypassWindowManagerHint |
           Qt::WindowDoesNotAcceptFocus | Qt::WindowTransparentForInput);
  show();
}

void Window::show_usable() {
  // Flags of a window that exists are not all changed.
  destroy();
  playback_.has_controls = true;
  setFlags(Qt::Window);
  show();
}

void Window::show_step(int step) {
  playback_.step = std::clamp(step, 0, walkthrough_.end());
  if (playback_.step == walkthrough_.end()) play(false);
  setTitle(walkthrough_.title + QStringLiteral(", ") + walkthrough_.place(playback_.step));
  update();
}

void Window::play(bool is_playing) {
  playback_.is_playing = is_playing;
  if (is_playing)
    next_.start(static_cast<int>(std::lround(1000 / playback_.speed)), Qt::PreciseTimer, this);
  else
    next_.stop();
  update();
}

void Window::change_speed(double factor) {
  playback_.speed = std::clamp(playback_.speed * factor, kMinSpeed, kMaxSpeed);
  play(playback_.is_playing);
}

void Window::timerEvent(QTimerEvent* event) {
  if (event->timerId() == next_.timerId()) show_step(playback_.step + 1);
}

void Window::paintEvent(QPaintEvent* event) {
  QPainter painter(this);
  painter.setClipRegion(event->region());
  painter.drawImage(0, 0, picture(walkthrough_, board_, playback_, size(), devicePixelRatio()));
}

void Window::keyPressEvent(QKeyEvent* event) {
  const auto go = [this](int step) {
    play(false);
    show_step(step);
  };
  switch (event->key()) {
    case Qt::Key_Space:
      if (event->isAutoRepeat()) return;
      if (playback_.step == walkthrough_.end()) show_step(0);
      return play(!playback_.is_playing);
    case Qt::Key_Left:
      return go(playback_.step - 1);
    case Qt::Key_Right:
      return go(playback_.step + 1);
    case Qt::Key_Home:
      return go(0);
    case Qt::Key_End:
      return go(walkthrough_.end());
    case Qt::Key_Plus:
    case Qt::Key_Equal:
      return change_speed(1.5);
    case Qt::Key_Minus:
      return change_speed(1 / 1.5);
    case Qt::Key_Q:
    case Qt::Key_Escape:
      close();
      return;
    default:
      return QRasterWindow::keyPressEvent(event);
  }
}

void Window::seek(double x) {
  const QRectF slider = lay_out(walkthrough_, size()).slider;
  play(false);
  show_step(
      static_cast<int>(std::lround((x - slider.left()) / slider.width() * walkthrough_.end())));
}

void Window::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  const Layout layout = lay_out(walkthrough_, size());
  is_seeking_ = layout.slider.contains(event->position());
  if (is_seeking_) return seek(event->position().x());
  if (!layout.board.contains(event->position())) return;
  if (playback_.step == walkthrough_.end()) show_step(0);
  play(!playback_.is_playing);
}

void Window::mouseMoveEvent(QMouseEvent* event) {
  if (is_seeking_) seek(event->position().x());
}

void Window::mouseReleaseEvent(QMouseEvent*) {
  is_seeking_ = false;
}

}  // namespace eyehand::arena::watch
