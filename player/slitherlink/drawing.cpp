#include "player/slitherlink/drawing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <opencv2/core.hpp>
#include <string>
#include <vector>

#include "player/games.hpp"
#include "puzzle/index.hpp"
#include "puzzle/slitherlink/board.hpp"
#include "puzzle/slitherlink/text.hpp"

namespace eyehand::slitherlink {
namespace {

/// Enlarges the grid so that its first edge is as long as a cell.
class Placement {
 public:
  explicit Placement(const Grid& grid) : grid_(grid), least_(raw(0)), most_(raw(0)) {
    for (int v = 0; v < grid.vertices(); ++v) {
      least_ = {std::min(least_.x, raw(v).x), std::min(least_.y, raw(v).y)};
      most_ = {std::max(most_.x, raw(v).x), std::max(most_.y, raw(v).y)};
    }
    scale_ = kDrawnCell / cv::norm(raw(grid.edge(0).a) - raw(grid.edge(0).b));
  }
  cv::Point2d place(int v) const { return (raw(v) - least_) * scale_ + kMargin; }
  cv::Point2d size() const { return (most_ - least_) * scale_ + 2 * kMargin; }

 private:
  cv::Point2d raw(int v) const { return {grid_.point(v).x, grid_.point(v).y}; }

  inline static const cv::Point2d kMargin{8, 8};
  const Grid& grid_;
  cv::Point2d least_, most_;
  double scale_ = 1;
};

std::string points(std::initializer_list<cv::Point2d> corners) {
  std::string text;
  for (const cv::Point2d& p : corners) text += fmt::format("{:g},{:g} ", p.x, p.y);
  return text;
}

std::string drawn_mark(cv::Point2d a, cv::Point2d b, Mark mark) {
  const cv::Point2d middle = (a + b) / 2;
  constexpr double kArm = 3.5;
  constexpr const char* kCross = R"(stroke="#c55" stroke-width="1.5")";
  if (mark == Mark::line)
    return svg::line(a.x, a.y, b.x, b.y,
                     R"(stroke="#223" stroke-width="5" stroke-linecap="round")");
  if (mark == Mark::cross)
    return svg::line(middle.x - kArm, middle.y - kArm, middle.x + kArm, middle.y + kArm, kCross) +
           svg::line(middle.x - kArm, middle.y + kArm, middle.x + kArm, middle.y - kArm, kCross);
  return svg::line(a.x, a.y, b.x, b.y, R"(stroke="#b8c2d4" stroke-dasharray="3 4")");
}

}  // namespace

DrawnBoard drawing(std::string_view puzzle, const Course& course) {
  const Board board = from_text(puzzle);
  std::vector<Mark> solved;
  if (course.solution) solved = from_text(course.solution->answer).marks;
  const Grid& grid = *board.grid;
  const Placement placement(grid);
  DrawnBoard drawing{placement.size().x, placement.size().y};
  for (int f = 0; f < grid.faces(); ++f) {
    DrawnCell cell;
    cv::Point2d sum;
    const auto vertices = grid.vertices_of_face(f);
    for (const int v : vertices) {
      sum += placement.place(v);
      cell.outline += points({placement.place(v)});
    }
    const cv::Point2d middle = sum / static_cast<double>(vertices.size());
    const int clue = board.clues[at(f)];
    if (clue != kNoClue) cell.add(0, svg::text(middle.x, middle.y, std::to_string(clue)));
    drawing.cells.push_back(std::move(cell));
  }
  for (int e = 0; e < grid.edges(); ++e) {
    const cv::Point2d a = placement.place(grid.edge(e).a), b = placement.place(grid.edge(e).b);
    const cv::Point2d side = cv::Point2d(b.y - a.y, a.x - b.x) * (5 / cv::norm(b - a));
    DrawnCell cell{points({a, (a + b) / 2 + side, b, (a + b) / 2 - side})};
    cell.add(0, drawn_mark(a, b, board.marks[at(e)]));
    if (!solved.empty()) cell.add(course.when(grid.faces() + e), drawn_mark(a, b, solved[at(e)]));
    drawing.cells.push_back(std::move(cell));
  }
  for (int v = 0; v < grid.vertices(); ++v) {
    const cv::Point2d at = placement.place(v);
    drawing.background += svg::circle(at.x, at.y, 2.5, R"(fill="#667")");
  }
  return drawing;
}

}  // namespace eyehand::slitherlink
