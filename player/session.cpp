#include "player/session.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <opencv2/imgproc.hpp>
#include <utility>

namespace eyehand {

std::string size_text(int width, int height) {
  return std::to_string(width) + "x" + std::to_string(height);
}

std::vector<cv::Point2d> centres(const Lattice& lattice) {
  std::vector<cv::Point2d> all;
  for (int row = 0; row < lattice.rows; ++row)
    for (int column = 0; column < lattice.columns; ++column)
      all.push_back(lattice.centre(column, row));
  return all;
}

void draw_gestures(cv::Mat& image, const Plan& plan, const Frame& frame, int radius) {
  // The first colour is for button 1.
  const std::array colours = {cv::Scalar(255, 80, 0), cv::Scalar(40, 40, 40),
                              cv::Scalar(0, 80, 255)};
  const auto colour = [&](int button) {
    return colours[static_cast<std::size_t>(std::clamp(button, 1, 3) - 1)];
  };
  const auto at = [&](ScreenPoint p) { return frame.to_image({p.x, p.y}); };
  const auto disc = [&](ScreenPoint p, int button) {
    cv::circle(image, at(p), radius, colour(button), cv::FILLED, cv::LINE_AA);
  };
  for (std::size_t i = 0; i < plan.size();) {
    std::size_t same = 1;
    while (i + same < plan.size() && plan[i + same] == plan[i]) ++same;
    if (const auto* click = std::get_if<Click>(&plan[i])) {
      disc(click->at, click->button);
      if (same > 1)
        cv::putText(image, std::to_string(same), at(click->at) + cv::Point(-radius / 2, radius / 2),
                    cv::FONT_HERSHEY_SIMPLEX, radius / 11.0, cv::Scalar::all(255), 1, cv::LINE_AA);
    } else if (const auto* drag = std::get_if<Drag>(&plan[i])) {
      std::vector<cv::Point> way = {at(drag->from)};
      for (const ScreenPoint p : drag->via) way.push_back(at(p));
      way.push_back(at(drag->to));
      cv::polylines(image, way, false, colour(drag->button), 2, cv::LINE_AA);
      disc(drag->from, drag->button);
    }
    i += same;
  }
}

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

std::vector<int> each_once(std::span<const int> order, int cells) {
  std::vector<int> all;
  std::vector<std::uint8_t> is_there(static_cast<std::size_t>(cells), 0);
  const auto add = [&](int cell) {
    if (cell < cells && std::exchange(is_there[static_cast<std::size_t>(cell)], 1) == 0)
      all.push_back(cell);
  };
  for (const int cell : order) add(cell);
  for (int cell = 0; cell < cells; ++cell) add(cell);
  return all;
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
