// Shows over a window what is to be said about its board: frames around cells, and a sentence.
#pragma once

#include <opencv2/core.hpp>
#include <string>
#include <vector>

#include "app/reading.hpp"
#include "puzzle/deadline.hpp"

namespace eyehand {

/// What is framed, in the frame's image. Of frames that overlap, the later one is on top.
struct Mark {
  cv::Rect place;
  cv::Scalar colour;  ///< BGR
};
inline const cv::Scalar kRed(40, 40, 230), kBlue(235, 120, 30), kGreen(60, 170, 20);

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
