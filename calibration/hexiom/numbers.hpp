// Which number each piece of an unknown Hexiom program shows.
#pragma once

#include <functional>
#include <opencv2/core.hpp>
#include <optional>
#include <vector>

#include "vision/digits.hpp"
#include "vision/hexiom/read_cells.hpp"

namespace eyehand::calibration {

/// Pictures of one piece's number, as number_foreground gives them.
using NumberPictures = std::vector<cv::Mat>;

/// Pieces that show the same number, by their places in what was given.
std::vector<std::vector<std::size_t>> clusters_of_numbers(
    const std::vector<NumberPictures>& pieces);

/// Names the numbers by Tesseract, each cluster another, so that `is_possible` (given one per
/// piece) holds. What encloses no high hole is 0 only if it can be nothing else. The likeliest
/// names are tried first, up to a few hundred. Nothing if none will do.
std::optional<std::vector<int>> name_numbers(
    const std::vector<NumberPictures>& pieces,
    const std::function<bool(const std::vector<int>&)>& is_possible);

/// Samples of these numbers, a few of each.
hexiom::Numbers samples_of(const std::vector<NumberPictures>& pieces,
                           const std::vector<int>& numbers);

}  // namespace eyehand::calibration
