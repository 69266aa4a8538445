// Makes a picture larger that a viewer shows smaller than the program drew it. What is lost then is
// thin lines, which become pale and spread over two pixels; they are drawn as they were.
#pragma once

#include "vision/frame.hpp"
#include "vision/lattice.hpp"

namespace eyehand {

/// How a picture is made larger.
struct Enlargement {
  double times = 1;       ///< at least 1
  double line_width = 1;  ///< how wide thin lines are shown, pixels, at most 2
  /// The frame's noise, which is smoothed away before as far as edges stay sharp. What is drawn
  /// must differ by clearly more.
  double noise = 0;
};

/// The frame, smoothly interpolated. Straight rows and columns of pixels in which there must have
/// been a line of that width, because they differ from what lies on both sides as the same line
/// would everywhere, are drawn as such, one pixel wide, if at least three lie side by side, as
/// those of a grid do; cells may cover parts of them. O(pixels): some 50 ms per million, 200 on a
/// photograph, and some 30 more if it is smoothed.
Frame enlarged(Frame frame, const Enlargement& by);

/// Whether most lines of this lattice in a picture that was enlarged, but for the outermost, were
/// drawn again. Otherwise they are a few of the lines of a board whose others were not seen.
/// O(pixels of the lines).
bool has_lines_drawn_again(const cv::Mat& bgr, const Lattice& lattice);

}  // namespace eyehand
