// A detail of edge_survey.cpp: squares without drawn edges, beginning with one edge.
#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <vector>

#include "calibration/learn.hpp"
#include "calibration/slitherlink/edge_survey.hpp"
#include "puzzle/index.hpp"
#include "vision/cells/patch.hpp"
#include "vision/slitherlink/read_cells.hpp"

namespace eyehand::calibration {
namespace {

using slitherlink::Mark;
using std::chrono::milliseconds;

/// A line's length, excluding dots, as a share of the pitch.
constexpr double kShortest = 0.5, kLongest = 1.3;
/// The middles of edges in a row are less than this share of the pitch beside it.
constexpr double kBesideRow = 0.1;
/// An edge is clicked to see whether the board continues only if its ends resemble known ones with
/// at least this correlation: what lies beside a board may be a button.
constexpr double kPerhapsVertex = 0.3;
/// ... and several in a row are clicked in one go only with this one.
constexpr double kSurelyVertex = 0.6;
constexpr double kVertexShare = 0.4;
constexpr int kVertexPixels = 16;
/// The most edges in a row that refuse to be drawn.
constexpr int kMostRefused = 3;
/// How many edges on either side of one that refuses are tried instead.
constexpr int kMostBeside = 3;
/// The most columns and rows.
constexpr int kMaxSide = 60;
/// Faces are squares if their sides differ by less than this share.
constexpr double kSquare = 0.02;
/// For each move of a drag, where quicker ones are lost.
constexpr milliseconds kSlowDragStep{45};

/// Places that are whole steps apart along one axis.
class LatticeFit {
 public:
  void add(double step, double place) {
    count_ += 1;
    steps_ += step;
    places_ += place;
    squares_ += step * step;
    products_ += step * place;
  }
  /// The position of step 0.
  double first(double pitch) const { return (places_ - pitch * steps_) / count_; }
  /// The pitch that fits both axes best; 0 if it cannot be determined.
  friend double common_pitch(const LatticeFit& a, const LatticeFit& b) {
    double square = 0, product = 0;
    for (const LatticeFit* of : {&a, &b}) {
      if (of->count_ == 0) return 0;
      square += of->squares_ - of->steps_ * of->steps_ / of->count_;
      product += of->products_ - of->steps_ * of->places_ / of->count_;
    }
    return square > 0.5 ? product / square : 0;
  }

