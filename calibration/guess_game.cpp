#include "calibration/guess_game.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <utility>

#include "calibration/changes.hpp"
#include "calibration/hex_lattice_guess.hpp"
#include "calibration/survey.hpp"
#include "vision/slitherlink/repeats.hpp"

namespace eyehand::calibration {
namespace {

using std::chrono::milliseconds;

/// How long the window is watched for changes that happen by themselves.
constexpr milliseconds kWatched{1100};
/// How many places are clicked and dragged, and repeating spots among them; and the minimum
/// distance between places, pixels.
constexpr std::size_t kMostClicked = 16, kMostDragged = 16, kMostRepeats = 3;
constexpr int kApart = 20;
/// How many cells that flip alone are examined: a straight wire of Net, which looks the same after
/// two clicks, may be among the first, but hardly twice.
constexpr int kMostFlips = 2;
/// The most clicks that a program needs to restore a cell.
constexpr int kMostClicks = 4;
/// Changes farther from a click than this, pixels, are not examined.
constexpr int kFar = 110;
/// Smaller differences are noise, and so are fewer pixels.
constexpr int kPixelNoise = 8, kFewestPixels = 30;
/// A click that changes a larger share of the window than this did not hit a cell.
constexpr double kTooLarge = 0.5;
/// A place is as before if what differs is at most this share of what changed. A cross in the place
/// of a line may cover a fifth of it.
constexpr double kLeft = 0.1;
/// Two changes with at least this share of their union in common are the same.
constexpr double kSameEffect = 0.75;
/// A line is at least kLongTimes as long as it is wide; it is at least kLongPixels long and at most
/// kThinPixels wide. Changes with less contrast than the share kTint of the strongest are tints
/// beside it, and parts smaller than 1 / kPart of the largest do not count.
constexpr double kLongTimes = 2.2, kTint = 0.3;
constexpr int kLongPixels = 14, kThinPixels = 16, kPart = 2;
/// Changes closer together than this, pixels, belong together.
constexpr int kTogether = 7;
/// Another place on a change is at least this share of its reach away.
constexpr double kElsewhere = 0.5;
/// Lengths of drags, pixels, tried in turn. They are slow enough for most programs.
constexpr std::array kDragLengths{50, 75, 100};
constexpr int kDragSteps = 32;
constexpr milliseconds kDragStep{26};
/// Something was moved if more pixels than this have changed within this distance of both ends.
constexpr int kMovedPixels = 5, kDragReach = 25;

/// Whether one of the largest parts of the strongest changes is long and thin. A straight of Net
/// that turns has four.
bool is_line(const cv::Mat& strength) {
  double most = 0;
  cv::minMaxLoc(strength, nullptr, &most);
  const cv::Mat strong = strength > std::max<double>(kPixelNoise, kTint * most);
  cv::Mat labels, stats, middles;
  const int parts = cv::connectedComponentsWithStats(strong, labels, stats, middles, 8);
  int largest = 0, lines = 0;
  for (int i = 1; i < parts; ++i) largest = std::max(largest, stats.at<int>(i, cv::CC_STAT_AREA));
  for (int i = 1; i < parts; ++i) {
    const auto [width, length] =
        std::minmax({stats.at<int>(i, cv::CC_STAT_WIDTH), stats.at<int>(i, cv::CC_STAT_HEIGHT)});
    lines += kPart * stats.at<int>(i, cv::CC_STAT_AREA) >= largest && length >= kLongPixels &&
             width <= kThinPixels && length >= kLongTimes * width;
  }
  return lines == 1;
}

class EffectSurvey {
 public:
  EffectSurvey(Prober& prober, const StageReport& report) : prober_(prober), report_(report) {}

  std::optional<EffectKind> run() {
    prober_.rest();
    prober_.park_outside({});
    prober_.find_restless(kWatched);
    const std::vector<cv::Point> places = some_places();
    if (const auto kind = click_on(places)) return kind;
    return drag_from(places);
  }

