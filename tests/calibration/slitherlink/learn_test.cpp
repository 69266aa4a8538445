// Learning Slitherlink from fake programs that react at once: how edges are found, and what becomes
// of the board.
#include "calibration/slitherlink/learn.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <string>

#include "puzzle/index.hpp"
#include "puzzle/slitherlink/text.hpp"
#include "tests/calibration/fake_program.hpp"
#include "tests/calibration/label_answers.hpp"

namespace eyehand::calibration {
namespace {

using slitherlink::Board;
using slitherlink::Mark;

/// A window with a board that shows its clues, lines and crosses, and nothing else.
class FakeSlitherlink : public FakeProgram {
 public:
  explicit FakeSlitherlink(const char* text)
      : FakeProgram({640, 480}, {40, 60, 50}), board(slitherlink::from_text(text)) {}

  Board board;
  int pitch = 40;
  cv::Point origin{120, 70};
  double reach = 15;        ///< how far from an edge a click counts, pixels
  bool is_dragged = false;  ///< lines are drawn by drags from vertex to vertex
  bool has_drawn_edges = false;
  bool has_crosses = true;      ///< a click on a line makes it a cross
  bool has_large_dots = false;  ///< every other dot is larger

  cv::Point2d middle(int edge) const {
    const slitherlink::Edge& ends = board.grid->edge(edge);
    return (vertex(ends.a) + vertex(ends.b)) / 2;
  }
  cv::Point2d vertex(int v) const {
    const auto p = board.grid->point(v);
    return cv::Point2d(origin) + pitch * cv::Point2d(p.x, p.y);
  }

  bool is_even(int v) const {
    const auto place = board.grid->point(v);
    return cvRound(place.x) % 2 == 0 && cvRound(place.y) % 2 == 0;
  }

  void draw(cv::Mat& picture) const override {
    const cv::Scalar white(250, 250, 250);
    for (int v = 0; v < board.grid->vertices(); ++v)
      cv::circle(picture, vertex(v), has_large_dots && is_even(v) ? 6 : 3, {0, 200, 250},
                 cv::FILLED);
    for (int f = 0; f < board.grid->faces(); ++f)
      if (board.clues[at(f)] >= 0)
        cv::putText(picture, std::to_string(board.clues[at(f)]),
                    cv::Point(vertex(board.grid->vertices_of_face(f)[0])) +
                        cv::Point(pitch / 2 - 8, pitch / 2 + 8),
                    cv::FONT_HERSHEY_SIMPLEX, 0.8, white, 2);
    for (int e = 0; e < board.grid->edges(); ++e) {
      const cv::Point2d half(5, 5), other(5, -5);
      if (has_drawn_edges)
        cv::line(picture, vertex(board.grid->edge(e).a), vertex(board.grid->edge(e).b),
                 {90, 110, 100}, 2);
      if (board.marks[at(e)] == Mark::line)
        cv::line(picture, vertex(board.grid->edge(e).a), vertex(board.grid->edge(e).b), white, 4);
      if (board.marks[at(e)] != Mark::cross) continue;
      cv::line(picture, middle(e) - half, middle(e) + half, white, 2);
      cv::line(picture, middle(e) - other, middle(e) + other, white, 2);
    }
  }
  void click(cv::Point point) override {
    if (is_dragged) return;
    for (int e = 0; e < board.grid->edges(); ++e) {
      const cv::Point2d off = cv::Point2d(point) - middle(e);
      const bool is_horizontal = vertex(board.grid->edge(e).a).y == vertex(board.grid->edge(e).b).y;
      const double along = std::abs(is_horizontal ? off.x : off.y);
      const double across = std::abs(is_horizontal ? off.y : off.x);
      if (along >= pitch / 2.0 || across > reach || across > pitch / 2.0 - along) continue;
      Mark& mark = board.marks[at(e)];
      mark = mark == Mark::unknown               ? Mark::line
             : mark == Mark::line && has_crosses ? Mark::cross
                                                 : Mark::unknown;
      return;
    }
  }
  void drag(cv::Point from, cv::Point to) override {
    if (!is_dragged) return;
    // All edges whose both ends are near the way.
    const auto is_passed = [&](int v) {
      const cv::Point2d way = to - from, off = vertex(v) - cv::Point2d(from);
      const double share = std::clamp(off.dot(way) / std::max(1.0, way.dot(way)), 0.0, 1.0);
      return cv::norm(off - share * way) < 0.35 * pitch;
    };
    for (int e = 0; e < board.grid->edges(); ++e)
      if (is_passed(board.grid->edge(e).a) && is_passed(board.grid->edge(e).b))
        board.marks[at(e)] = board.marks[at(e)] == Mark::line ? Mark::unknown : Mark::line;
  }
};

constexpr const char* kBoard = "7x7t0:3a22a3a2a3a3d3b01e02b2011a2e2b331b";

void expect_learned(FakeSlitherlink& program, const std::string& class_name = "Some") {
  const Board found = program.board;
  Prober prober(program, program, Deadline());
  LearnOptions options = learn_options_for("slitherlink");
  options.window.class_name = class_name;
  const Learned learned = learn_slitherlink(prober, options);
  EXPECT_EQ(learned.board, slitherlink::to_text(found));
  EXPECT_EQ(program.board, found);
}

TEST(LearnSlitherlink, EdgesThatAreClicked) {
  FakeSlitherlink program(kBoard);
  expect_learned(program);
}

TEST(LearnSlitherlink, EdgesThatAreHitOnlyToThePixel) {
  FakeSlitherlink program(kBoard);
  program.reach = 1;
  expect_learned(program);
}

/// Its crosses leave most of an edge as it was.
TEST(LearnSlitherlink, DrawnEdgesOfAWebPage) {
  FakeSlitherlink program(kBoard);
  program.has_drawn_edges = true;
  expect_learned(program, "Chromium");
}

/// Where every other dot is larger, what repeats is two edges apart.
TEST(LearnSlitherlink, ADragThatDrawsTwoEdgesShowsOne) {
  FakeSlitherlink program(kBoard);
  program.is_dragged = program.has_large_dots = true;
  expect_learned(program);
}

}  // namespace
}  // namespace eyehand::calibration
