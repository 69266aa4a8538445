// Makes a picture larger that a viewer shows smaller than the program drew it. What is lost then is
// thin lines, which become pale and spread over two pixels; they are drawn as they were.
#pragma once

#include "vision/frame.hpp"

namespace eyehand {

/// How a picture is made larger.
struct Enlargement {
  double times = 1;       ///< at least 1
  double line_width = 1;  ///< how wide thin lines are shown, pixels, at most 2
};

/// The frame, smoothly interpolated. Straight rows and columns of pixels in which there must have
/// been a line of that width, because they differ from what lies on both sides as the same line
/// would everywhere, are drawn as such, one pixel wide, if at least three lie side by side, as
/// those of a grid do; cells may cover parts of them. O(pixels): some 50 ms per million, 200 on a
/// photograph.
Frame enlarged(Frame frame, const Enlargement& by);

}  // namespace eyehand
