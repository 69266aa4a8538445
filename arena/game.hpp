// A practice game as the window sees it (arena/window.hpp): it draws itself into a rectangle,
// receives mouse and keyboard events, and reports its state. Clock, counter, time limit and
// messages belong to the window.
#pragma once

#include <QPointF>
#include <QRectF>
#include <QString>

#include "arena/style.hpp"

class QPainter;

namespace eyehand::arena {

/// Points and areas are in the window's pixels. Event handlers return whether the picture changed.
class Game {
 public:
  virtual ~Game() = default;

  /// The window's title.
  virtual QString title() const = 0;
  /// Identifies the current one of the games that `next` goes through: "level12", "seed 7".
  virtual QString name() const = 0;
  virtual const Style& style() const = 0;

  /// Sets where it is drawn from now on.
  virtual void place(const QRectF& area) = 0;
  virtual void paint(QPainter& painter) = 0;
  /// Whether an animation is running, so that the next picture will differ. Called after each
  /// picture; a game at rest must return false, since programs wait for the window to be still.
  virtual bool is_moving() const { return false; }

  /// These three concern the left button and are called only while the game is running.
  virtual bool press(QPointF at) = 0;
  virtual bool move(QPointF at) = 0;  ///< with the button held or not
  virtual bool release(QPointF at) = 0;
  /// A Qt::Key other than the window's own (N, Q), while the game is running.
  virtual bool key(int key) = 0;
  /// The pointer has left, or the game is over: anything held goes back.
  virtual bool let_go() = 0;

  virtual bool is_solved() const = 0;
  virtual int moves() const = 0;
  /// Goes on to the next game. Throws Error, and changes nothing, if there is none.
  virtual void next() = 0;
};

}  // namespace eyehand::arena
