#include "player/parking.hpp"

#include <algorithm>
#include <cmath>

namespace eyehand {
namespace {

/// The usual and the least distance of the parked pointer from what it must not cover, in pixels:
/// some programs draw a large pointer.
constexpr int kParkDistance = 72, kParkDistanceMin = 4;

/// In pixels; 0 within the area.
double distance_to(cv::Rect area, cv::Point from) {
  const int dx = std::max({area.x - from.x, 0, from.x - area.br().x + 1});
  const int dy = std::max({area.y - from.y, 0, from.y - area.br().y + 1});
  return std::hypot(dx, dy);
}

}  // namespace

std::optional<cv::Point> parking_place(cv::Rect board, cv::Rect button, cv::Rect window,
                                       cv::Point from) {
  std::optional<cv::Point> best;
  double most_room = kParkDistanceMin;
  double nearest = 0;
  const auto offer = [&](int margin, cv::Point board_side, cv::Point direction) {
    const int away = std::min(margin, kParkDistance);
    const cv::Point place = board_side + away * direction;
    const double room = button.empty() ? away : std::min<double>(away, distance_to(button, place));
    if (room < most_room || !window.contains(place)) return;
    const double distance = cv::norm(place - from);
    if (best && room == most_room && distance >= nearest) return;
    best = place;
    most_room = room;
    nearest = distance;
  };
  offer(board.x - window.x, {board.x, from.y}, {-1, 0});
  offer(window.br().x - 1 - board.br().x, {board.br().x, from.y}, {1, 0});
  offer(board.y - window.y, {from.x, board.y}, {0, -1});
  offer(window.br().y - 1 - board.br().y, {from.x, board.br().y}, {0, 1});
  return best;
}

}  // namespace eyehand
