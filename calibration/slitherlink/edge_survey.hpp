// Acting on the edges of an unknown Slitherlink board of squares: where they are, what draws a
// line, and what lines, crosses and undecided edges look like. A click (or a drag) that draws
// something thin shows where an edge is and how long it is, however it is drawn; edges at whole
// steps from it that react the same way show where the board ends.
#pragma once

#include <functional>
#include <opencv2/core.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "actuator/slitherlink/plan.hpp"
#include "calibration/pace_search.hpp"
#include "calibration/prober.hpp"
#include "calibration/slitherlink/stroke.hpp"
#include "vision/cells/atlas.hpp"
#include "vision/lattice.hpp"
#include "vision/slitherlink/read_cells.hpp"

namespace eyehand::calibration {

class EdgeSurvey {
 public:
  /// Keeps a reference to the prober.
  EdgeSurvey(Prober& prober, StageReport report) : prober_(prober), report_(std::move(report)) {}

  /// Leaves the board as it was found. Throws LearnStopped if nothing draws lines.
  void run();

  const cv::Mat& start() const { return start_; }      ///< the window as it was found
  const Lattice& lattice() const { return lattice_; }  ///< of the faces
  const slitherlink::Controls& controls() const { return controls_; }
  const Pace& pace() const { return pace_; }
  const Timing& timing() const { return timing_; }
  /// Pictures of the board in several states, the first as it was found.
  const std::vector<cv::Mat>& pictures() const { return pictures_; }
  /// Samples of edges, labelled by Mark; and of vertices (1) and other places (0), where those
  /// beyond the four sides have places -1 to -4.
  std::vector<cells::Sample> edge_samples() const;
  std::vector<cells::Sample> dot_samples() const;
  /// Whether all edges look as they were found.
  bool is_as_found() const;

 private:
  /// The moves of a drag, long enough for programs that measure its speed.
  static constexpr int kDragSteps = 5;
  static constexpr std::chrono::milliseconds kDragStep{22};
  /// The wait after an animation, where gestures during one are lost.
  static constexpr std::chrono::milliseconds kAfterAnimation{60};

  bool find_first();
  bool find_by_clicks(const std::vector<cv::Point>& places, int reach,
                      std::chrono::milliseconds gap);
  bool find_by_clicks_apart(std::vector<cv::Point> places);
  bool find_by_drag(cv::Point2d from, cv::Point2d to);
  bool find_by_scan(cv::Point2d middle, int side);
  bool explore(const std::function<Effect()>& act, cv::Point2d near, const cv::Mat& original,
               std::vector<cv::Mat> states = {});
  double measured_pitch();
  void name_states();
  void find_extent();
  bool walk();
  void restore(const Gesture& gesture, cv::Point2d middle);
  std::vector<Pace> paces() const;
  void take_pictures();
  void refine_lattice();
  bool seems_to_go_on() const;

  int edges() const;
  std::vector<int> spread(bool horizontal, int count) const;
  cv::Mat core(const cv::Mat& picture, cv::Point2d middle, bool horizontal) const;
  int state_at(const cv::Mat& picture, cv::Point2d middle, bool horizontal) const;
  int state_of(const cv::Mat& picture, int edge) const;
  Gesture gesture_at(cv::Point2d middle, bool horizontal) const;
  /// Gestures that should bring these edges to this state; returns those that are not in it then.
  std::vector<int> act_on(const std::vector<int>& which, int state, const Pace& pace);
  /// The same until all are; returns those that do not reach it.
  std::vector<int> bring(const std::vector<int>& which, int state, const Pace& pace);
  int cycle() const { return static_cast<int>(states_.size()); }
  void report(std::string_view stage, const std::string& what) const {
    if (report_) report_(stage, what);
  }

  Prober& prober_;
  StageReport report_;
  cv::Mat start_;
  slitherlink::Controls controls_;
  Pace pace_;  ///< at which all clicks have been counted so far
  Timing timing_;
  std::chrono::milliseconds animation_{0};  ///< the longest seen

  bool first_is_horizontal_ = true;
  cv::Point2d first_;                            ///< the middle of the first edge
  double first_length_ = 0;                      ///< of a line along it
  cv::Point hit_;                                ///< where a click changed it
  cv::Point2d aim_ = slitherlink::kClickOffset;  ///< where to click, from an edge's middle
  std::vector<double> hints_;                    ///< pitches, the likeliest first
  std::vector<cv::Mat>
      states_;  ///< pictures of the first edge's states, beginning with the one found
  std::vector<slitherlink::Mark> marks_;  ///< what they are
  std::vector<cv::Mat> cores_;            ///< how they differ from the first; see core()
  Lattice lattice_;
  std::vector<cv::Mat> pictures_;
};

}  // namespace eyehand::calibration
