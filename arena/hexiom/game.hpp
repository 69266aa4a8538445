// Hexiom as a practice game: pieces are dragged with the mouse.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "arena/deal.hpp"
#include "arena/game.hpp"
#include "arena/hexiom/paint.hpp"
#include "arena/hexiom/play.hpp"

namespace eyehand::arena {

using DealtHexiom = Dealt<hexiom::Board>;

class HexiomGame final : public Game {
 public:
  using Deal = arena::Deal<hexiom::Board>;

  HexiomGame(const HexiomTheme& theme, Deal deal);

  QString title() const override;
  QString name() const override;
  const Style& style() const override { return theme_.style; }
  void place(const QRectF& area) override;
  void paint(QPainter& painter) override;
  bool is_moving() const override { return !glides_.empty(); }
  bool press(QPointF at) override;
  bool move(QPointF at) override;
  bool release(QPointF at) override;
  bool key(int key) override;
  bool let_go() override;
  bool is_solved() const override { return play_.is_solved(); }
  int moves() const override { return play_.moves(); }
  void next() override;

 private:
  using Clock = std::chrono::steady_clock;
  /// A piece gliding to its cell. Only drawn: on the board it has arrived.
  struct Glide {
    int cell;
    QPointF from;
    Clock::time_point since;
  };

  HexiomGame(const HexiomTheme& theme, Deal deal, DealtHexiom first);
  int cell_at(QPointF at) const;
  QPointF middle(int cell) const { return layout_.middles[static_cast<std::size_t>(cell)]; }
  /// Where a lifted piece is drawn.
  QPointF lifted_middle() const { return pointer_ + grip_; }
  void glide(int cell, QPointF from);

  HexiomTheme theme_;
  Deal deal_;
  int number_ = 0;
  std::string name_;
  HexiomPlay play_;
  QRectF area_;
  HexiomLayout layout_;
  std::vector<Glide> glides_;

  int lifted_ = -1;   ///< the cell of the lifted piece
  int hovered_ = -1;  ///< a piece under the pointer that can be lifted
  int target_ = -1;
  QPointF pointer_, grip_;  ///< grip: from the pointer to the centre of the lifted piece
};

}  // namespace eyehand::arena
