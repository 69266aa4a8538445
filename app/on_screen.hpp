// Shows over a window what is to be said about its board: frames around cells, and a sentence.
#pragma once

#include <opencv2/core.hpp>
#include <string>
#include <vector>

#include "app/reading.hpp"
#include "puzzle/deadline.hpp"
#include "solver/trace.hpp"
#include "vision/frame.hpp"
#include "x11/overlay.hpp"
#include "x11/windows.hpp"

namespace eyehand {

/// What is framed, in the frame's image. Of frames that overlap, the later one is on top.
struct Mark {
  cv::Rect place;
  cv::Scalar colour;  ///< BGR
};
inline const cv::Scalar kRed(40, 40, 230), kBlue(235, 120, 30), kGreen(60, 170, 20);

/// A step, as eyehand shows it: what it looks at in blue, what it decides in green. `cells` is
/// PuzzleSession::cells.
std::vector<Mark> marks_of(const Deduction& step, const std::vector<cv::Rect>& cells);
std::string in_words(const Deduction& step);

/// Marks and a sentence over a window. They take no input.
class Annotation {
 public:
  /// Shows nothing yet. Throws Error if the X server has no Shape extension.
  Annotation(x11::Connection& connection, x11::WindowId window);

  /// A window in its frame, together with room for a sentence where the screen has some.
  static x11::Rect with_room(const x11::Rect& frame, const x11::Rect& screen);

  /// Replaces what is shown: marks in this frame, which shows the window where it is now, and the
  /// sentence beside or over the window, where it hides least of the board, within this part of the
  /// screen. False if the window is gone.
  bool draw(const Frame& frame, const cv::Rect& board, const std::vector<Mark>& marks,
            const std::string& sentence, const x11::Rect& within);
  /// Shows it at the window, as it is now; hides it if the board is covered or minimised.
  void follow(const x11::WindowInfo& window);
  void hide() { overlay_.hide(); }

 private:
  bool is_in_sight(const x11::WindowInfo& window);

  x11::Connection& connection_;
  x11::WindowId window_;
  x11::Overlay overlay_;
  cv::Rect board_;    ///< relative to the window, like the next
  cv::Point offset_;  ///< of the overlay's picture
};

/// The picture that was read, with the marks.
cv::Mat with_marks(const BoardReading& board, const std::vector<Mark>& marks);

enum class Closed {
  changed,  ///< the board or the window's size has
  by_key,   ///< Escape
  timeout,
  interrupted,  ///< Ctrl-C
  window_gone,
};

/// Whether the X server allows it: it needs the extensions Shape and Composite.
bool can_show(const BoardReading& board);

/// Shows marks and sentence over the window that was read. They take no input but Escape, follow
/// the window when it moves, and are hidden while it is covered or minimised. Once the board has
/// changed, it has been read again; a reading that is refused is no change. It sends no input.
Closed show(BoardReading& board, const std::vector<Mark>& marks, const std::string& sentence,
            const Deadline& deadline);

}  // namespace eyehand
