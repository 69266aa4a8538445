#include "calibration/hexiom/first_piece.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <opencv2/imgproc.hpp>
#include <optional>
#include <utility>

#include "calibration/areas.hpp"
#include "calibration/hex_lattice_guess.hpp"
#include "calibration/hexiom/atlas.hpp"
#include "calibration/hexiom/moves.hpp"
#include "calibration/learn.hpp"
#include "calibration/survey.hpp"
#include "puzzle/index.hpp"
#include "vision/cells/hexagons.hpp"
#include "vision/hexiom/shapes.hpp"

namespace eyehand::calibration {
namespace {

/// The most drags to try before giving up: for the first that moves a piece, where pieces follow
/// the pointer and where they do not, and for those that show the lattice.
constexpr int kMostFirstDrags = 140, kMostUnfollowedDrags = 40, kMostLatticeDrags = 40;
/// How many other boards are dealt if nothing can be moved on what looks like one.
constexpr int kMostDealt = 4;
/// Lengths of the first drags, pixels, tried in turn.
constexpr std::array kDragLengths{50, 75, 100};
/// The pitch as a multiple of the width of what changes: there are gaps between cells.
constexpr double kPitchMin = 0.96, kPitchMax = 1.6;
/// How wide scroll bars are at most, pixels.
constexpr int kScrollBar = 22;
/// A cell looks like another if it differs from it by less than this share of its difference from
/// what it was.
constexpr double kLeftBehind = 0.35;
/// How far from its centre a piece is grabbed, in widths, until it is known where it can be
/// grabbed.
constexpr double kGrabReach = 0.36;

/// Places spread over the largest areas that are not plain.
std::vector<cv::Point> places_with_content(const cv::Mat& bgr) {
  constexpr int kPlaces = 200, kMostAreas = 4, kAround = 31;
  constexpr double kContrast = 8;
  cv::Mat grey, mean, square, labels, stats, middles;
  cv::cvtColor(bgr, grey, cv::COLOR_BGR2GRAY);
  const cv::Size around(kAround, kAround);
  cv::boxFilter(grey, mean, CV_32F, around);
  cv::sqrBoxFilter(grey, square, CV_32F, around);
  const cv::Mat has_content = square - mean.mul(mean) > kContrast * kContrast;
  std::vector<std::pair<int, int>> areas;  // and their labels
  const int count = cv::connectedComponentsWithStats(has_content, labels, stats, middles, 8);
  for (int i = 1; i < count; ++i)
    if (const int area = stats.at<int>(i, cv::CC_STAT_AREA); 2 * area < bgr.rows * bgr.cols)
      areas.emplace_back(area, i);
  std::sort(areas.rbegin(), areas.rend());
  std::vector<cv::Point> places;
  for (std::size_t k = 0; k < std::min<std::size_t>(kMostAreas, areas.size()); ++k) {
    const int label = areas[k].second;
    const cv::Rect box(
        stats.at<int>(label, cv::CC_STAT_LEFT), stats.at<int>(label, cv::CC_STAT_TOP),
        stats.at<int>(label, cv::CC_STAT_WIDTH), stats.at<int>(label, cv::CC_STAT_HEIGHT));
    for (int i = 1; i <= kPlaces >> (2 * k + 2); ++i) {
      // As far as possible from the previous ones: the sequence R2 of M. Roberts, "The unreasonable
      // effectiveness of quasirandom sequences".
      const double x = 0.7548776662 * i, y = 0.5698402910 * i;
      const cv::Point place(box.x + static_cast<int>((x - std::floor(x)) * box.width),
                            box.y + static_cast<int>((y - std::floor(y)) * box.height));
      if (labels.at<int>(place) == label) places.push_back(place);
    }
  }
  return places;
}

/// The areas of each size, grabbed beside their numbers, all of them twice.
std::vector<cv::Point> places_like_pieces(const cv::Mat& bgr) {
  constexpr std::size_t kMostSizes = 3, kMostAreas = 8;
  constexpr double kFillMax = 0.9, kBeside = 0.3;
  std::vector<cv::Point> places;
  const auto clusters = areas_of_one_size(bgr, kFillMax);
  for (std::size_t i = 0; i < std::min(kMostSizes, clusters.size()); ++i)
    for (std::size_t k = 0; k < std::min(kMostAreas, clusters[i].size()); ++k) {
      const cv::Rect& box = clusters[i][k];
      places.emplace_back(middle_of(box) + cv::Point2d(kBeside * box.width, 0));
    }
  const std::vector<cv::Point> again = places;
  places.insert(places.end(), again.begin(), again.end());
  return places;
}

/// After the areas of one size, alternates these with the promising places: the former find a board
/// in a plain window, the latter one in a busy window. Scroll bars, at the right and at the bottom,
/// could move the board out of sight.
std::vector<cv::Point> places_to_drag(const cv::Mat& bgr) {
  const std::vector<cv::Point> places = places_with_content(bgr), promising = promising_places(bgr);
  std::vector<cv::Point> all = places_like_pieces(bgr);
  for (std::size_t i = 0; i < std::max(places.size(), promising.size()); ++i) {
    if (i < places.size()) all.push_back(places[i]);
    if (i < promising.size()) all.push_back(promising[i]);
  }
  std::erase_if(all, [&](cv::Point place) {
    return std::min(bgr.cols - place.x, bgr.rows - place.y) < kScrollBar;
  });
  return all;
}

class PieceFinder {
 public:
  PieceFinder(Prober& prober, Timing& timing, const StageReport& report,
              const std::function<bool()>& deal)
      : prober_(prober), timing_(timing), report_(report), deal_(deal) {}

