#include "calibration/part_order.hpp"

#include <algorithm>
#include <limits>

namespace eyehand::calibration {
namespace {

/// A part may be this far from its expected place, as a share of the distance to the next one of
/// its kind.
constexpr double kBeside = 0.35;

struct Box {
  cv::Point2d least{1e300, 1e300}, most{-1e300, -1e300};
  void add(cv::Point2d p) {
    least = {std::min(least.x, p.x), std::min(least.y, p.y)};
    most = {std::max(most.x, p.x), std::max(most.y, p.y)};
  }
  double size() const { return most.x - least.x + most.y - least.y; }
  cv::Point2d middle() const { return (least + most) / 2; }
};

cv::Point2d middle(const cv::Rect& place) {
  return {place.x + (place.width - 1) / 2.0, place.y + (place.height - 1) / 2.0};
}

/// The nearest place of `kind` to a point, except the one numbered `not_this`, and its distance.
template <class Places, class Kinds>
std::pair<std::size_t, double> nearest(cv::Point2d at, std::string_view kind, const Places& places,
                                       const Kinds& kinds, std::size_t not_this) {
  std::pair<std::size_t, double> best{places.size(), std::numeric_limits<double>::infinity()};
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (i == not_this || kinds(i) != kind) continue;
    if (const double away = cv::norm(places[i] - at); away < best.second) best = {i, away};
  }
  return best;
}

}  // namespace

std::vector<ObservedPart> in_order_of(std::span<const Part> truth,
                                      std::span<const cv::Point2d> places,
                                      std::vector<ObservedPart> seen) {
  if (places.size() != truth.size() || seen.size() != truth.size() || seen.empty()) return seen;
  std::vector<cv::Point2d> there;
  Box wanted, found;
  for (const cv::Point2d& place : places) wanted.add(place);
  for (const ObservedPart& part : seen) {
    there.push_back(middle(part.place));
    found.add(there.back());
  }
  if (wanted.size() <= 0 || found.size() <= 0) return seen;
  const double scale = found.size() / wanted.size();
  const auto none = truth.size();
  const auto true_kind = [&](std::size_t i) { return truth[i].kind; };
  const auto seen_kind = [&](std::size_t i) { return seen[i].part.kind; };
  std::vector<ObservedPart> ordered;
  std::vector<bool> taken(seen.size());
  for (std::size_t i = 0; i < truth.size(); ++i) {
    const cv::Point2d at = found.middle() + scale * (places[i] - wanted.middle());
    const double spacing = scale * nearest(places[i], truth[i].kind, places, true_kind, i).second;
    const auto [which, away] = nearest(at, truth[i].kind, there, seen_kind, none);
    if (which == none || taken[which] || away > kBeside * spacing) return {};
    taken[which] = true;
    ordered.push_back(seen[which]);
  }
  return ordered;
}

}  // namespace eyehand::calibration
