#include "calibration/slitherlink/edge_survey.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <opencv2/imgproc.hpp>

#include "calibration/learn.hpp"
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
/// The most columns and rows.
constexpr int kMaxSide = 60;
/// Rounds of gestures within which edges must reach a state.
constexpr int kMaxRounds = 4;
/// The part of an edge that distinguishes its states, as shares of the pitch: its extent along the
/// edge, and across it as a share of that. Then its size in pixels.
constexpr double kCore = 0.6, kCoreAcross = 1.0 / 3;
constexpr int kCorePixels = 12;
/// For each move of a drag, where quicker ones are lost.
constexpr milliseconds kSlowDragStep{45};

[[noreturn]] void fail(End end, const std::string& why) {
  throw LearnStopped(end, why);
}

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

// --- What its states are

/// What is drawn along an edge, summed across it: a line may be off by a pixel.
cv::Mat EdgeSurvey::core(const cv::Mat& picture, cv::Point2d middle, bool horizontal) const {
  const cv::Mat patch =
      cells::cut(picture, middle, kCore * lattice_.pitch, kCorePixels, horizontal ? 0 : 1);
  const int aside = cvRound(kCorePixels * (1 - kCoreAcross) / 2);
  cv::Mat profile;
  cv::reduce(patch.rowRange(aside, kCorePixels - aside), profile, 0, cv::REDUCE_AVG);
  return profile;
}

/// The state with a line is long and, if several are, stands out most; the others are crosses.
void EdgeSurvey::name_states() {
  marks_.assign(states_.size(), Mark::cross);
  marks_[0] = Mark::unknown;
  std::size_t line = 0;
  double most = 0;
  for (std::size_t i = 1; i < states_.size(); ++i) {
    const cv::Mat mask = prober_.differences(states_[0], states_[i]);
    const auto stroke = stroke_near(states_[0], states_[i], mask, first_);
    if (!stroke || !stroke->is_long()) continue;
    // How much the middle differs from what is beside it.
    const cv::Rect box(cvRound(first_.x) - 1, cvRound(first_.y) - 1, 3, 3);
    const int beside = cvRound(0.15 * lattice_.pitch);
    const cv::Point aside = first_is_horizontal_ ? cv::Point(0, beside) : cv::Point(beside, 0);
    double contrast = 1e-3;
    for (const cv::Point shift : {aside, -aside}) {
      const cv::Scalar d = cv::mean(states_[i](box)) - cv::mean(states_[i](box + shift));
      contrast += std::max({std::abs(d[0]), std::abs(d[1]), std::abs(d[2])});
    }
    if (contrast <= most) continue;
    most = contrast;
    line = i;
  }
  marks_[line] = Mark::line;
  const auto next = [&](Mark mark) {
    const auto i =
        static_cast<std::size_t>(std::find(marks_.begin(), marks_.end(), mark) - marks_.begin());
    return i >= marks_.size() ? Mark::unknown : marks_[(i + 1) % marks_.size()];
  };
  if (controls_.method == slitherlink::Gestures::click) {
    controls_.unknown_becomes = next(Mark::unknown);
    controls_.line_becomes = next(Mark::line);
    controls_.cross_becomes = next(Mark::cross);
  }
  for (const cv::Mat& state : states_)
    cores_.push_back(core(state, first_, first_is_horizontal_) -
                     core(states_[0], first_, first_is_horizontal_));
}

int EdgeSurvey::state_at(const cv::Mat& picture, cv::Point2d middle, bool horizontal) const {
  const cv::Mat change = core(picture, middle, horizontal) - core(start_, middle, horizontal);
  int best = 0;
  double least = cv::norm(change);
  for (int i = 1; i < cycle(); ++i) {
    const double distance = cv::norm(change, cores_[at(i)]);
    if (distance >= least) continue;
    least = distance;
    best = i;
  }
  return best;
}

int EdgeSurvey::state_of(const cv::Mat& picture, int edge) const {
  return state_at(picture, slitherlink::edge_middle(lattice_, edge),
                  slitherlink::is_horizontal(lattice_, edge));
}

