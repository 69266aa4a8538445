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
/// The least share of that part which changes with a line.
constexpr double kAlongLine = 0.75;
/// Edges are parallel if the sine of the angle between them is less.
constexpr double kSameWay = 0.1;
/// How long to look for a grid whose edges are drawn, and how many of its edges to click.
constexpr milliseconds kGridTime{6000};
constexpr std::size_t kFirstEdges = 3;
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
cv::Mat EdgeSurvey::core(const cv::Mat& picture, const Segment& segment) const {
  const double length = kCore * segment.length();
  // About one sample for each pixel of the picture.
  const int fine =
      kCorePixels * std::clamp(static_cast<int>(std::lround(length / kCorePixels)), 1, 16);
  const double step = length / fine;
  const int across = cvRound(fine * kCoreAcross);
  const cv::Point2d x = step * segment.way(), y(-x.y, x.x);
  const cv::Point2d first = segment.middle() - (fine - 1) / 2.0 * x - (across - 1) / 2.0 * y;
  const cv::Matx23d to_picture(x.x, y.x, first.x, x.y, y.y, first.y);
  cv::Mat strip, profile, coarse;
  cv::warpAffine(picture, strip, to_picture, {fine, across},
                 cv::INTER_LINEAR | cv::WARP_INVERSE_MAP, cv::BORDER_REPLICATE);
  strip.convertTo(strip, CV_32F);
  cv::reduce(strip, profile, 0, cv::REDUCE_AVG);
  cv::resize(profile, coarse, {kCorePixels, 1}, 0, 0, cv::INTER_AREA);
  return coarse;
}

/// The share of that part of an edge on which the mask is set, to a pixel.
double EdgeSurvey::changed_along(const cv::Mat& mask, const Segment& segment) const {
  const int count = std::max(2, cvRound(kCore * segment.length()));
  int changed = 0;
  for (int i = 0; i < count; ++i) {
    const double off = kCore * segment.length() * (static_cast<double>(i) / (count - 1) - 0.5);
    const cv::Rect box = around(segment.middle() + off * segment.way(), 1, mask.size());
    changed += !box.empty() && cv::countNonZero(mask(box)) > 0;
  }
  return static_cast<double>(changed) / count;
}

/// The state with a line is long and, if several are, stands out most; the others are crosses.
void EdgeSurvey::name_states(const Segment& first) {
  marks_.assign(states_.size(), Mark::cross);
  marks_[0] = Mark::unknown;
  std::size_t line = 0;
  double most = 0;
  for (std::size_t i = 1; i < states_.size(); ++i) {
    if (changed_along(prober_.differences(states_[0], states_[i]), first) < kAlongLine) continue;
    // How much the middle differs from what is beside it.
    const cv::Rect picture({}, states_[i].size());
    const cv::Point2d aside = 0.15 * first.length() * cv::Point2d(-first.way().y, first.way().x);
    const cv::Rect box = around(first.middle(), 1, picture.size());
    double contrast = 1e-3;
    for (const double sign : {-1.0, 1.0}) {
      const cv::Rect beside = around(first.middle() + sign * aside, 1, picture.size());
      if (box.empty() || beside.empty()) continue;
      const cv::Scalar d = cv::mean(states_[i](box)) - cv::mean(states_[i](beside));
      contrast += std::max({std::abs(d[0]), std::abs(d[1]), std::abs(d[2])});
    }
    if (contrast <= most) continue;
    most = contrast;
    line = i;
  }
  if (line > 0) marks_[line] = Mark::line;
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
  cores_.clear();
  for (const cv::Mat& state : states_)
    cores_.push_back(core(state, first) - core(states_[0], first));
}

int EdgeSurvey::state_at(const cv::Mat& picture, const Segment& segment) const {
  const cv::Mat change = core(picture, segment) - core(start_, segment);
  std::size_t best = 0;
  double least = cv::norm(change);
  for (std::size_t i = 1; i < cores_.size(); ++i) {
    const double distance = cv::norm(change, cores_[i]);
    if (distance >= least) continue;
    least = distance;
    best = i;
  }
  return static_cast<int>(best);
}

BoardPicture EdgeSurvey::picture_now() const {
  BoardPicture now{prober_.frame().image, {}};
  for (int edge = 0; edge < grid_->edges(); ++edge)
    now.marks.push_back(marks_[at(state_of(now.image, edge))]);
  return now;
}

