// Acting on the edges of an unknown Slitherlink board: which button draws a line, which a cross,
// and what both look like.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "actuator/slitherlink/plan.hpp"
#include "calibration/pace_search.hpp"
#include "calibration/prober.hpp"
#include "calibration/slitherlink/fit.hpp"

namespace eyehand::calibration {

/// The states through which clicks with one button take an untouched edge until it is untouched
/// again.
struct Cycle {
  int button = 0;
  std::vector<EdgeState> states;
};

class SlitherlinkEdges {
 public:
  /// Keeps a reference to the prober.
  SlitherlinkEdges(Prober& prober, StageReport report)
      : prober_(prober), report_(std::move(report)) {}

  /// Finds the grid and tries buttons on edges near the middle, which are then restored. Throws
  /// LearnStopped if nothing draws lines.
  void find_out();

  const Frame& start() const { return start_; }  ///< the window as it was found
  const FoundGrid& grid() const { return grid_; }
  /// Without digits.
  const slitherlink::Appearance& appearance() const { return appearance_; }
  const slitherlink::Controls& controls() const { return controls_; }
  /// Untouched edges, from the middle outwards.
  const std::vector<int>& free_edges() const { return free_; }
  /// Number of clicks that turn an untouched edge into a line, and number that return it to
  /// untouched.
  std::size_t clicks_to_line() const { return clicks_to_line_; }
  std::size_t clicks_around() const { return cycle_.states.size() + 1; }
  const EdgeState& untouched() const { return untouched_; }
  const Timing& timing() const { return timing_; }

  /// The state of an edge in the last frame.
  EdgeState now(int edge) const { return edge_state(prober_.frame().image, grid_, edge); }
  bool is_free(int edge) const { return now(edge).same(untouched_); }
  /// Draws or erases these edges.
  void toggle(const std::vector<int>& edges);
  /// Clicks the edge until it is untouched again.
  void clear(int edge);

 private:
  void see_grid();
  void find_buttons();
  std::optional<Colour> error_colour(const Cycle& cycle, std::size_t state);
  void find_line();
  void find_cross();
  slitherlink::Mark mark_of(const EdgeState& state) const;
  Effect click(int edge, int button) { return prober_.click(grid_.middle(edge), button); }
  void report(std::string_view stage, const std::string& what) const {
    if (report_) report_(stage, what);
  }

  Prober& prober_;
  StageReport report_;
  Frame start_;
  FoundGrid grid_;
  slitherlink::Appearance appearance_;
  slitherlink::Controls controls_;
  EdgeState untouched_, line_;
  std::vector<int> free_;
  std::vector<Cycle> cycles_;
  Cycle cycle_;  ///< the one that draws lines
  std::size_t clicks_to_line_ = 1;
  Timing timing_;
};

}  // namespace eyehand::calibration