Gesture EdgeSurvey::gesture_at(cv::Point2d middle, bool horizontal) const {
  const cv::Point2d to = middle + aim_;
  if (controls_.method == slitherlink::Gestures::click) return Click{prober_.on_screen(to)};
  const cv::Point2d half =
      lattice_.pitch / 2 * (horizontal ? cv::Point2d(1, 0) : cv::Point2d(0, 1));
  return Drag{prober_.on_screen(to - half), prober_.on_screen(to + half), 1, {}};
}

// --- All edges

int EdgeSurvey::edges() const {
  return lattice_.columns * (lattice_.rows + 1) + lattice_.rows * (lattice_.columns + 1);
}

/// The distance to the next edge in a row. As lines are longer than half an edge, and hardly longer
/// than one, the place one line's length away belongs to it. 0 if nothing reacts there.
double EdgeSurvey::measured_pitch() {
  lattice_.pitch = first_length_;
  const cv::Point2d along = first_is_horizontal_ ? cv::Point2d(1, 0) : cv::Point2d(0, 1);
  const cv::Rect2d screen = prober_.frame().on_screen;
  for (const int sign : {1, -1}) {
    const cv::Point2d place = first_ + sign * first_length_ * along;
    if (!screen.contains(place + 0.6 * sign * first_length_ * along)) continue;
    const Gesture gesture = gesture_at(place, first_is_horizontal_);
    const cv::Mat before = prober_.frame().image;
    const cv::Mat after = prober_.perform({gesture}, pace_).frame.image;
    const auto stroke = stroke_near(before, after, prober_.differences(before, after), place);
    if (!stroke) continue;
    for (int i = 1; i < cycle(); ++i) prober_.perform({gesture}, pace_);
    const cv::Point2d off = stroke->middle() - first_;
    const double pitch = sign * off.dot(along);
    const bool is_in_row = std::abs(first_is_horizontal_ ? off.y : off.x) < kBesideRow * pitch;
    if (is_in_row && first_length_ > kShortest * pitch && first_length_ < kLongest * pitch)
      return pitch;
  }
  return 0;
}