Gesture EdgeSurvey::gesture_at(const Segment& segment) const {
  if (controls_.method == slitherlink::Gestures::click)
    return Click{prober_.on_screen(segment.middle() + aim_)};
  return Drag{prober_.on_screen(segment.a + aim_), prober_.on_screen(segment.b + aim_), 1, {}};
}

// --- All edges

/// The middles of drawn edges show where to click.
bool EdgeSurvey::find_drawn() {
  prober_.park_outside({});
  drawn_ = find_grid(prober_.frame(), slitherlink::Method::strokes, Deadline::after(kGridTime));
  if (!drawn_) return false;
  prober_.park_outside(drawn_->reading.area);
  start_ = prober_.frame().image;
  grid_ = drawn_->reading.board.grid;
  where_.clear();
  for (int v = 0; v < grid_->vertices(); ++v) where_.push_back(drawn_->vertex(v));
  report("grid", fmt::format("{} dots, {} faces, {} edges", grid_->vertices(), grid_->faces(),
                             grid_->edges()));
  // The state of most edges is the untouched one.
  std::vector<std::pair<EdgeState, std::vector<int>>> kinds;
  for (int edge = 0; edge < grid_->edges(); ++edge) {
    const EdgeState state = edge_state(start_, *drawn_, edge);
    const auto kind =
        std::ranges::find_if(kinds, [&](const auto& of) { return of.first.same(state); });
    if (kind == kinds.end())
      kinds.push_back({state, {edge}});
    else
      kind->second.push_back(edge);
  }
  free_ =
      std::ranges::max_element(kinds, {}, [](const auto& of) { return of.second.size(); })->second;
  const cv::Point2d middle(start_.cols / 2.0, start_.rows / 2.0);
  std::ranges::stable_sort(free_, {},
                           [&](int edge) { return cv::norm(segment(edge).middle() - middle); });
  for (std::size_t i = 0; i < std::min(free_.size(), kFirstEdges); ++i)
    if (explore_edge(free_[i])) return true;
  drawn_.reset();
  return false;
}

/// Clicks an edge until it looks as it was found. Whether a line was seen on the way.
bool EdgeSurvey::explore_edge(int edge) {
  first_ = segment(edge);
  states_ = {start_};
  const cv::Rect window = around(first_.middle(), cvRound(0.8 * first_.length()), start_.size());
  for (;;) {
    const Effect effect = prober_.perform({gesture_at(first_)}, pace_);
    const cv::Mat changed = prober_.differences(start_, effect.frame.image);
    if (count_in_pieces(changed(window)) < kUnchangedPixels) break;
    timing_.note(effect);
    animation_ = std::max(animation_, effect.last);
    states_.push_back(effect.frame.image);
    if (cycle() > kMostStates) fail(End::stuck, "an edge that was clicked could not be restored.");
  }
  name_states(first_);
  return std::ranges::count(marks_, Mark::line) > 0;
}

