// Draws a step: title, board with the frames around its cells, sentence, and the slider.
#pragma once

#include <QImage>
#include <QRectF>
#include <QSvgRenderer>
#include <memory>
#include <vector>

#include "arena/watch/walkthrough.hpp"

namespace eyehand::arena::watch {

/// Where things are, in the window's coordinates.
struct Layout {
  QRectF header, board, sentence, slider, footer;
  double font = 15;  ///< height of letters with their line, pixels
};
Layout lay_out(const Walkthrough& walkthrough, QSizeF window);
/// The size at which its cells are easy to see, if that fits into `room`.
QSize preferred_size(const Walkthrough& walkthrough, QSizeF room);

/// The board at one step. What the last step left is kept, so that the next one redraws only the
/// cells that change. O(cells) per step, most of which is comparing rectangles.
class BoardPicture {
 public:
  explicit BoardPicture(const Walkthrough& walkthrough);
  /// In pixels of the screen.
  const QImage& at(int step, QSize size);

 private:
  QSvgRenderer* state(std::size_t cell, int number);
  void draw(const QRectF& part);

  const Walkthrough& walkthrough_;
  QSvgRenderer background_;
  QImage empty_, board_;
  std::vector<int> shown_;  ///< by cell: Cell::state_at
  std::vector<QRectF> bounds_;
  std::vector<std::vector<std::unique_ptr<QSvgRenderer>>> states_;  ///< as they are first needed
};

/// What is shown besides the step.
struct Playback {
  int step = 0;
  bool is_playing = false;
  double speed = 2;          ///< steps per second
  bool has_controls = true;  ///< show what keys do; a film has none
};

/// `scale`: pixels of the screen per pixel of the window.
QImage picture(const Walkthrough& walkthrough, BoardPicture& board, const Playback& playback,
               QSize window, double scale);

}  // namespace eyehand::arena::watch
