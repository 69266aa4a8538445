// Where to move the pointer out of the way of a board and what belongs to it.
#pragma once

#include <opencv2/core.hpp>
#include <optional>

namespace eyehand {

/// The point of the window beside `board` that is nearest to `from`, at a distance that suits large
/// pointers from it and from `button`, which may be empty, if there is room for that; nothing if
/// there is hardly any room on any side. The board is within the window; all are in image pixels.
std::optional<cv::Point> parking_place(cv::Rect board, cv::Rect button, cv::Rect window,
                                       cv::Point from);

}  // namespace eyehand