void EdgeSurvey::find_extent() {
  std::vector<double> pitches;
  if (const double pitch = measured_pitch(); pitch > 0) pitches.push_back(pitch);
  for (const double hint : hints_)
    if (first_length_ > kShortest * hint && first_length_ < kLongest * hint)
      pitches.push_back(hint);
  for (double share = 1; share < 1.6; share += 2 / first_length_)
    pitches.push_back(share * first_length_);
  for (const double pitch : pitches) {
    lattice_.pitch = pitch;
    cores_.clear();
    name_states();
    if (walk()) return;
  }
  fail(End::unreadable, "one edge reacts, but no other does.");
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
    bool goes_on = true;
    std::vector<int> tried = {};  ///< how many steps away
  };
  std::array<Direction, 4> ways = {{{{1, 0}}, {{-1, 0}}, {{0, 1}}, {{0, -1}}}};
  cv::Point2d origin = first_;
  LatticeFit across, down;
  across.add(0, first_.x);
  down.add(0, first_.y);
  const auto predicted = [&](cv::Point step) {
    return origin + lattice_.pitch * cv::Point2d(step);
  };
  const auto reacts = [&](cv::Point step) {
    const cv::Mat& now = prober_.frame().image;
    const cv::Point2d middle = predicted(step);
    if (state_at(now, middle, first_is_horizontal_) != 1) return false;
    const auto stroke = stroke_near(start_, now, prober_.differences(start_, now), middle,
                                    cvRound(0.6 * lattice_.pitch));
    if (!stroke || cv::norm(stroke->middle() - middle) > 0.1 * lattice_.pitch + 1) return true;
    // Lines in a row merge: where each ends is not visible.
    const bool is_in_row = std::abs(first_is_horizontal_ ? step.x : step.y) > 1;
    if (!is_in_row || !first_is_horizontal_) across.add(step.x, stroke->middle().x);
    if (!is_in_row || first_is_horizontal_) down.add(step.y, stroke->middle().y);
    return true;
  };
  const auto refine = [&] {
    if (const double pitch = common_pitch(across, down); pitch > 0) lattice_.pitch = pitch;
    origin = {across.first(lattice_.pitch), down.first(lattice_.pitch)};
  };
  // What the ends of edges look like.
  std::vector<cv::Mat> known;
  const cv::Point2d half_edge = first_is_horizontal_ ? cv::Point2d(0.5, 0) : cv::Point2d(0, 0.5);
  const auto end_patch = [&](cv::Point2d middle, int sign) {
    cv::Mat patch = cells::cut(start_, middle + sign * lattice_.pitch * half_edge,
                               kVertexShare * lattice_.pitch, kVertexPixels);
    patch -= cv::mean(patch);
    return patch;
  };
  const auto note_ends = [&](cv::Point2d middle) {
    for (const int sign : {-1, 1}) known.push_back(end_patch(middle, sign));
  };
  note_ends(first_);
  const auto edge_likeness = [&](cv::Point2d middle) {
    double sum = 0;
    for (const int sign : {-1, 1}) {
      const cv::Mat patch = end_patch(middle, sign);
      double best = 0;
      for (const cv::Mat& other : known)
        best = std::max(best, patch.dot(other) / std::max(1.0, cv::norm(patch) * cv::norm(other)));
      sum += best / 2;
    }
    return sum;
  };
  const auto is_inside = [&](cv::Point2d middle) {
    // Include its ends, for a drag.
    const cv::Point2d end = lattice_.pitch * half_edge + aim_;
    const cv::Rect2d screen = prober_.frame().on_screen;
    return screen.contains(middle - end) && screen.contains(middle + end);
  };
  const auto undo = [&](cv::Point step) {
    restore(gesture_at(predicted(step), first_is_horizontal_), predicted(step));
  };
  // Perhaps a gesture was lost, or missed by a pixel.
  const auto reacts_again = [&](cv::Point step) {
    const bool is_sure = edge_likeness(predicted(step)) >= kSurelyVertex;
    const cv::Point2d aside = first_is_horizontal_ ? cv::Point2d(0, 1) : cv::Point2d(1, 0);
    const bool is_drag = controls_.method == slitherlink::Gestures::drag;
    const Pace pace = pace_;
    for (const int by : {0, -1, 1}) {
      if ((by > 0 && is_drag) || (by != 0 && !is_sure)) break;
      if (by < 0 && is_drag) pace_.drag_step = std::max(pace_.drag_step, kSlowDragStep);
      const Gesture gesture =
          gesture_at(predicted(step) + (is_drag ? 0 : by) * aside, first_is_horizontal_);
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
  for (bool is_first = true;; is_first = false) {
    const auto likely = std::count_if(ways.begin(), ways.end(), [&](const Direction& way) {
      return edge_likeness(predicted(way.step)) >= kPerhapsVertex;
    });
    Plan plan;
    for (Direction& way : ways) {
      way.tried.clear();
      const int most = std::min(2 * way.count + 1, kMaxSide);
      for (int k = way.count + 1; way.goes_on && k <= most; ++k) {
        const cv::Point2d middle = predicted(k * way.step);
        const double least = k > way.count + 1        ? kSurelyVertex
                             : is_first && likely < 2 ? 0
                                                      : kPerhapsVertex;
        if (!is_inside(middle) || edge_likeness(middle) < least) break;
        plan.push_back(gesture_at(middle, first_is_horizontal_));
        way.tried.push_back(k);
      }
      way.goes_on = !way.tried.empty();
    }
    if (plan.empty()) break;
    timing_.note(prober_.perform(plan, pace_));
    for (Direction& way : ways)
      for (const int k : way.tried) {
        const cv::Point step = k * way.step;
        if (way.goes_on && (reacts(step) || reacts_again(step))) {
          way.count = k;
          note_ends(predicted(step));
          continue;
        }
        // What lies beyond a gap is no part of the board.
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
  lattice_.columns = ways[0].count + ways[1].count + first_is_horizontal_;
  lattice_.rows = ways[2].count + ways[3].count + !first_is_horizontal_;
  lattice_.origin =
      origin - lattice_.pitch * (cv::Point2d(ways[1].count, ways[3].count) + half_edge);
  return lattice_.columns > 1 && lattice_.rows > 1;
}

std::vector<int> EdgeSurvey::act_on(const std::vector<int>& which, int state, const Pace& pace) {
  const auto now = [&](int edge) { return state_of(prober_.frame().image, edge); };
  Plan plan;
  for (const int edge : which)
    plan.insert(plan.end(), at((state - now(edge) + cycle()) % cycle()),
                gesture_at(slitherlink::edge_middle(lattice_, edge),
                           slitherlink::is_horizontal(lattice_, edge)));
  if (!plan.empty()) timing_.note(prober_.perform(plan, pace));
  std::vector<int> left;
  std::copy_if(which.begin(), which.end(), std::back_inserter(left),
               [&](int edge) { return now(edge) != state; });
  return left;
}

std::vector<int> EdgeSurvey::bring(const std::vector<int>& which, int state, const Pace& pace) {
  std::vector<int> left = which;
  for (int round = 0; round < kMaxRounds && !left.empty(); ++round)
    left = act_on(left, state, pace);
  return left;
}

/// Some edges of one direction, evenly spread over the board.
std::vector<int> EdgeSurvey::spread(bool horizontal, int count) const {
  const int first = lattice_.columns * (lattice_.rows + 1);
  const int begin = horizontal ? 0 : first, all = horizontal ? first : edges() - first;
  std::vector<int> which;
  for (int i = 0; i < std::min(count, all); ++i)
    which.push_back(begin + static_cast<int>((i + 0.5) * all / std::min(count, all)));
  return which;
}

/// Moves the lattice to where all the lines are.
void EdgeSurvey::refine_lattice() {
  LatticeFit across, down;
  for (std::size_t i = 1; i < pictures_.size(); ++i) {
    const cv::Mat mask = prober_.differences(start_, pictures_[i]);
    for (int edge = 0; edge < edges(); ++edge) {
      if (marks_[at(state_of(pictures_[i], edge))] != Mark::line) continue;
      const cv::Point2d middle = slitherlink::edge_middle(lattice_, edge);
      const bool horizontal = slitherlink::is_horizontal(lattice_, edge);
      const auto stroke =
          stroke_near(start_, pictures_[i], mask, middle, cvRound(0.6 * lattice_.pitch));
      if (!stroke || !stroke->is_long() || stroke->is_horizontal() != horizontal) continue;
      const cv::Point2d off = stroke->middle() - middle;
      if (std::abs(horizontal ? off.y : off.x) > 0.1 * lattice_.pitch) continue;
      const cv::Point2d step = (middle - lattice_.origin) / lattice_.pitch;
      if (horizontal)
        down.add(std::round(step.y), stroke->middle().y);
      else
        across.add(std::round(step.x), stroke->middle().x);
    }
  }
  const double pitch = common_pitch(across, down);
  if (pitch <= 0) return;
  lattice_.pitch = pitch;
  lattice_.origin = {across.first(pitch), down.first(pitch)};
}

bool EdgeSurvey::is_as_found() const {
  for (int edge = 0; edge < edges(); ++edge)
    if (state_of(prober_.frame().image, edge) != 0) return false;
  return true;
}

void EdgeSurvey::run() {
  pace_ = Prober::careful_pace();
  pace_.drag_steps = kDragSteps;
  pace_.drag_step = kDragStep;
  report("click", "looking for something thin that a click or a drag draws");
  if (!find_first()) fail(End::stuck, "no click or drag drew a line.");
  start_ = prober_.frame().image;
  report("line",
         fmt::format("{:.0f} px long, by {}", first_length_,
                     controls_.method == slitherlink::Gestures::drag ? "dragging" : "clicking"));
  find_extent();
  prober_.park_outside(lattice_.bounds());
  report("edges", fmt::format("{}x{} faces of {:.1f} px at {:.0f}, {:.0f}", lattice_.columns,
                              lattice_.rows, lattice_.pitch, lattice_.origin.x, lattice_.origin.y));
  take_pictures();
  refine_lattice();
  if (seems_to_go_on())
    fail(End::unreadable, "what lies beside the edges that react looks like more of the board.");
}

}  // namespace eyehand::calibration