 private:
  double count_ = 0, steps_ = 0, places_ = 0, squares_ = 0, products_ = 0;
};

}  // namespace

bool EdgeSurvey::find_squares() {
  if (!find_first()) return false;
  forget_message();
  report("line",
         fmt::format("{:.0f} px long, by {}", first_.length(),
                     controls_.method == slitherlink::Gestures::drag ? "dragging" : "clicking"));
  if (!find_extent()) {
    report("line", "one edge reacts, but no other does");
    return false;
  }
  place_squares();
  for (int edge = 0; edge < grid_->edges(); ++edge) free_.push_back(edge);
  return true;
}

/// What looks different from `before` away from all gestures.
cv::Mat EdgeSurvey::changed_away(const cv::Mat& before) const {
  cv::Mat away = prober_.differences(before, prober_.frame().image);
  for (const cv::Point2d place : tried_) away(around(place, Stroke::kReach, away.size())) = 0;
  return away;
}

/// What looks different away from all gestures was a message that has gone by itself, as far as it
/// is connected. Anything else near them may be an edge that was left drawn.
void EdgeSurvey::forget_message() {
  const cv::Mat& now = prober_.frame().image;
  const cv::Mat changed = prober_.differences(start_, now);
  const cv::Mat away = changed_away(start_);
  start_ = start_.clone();
  cv::Mat pieces;
  const int count = cv::connectedComponents(changed, pieces);
  std::vector<bool> is_message(at(count), false);
  std::vector<cv::Point> places;
  cv::findNonZero(away, places);
  for (const cv::Point p : places) is_message[at(pieces.at<int>(p))] = true;
  cv::findNonZero(changed, places);
  for (const cv::Point p : places)
    if (is_message[at(pieces.at<int>(p))]) start_.at<cv::Vec3b>(p) = now.at<cv::Vec3b>(p);
}

/// A click that looked for an edge may have dealt another board. If edges were tried all over a
/// small one, start_ still shows numbers of the first.
void EdgeSurvey::look_again_at_board() {
  const cv::Mat& now = prober_.frame().image;
  const cv::Rect board = lattice_.bounds() & cv::Rect({}, now.size());
  if (!is_as_found() || count_in_pieces(prober_.differences(start_, now)(board)) < kUnchangedPixels)
    return;
  start_ = start_.clone();
  now(board).copyTo(start_(board));
  pictures_.front().image = start_;
  report("click", "the board is left changed: another one is there");
}

/// The grid on the lattice.
void EdgeSurvey::place_squares() {
  squares_ = lattice_;
  grid_ = slitherlink::Grid::squares(lattice_.columns, lattice_.rows);
  where_.clear();
  for (int v = 0; v < grid_->vertices(); ++v) where_.push_back(slitherlink::vertex_at(lattice_, v));
}

/// The distance to the next edge in a row. As lines are longer than half an edge, and hardly longer
/// than one, the place one line's length away belongs to it. 0 if nothing reacts there.
double EdgeSurvey::measured_pitch() {
  const double length = first_.length();
  const cv::Rect screen = prober_.frame().on_screen;
  for (const int sign : {1, -1}) {
    const cv::Point2d place = first_.middle() + sign * length * first_.way();
    if (!screen.contains(cv::Point(place + 0.6 * sign * length * first_.way()))) continue;
    const Gesture gesture = gesture_at(level_segment(place, length, first_.is_horizontal()));
    const cv::Mat before = prober_.frame().image;
    const cv::Mat after = prober_.perform({gesture}, pace_).frame.image;
    const auto stroke = stroke_near(before, after, prober_.differences(before, after), place);
    if (!stroke) continue;
    for (int i = 1; i < cycle(); ++i) prober_.perform({gesture}, pace_);
    const cv::Point2d off = stroke->middle - first_.middle();
    const double pitch = sign * off.dot(first_.way());
    const bool is_in_row = std::abs(off.cross(first_.way())) < kBesideRow * pitch;
    if (is_in_row && length > kShortest * pitch && length < kLongest * pitch) return pitch;
  }
  return 0;
}

bool EdgeSurvey::find_extent() {
  const double length = first_.length();
  std::vector<double> pitches;
  if (const double pitch = measured_pitch(); pitch > 0) pitches.push_back(pitch);
  for (const double hint : hints_)
    if (length > kShortest * hint && length < kLongest * hint) pitches.push_back(hint);
  for (double share = 1; share < 1.6; share += 2 / length) pitches.push_back(share * length);
  for (const double pitch : pitches) {
    lattice_.pitch = pitch;
    name_states(level_segment(first_.middle(), pitch, first_.is_horizontal()));
    if (std::ranges::count(marks_, Mark::line) > 0 && walk()) return true;
  }
  return false;
}

/// Repeats a gesture until the surroundings of its midpoint look as they were found.
void EdgeSurvey::restore(const Gesture& gesture, cv::Point2d middle) {
  const cv::Rect window = around(middle, cvRound(0.4 * lattice_.pitch), start_.size());
  for (int i = 0; i < cycle(); ++i) {
    const cv::Mat changed = prober_.differences(start_, prober_.frame().image);
    if (count_in_pieces(changed(window)) < kUnchangedPixels) return;
    prober_.perform({gesture}, pace_);
  }
}

/// Walks from the first edge step by step in all four directions, as long as edges react.
bool EdgeSurvey::walk() {
  struct Direction {
    cv::Point step;
    int count = 0;
    int refused = 0;  ///< how many steps beyond these look like edges, but do not react
    bool goes_on = true;
    std::vector<int> tried = {};  ///< how many steps away
  };
  std::array<Direction, 4> ways = {{{{1, 0}}, {{-1, 0}}, {{0, 1}}, {{0, -1}}}};
  const bool is_horizontal = first_.is_horizontal();
  cv::Point2d origin = first_.middle();
  LatticeFit across, down;
  across.add(0, origin.x);
  down.add(0, origin.y);
  const auto predicted = [&](cv::Point step) {
    return origin + lattice_.pitch * cv::Point2d(step);
  };
  const auto segment_at = [&](cv::Point2d middle) {
    return level_segment(middle, lattice_.pitch, is_horizontal);
  };
  const auto reacts = [&](cv::Point step) {
    const cv::Mat& now = prober_.frame().image;
    const cv::Point2d middle = predicted(step);
    if (state_at(now, segment_at(middle)) != 1) return false;
    // What changes by itself, such as an advertisement, may look like that state, too.
    const cv::Mat mask = prober_.differences(start_, now);
    if (changed_along(mask, segment_at(middle)) <= 0) return false;
    const auto stroke = stroke_near(start_, now, mask, middle, cvRound(0.6 * lattice_.pitch));
    if (!stroke || cv::norm(stroke->middle - middle) > 0.1 * lattice_.pitch + 1) return true;
    // Lines in a row merge: where each ends is not visible.
    const bool is_in_row = std::abs(is_horizontal ? step.x : step.y) > 1;
    if (!is_in_row || !is_horizontal) across.add(step.x, stroke->middle.x);
    if (!is_in_row || is_horizontal) down.add(step.y, stroke->middle.y);
    return true;
  };
  const auto refine = [&] {
    if (const double pitch = common_pitch(across, down); pitch > 0) lattice_.pitch = pitch;
    origin = {across.first(lattice_.pitch), down.first(lattice_.pitch)};
  };
  // What the ends of edges look like.
  std::vector<cv::Mat> known;
  const cv::Point2d half_edge = is_horizontal ? cv::Point2d(0.5, 0) : cv::Point2d(0, 0.5);
  const auto end_patch = [&](cv::Point2d middle, int sign) {
    cv::Mat patch = cells::cut(start_, middle + sign * lattice_.pitch * half_edge,
                               kVertexShare * lattice_.pitch, kVertexPixels);
    patch -= cv::mean(patch);
    return patch;
  };
  const auto note_ends = [&](cv::Point2d middle) {
    for (const int sign : {-1, 1}) known.push_back(end_patch(middle, sign));
  };
  note_ends(origin);
  const auto end_likeness = [&](cv::Point2d middle, int sign) {
    const cv::Mat patch = end_patch(middle, sign);
    double best = 0;
    for (const cv::Mat& other : known)
      best = std::max(best, patch.dot(other) / std::max(1.0, cv::norm(patch) * cv::norm(other)));
    return best;
  };
  const auto edge_likeness = [&](cv::Point2d middle) {
    return (end_likeness(middle, -1) + end_likeness(middle, 1)) / 2;
  };
  // Of an edge that begins at the board, only the other end says whether the board goes on.
  const auto likeness_beyond = [&](cv::Point2d middle, cv::Point step) {
    return (step.y != 0) == is_horizontal ? edge_likeness(middle)
                                          : end_likeness(middle, step.x + step.y > 0 ? 1 : -1);
  };
  // Where it does, it does so beside all edges that are known, a button beside a few.
  const auto goes_on_beside = [&](cv::Point step) {
    const bool is_vertical_step = step.y != 0;
    const cv::Point aside = is_vertical_step ? cv::Point(1, 0) : cv::Point(0, 1);
    const Direction* both = &ways[is_vertical_step ? 0 : 2];
    int all = 0, likely = 0;
    for (int i = -both[1].count; i <= both[0].count; ++i, ++all)
      likely += likeness_beyond(predicted(step + i * aside), step) >= kPerhapsVertex;
    return 2 * likely >= all;
  };
  const auto is_inside = [&](cv::Point2d middle) {
    // Include its ends, for a drag, rounded to pixels as gestures are.
    const cv::Point2d end = lattice_.pitch * half_edge + aim_;
    const cv::Rect screen = prober_.frame().on_screen;
    return screen.contains(cv::Point(middle - end)) && screen.contains(cv::Point(middle + end));
  };
  const auto undo = [&](cv::Point step) {
    restore(gesture_at(segment_at(predicted(step))), predicted(step));
  };
  const auto is_sure = [&](cv::Point step) {
    return likeness_beyond(predicted(step), step) >= kSurelyVertex;
  };
  // Perhaps a gesture was lost, or missed by a pixel.
  const auto reacts_again = [&](cv::Point step) {
    const bool may_miss = edge_likeness(predicted(step)) >= kSurelyVertex;
    const cv::Point2d aside = is_horizontal ? cv::Point2d(0, 1) : cv::Point2d(1, 0);
    const bool is_drag = controls_.method == slitherlink::Gestures::drag;
    const Pace pace = pace_;
    for (const int by : {0, -1, 1}) {
      if ((by > 0 && is_drag) || (by != 0 && !may_miss)) break;
      if (by < 0 && is_drag) pace_.drag_step = std::max(pace_.drag_step, kSlowDragStep);
      const Gesture gesture = gesture_at(segment_at(predicted(step) + (is_drag ? 0 : by) * aside));
      restore(gesture, predicted(step));
      prober_.perform({gesture}, pace_);
      if (reacts(step)) {
        if (by == 0) pace_.gap = std::max(pace_.gap, animation_ + kAfterAnimation);
        if (!is_drag) aim_ += by * aside;
        return true;
      }
      restore(gesture, predicted(step));
    }
    pace_ = pace;
    return false;
  };
  bool refuses_some = false;
  for (bool is_first = true;; is_first = false) {
    const auto likely = std::count_if(ways.begin(), ways.end(), [&](const Direction& way) {
      return edge_likeness(predicted(way.step)) >= kPerhapsVertex;
    });
    Plan plan;
    const auto plan_steps = [&](bool are_sure) {
      for (Direction& way : ways) {
        way.tried.clear();
        const int next = way.count + way.refused + 1;
        const int most = std::min(2 * next - 1, kMaxSide);
        for (int k = next; way.goes_on && k <= most; ++k) {
          const cv::Point2d middle = predicted(k * way.step);
          if (!is_inside(middle)) break;
          const double least = is_first && likely < 2 ? 0 : kPerhapsVertex;
          if (!is_sure(k * way.step) && (are_sure || k > next || edge_likeness(middle) < least))
            break;
          if (!is_first && !goes_on_beside(k * way.step)) break;
          plan.push_back(gesture_at(segment_at(middle)));
          way.tried.push_back(k);
        }
      }
    };
    // Doubtful steps come last, when most of what lies beside them is known.
    if (!is_first) plan_steps(true);
    // What is unlike the ends that are known is judged again when more are.
    if (plan.empty()) plan_steps(false);
    if (plan.empty()) break;
    timing_.note(prober_.perform(plan, pace_));
    for (Direction& way : ways)
      for (const int k : way.tried) {
        const cv::Point step = k * way.step;
        if (way.goes_on && (reacts(step) || reacts_again(step))) {
          refuses_some = refuses_some || way.refused > 0;
          way.refused = 0;
          way.count = k;
          note_ends(predicted(step));
          continue;
        }
        // Programs that forbid moves refuse edges beside a 0. Otherwise, what lies beyond a gap is
        // no part of the board.
        if (!is_first && way.goes_on && way.refused < kMostRefused && is_sure(step)) {
          ++way.refused;
          continue;
        }
        if (!way.goes_on) undo(step);
        way.goes_on = false;
      }
    refine();
    const auto going =
        std::count_if(ways.begin(), ways.end(), [](const Direction& way) { return way.count > 0; });
    if (is_first && going < 2) {
      for (const Direction& way : ways)
        if (way.count > 0) undo(way.step);
      return false;
    }
  }
  // Where edges refuse at the end of the row, others beside them may not.
  for (Direction& way : ways) {
    const bool is_vertical_step = way.step.y != 0;
    const cv::Point aside = is_vertical_step ? cv::Point(1, 0) : cv::Point(0, 1);
    const Direction* both = &ways[is_vertical_step ? 0 : 2];
    const auto can_be_drawn = [&](cv::Point step) {
      const cv::Point2d middle = predicted(step);
      if (!is_inside(middle) || !is_sure(step)) return false;
      prober_.perform({gesture_at(segment_at(middle))}, pace_);
      if (reacts(step)) return true;
      undo(step);
      return false;
    };
    for (bool goes_on = true; goes_on;) {
      const cv::Point next = (way.count + 1) * way.step;
      if (!is_sure(next) || !goes_on_beside(next)) break;
      goes_on = false;
      for (int i = 1; i <= kMostBeside && !goes_on; ++i)
        goes_on = (i <= both[0].count && can_be_drawn(next + i * aside)) ||
                  (i <= both[1].count && can_be_drawn(next - i * aside));
      if (goes_on) {
        ++way.count;
        way.refused = std::max(0, way.refused - 1);
        refuses_some = true;
      }
    }
  }
  refine();
  for (Direction& way : ways)
    if (refuses_some) way.count += way.refused;
  lattice_.columns = ways[0].count + ways[1].count + is_horizontal;
  lattice_.rows = ways[2].count + ways[3].count + !is_horizontal;
  lattice_.origin =
      origin - lattice_.pitch * (cv::Point2d(ways[1].count, ways[3].count) + half_edge);
  return lattice_.columns > 1 && lattice_.rows > 1;
}

/// Moves the lattice to where all the lines are.
void EdgeSurvey::refine_lattice() {
  LatticeFit across, down;
  for (std::size_t i = 1; i < pictures_.size(); ++i) {
    const cv::Mat& image = pictures_[i].image;
    const cv::Mat mask = prober_.differences(start_, image);
    for (int edge = 0; edge < grid_->edges(); ++edge) {
      if (pictures_[i].marks[at(edge)] != Mark::line) continue;
      const cv::Point2d middle = segment(edge).middle();
      const bool horizontal = segment(edge).is_horizontal();
      const auto stroke = stroke_near(start_, image, mask, middle, cvRound(0.6 * lattice_.pitch));
      if (!stroke || !stroke->is_long() || stroke->is_horizontal() != horizontal) continue;
      const cv::Point2d off = stroke->middle - middle;
      if (std::abs(horizontal ? off.y : off.x) > 0.1 * lattice_.pitch) continue;
      const cv::Point2d step = (middle - lattice_.origin) / lattice_.pitch;
      if (horizontal)
        down.add(std::round(step.y), stroke->middle.y);
      else
        across.add(std::round(step.x), stroke->middle.x);
    }
  }
  const double pitch = common_pitch(across, down);
  if (pitch <= 0) return;
  lattice_.pitch = pitch;
  lattice_.origin = {across.first(pitch), down.first(pitch)};
  place_squares();
}

/// The lattice of a drawn grid, if its faces are squares.
void EdgeSurvey::find_lattice() {
  const auto shape = grid_->shape();
  if (!shape) return;
  const cv::Point2d size = where_.back() - where_.front();
  lattice_ = {where_.front(), size.x / shape->columns, shape->columns, shape->rows};
  if (std::abs(size.y / shape->rows - lattice_.pitch) < kSquare * lattice_.pitch) place_squares();
}

}  // namespace eyehand::calibration