bool EdgeSurvey::find_squares() {
  if (!find_first()) return false;
  start_ = prober_.frame().image;
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
  const cv::Rect2d screen = prober_.frame().on_screen;
  for (const int sign : {1, -1}) {
    const cv::Point2d place = first_.middle() + sign * length * first_.way();
    if (!screen.contains(place + 0.6 * sign * length * first_.way())) continue;
    const Gesture gesture = gesture_at(level_segment(place, length, first_.is_horizontal()));
    const cv::Mat before = prober_.frame().image;
    const cv::Mat after = prober_.perform({gesture}, pace_).frame.image;
    const auto stroke = stroke_near(before, after, prober_.differences(before, after), place);
    if (!stroke) continue;
    for (int i = 1; i < cycle(); ++i) prober_.perform({gesture}, pace_);
    const cv::Point2d off = stroke->middle() - first_.middle();
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
    const auto stroke = stroke_near(start_, now, prober_.differences(start_, now), middle,
                                    cvRound(0.6 * lattice_.pitch));
    if (!stroke || cv::norm(stroke->middle() - middle) > 0.1 * lattice_.pitch + 1) return true;
    // Lines in a row merge: where each ends is not visible.
    const bool is_in_row = std::abs(is_horizontal ? step.x : step.y) > 1;
    if (!is_in_row || !is_horizontal) across.add(step.x, stroke->middle().x);
    if (!is_in_row || is_horizontal) down.add(step.y, stroke->middle().y);
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
    restore(gesture_at(segment_at(predicted(step))), predicted(step));
  };
  // Perhaps a gesture was lost, or missed by a pixel.
  const auto reacts_again = [&](cv::Point step) {
    const bool is_sure = edge_likeness(predicted(step)) >= kSurelyVertex;
    const cv::Point2d aside = is_horizontal ? cv::Point2d(0, 1) : cv::Point2d(1, 0);
    const bool is_drag = controls_.method == slitherlink::Gestures::drag;
    const Pace pace = pace_;
    for (const int by : {0, -1, 1}) {
      if ((by > 0 && is_drag) || (by != 0 && !is_sure)) break;
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
        plan.push_back(gesture_at(segment_at(middle)));
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
  lattice_.columns = ways[0].count + ways[1].count + is_horizontal;
  lattice_.rows = ways[2].count + ways[3].count + !is_horizontal;
  lattice_.origin =
      origin - lattice_.pitch * (cv::Point2d(ways[1].count, ways[3].count) + half_edge);
  return lattice_.columns > 1 && lattice_.rows > 1;
}

std::vector<int> EdgeSurvey::act_on(const std::vector<int>& which, int state, const Pace& pace) {
  const auto now = [&](int edge) { return state_of(prober_.frame().image, edge); };
  Plan plan;
  for (const int edge : which)
    plan.insert(plan.end(), at((state - now(edge) + cycle()) % cycle()), gesture_at(segment(edge)));
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

/// Some untouched edges of one direction, evenly spread over the board. They form no loop.
std::vector<int> EdgeSurvey::spread(cv::Point2d way, int count) const {
  std::vector<int> all, which;
  for (const int edge : free_)
    if (std::abs(segment(edge).way().cross(way)) < kSameWay) all.push_back(edge);
  std::ranges::sort(all);
  count = std::min(count, static_cast<int>(all.size()));
  for (int i = 0; i < count; ++i)
    which.push_back(
        all[static_cast<std::size_t>((i + 0.5) * static_cast<double>(all.size()) / count)]);
  return which;
}

/// The direction that most untouched edges have, except that of the first edge.
cv::Point2d EdgeSurvey::other_way() const {
  cv::Point2d best;
  std::size_t most = 0;
  for (const int edge : free_) {
    const cv::Point2d way = segment(edge).way();
    if (std::abs(way.cross(first_.way())) < kSameWay) continue;
    const std::size_t count = spread(way, grid_->edges()).size();
    if (count <= most) continue;
    most = count;
    best = way;
  }
  return best;
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
  place_squares();
}

bool EdgeSurvey::is_as_found() const {
  return std::ranges::all_of(free_,
                             [&](int edge) { return state_of(prober_.frame().image, edge) == 0; });
}

void EdgeSurvey::run(bool drawn_first) {
  pace_ = Prober::careful_pace();
  pace_.drag_steps = kDragSteps;
  pace_.drag_step = kDragStep;
  report("click", "looking for something thin that a click or a drag draws");
  if (!(drawn_first ? find_drawn() || find_squares() : find_squares() || find_drawn()))
    fail(End::stuck, "no click or drag draws lines along a grid.");
  if (!drawn_) {
    prober_.park_outside(lattice_.bounds());
    report("edges",
           fmt::format("{}x{} faces of {:.1f} px at {:.0f}, {:.0f}", lattice_.columns,
                       lattice_.rows, lattice_.pitch, lattice_.origin.x, lattice_.origin.y));
  }
  take_pictures();
  if (drawn_) {
    look_at_errors();
    look_at_crosses();
    const auto shape = grid_->shape();
    if (!shape) return;
    const cv::Point2d size = where_.back() - where_.front();
    lattice_ = {where_.front(), size.x / shape->columns, shape->columns, shape->rows};
    if (std::abs(size.y / shape->rows - lattice_.pitch) < kBesideRow * lattice_.pitch)
      place_squares();
    return;
  }
  refine_lattice();
  if (seems_to_go_on())
    fail(End::unreadable, "what lies beside the edges that react looks like more of the board.");
}

}  // namespace eyehand::calibration