  DraggedPiece run() {
    if (!find_guessed()) {
      find_first();
      find_lattice();
    }
    finish();
    return piece_;
  }

 private:
  bool is_in_window(cv::Point point) const { return prober_.frame().on_screen.contains(point); }

  /// The effect of a drag from one point to another.
  struct Dragged {
    bool has_moved = false;  ///< something changed at both ends
    std::optional<MovedPiece> measured;
  };
  Dragged drag_points(cv::Point from, cv::Point to, bool if_followed = false) {
    if (!is_in_window(from) || !is_in_window(to)) return {};
    const Drag drag{prober_.on_screen(from), prober_.on_screen(to), 1, {}};
    const Effect effect =
        if_followed ? prober_.try_drag(drag, pace_) : prober_.try_out({drag}, pace_);
    Dragged dragged;
    dragged.has_moved = changed_near(effect, from) && changed_near(effect, to);
    if (!dragged.has_moved) return dragged;
    moves_.emplace_back(from, to);
    note(effect);
    dragged.measured = find_move(effect.before, effect.frame.image, effect.difference, from, to);
    return dragged;
  }
  bool changed_near(const Effect& effect, cv::Point point) const {
    const int reach = piece_.width > 0 ? cvRound(0.7 * piece_.width) : kDragReach / 2;
    const cv::Rect box = cv::Rect(point - cv::Point(reach, reach), cv::Size(2 * reach, 2 * reach)) &
                         cv::Rect({}, effect.difference.size());
    return cv::countNonZero(effect.difference(box)) > kChangedPixels;
  }

  void note(const Effect& effect) {
    timing_.note(effect);
    piece_.animation = std::max(piece_.animation, effect.last);
  }

