// Acting on the edges of an unknown Slitherlink board: where they are, what draws a line, and what
// lines, crosses and undecided edges look like. A grid whose edges are all drawn shows where to
// click. On any other board, a click (or a drag) that draws something thin shows where an edge of a
// square is and how long it is; edges at whole steps from it that react the same way show where the
// board ends.
#pragma once

#include <functional>
#include <memory>
#include <opencv2/core.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "actuator/slitherlink/plan.hpp"
#include "calibration/pace_search.hpp"
#include "calibration/prober.hpp"
#include "calibration/slitherlink/fit.hpp"
#include "calibration/slitherlink/stroke.hpp"
#include "vision/cells/atlas.hpp"
#include "vision/lattice.hpp"
#include "vision/slitherlink/read_cells.hpp"

namespace eyehand::calibration {

/// The window with some lines and crosses on the board.
struct BoardPicture {
  cv::Mat image;
  std::vector<slitherlink::Mark> marks;  ///< of all edges
};

class EdgeSurvey {
 public:
  /// Keeps a reference to the prober.
  EdgeSurvey(Prober& prober, StageReport report) : prober_(prober), report_(std::move(report)) {}

  /// Leaves the board as it was found. `drawn_first`: looks for drawn edges before anything else,
  /// rather than if nothing else helps. Throws LearnStopped if nothing draws lines.
  void run(bool drawn_first);

  const cv::Mat& start() const { return start_; }  ///< the window as it was found
  std::shared_ptr<const slitherlink::Grid> grid() const { return grid_; }
  cv::Point2d vertex(int v) const { return where_[static_cast<std::size_t>(v)]; }
  Segment segment(int edge) const {
    return {vertex(grid_->edge(edge).a), vertex(grid_->edge(edge).b)};
  }
  /// Edges that looked untouched.
  const std::vector<int>& free_edges() const { return free_; }
  /// The grid, if it was found by its drawn edges.
  const std::optional<FoundGrid>& drawn() const { return drawn_; }
  /// That of the faces, if they are squares.
  const std::optional<Lattice>& lattice() const { return squares_; }
  const slitherlink::Controls& controls() const { return controls_; }
  const Pace& pace() const { return pace_; }
  const Timing& timing() const { return timing_; }
  /// Pictures of the board in several states, the first as it was found.
  const std::vector<BoardPicture>& pictures() const { return pictures_; }
  /// Of squares: samples of edges, labelled by Mark; and of vertices (1) and other places (0),
  /// where those beyond the four sides have places -1 to -4.
  std::vector<cells::Sample> edge_samples() const;
  std::vector<cells::Sample> dot_samples() const;
  /// Whether all edges look as they were found.
  bool is_as_found() const;

 private:
  /// The moves of a drag, long enough for programs that measure its speed.
  static constexpr int kDragSteps = 5;
  static constexpr std::chrono::milliseconds kDragStep{22};
  /// Programs cycle through at most this many states of an edge.
  static constexpr int kMostStates = 4;
  /// The wait after an animation, where gestures during one are lost.
  static constexpr std::chrono::milliseconds kAfterAnimation{60};

  bool find_drawn();
  bool find_squares();
  bool find_first();
  void look_again();
  bool is_another(const cv::Mat& before) const;
  bool find_by_clicks(const std::vector<cv::Point>& places, int reach,
                      std::chrono::milliseconds gap);
  bool find_by_clicks_apart(std::vector<cv::Point> places);
  bool find_by_drag(cv::Point2d from, cv::Point2d to);
  bool find_by_scan(cv::Point2d middle, int side);
  bool explore(const std::function<Effect()>& act, cv::Point2d near, const cv::Mat& original,
               std::vector<cv::Mat> states = {});
  bool explore_edge(int edge);
  cv::Mat changed_away(const cv::Mat& before) const;
  void forget_message();
  void look_again_at_board();
  double measured_pitch();
  void name_states(const Segment& first);
  bool find_extent();
  bool walk();
  void restore(const Gesture& gesture, cv::Point2d middle);
  std::vector<Pace> paces() const;
  void take_pictures();
  void add_unlike(cv::Point2d way, std::vector<int>& which) const;
  void look_for_one_click();
  void look_at_errors();
  void look_at_crosses();
  void place_squares();
  void find_lattice();
  void refine_lattice();
  bool seems_to_go_on() const;

  std::vector<int> spread(cv::Point2d way, int count) const;
  cv::Point2d other_way() const;
  double changed_along(const cv::Mat& mask, const Segment& segment) const;
  cv::Mat core(const cv::Mat& picture, const Segment& segment) const;
  int state_at(const cv::Mat& picture, const Segment& segment) const;
  int state_of(const cv::Mat& picture, int edge) const { return state_at(picture, segment(edge)); }
  BoardPicture picture_now() const;
  Gesture gesture_at(const Segment& segment) const;
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

  std::optional<FoundGrid> drawn_;
  std::shared_ptr<const slitherlink::Grid> grid_;
  std::vector<cv::Point2d> where_;  ///< its vertices, image pixels
  std::vector<int> free_;           ///< from the middle outwards, if it is drawn

  Segment first_;                                ///< a line along the first edge
  std::vector<cv::Point2d> tried_;               ///< where gestures looked for it
  cv::Point hit_;                                ///< where a click changed it
  cv::Point2d aim_ = slitherlink::kClickOffset;  ///< where to click, from an edge's middle
  std::vector<double> hints_;                    ///< pitches, the likeliest first
  std::vector<cv::Mat>
      states_;  ///< pictures of the first edge's states, beginning with the one found
  /// What they are and, from one more on, the cross that another button draws; and how they differ
  /// from the first, see core().
  std::vector<slitherlink::Mark> marks_;
  std::vector<cv::Mat> cores_;
  Lattice lattice_;  ///< of squares, as far as it is known
  std::optional<Lattice> squares_;
  std::vector<BoardPicture> pictures_;
};

}  // namespace eyehand::calibration