 private:
  /// First the middle of what repeats, and half a step from there, where edges are if vertices or
  /// faces repeat.
  std::vector<cv::Point> some_places() const {
    const cv::Mat& picture = prober_.frame().image;
    std::vector<cv::Point> candidates, places;
    for (const slitherlink::Repeat& repeat : slitherlink::find_repeats(picture)) {
      if (candidates.size() >= 2 * kMostRepeats) break;
      candidates.push_back(repeat.at + cv::Point(repeat.pitch / 2, 0));
      candidates.push_back(repeat.at);
    }
    for (const cv::Point place : promising_places(picture)) candidates.push_back(place);
    for (const cv::Point place : candidates) {
      if (places.size() == std::max(kMostClicked, kMostDragged)) break;
      const bool is_near = std::any_of(places.begin(), places.end(), [&](cv::Point other) {
        return cv::norm(place - other) < kApart;
      });
      if (!is_near && !prober_.is_restless(place) && prober_.frame().on_screen.contains(place))
        places.push_back(place);
    }
    return places;
  }

  /// Nothing if the click had no effect.
  std::optional<ClickCycle> click_through(cv::Point at) {
    ClickCycle cycle{.at = at, .clicks = 0, .strength = {}};
    const cv::Mat before = prober_.frame().image;
    // Elsewhere, a score may change.
    const cv::Rect near = cv::Rect(at - cv::Point(kFar, kFar), cv::Size(2 * kFar, 2 * kFar)) &
                          cv::Rect({}, before.size());
    cv::Mat changed = cv::Mat::zeros(before.size(), CV_8U);
    for (int clicks = 1; clicks <= kMostClicks; ++clicks) {
      const Effect effect = prober_.click(at);
      const cv::Mat now = prober_.differences(before, effect.frame.image);
      if (cv::countNonZero(now) > kTooLarge * static_cast<double>(now.total())) return cycle;
      if (clicks == 1) {
        now(near).copyTo(changed(near));
        if (cv::countNonZero(changed) < kFewestPixels) return std::nullopt;
        cycle.strength = strength_of(before, effect.frame.image) & changed;
      } else if (cv::countNonZero(now(near)) <= kLeft * cv::countNonZero(changed)) {
        cycle.clicks = clicks;
        cycle.strength &= parts_restored(changed, now & changed);
        return cycle;
      }
    }
    report_("first look", fmt::format("what a click at {}, {} changed could not be undone; perhaps "
                                      "the board is left changed",
                                      at.x, at.y));
    return cycle;
  }

  std::optional<EffectKind> click_on(const std::vector<cv::Point>& places) {
    std::optional<EffectKind> found;
    cv::Mat known;
    int flips = 0;
    for (std::size_t i = 0; i < std::min(places.size(), kMostClicked); ++i) {
      const cv::Point at = places[i];
      if (!known.empty() && known.at<std::uint8_t>(at) != 0) continue;
      const auto cycle = click_through(at);
      if (!cycle || cycle->clicks == 0) continue;
      const auto kind = kind_of(
          *cycle, cycle->clicks == 2 ? click_through(place_elsewhere(*cycle)) : std::nullopt);
      if (!kind) continue;
      found = kind;
      if (*kind != EffectKind::flips_one || ++flips == kMostFlips) break;
      known = known.empty() ? cv::Mat(cycle->strength > kPixelNoise)
                            : cv::Mat(known | (cycle->strength > kPixelNoise));
      cv::morphologyEx(known, known, cv::MORPH_CLOSE, cv::Mat::ones(kTogether, kTogether, CV_8U));
    }
    return found;
  }

  /// First between what may be hexagonal cells, then from these places in all directions.
  std::vector<std::pair<cv::Point, cv::Point>> some_drags(
      const std::vector<cv::Point>& places) const {
    const cv::Mat& picture = prober_.frame().image;
    std::vector<std::pair<cv::Point, cv::Point>> drags;
    for (const HexLatticeGuess& guess : guess_hex_lattices(picture)) {
      const HexLattice& lattice = guess.lattice;
      const cv::Point2d grab(kOffNumber * lattice.pitch, 0);
      for (const auto& [from, to] : drags_on(guess, picture))
        drags.emplace_back(lattice.at(from.point()) + grab, lattice.at(to.point()));
    }
    if (drags.size() > kMostDragged) drags.resize(kMostDragged);
    for (std::size_t i = 0; i < std::min(places.size(), kMostDragged); ++i) {
      const double angle = 2.4 * static_cast<double>(i);
      const int length = kDragLengths[i % kDragLengths.size()];
      drags.emplace_back(places[i], places[i] + cv::Point(cvRound(length * std::cos(angle)),
                                                          cvRound(length * std::sin(angle))));
    }
    return drags;
  }