  /// Tries to drag pieces on a lattice guessed from the picture; the effect must confirm both.
  bool find_guessed() {
    if (find_guessed({{kOffNumber, 0}, {}})) return true;
    for (int i = 0; i < kMostDealt && !guesses_.empty() && deal_(); ++i)
      if (find_guessed({{kOffNumber, 0}})) return true;
    // Perhaps pieces do not follow the pointer; that takes longer.
    return !guesses_.empty() && find_on(guesses_.front(), cv::Point2d(kOffNumber, 0), false);
  }
  bool find_guessed(const std::vector<cv::Point2d>& grabs) {
    guesses_ = guess_hex_lattices(prober_.frame().image);
    for (const HexLatticeGuess& guess : guesses_)
      for (const cv::Point2d grab : grabs)
        if (find_on(guess, grab, true)) return true;
    return false;
  }
  bool find_on(const HexLatticeGuess& guess, cv::Point2d grab, bool if_followed) {
    for (const auto& [from, to] : drags_on(guess, prober_.frame().image))
      if (has_moved_on(guess, from, to, grab, if_followed)) return true;
    return false;
  }
  bool has_moved_on(const HexLatticeGuess& guess, HexStep from, HexStep to, cv::Point2d grab,
                    bool if_followed) {
    const HexLattice& lattice = guess.lattice;
    const cv::Point2d here = lattice.at(from.point()), there = lattice.at(to.point());
    const auto cell = [&](const cv::Mat& window, cv::Point2d middle) {
      return cells::cut_hexagon(window, middle, lattice.pitch, lattice.flat_topped, false);
    };
    const cv::Mat before = prober_.frame().image;
    const Dragged dragged = drag_points(here + lattice.pitch * grab, there, if_followed);
    if (!dragged.has_moved) return false;
    const cv::Mat after = prober_.frame().image;
    // What is left behind is what was at the other end: not text that the drag has selected.
    const cv::Mat left = cell(after, here);
    const bool has_swapped =
        apart_by(left, cell(before, there)) < kLeftBehind * apart_by(left, cell(before, here));
    const bool again = drag_points(here + lattice.pitch * grab, there, if_followed).has_moved;
    if (again || !has_swapped) {
      // Two pieces have swapped places twice, or none has moved.
      moves_.clear();
      return false;
    }
    piece_.follows = if_followed;
    piece_.lattice = lattice;
    piece_.lattice.middle = here;
    // The area may be within a rim.
    piece_.width = std::max(
        guess.width, width_on_cell(prober_.differences(before, after), piece_.lattice, here));
    if (dragged.measured && dragged.measured->is_whole)
      piece_.width = std::min(dragged.measured->box.width, dragged.measured->box.height);
    piece_.grab = lattice.pitch * grab;
    piece_.been = {here, there};
    here_ = there;
    for (const HexStep place : guess.places)
      piece_.areas.insert({place.q - from.q, place.r - from.r});
    piece_.before = before;
    piece_.after = after;
    report_("piece", fmt::format("a piece {:.0f} px wide can be dragged, from {:.0f}, {:.0f}",
                                 piece_.width, here.x, here.y));
    return true;
  }

  void find_first() {
    piece_.follows = find_first(kMostFirstDrags, true);
    if (!piece_.follows && !find_first(kMostUnfollowedDrags, false))
      throw NothingReacts("no drag moved a piece to an empty cell.");
  }

  /// Tries up to this many drags. If pieces follow the pointer, drags that move nothing may be cut
  /// short.
  bool find_first(int most, bool if_followed) {
    std::vector<cv::Point> places = places_to_drag(prober_.frame().image);
    std::erase_if(places, [&](cv::Point place) { return prober_.is_restless(place); });
    std::reverse(places.begin(), places.end());
    for (int tried = 0; tried < most && !places.empty(); ++tried, ++first_drags_) {
      const cv::Point from = places.back();
      places.pop_back();
      const double angle = 2.4 * first_drags_;
      const int length = kDragLengths[at(first_drags_) % kDragLengths.size()];
      const cv::Point to =
          from + cv::Point(cvRound(length * std::cos(angle)), cvRound(length * std::sin(angle)));
      if (prober_.is_restless(to)) continue;
      const cv::Mat before = prober_.frame().image;
      const Dragged dragged = drag_points(from, to, if_followed);
      if (!dragged.has_moved) continue;
      // If the piece left nothing behind, the same drag now moves nothing; otherwise two pieces
      // swap places again.
      const cv::Mat after = prober_.frame().image;
      const bool again = drag_points(from, to).has_moved;
      const auto& moved = dragged.measured;
      if (again || !moved || !moved->is_whole) {
        // This is a board, and this is a piece.
        const cv::Point piece = again ? from : to;
        for (int i = 7; i >= 0; --i)
          places.push_back(piece + cv::Point(cvRound(4 * i * std::cos(2.4 * i)),
                                             cvRound(4 * i * std::sin(2.4 * i))));
        continue;
      }
      const cv::Rect box = moved->box;
      const cv::Point2d first = middle_of(box);
      piece_.width = std::min(box.width, box.height);
      piece_.grab = cv::Point2d(from) - first;
      piece_.been = {first, first + moved->shift};
      here_ = piece_.been.back();
      piece_.before = before;
      piece_.after = after;
      report_("piece", fmt::format("a piece of {} x {} px can be dragged, from {:.0f}, {:.0f}",
                                   box.width, box.height, first.x, first.y));
      return true;
    }
    return false;
  }

