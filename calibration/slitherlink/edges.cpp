#include "calibration/slitherlink/edges.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>

#include "calibration/learn.hpp"
#include "calibration/skin_text.hpp"
#include "vision/slitherlink/foreground.hpp"

namespace eyehand::calibration {
namespace {

using slitherlink::Mark;

/// Programs cycle through at most this many states of an edge.
constexpr int kMaxStates = 4;
/// Colours farther apart than this are different.
constexpr int kOtherColour = 40;

/// A grid found by its geometry lies on a uniform background. If a larger share of the window than
/// this differs from the background there is no such grid, and searching for one takes long.
constexpr double kMostForeground = 0.4;

[[noreturn]] void stop(End end, const std::string& why) {
  throw LearnStopped(end, why);
}

}  // namespace

void SlitherlinkEdges::find_out() {
  see_grid();
  find_buttons();
  find_line();
  find_cross();
}

void SlitherlinkEdges::see_grid() {
  prober_.rest();
  prober_.park_outside({});
  start_ = prober_.frame();
  std::optional<FoundGrid> found;
  const slitherlink::Appearance usual;
  const auto picture = ForegroundPicture::of(start_.image, usual.dot, usual.foreground_min);
  if (cv::countNonZero(picture.foreground >= picture.foreground_min) <=
      kMostForeground * start_.image.size().area())
    found = find_grid(start_, slitherlink::Method::strokes);
  if (!found) stop(End::unreadable, "no dots that are joined by drawn edges were found.");
  grid_ = std::move(*found);
  appearance_ = grid_.appearance;
  prober_.park_outside(grid_.reading.area);
  // The state of most edges is the untouched one.
  std::vector<std::pair<EdgeState, int>> kinds;
  for (int e = 0; e < grid_.grid().edges(); ++e) {
    const EdgeState state = now(e);
    const auto kind = std::find_if(kinds.begin(), kinds.end(),
                                   [&](const auto& of) { return of.first.same(state); });
    if (kind == kinds.end())
      kinds.emplace_back(state, 1);
    else
      ++kind->second;
  }
  untouched_ = std::max_element(kinds.begin(), kinds.end(), [](const auto& a, const auto& b) {
                 return a.second < b.second;
               })->first;
  appearance_.undecided = untouched_.colour;
  // From the middle of the board outwards.
  const cv::Point2d middle(start_.image.cols / 2.0, start_.image.rows / 2.0);
  for (int e = 0; e < grid_.grid().edges(); ++e)
    if (now(e).same(untouched_)) free_.push_back(e);
  std::sort(free_.begin(), free_.end(), [&](int a, int b) {
    return cv::norm(grid_.middle(a) - middle) < cv::norm(grid_.middle(b) - middle);
  });
  if (free_.empty()) stop(End::unreadable, "all edges are decided; start from a fresh board.");
  report("grid", fmt::format("{} dots {}, {} faces, {} edges", grid_.grid().vertices(),
                             to_toml(appearance_.dot), grid_.grid().faces(), grid_.grid().edges()));
}

void SlitherlinkEdges::find_buttons() {
  const int edge = free_.front();
  for (const int button : {1, 3, 2}) {
    Cycle cycle{button, {}};
    for (int i = 0; i <= kMaxStates; ++i) {
      const Effect effect = click(edge, button);
      timing_.note(effect);
      const EdgeState state = now(edge);
      if (state.same(untouched_)) break;
      cycle.states.push_back(state);
    }
    if (static_cast<int>(cycle.states.size()) > kMaxStates)
      stop(End::stuck,
           fmt::format("button {} changes an edge and does not change it back.", button));
    if (!cycle.states.empty()) cycles_.push_back(cycle);
  }
  if (cycles_.empty()) stop(End::stuck, "no button changes an edge.");
}

void SlitherlinkEdges::clear(int edge) {
  for (const Cycle& cycle : cycles_)
    for (std::size_t i = 0; i <= cycle.states.size(); ++i) {
      if (is_free(edge)) return;
      click(edge, cycle.button);
    }
  if (!is_free(edge)) stop(End::stuck, "an edge could not be cleared again.");
}

/// The colour that edges in this state turn to where three of them meet, if any: then they are
/// lines, and in error.
std::optional<Colour> SlitherlinkEdges::error_colour(const Cycle& cycle, std::size_t state) {
  const auto& grid = grid_.grid();
  for (const int edge : free_) {
    const auto around = grid.edges_of_vertex(grid.edge(edge).a);
    if (around.size() < 3 ||
        !std::all_of(around.begin(), around.end(), [&](int e) { return is_free(e); }))
      continue;
    const std::vector<int> three(around.begin(), around.begin() + 3);
    for (const int e : three)
      for (std::size_t i = 0; i <= state; ++i) click(e, cycle.button);
    std::optional<Colour> other;
    for (const int e : three) {
      const EdgeState shown = now(e);
      if (distance(shown.colour, cycle.states[state].colour) > kOtherColour) other = shown.colour;
    }
    for (const int e : three) clear(e);
    return other;
  }
  return std::nullopt;
}

void SlitherlinkEdges::find_line() {
  struct Candidate {
    const Cycle* cycle;
    std::size_t state;
    std::optional<Colour> error;
  };
  std::vector<Candidate> candidates;
  for (const Cycle& cycle : cycles_)
    for (std::size_t i = 0; i < cycle.states.size(); ++i) {
      const EdgeState& state = cycle.states[i];
      if (!state.ends || !state.middle) continue;
      const bool known = std::any_of(
          candidates.begin(), candidates.end(),
          [&](const Candidate& other) { return other.cycle->states[other.state].same(state); });
      if (!known) candidates.push_back({&cycle, i, error_colour(cycle, i)});
    }
  if (candidates.empty()) stop(End::stuck, "no click with any button draws a line along an edge.");
  // An error identifies the line; otherwise it is the state that contrasts most.
  const auto rank = [&](const Candidate& of) {
    const int contrast = distance(of.cycle->states[of.state].colour, grid_.background);
    return (of.error ? 1000 : 0) + contrast;
  };
  const Candidate best =
      *std::max_element(candidates.begin(), candidates.end(),
                        [&](const Candidate& a, const Candidate& b) { return rank(a) < rank(b); });
  line_ = best.cycle->states[best.state];
  cycle_ = *best.cycle;
  clicks_to_line_ = best.state + 1;
  controls_.line_button = cycle_.button;
  appearance_.line = {line_.colour};
  if (best.error) appearance_.line.push_back(*best.error);
  report("line", fmt::format("{} with button {}{}", to_toml(line_.colour), controls_.line_button,
                             best.error ? ", in error " + to_toml(*best.error) : std::string()));
}

void SlitherlinkEdges::toggle(const std::vector<int>& edges) {
  Plan plan;
  for (const int e : edges) {
    const std::size_t clicks =
        is_free(e) ? clicks_to_line_ : cycle_.states.size() + 1 - clicks_to_line_;
    plan.insert(plan.end(), clicks,
                Click{prober_.on_screen(grid_.middle(e)), controls_.line_button});
  }
  prober_.perform(plan, Prober::careful_pace());
}

Mark SlitherlinkEdges::mark_of(const EdgeState& state) const {
  if (state.same(untouched_)) return Mark::unknown;
  return state.same(line_) ? Mark::line : Mark::cross;
}

void SlitherlinkEdges::find_cross() {
  controls_.unknown_becomes = mark_of(cycle_.states.front());
  controls_.line_becomes = clicks_to_line_ < cycle_.states.size()
                               ? mark_of(cycle_.states[clicks_to_line_])
                               : Mark::unknown;
  for (const Cycle& cycle : cycles_)
    for (std::size_t i = 0; i < cycle.states.size(); ++i) {
      if (mark_of(cycle.states[i]) != Mark::cross) continue;
      appearance_.crossed = cycle.states[i].colour;
      report("cross", fmt::format("{} with button {}", to_toml(appearance_.crossed), cycle.button));
      const int edge = free_.front();
      for (std::size_t k = 0; k <= i; ++k) click(edge, cycle.button);
      click(edge, controls_.line_button);
      controls_.cross_becomes = mark_of(now(edge));
      clear(edge);
      return;
    }
}

}  // namespace eyehand::calibration
