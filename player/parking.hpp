// Where the pointer is out of the way of a board.
#pragma once

#include <opencv2/core.hpp>
#include <optional>

namespace eyehand {

/// The point of the window beside `board` that is nearest to `from`, as far from the board as large
/// pointers need where there is so much room; nothing if there is hardly any on any side. The board
/// is within the window; all are in image pixels.
std::optional<cv::Point> parking_place(cv::Rect board, cv::Rect window, cv::Point from);

}  // namespace eyehand