  /// Drags the piece that was moved on in all directions, until all the places it has been lie on
  /// one lattice.
  void find_lattice() {
    constexpr int kDirections = 12;
    for (int i = 0; i < kMostLatticeDrags && piece_.lattice.pitch == 0; ++i) {
      const double angle =
          (7 * i % kDirections + (i / kDirections) * 0.5) * 2 * std::numbers::pi / kDirections;
      const double length = (1.1 + 0.35 * ((i / kDirections) % 3)) * piece_.width;
      // Well within the piece, but perhaps not on its number.
      const double far = cv::norm(piece_.grab);
      const double scale = i / kDirections % 2 == 0 && far > kGrabReach * piece_.width
                               ? kGrabReach * piece_.width / far
                               : 1;
      const cv::Point from(here_ + scale * piece_.grab),
          to(here_ + length * cv::Point2d(std::cos(angle), std::sin(angle)));
      const Dragged dragged = drag_points(from, to);
      if (!dragged.has_moved) continue;
      if (!dragged.measured) {
        // Move it back: its exact position is unknown.
        if (!drag_points(to, from).has_moved) here_ = cv::Point2d(to) - piece_.grab;
        continue;
      }
      here_ += dragged.measured->shift;
      piece_.been.push_back(here_);
      if (piece_.been.size() < 4 && i <= kDirections) continue;
      if (const auto found =
              lattice_through(piece_.been, kPitchMin * piece_.width, kPitchMax * piece_.width))
        piece_.lattice = *found;
    }
    if (piece_.lattice.pitch == 0)
      throw LearnStopped(End::unreadable,
                         "the places that a piece was dragged to do not form a hexagonal lattice.");
  }

  void finish() {
    report_("cells",
            fmt::format("{:.1f} px from one cell to the next, with {} tops", piece_.lattice.pitch,
                        piece_.lattice.flat_topped ? "flat" : "pointed"));
    for (const auto& [from, to] : moves_)
      piece_.moves.emplace_back(nearest_step(piece_.lattice, from),
                                nearest_step(piece_.lattice, to));
    piece_.at = nearest_step(piece_.lattice, here_);
    const double reach = cv::norm(piece_.grab);
    piece_.grab *=
        std::min(1.0, kGrabReach * piece_.width / std::max(reach, 1.0)) / piece_.lattice.pitch;
  }

  Prober& prober_;
  Timing& timing_;
  const StageReport& report_;
  const std::function<bool()>& deal_;
  const Pace pace_ = drag_pace(kUsualDrag);
  std::vector<HexLatticeGuess> guesses_;  ///< of the board in sight, the likeliest first
  int first_drags_ = 0;                   ///< so far
  std::vector<std::pair<cv::Point2d, cv::Point2d>> moves_;
  cv::Point2d here_;  ///< where the piece is
  DraggedPiece piece_;
};

}  // namespace

Pace drag_pace(std::size_t drag) {
  Pace pace = Prober::careful_pace();
  pace.drag_steps = kDrags[drag].first;
  pace.drag_step = std::chrono::milliseconds(kDrags[drag].second);
  return pace;
}

cv::Point2d middle_of(const cv::Rect& box) {
  return cv::Point2d(box.tl() + box.br()) / 2 - cv::Point2d(0.5, 0.5);
}

DraggedPiece find_dragged_piece(Prober& prober, Timing& timing, const StageReport& report,
                                const std::function<bool()>& deal) {
  return PieceFinder(prober, timing, report, deal).run();
}

}  // namespace eyehand::calibration
