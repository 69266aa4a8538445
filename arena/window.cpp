#include "arena/window.hpp"

#include <QGuiApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPaintEvent>
#include <QPainter>

#include "puzzle/error.hpp"

namespace eyehand::arena {

using End = FrameState::End;

Window::Window(Game& game, std::optional<std::chrono::seconds> limit)
    : game_(game), state_(first_state(game, limit)) {
  setTitle(game.title());
  setMinimumSize({160, 160});
}

void Window::paintEvent(QPaintEvent* event) {
  QPainter painter(this);
  painter.setClipRegion(event->region());
  painter.drawImage(0, 0, picture(game_, state_, size(), devicePixelRatio()));
  if (game_.is_moving()) update();
}

void Window::exposeEvent(QExposeEvent* event) {
  QRasterWindow::exposeEvent(event);
  if (isExposed() && !clock_.isValid()) start_clock();
  // A button released while the window is minimised is not reported.
  if (!isExposed() && game_.let_go()) update();
}

void Window::resizeEvent(QResizeEvent* event) {
  game_.let_go();
  game_.place(lay_out_frame(QSizeF(size())).board);
  QRasterWindow::resizeEvent(event);
}

void Window::start_clock() {
  state_.elapsed = {};
  if (!goes_on()) return;
  clock_.start();
  second_.start(1000, Qt::PreciseTimer, this);
}

void Window::timerEvent(QTimerEvent* event) {
  if (event->timerId() == second_.timerId()) tick();
}

void Window::tick() {
  // Read from the clock, since ticks may be late or lost; the next is due at the next full second.
  const std::chrono::milliseconds now(clock_.elapsed());
  state_.elapsed = std::chrono::floor<std::chrono::seconds>(now);
  if (goes_on() && state_.limit && state_.elapsed >= *state_.limit) {
    state_.elapsed = *state_.limit;
    state_.end = End::time_up;
    second_.stop();
    game_.let_go();
    update();
    return;
  }
  const auto left = state_.elapsed + std::chrono::seconds(1) - now;
  second_.start(static_cast<int>(std::chrono::ceil<std::chrono::milliseconds>(left).count()),
                Qt::PreciseTimer, this);
  update(lay_out_frame(QSizeF(size())).header.toAlignedRect());
}

void Window::react(bool changed) {
  if (goes_on() && game_.is_solved()) {
    tick();
    if (goes_on()) state_.end = End::solved;
    second_.stop();
    changed = true;
  }
  if (changed) update();
}

void Window::next_game() {
  try {
    game_.next();
    state_ = first_state(game_, state_.limit);
    second_.stop();
    start_clock();
  } catch (const Error& error) {
    state_.trouble = QString::fromUtf8(error.what());
  }
  update();
}

void Window::mousePressEvent(QMouseEvent* event) {
  if (goes_on() && event->button() == Qt::LeftButton) react(game_.press(event->position()));
}

void Window::mouseMoveEvent(QMouseEvent* event) {
  if (goes_on()) react(game_.move(event->position()));
}

void Window::mouseReleaseEvent(QMouseEvent* event) {
  if (goes_on() && event->button() == Qt::LeftButton) react(game_.release(event->position()));
}

void Window::keyPressEvent(QKeyEvent* event) {
  if (event->isAutoRepeat() && event->key() == Qt::Key_N) return;
  if (event->key() == Qt::Key_Q)
    close();
  else if (event->key() == Qt::Key_N && !(event->modifiers() & Qt::ControlModifier))
    next_game();
  else if (goes_on())
    react(game_.key(event->key()));
}

bool Window::event(QEvent* event) {
  // A piece being dragged stays lifted: the pointer may come back.
  if (event->type() == QEvent::Leave && QGuiApplication::mouseButtons() == Qt::NoButton)
    if (game_.let_go()) update();
  return QRasterWindow::event(event);
}

}  // namespace eyehand::arena
