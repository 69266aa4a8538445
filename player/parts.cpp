#include "player/parts.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace eyehand {

std::vector<ObservedPart> observed_by_cell(std::vector<Part> parts,
                                           std::span<const cv::Rect> places,
                                           std::span<const float> confidences) {
  std::vector<ObservedPart> observed;
  if (places.empty() || places.size() != confidences.size() || parts.size() % places.size() != 0)
    return observed;
  const std::size_t each = parts.size() / places.size();
  observed.reserve(parts.size());
  for (std::size_t i = 0; i < parts.size(); ++i)
    observed.push_back({std::move(parts[i]), confidences[i / each], places[i / each]});
  return observed;
}

std::vector<cv::Rect> squares_around(std::span<const cv::Point2d> centres) {
  constexpr std::size_t kSample = 32;
  double pitch = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < std::min(kSample, centres.size()); ++i)
    for (std::size_t k = i + 1; k < centres.size(); ++k)
      pitch = std::min(pitch, cv::norm(centres[i] - centres[k]));
  const int side = centres.size() < 2 ? 1 : std::max(1, cvRound(pitch));
  std::vector<cv::Rect> squares;
  for (const cv::Point2d& centre : centres)
    squares.emplace_back(cvRound(centre.x - side / 2.0), cvRound(centre.y - side / 2.0), side,
                         side);
  return squares;
}

}  // namespace eyehand
