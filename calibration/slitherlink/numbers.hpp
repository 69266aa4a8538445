// Which digits the clues of an unknown board are, by their shapes alone.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <opencv2/core.hpp>
#include <string>
#include <vector>

#include "puzzle/deadline.hpp"
#include "puzzle/slitherlink/board.hpp"
#include "vision/slitherlink/read_cells.hpp"

namespace eyehand::calibration {

struct Numbers {
  std::vector<std::string> samples;  ///< see vision/digits.hpp
  int foreground_min = 0;            ///< a face with less contrast has no clue
  bool clues_fade = false;           ///< clues with all their lines may have less contrast as well
  std::string digits;                ///< the digits that occur, ascending
  std::vector<std::int8_t> clues;    ///< of the board
};

/// The content of a face in a picture.
using FaceContents = std::function<slitherlink::FaceContent(const cv::Mat& bgr, int face)>;

/// Faces that look alike have the same clue: the one that Tesseract recognises most often, provided
/// that the puzzle then has a solution and that no other interpretation of the shapes is as good.
/// `pictures` show one board with different lines; clues may differ in colour in all but the first.
/// Throws LearnStopped (unreadable) if any doubt remains.
Numbers name_numbers(const std::vector<cv::Mat>& pictures,
                     std::shared_ptr<const slitherlink::Grid> grid, const FaceContents& contents,
                     Deadline deadline);

}  // namespace eyehand::calibration
