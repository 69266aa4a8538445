// Makes a picture larger that a viewer shows smaller than the program drew it. What is lost then is
// thin lines, which become pale and spread over two pixels; they are drawn as they were.
#pragma once

#include "vision/frame.hpp"

namespace eyehand {

/// How a picture is made larger.
struct Enlargement {
  double times = 1;    ///< at least 1; as often as the viewer has made it smaller
  int line_width = 1;  ///< the thin lines' width in the enlarged picture, pixels
};

/// The frame, smoothly interpolated. Straight rows and columns of pixels in which there must have
/// been a line of that width, because they differ from what lies on both sides as the same line
/// would everywhere, are drawn as such, one pixel wide, if at least three lie side by side, as
/// those of a grid do. O(pixels): some 50 ms per million, 200 on a photograph.
Frame enlarged(Frame frame, const Enlargement& by);

}  // namespace eyehand
