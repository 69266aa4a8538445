// Hexiom as a practice game: pieces are dragged with the mouse.
#pragma once

#include <chrono>
#include <vector>

#include "arena/board_game.hpp"
#include "arena/hexiom/paint.hpp"
#include "arena/hexiom/play.hpp"

namespace eyehand::arena {

class HexiomGame final : public BoardGame<hexiom::Board, HexiomTheme, HexiomPlay> {
 public:
  using BoardGame::BoardGame;

  QString title() const override { return QStringLiteral("Hexiom"); }
  void place(const QRectF& area) override;
  void paint(QPainter& painter) override;
  bool is_moving() const override { return !glides_.empty(); }
  bool press(QPointF at) override;
  bool move(QPointF at) override;
  bool release(QPointF at) override;
  bool key(int key) override;
  bool let_go() override;
  void next() override;

 private:
  using Clock = std::chrono::steady_clock;
  /// A piece gliding to its cell. Only drawn: on the board it has arrived.
  struct Glide {
    int cell;
    QPointF from;
    Clock::time_point since;
  };

  int cell_at(QPointF at) const;
  QPointF middle(int cell) const { return layout_.middles[static_cast<std::size_t>(cell)]; }
  /// Where a lifted piece is drawn.
  QPointF lifted_middle() const { return pointer_ + grip_; }
  void glide(int cell, QPointF from);

  std::vector<Glide> glides_;

  int lifted_ = -1;   ///< the cell of the lifted piece
  int hovered_ = -1;  ///< a piece under the pointer that can be lifted
  int target_ = -1;
  QPointF pointer_, grip_;  ///< grip: from the pointer to the centre of the lifted piece
};

}  // namespace eyehand::arena