  std::optional<EffectKind> drag_from(const std::vector<cv::Point>& places) {
    Pace pace = Prober::careful_pace();
    pace.drag_steps = kDragSteps;
    pace.drag_step = kDragStep;
    const cv::Rect window = prober_.frame().on_screen;
    for (const auto& [from, to] : some_drags(places)) {
      if (!window.contains(from) || !window.contains(to)) continue;
      const Effect effect = prober_.try_drag(drag(from, to), pace);
      const auto kind = kind_of_drag(effect, from, to);
      if (!kind) continue;
      // A line goes by the same drag, a piece by the opposite one.
      const int count = cv::countNonZero(effect.difference);
      if (count >= kFewestPixels) {
        const Effect undone =
            prober_.perform({*kind == EffectKind::draws ? drag(from, to) : drag(to, from)}, pace);
        const cv::Mat left = prober_.differences(effect.before, undone.frame.image);
        if (cv::countNonZero(left & effect.difference) > kLeft * count)
          report_("first look", "a drag could not be undone; the board is left changed");
      }
      return kind;
    }
    return std::nullopt;
  }

  Drag drag(cv::Point from, cv::Point to) const {
    return {prober_.on_screen(from), prober_.on_screen(to), 1, {}};
  }

  static std::optional<EffectKind> kind_of_drag(const Effect& effect, cv::Point from,
                                                cv::Point to) {
    const auto moved_at = [&](cv::Point place) {
      const cv::Rect box = cv::Rect(place - cv::Point(kDragReach, kDragReach),
                                    cv::Size(2 * kDragReach, 2 * kDragReach)) &
                           cv::Rect({}, effect.touched.size());
      return cv::countNonZero(effect.touched(box)) > kMovedPixels;
    };
    if (!moved_at(from) || !moved_at(to)) return std::nullopt;
    const cv::Mat strength = strength_of(effect.before, effect.frame.image) & effect.difference;
    return is_line(strength) ? EffectKind::draws : EffectKind::moves;
  }

  Prober& prober_;
  const StageReport& report_;
};

}  // namespace

std::optional<EffectKind> kind_of(const ClickCycle& first, const std::optional<ClickCycle>& other) {
  if (first.clicks < 2) return std::nullopt;
  // A row of cells may be long and thin as well, but then the next row overlaps it.
  const bool has_other = other && !other->strength.empty();
  const double common =
      has_other ? common_share(first.strength > kPixelNoise, other->strength > kPixelNoise) : 0;
  const bool is_other = has_other && common < kSameEffect;
  if (first.clicks == 4 || (has_other && other->clicks == 4)) return EffectKind::turns;
  if (first.clicks == 3) return EffectKind::draws;
  if (is_line(first.strength) && !(is_other && common > 0)) return EffectKind::draws;
  return is_other ? EffectKind::flips_several : EffectKind::flips_one;
}

cv::Point place_elsewhere(const ClickCycle& cycle) {
  cv::Mat changed, depth;
  cv::morphologyEx(cycle.strength > kPixelNoise, changed, cv::MORPH_CLOSE,
                   cv::Mat::ones(kTogether, kTogether, CV_8U));
  const auto distance = [&](cv::Point place) { return cv::norm(place - cycle.at); };
  std::vector<cv::Point> places;
  cv::findNonZero(changed, places);
  double reach = 0;
  for (const cv::Point place : places) reach = std::max(reach, distance(place));
  cv::distanceTransform(changed, depth, cv::DIST_L2, 3);
  cv::Point best = cycle.at;
  float deepest = 0;
  for (const cv::Point place : places)
    if (distance(place) >= kElsewhere * reach && depth.at<float>(place) > deepest) {
      deepest = depth.at<float>(place);
      best = place;
    }
  return best;
}

std::vector<EffectKind> likely_effects(Prober& prober, const StageReport& report) {
  // If nothing reacts, most clicks have missed: lines, then pieces.
  using enum EffectKind;
  const StageReport log = report ? report : [](std::string_view, const std::string&) {};
  const auto seen = EffectSurvey(prober, log).run();
  std::vector<EffectKind> kinds = seen ? std::vector{turns, flips_several, flips_one, draws, moves}
                                       : std::vector{draws, moves, turns, flips_several, flips_one};
  if (seen) {
    const auto likeliest = std::find(kinds.begin(), kinds.end(), *seen);
    std::rotate(kinds.begin(), likeliest, likeliest + 1);
  }
  log("first look", seen ? std::string(name(*seen)) : "no click or drag has an effect");
  return kinds;
}

}  // namespace eyehand::calibration
