#include "arena/panel/game.hpp"

namespace eyehand::arena {
namespace {

constexpr std::chrono::milliseconds kPulse{700};

}  // namespace

void PanelGame::next() {
  BoardGame::next();
  pulsing_since_.reset();
}

void PanelGame::paint(QPainter& painter) {
  PanelMarks marks{.walk = play_.walk()};
  if (pulsing_since_) {
    marks.pulse = std::chrono::duration<double>(Clock::now() - *pulsing_since_) / kPulse;
    if (marks.pulse >= 1) {
      marks.pulse = 0;
      pulsing_since_.reset();
    }
  }
  arena::paint(painter, play_.board(), theme_, layout_, marks);
}

bool PanelGame::changed(bool has_changed) {
  if (has_changed && play_.is_solved()) pulsing_since_ = Clock::now();
  return has_changed;
}

bool PanelGame::press(QPointF at) {
  return changed(play_.toggle(tile_at(play_.board(), layout_, at)));
}

bool PanelGame::key(int key) {
  switch (key) {
    case Qt::Key_Left:
      return changed(play_.step(-1, 0));
    case Qt::Key_Right:
      return changed(play_.step(1, 0));
    case Qt::Key_Up:
      return changed(play_.step(0, -1));
    case Qt::Key_Down:
      return changed(play_.step(0, 1));
    case Qt::Key_Escape:
      return changed(play_.reset());
    case Qt::Key_Tab:
      return changed(play_.next_start());
    default:
      return false;
  }
}

}  // namespace eyehand::arena
