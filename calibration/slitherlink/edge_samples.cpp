// A detail of edge_survey.cpp: pictures of edges in all their states, and of vertices.
#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

#include "calibration/learn.hpp"
#include "calibration/slitherlink/edge_sides.hpp"
#include "calibration/slitherlink/edge_survey.hpp"
#include "puzzle/index.hpp"
#include "vision/reading.hpp"
#include "vision/slitherlink/read_cells.hpp"

namespace eyehand::calibration {
namespace {

using slitherlink::Mark;
using std::chrono::milliseconds;

/// How many edges of each direction are acted on to see their states, and how long that may take.
constexpr int kMostSamples = 16, kFewestSamples = 4;
constexpr milliseconds kSamplingTime{1800};
/// ... and how many more are, because untouched they look unlike all of those, by more than this
/// per pixel, 0 to 255 (the square root of the mean square).
constexpr std::size_t kMostUnlike = 4;
constexpr double kUnlike = 12;
/// How far from its corners, in pitches, across and down, a face has neither edges nor its number.
constexpr double kWithinFace = 0.2;
/// What lies beside the board is its backdrop if it is this much more like an even area than like
/// the vertices.
constexpr double kBareShare = 0.5;
/// A pace is fast enough if no gesture is lost this many times in a row.
constexpr int kKept = 3;

}  // namespace

/// Those to try, the fastest first.
std::vector<Pace> EdgeSurvey::paces() const {
  const milliseconds slow = animation_ + kAfterAnimation;
  // It is already known that gestures are lost while something moves.
  if (pace_.gap >= slow) return {pace_};
  std::vector<std::pair<milliseconds, milliseconds>> waits = {{milliseconds(0), milliseconds(4)},
                                                              {milliseconds(20), milliseconds(10)},
                                                              {milliseconds(30), milliseconds(40)},
                                                              {milliseconds(30), slow}};
  if (controls_.method == slitherlink::Gestures::drag)
    waits = {{milliseconds(20), milliseconds(30)}, {milliseconds(30), slow}};
  std::vector<Pace> paces(waits.size(), pace_);
  for (std::size_t i = 0; i < waits.size(); ++i) std::tie(paces[i].hold, paces[i].gap) = waits[i];
  return paces;
}

/// Adds edges of a direction that look unlike those in `which`: the faces beside them may be
/// tinted, or not, and where lines would look as different, none has been seen.
void EdgeSurvey::add_unlike(cv::Point2d way, std::vector<int>& which) const {
  if (drawn_) return;
  const auto patch = [&](int edge) { return slitherlink::edge_patch(start_, lattice_, edge); };
  const std::vector<int> all = spread(way, grid_->edges());
  std::vector<cv::Mat> patches;
  for (const int edge : all) patches.push_back(patch(edge));
  std::vector<double> off(all.size(), std::numeric_limits<double>::max());
  const auto has = [&](const cv::Mat& seen) {
    const double values = std::sqrt(static_cast<double>(seen.total()) * seen.channels());
    for (std::size_t i = 0; i < all.size(); ++i)
      off[i] = std::min(off[i], cv::norm(patches[i], seen) / values);
  };
  for (const int edge : which) has(patch(edge));
  for (std::size_t added = 0; added < kMostUnlike && !all.empty(); ++added) {
    const auto farthest = std::ranges::max_element(off);
    if (*farthest <= kUnlike) break;
    const auto i = static_cast<std::size_t>(farthest - off.begin());
    which.push_back(all[i]);
    has(patches[i]);
  }
}

/// Takes pictures of the board with edges of either direction in each state, beginning with those
/// that were acted on to find the extent. As edges of one direction form no loop, the puzzle is
/// never solved. The pace is the fastest at which no gesture is lost.
void EdgeSurvey::take_pictures() {
  pictures_ = {{start_, std::vector<Mark>(at(grid_->edges()), Mark::unknown)}};
  const Pace careful = pace_;
  const std::vector<Pace> faster = paces();
  std::size_t pace = 0;
  int kept = 0;  // how often in a row no gesture was lost
  const milliseconds each =
      pace_.hold + pace_.gap +
      (controls_.method == slitherlink::Gestures::drag ? (kDragSteps + 1) * kDragStep
                                                       : milliseconds(0));
  const int count = std::clamp(static_cast<int>(kSamplingTime / std::max(each, milliseconds(1))),
                               kFewestSamples, kMostSamples);
  std::vector<int> states;
  for (int i = 1; i <= cycle(); ++i) states.push_back(i % cycle());
  std::vector<int> which;
  const auto set = [&](int state) {
    auto left = act_on(which, state, faster[pace]);
    kept = left.empty() ? kept + 1 : 0;
    if (!left.empty() && pace + 1 < faster.size()) ++pace;
    left = bring(left, state, careful);
    if (2 * left.size() > which.size() || (state == 0 && !left.empty()))
      throw LearnStopped(End::stuck, fmt::format("{} of {} edges do not react like the others.",
                                                 left.size(), which.size()));
    // Programs may refuse some, such as those beside a 0.
    std::erase_if(which, [&](int edge) { return std::ranges::count(left, edge) > 0; });
  };
  for (const cv::Point2d way : {first_.way(), other_way()}) {
    which.clear();
    for (int edge = 0; edge < grid_->edges(); ++edge)
      if (state_of(prober_.frame().image, edge) != 0) which.push_back(edge);
    for (const int edge : spread(way, std::max(0, count - static_cast<int>(which.size()))))
      if (std::ranges::count(which, edge) == 0) which.push_back(edge);
    add_unlike(way, which);
    for (const int state : states) {
      set(state);
      if (state != 0) pictures_.push_back(picture_now());
    }
    // A program may lose the second of two clicks on one edge.
    std::ranges::stable_sort(states, {}, [&](int state) {
      return marks_[at(state)] == Mark::line ? 0 : state == 0 ? 2 : 1;
    });
  }
  which.resize(std::min<std::size_t>(which.size(), kFewestSamples));
  for (std::size_t i = 0; kept < kKept && i < 2 * faster.size(); ++i)
    set(states[i % 2 * (states.size() - 1)]);
  set(0);
  pace_ = faster[pace];
}

/// If a click makes a cross of an edge first, and clicks must wait for each other, the right button
/// may go through the states backwards: then it draws with one click instead of two.
void EdgeSurvey::look_for_one_click() {
  constexpr int kRight = 3;
  if (controls_.method != slitherlink::Gestures::click || cycle() < 3 ||
      marks_[at(cycle() - 1)] != Mark::line || pace_.gap < animation_ + kAfterAnimation)
    return;
  const int edge = spread(first_.way(), 1).front();
  for (int state = cycle() - 1; state >= 0; --state) {
    prober_.click(segment(edge).middle() + aim_, kRight);
    if (state_of(prober_.frame().image, edge) == state) continue;
    if (!bring({edge}, 0, Prober::careful_pace()).empty())
      throw LearnStopped(End::stuck, "an edge that was clicked could not be restored.");
    return;
  }
  controls_.line_button = kRight;
  controls_.unknown_becomes = Mark::line;
  controls_.line_becomes = marks_[at(cycle() - 2)];
  controls_.cross_becomes = Mark::unknown;
  report("button", "the right button draws a line with one click");
}

/// Draws three lines that meet: programs that show errors show one there.
void EdgeSurvey::look_at_errors() {
  const auto is_free = [&](int edge) { return std::ranges::count(free_, edge) > 0; };
  for (const int edge : free_) {
    const auto around = grid_->edges_of_vertex(grid_->edge(edge).a);
    if (around.size() < 3 || !std::ranges::all_of(around, is_free)) continue;
    const std::vector<int> three(around.begin(), around.begin() + 3);
    const auto line = static_cast<int>(std::ranges::find(marks_, Mark::line) - marks_.begin());
    act_on(three, line, pace_);
    BoardPicture picture = picture_now();
    for (const int each : three) picture.marks[at(each)] = Mark::line;
    pictures_.push_back(std::move(picture));
    // In error, they may not look like lines.
    Plan back;
    for (const int each : three)
      back.insert(back.end(), at(cycle() - line), gesture_at(segment(each)));
    prober_.perform(back, pace_);
    if (!bring(three, 0, Prober::careful_pace()).empty())
      throw LearnStopped(End::stuck, "lines that meet could not be removed.");
    return;
  }
}

/// If clicks draw no crosses, perhaps the right button does.
void EdgeSurvey::look_at_crosses() {
  constexpr int kRight = 3;
  if (std::ranges::count(marks_, Mark::cross) > 0) return;
  const int edge = free_.front();
  const Segment place = segment(edge);
  const auto state = [&] { return edge_state(prober_.frame().image, *drawn_, edge); };
  const EdgeState untouched = state();
  const cv::Mat before = prober_.frame().image;
  for (int clicks = 0; clicks <= kMostStates; ++clicks) {
    prober_.click(place.middle() + aim_, kRight);
    const cv::Mat& now = prober_.frame().image;
    const cv::Mat changed = prober_.differences(before, now);
    if (count_in_pieces(changed) < kUnchangedPixels) return;
    const bool is_known = std::ranges::any_of(pictures_, [&](const BoardPicture& picture) {
      return std::ranges::any_of(free_, [&](int other) {
        return edge_state(picture.image, *drawn_, other).same(state());
      });
    });
    if (is_known) continue;
    marks_.push_back(Mark::cross);
    cores_.push_back(core(now, place) - core(start_, place));
    pictures_.push_back(picture_now());
    prober_.click(place.middle() + aim_);
    controls_.cross_becomes = marks_[at(state_of(prober_.frame().image, edge))];
    break;
  }
  for (int clicks = 0; clicks <= kMostStates && !state().same(untouched); ++clicks)
    prober_.click(place.middle() + aim_, kRight);
  if (!bring({edge}, 0, Prober::careful_pace()).empty())
    throw LearnStopped(End::stuck, "an edge that was crossed out could not be restored.");
}

std::vector<cells::Sample> EdgeSurvey::edge_samples() const {
  std::vector<cells::Sample> samples;
  for (const auto& [image, marks] : pictures_)
    for (int edge = 0; edge < grid_->edges(); ++edge) {
      const Mark mark = marks[at(edge)];
      const cv::Mat patch = slitherlink::edge_patch(image, lattice_, edge);
      // Most untouched edges still look as they did, but faces beside them may have been tinted.
      const bool is_untouched = mark == Mark::unknown && &marks != &pictures_.front().marks;
      if (is_untouched && edge % 3 != 0) {
        const cv::Mat at_start = slitherlink::edge_patch(start_, lattice_, edge);
        const double values = std::sqrt(static_cast<double>(patch.total()) * patch.channels());
        if (cv::norm(patch, at_start) / values <= kUnlike) continue;
      }
      samples.push_back({static_cast<int>(mark), edge, patch});
    }
  return with_all_sides(std::move(samples));
}

std::vector<cells::Sample> EdgeSurvey::dot_samples() const {
  std::vector<cells::Sample> samples;
  const cv::Rect2d picture(0, 0, start_.cols - 1, start_.rows - 1);
  for (int y = -1; y <= lattice_.rows + 1; ++y)
    for (int x = -1; x <= lattice_.columns + 1; ++x) {
      const cv::Point2d vertex = lattice_.origin + lattice_.pitch * cv::Point2d(x, y);
      const bool is_dot = x >= 0 && y >= 0 && x <= lattice_.columns && y <= lattice_.rows;
      if (!picture.contains(vertex)) continue;
      const int place = is_dot                 ? y * (lattice_.columns + 1) + x
                        : y < 0                ? -1
                        : x < 0                ? -2
                        : x > lattice_.columns ? -3
                                               : -4;
      for (const BoardPicture& each : pictures_) {
        samples.push_back({is_dot, place, slitherlink::dot_patch(each.image, lattice_, vertex)});
        if (!is_dot) break;
      }
      // Edges lie halfway between.
      const cv::Point2d beside = vertex + lattice_.pitch * cv::Point2d(0.5, 0);
      if (is_dot && picture.contains(beside))
        samples.push_back({0, place, slitherlink::dot_patch(start_, lattice_, beside)});
    }
  return samples;
}

/// Whether what lies one step beyond the sides of the lattice looks like its vertices.
bool EdgeSurvey::seems_to_go_on() const {
  std::vector<cells::Sample> samples, beside;
  for (cells::Sample& sample : dot_samples())
    (sample.place < 0 ? beside : samples).push_back(std::move(sample));
  // Where nothing but the backdrop is drawn, it does not go on: as within faces, beside their
  // numbers.
  for (int face = 0; face < grid_->faces(); ++face)
    for (const double across : {kWithinFace, 1 - kWithinFace})
      for (const double down : {kWithinFace, 1 - kWithinFace}) {
        const cv::Point2d within(face % lattice_.columns + across, face / lattice_.columns + down);
        samples.push_back(
            {0, face,
             slitherlink::dot_patch(start_, lattice_, lattice_.origin + lattice_.pitch * within)});
      }
  const cells::Atlas atlas(std::move(samples));
  std::array<int, 4> count{}, alike{};
  if (beside.empty()) return false;
  const cv::Mat none = cv::Mat::zeros(beside[0].patch.size(), CV_32FC3);
  std::array<cv::Mat, 4> sums;
  for (cv::Mat& sum : sums) sum = none.clone();
  for (const cells::Sample& sample : beside) {
    const auto side = at(-sample.place - 1);
    const cells::Prediction match = atlas.classify(sample.patch);
    ++count[side];
    alike[side] += match.label == 1 && match.confidence >= kMinConfidence;
    sums[side] += sample.patch;
  }
  // On average a texture is even, but not what is drawn.
  cv::Mat vertices = none.clone();
  for (int v = 0; v < grid_->vertices(); ++v) {
    const auto place = grid_->point(v);
    vertices += slitherlink::dot_patch(
        start_, lattice_, lattice_.origin + lattice_.pitch * cv::Point2d(place.x, place.y));
  }
  for (std::size_t side = 0; side < count.size(); ++side) {
    if (alike[side] <= 2 || 2 * alike[side] <= count[side]) continue;
    const cv::Mat mean = sums[side] / count[side];
    const double from_even = cv::norm(mean - cv::mean(mean));
    const double from_vertices = cv::norm(mean - vertices / grid_->vertices());
    if (from_even > kBareShare * from_vertices) return true;
  }
  return false;
}

}  // namespace eyehand::calibration
