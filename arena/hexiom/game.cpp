#include "arena/hexiom/game.hpp"

#include <utility>

namespace eyehand::arena {
namespace {

constexpr std::chrono::milliseconds kGlide{120};

/// Fast at first, slow at the end.
double eased(double t) {
  const double left = 1 - t;
  return 1 - left * left * left;
}

}  // namespace

void HexiomGame::next() {
  BoardGame::next();
  lifted_ = hovered_ = target_ = -1;
}

void HexiomGame::place(const QRectF& area) {
  BoardGame::place(area);
  glides_.clear();
}

void HexiomGame::paint(QPainter& painter) {
  const auto now = Clock::now();
  std::erase_if(glides_, [&](const Glide& glide) { return now - glide.since >= kGlide; });
  HexiomMarks marks;
  for (const Glide& glide : glides_) {
    const double t = std::chrono::duration<double>(now - glide.since) / kGlide;
    marks.away.push_back(
        {glide.cell, glide.from + (middle(glide.cell) - glide.from) * eased(t), false});
  }
  if (lifted_ >= 0) marks.away.push_back({lifted_, lifted_middle(), true});
  marks.hovered = hovered_;
  marks.target = target_;
  arena::paint(painter, play_.board(), theme_, layout_, marks);
}

int HexiomGame::cell_at(QPointF at) const {
  return arena::cell_at(play_.board(), layout_, at);
}

void HexiomGame::glide(int cell, QPointF from) {
  std::erase_if(glides_, [&](const Glide& glide) { return glide.cell == cell; });
  glides_.push_back({cell, from, Clock::now()});
}

bool HexiomGame::press(QPointF at) {
  pointer_ = at;
  const int cell = cell_at(at);
  if (lifted_ >= 0 || !play_.may_lift(cell)) return false;
  std::erase_if(glides_, [&](const Glide& glide) { return glide.cell == cell; });
  lifted_ = cell;
  grip_ = middle(cell) - at;
  hovered_ = -1;
  return true;
}

bool HexiomGame::move(QPointF at) {
  pointer_ = at;
  const int cell = cell_at(at);
  if (lifted_ >= 0) {
    target_ = play_.may_drop(lifted_, cell) ? cell : -1;
    return true;
  }
  const int hovered = play_.may_lift(cell) ? cell : -1;
  return std::exchange(hovered_, hovered) != hovered;
}

bool HexiomGame::release(QPointF at) {
  if (lifted_ < 0) return false;
  pointer_ = at;
  const int from = std::exchange(lifted_, -1), to = cell_at(at);
  target_ = -1;
  if (!play_.drop(from, to)) {
    glide(from, lifted_middle());
  } else {
    glide(to, lifted_middle());
    if (hexiom::is_piece(play_.board().cells[static_cast<std::size_t>(from)]))
      glide(from, middle(to));
  }
  move(at);
  return true;
}

bool HexiomGame::key(int key) {
  return key == Qt::Key_Escape && let_go();
}

bool HexiomGame::let_go() {
  const bool changes = lifted_ >= 0 || hovered_ >= 0;
  if (lifted_ >= 0) glide(lifted_, lifted_middle());
  lifted_ = hovered_ = target_ = -1;
  return changes;
}

}  // namespace eyehand::arena
