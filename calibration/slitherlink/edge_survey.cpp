#include "calibration/slitherlink/edge_survey.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

#include "calibration/learn.hpp"
#include "puzzle/index.hpp"
#include "vision/slitherlink/read_cells.hpp"

namespace eyehand::calibration {
namespace {

using slitherlink::Mark;

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
/// How many edges of a drawn grid are clicked before it is given up.
constexpr std::size_t kFirstEdges = 3;

[[noreturn]] void fail(End end, const std::string& why) {
  throw LearnStopped(end, why);
}

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
  drawn_ = find_grid(prober_.frame(), slitherlink::Method::strokes);
  if (!drawn_) return false;
  prober_.park_outside(drawn_->reading.area);
  start_ = prober_.frame().image;
  grid_ = drawn_->reading.board.grid;
  where_.clear();
  for (int v = 0; v < grid_->vertices(); ++v) where_.push_back(drawn_->vertex(v));
  report("grid", fmt::format("{} dots, {} faces, {} edges", grid_->vertices(), grid_->faces(),
                             grid_->edges()));
  // The state of most edges is the untouched one.
  const std::vector<AlikeEdges> clusters = alike_edges(start_, *drawn_);
  free_ =
      std::ranges::max_element(clusters, {}, [](const auto& of) { return of.which.size(); })->which;
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
  start_ = prober_.frame().image;
  states_ = {start_};
  const cv::Rect window = around(first_.middle(), cvRound(0.8 * first_.length()), start_.size());
  for (;;) {
    const Effect effect = prober_.perform({gesture_at(first_)}, pace_);
    const cv::Mat changed = prober_.differences(start_, effect.frame.image);
    if (count_in_pieces(changed(window)) < kUnchangedPixels) break;
    timing_.note(effect);
    animation_ = std::max(animation_, effect.last);
    states_.push_back(effect.frame.image);
    if (cycle() > kMostStates) return false;
  }
  name_states(first_);
  return std::ranges::count(marks_, Mark::line) > 0;
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
  // Where an edge is hit only on its very pixels, rounding may have missed them.
  if (controls_.method != slitherlink::Gestures::click) return left;
  const cv::Point2d aim = aim_;
  for (const int by : {1, -1}) {
    if (left.empty()) break;
    aim_ = aim + by * cv::Point2d(1, 1);
    left = act_on(left, state, pace);
  }
  aim_ = aim;
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
    throw NothingReacts("no click or drag draws lines along a grid.");
  if (!drawn_) {
    prober_.park_outside(lattice_.bounds());
    report("edges",
           fmt::format("{}x{} faces of {:.1f} px at {:.0f}, {:.0f}", lattice_.columns,
                       lattice_.rows, lattice_.pitch, lattice_.origin.x, lattice_.origin.y));
  }
  take_pictures();
  if (drawn_) {
    look_at_errors();
    // In a browser, the right button may open a menu.
    if (drawn_first) look_at_crosses();
    find_lattice();
    return;
  }
  look_again_at_board();
  look_for_one_click();
  refine_lattice();
  if (seems_to_go_on())
    fail(End::unreadable, "what lies beside the edges that react looks like more of the board.");
}

}  // namespace eyehand::calibration
