// What a practice game is to the window around it (arena/window.hpp): it draws itself into a
// rectangle, is told of the mouse and the keyboard, and says how it stands. Clock, counter, time
// limit and messages are the window's.
#pragma once

#include <QPointF>
#include <QRectF>
#include <QString>

#include "arena/style.hpp"

class QPainter;

namespace eyehand::arena {

/// Points and areas are in the window's pixels. Whoever is told of something answers whether the
/// picture changed by it.
class Game {
 public:
  virtual ~Game() = default;

  /// Of the window.
  virtual QString title() const = 0;
  /// Which game it is of those that `next` goes through: "level12", "seed 7".
  virtual QString name() const = 0;
  virtual const Style& style() const = 0;

  /// Where it is to be drawn from now on.
  virtual void place(const QRectF& area) = 0;
  virtual void paint(QPainter& painter) = 0;
  /// Whether something glides or pulses, so that the next picture will be another by itself. Asked
  /// after each picture; a game at rest must say no, for who waits on a still window waits long.
  virtual bool is_moving() const { return false; }

  /// The left button alone; the three are told only as long as the game goes on.
  virtual bool press(QPointF at) = 0;
  virtual bool move(QPointF at) = 0;  ///< with the button held or not
  virtual bool release(QPointF at) = 0;
  /// A Qt::Key that is not the window's own (N, Q), as long as the game goes on.
  virtual bool key(int key) = 0;
  /// The pointer has left, or the game is over: what is held goes back to where it was.
  virtual bool let_go() = 0;

  virtual bool is_solved() const = 0;
  virtual int moves() const = 0;
  /// Throws Error if there is none; then everything stays as it is.
  virtual void next() = 0;
};

}  // namespace eyehand::arena
