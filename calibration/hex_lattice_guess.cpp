#include "calibration/hex_lattice_guess.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include "calibration/areas.hpp"
#include "calibration/hexiom/first_piece.hpp"
#include "calibration/hexiom/moves.hpp"

namespace eyehand::calibration {
namespace {

/// How many lattices are guessed from the picture, from how many areas at most, and how many drags
/// are tried on each.
constexpr std::size_t kMostGuesses = 3, kMostAreasOfCluster = 200, kMostGuessedDrags = 16;
/// fit_hex_lattice expects cells up to 1.35 of their width apart; discs with wide gaps are farther.
constexpr std::array kScales{1.0, 1.38};
/// Areas that fill more of their box are not hexagons or discs: a page may have squares all over.
constexpr double kFillMax = 0.9;
/// An area is on a lattice if its centre is off by less than this, in pitches.
constexpr double kOnGuessed = 0.06;
/// Areas on a lattice are cells if their width differs from that of its cells by less than this.
constexpr double kOtherWidth = 0.35;
/// How many places each piece is dragged to, and how many of these are areas, which may be locked,
/// rather than between areas. Those count as that many pitches farther for each of six neighbours
/// that is not an area.
constexpr std::size_t kTargets = 3, kTargetAreas = 2;
constexpr double kNoArea = 10;
/// What is drawn on a piece is within this distance of its centre, in pitches; a place with less
/// than this share of the strongest contrast there has nothing drawn on it.
constexpr double kInner = 0.22, kPlain = 0.3;
/// If no area has a channel whose standard deviation is larger, nothing is drawn on any. Then what
/// is drawn on places beside at least that many of them may be pieces.
constexpr double kDrawn = 5;
constexpr int kAreasAround = 2;

/// Whether these are not all in one row.
bool is_spread(const std::vector<HexStep>& places) {
  if (places.empty()) return false;
  const auto differs = [&](auto&& coordinate) {
    return std::ranges::any_of(
        places, [&](HexStep p) { return coordinate(p) != coordinate(places.front()); });
  };
  return differs([](HexStep p) { return p.q; }) && differs([](HexStep p) { return p.r; }) &&
         differs([](HexStep p) { return p.q + p.r; });
}

bool is_on(const HexLattice& lattice, cv::Point2d point) {
  return cv::norm(lattice.at(nearest_step(lattice, point).point()) - point) <
         kOnGuessed * lattice.pitch;
}

/// The lattice of areas of one size; nothing if they do not form one.
std::optional<HexLatticeGuess> guess_hex_lattice(const std::vector<cv::Rect>& boxes) {
  std::optional<HexFit> best;
  for (const double scale : kScales) {
    std::vector<HexShape> shapes;
    for (const cv::Rect& box : boxes)
      shapes.push_back({middle_of(box), cvRound(scale * box.width), cvRound(scale * box.height)});
    auto fit = fit_hex_lattice(shapes);
    if (fit && is_spread(fit->places) && (!best || fit->places.size() > best->places.size()))
      best = std::move(fit);
  }
  if (!best) return std::nullopt;
  return HexLatticeGuess{
      best->lattice, static_cast<double>(std::min(boxes.front().width, boxes.front().height)), {}};
}

}  // namespace

std::vector<HexLatticeGuess> guess_hex_lattices(const cv::Mat& bgr) {
  std::vector<std::vector<cv::Rect>> clusters = areas_of_one_size(bgr, kFillMax);
  std::erase_if(clusters, [](const auto& boxes) { return boxes.size() > kMostAreasOfCluster; });
  std::vector<HexLatticeGuess> guesses;
  for (const std::vector<cv::Rect>& boxes : clusters) {
    auto guess = guess_hex_lattice(boxes);
    if (!guess || guesses.size() == kMostGuesses) continue;
    const HexLattice& lattice = guess->lattice;
    const bool is_known = std::ranges::any_of(guesses, [&](const HexLatticeGuess& other) {
      return std::abs(other.lattice.pitch - lattice.pitch) < kOnGuessed * lattice.pitch &&
             is_on(other.lattice, lattice.middle);
    });
    if (is_known) continue;
    // Pieces may have a rim that empty cells lack, so that their areas are smaller.
    std::set<HexStep> places;
    for (const std::vector<cv::Rect>& others : clusters)
      for (const cv::Rect& box : others)
        if (std::abs(box.width - guess->width) < kOtherWidth * guess->width &&
            is_on(lattice, middle_of(box)))
          places.insert(nearest_step(lattice, middle_of(box)));
    guess->places.assign(places.begin(), places.end());
    guesses.push_back(std::move(*guess));
  }
  return guesses;
}

std::vector<std::pair<HexStep, HexStep>> drags_on(const HexLatticeGuess& guess,
                                                  const cv::Mat& bgr) {
  const HexLattice& lattice = guess.lattice;
  const auto drawn_on = [&](HexStep place) {
    const cv::Point2d half = kInner * lattice.pitch * cv::Point2d(1, 1);
    const cv::Point2d middle = lattice.at(place.point());
    const cv::Rect box =
        cv::Rect(cv::Point(middle - half), cv::Point(middle + half)) & cv::Rect({}, bgr.size());
    cv::Scalar mean, deviation;
    if (!box.empty()) cv::meanStdDev(bgr(box), mean, deviation);
    return std::max({deviation[0], deviation[1], deviation[2]});
  };
  std::vector<std::pair<double, HexStep>> drawn;  // how much is drawn on each place
  for (const HexStep place : guess.places) drawn.emplace_back(drawn_on(place), place);
  if (drawn.empty()) return {};
  // Nothing may be drawn on empty cells; where most areas are around, the board is likeliest.
  std::map<HexStep, int> beside;  // how many areas are around
  for (const HexStep place : guess.places)
    for (const HexStep way : kHexSteps)
      if (const HexStep next{place.q + way.q, place.r + way.r};
          std::ranges::count(guess.places, next) == 0)
        ++beside[next];
  // Where numbers are nearly as large as pieces, only empty cells are areas.
  if (std::ranges::all_of(drawn, [](const auto& each) { return each.first <= kDrawn; }))
    for (const auto& [place, count] : beside)
      if (const double much = drawn_on(place); count >= kAreasAround && much > kDrawn)
        drawn.emplace_back(much, place);
  std::stable_sort(drawn.begin(), drawn.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  const double least = kPlain * drawn.front().first;
  const auto plain =
      std::ranges::find_if(drawn, [&](const auto& each) { return each.first < least; });
  const auto apart = [](HexStep a, HexStep b) {
    return std::hypot(a.point().x - b.point().x, a.point().y - b.point().y);
  };
  std::array<std::vector<std::pair<HexStep, HexStep>>, kTargets> drags;
  for (auto from = drawn.begin(); from != plain; ++from) {
    std::vector<std::pair<double, HexStep>> targets;
    for (auto to = plain; to != drawn.end(); ++to)
      targets.emplace_back(apart(from->second, to->second), to->second);
    std::sort(targets.begin(), targets.end());
    if (targets.size() > kTargetAreas) targets.resize(kTargetAreas);
    // What is drawn where no area is may be a piece, or a dot on an empty cell.
    std::array<std::vector<std::pair<double, HexStep>>, 2> between;
    for (const auto& [place, count] : beside)
      between[drawn_on(place) < least ? 0 : 1].emplace_back(
          apart(from->second, place) + kNoArea * (6 - count), place);
    for (auto& each : between) std::sort(each.begin(), each.end());
    for (std::size_t i = 0; i < kTargets; ++i)
      for (const auto& each : between)
        if (i < each.size()) targets.push_back(each[i]);
    // One target may be locked, so that pieces next to each other are dragged to different ones.
    if (targets.size() > kTargets) targets.resize(kTargets);
    for (std::size_t k = 0; k < targets.size(); ++k)
      drags[k].emplace_back(
          from->second,
          targets[(k + static_cast<std::size_t>(from - drawn.begin())) % targets.size()].second);
  }
  std::vector<std::pair<HexStep, HexStep>> all;
  for (const auto& each : drags) all.insert(all.end(), each.begin(), each.end());
  if (all.size() > kMostGuessedDrags) all.resize(kMostGuessedDrags);
  return all;
}

}  // namespace eyehand::calibration
