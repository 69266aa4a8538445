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

/// Clusters of pieces that show the same number, as indices into `pieces`.
std::vector<std::vector<std::size_t>> clusters_of_numbers(
    const std::vector<NumberPictures>& pieces);

/// Recognises the numbers with Tesseract such that `is_possible` (given one per piece) holds. Two
/// clusters show different numbers, unless they look much alike and nothing else fits what
/// Tesseract reads. A numeral without a hole as high as a 0's is 0 only if it can be nothing else.
/// The likeliest namings are tried first, up to 60. If none fits, numbers that look much alike may
/// differ after all, and up to 60 more are tried; if none of these fits either, clusters on which
/// Tesseract is certain of the same number may both show it, and up to 60 more are tried.
std::optional<std::vector<int>> name_numbers(
    const std::vector<NumberPictures>& pieces,
    const std::function<bool(const std::vector<int>&)>& is_possible);

/// Samples of these numbers, a few of each.
hexiom::Numbers samples_of(const std::vector<NumberPictures>& pieces,
                           const std::vector<int>& numbers);

}  // namespace eyehand::calibration
