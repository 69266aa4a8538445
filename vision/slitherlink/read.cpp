#include "vision/slitherlink/read.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "puzzle/index.hpp"
#include "vision/slitherlink/read_methods.hpp"

namespace eyehand::slitherlink {
namespace {

/// The distinct values among `all`, as long as each is far from the next.
std::vector<double> levels(std::vector<double> all, double apart) {
  std::sort(all.begin(), all.end());
  std::vector<double> found;
  for (const double v : all)
    if (found.empty() || v - found.back() > apart) found.push_back(v);
  return found;
}

int nearest(const std::vector<double>& levels, double value) {
  const auto above = std::lower_bound(levels.begin(), levels.end(), value);
  if (above == levels.begin()) return 0;
  const auto i = static_cast<int>(above - levels.begin());
  return above == levels.end() || value - *(above - 1) < *above - value ? i - 1 : i;
}

/// A rectangle of squares: for each vertex and face its number in Grid::squares.
struct AsSquares {
  int columns = 0, rows = 0;
  std::vector<int> vertex, face;
};

/// columns is 0 where it is something else.
AsSquares as_squares(const std::vector<Point>& vertices,
                     const std::vector<std::vector<int>>& faces) {
  if (faces.empty() ||
      std::any_of(faces.begin(), faces.end(), [](const auto& f) { return f.size() != 4; }))
    return {};
  const Point p = vertices[at(faces[0][0])];
  const Point q = vertices[at(faces[0][1])];
  const double side = std::hypot(p.x - q.x, p.y - q.y);
  std::vector<double> xs, ys;
  for (const Point& v : vertices) {
    xs.push_back(v.x);
    ys.push_back(v.y);
  }
  xs = levels(std::move(xs), side / 3);
  ys = levels(std::move(ys), side / 3);
  AsSquares squares{static_cast<int>(xs.size()) - 1, static_cast<int>(ys.size()) - 1, {}, {}};
  if (xs.size() * ys.size() != vertices.size() || (xs.size() - 1) * (ys.size() - 1) != faces.size())
    return {};
  std::vector<std::uint8_t> taken(vertices.size(), 0);
  for (const Point& v : vertices) {
    const int x = nearest(xs, v.x), y = nearest(ys, v.y);
    const int number = y * (squares.columns + 1) + x;
    if (taken[at(number)]) return {};
    taken[at(number)] = 1;
    squares.vertex.push_back(number);
  }
  for (const auto& f : faces) {
    std::array<int, 4> corners{};
    for (std::size_t i = 0; i < 4; ++i) corners[i] = squares.vertex[at(f[i])];
    std::sort(corners.begin(), corners.end());
    const int first = corners[0], wide = squares.columns + 1;
    if (first % wide == squares.columns || corners[1] != first + 1 || corners[2] != first + wide ||
        corners[3] != first + wide + 1)
      return {};
    squares.face.push_back(first / wide * squares.columns + first % wide);
  }
  return squares;
}

}  // namespace

Framed frame_graph(const std::vector<Point>& vertices, const std::vector<std::vector<int>>& faces) {
  Framed framed;
  Reading& reading = framed.reading;
  const AsSquares squares = as_squares(vertices, faces);
  reading.where = vertices;
  if (squares.columns > 0) {
    reading.board = Board::of(Grid::squares(squares.columns, squares.rows));
    framed.face_of = squares.face;
    framed.vertex_of = squares.vertex;
    for (std::size_t v = 0; v < vertices.size(); ++v)
      reading.where[at(squares.vertex[v])] = vertices[v];
  } else {
    reading.board = Board::of(Grid::of_faces(vertices, faces));
    framed.face_of.resize(faces.size());
    framed.vertex_of.resize(vertices.size());
    std::iota(framed.face_of.begin(), framed.face_of.end(), 0);
    std::iota(framed.vertex_of.begin(), framed.vertex_of.end(), 0);
  }
  const Grid& grid = *reading.board.grid;
  reading.clue_confidence.assign(at(grid.faces()), 1);
  reading.edge_confidence.assign(at(grid.edges()), 1);
  double left = vertices[0].x, right = left, top = vertices[0].y, bottom = top;
  for (const Point& v : vertices) {
    left = std::min(left, v.x);
    right = std::max(right, v.x);
    top = std::min(top, v.y);
    bottom = std::max(bottom, v.y);
  }
  const auto low = [](double v) { return static_cast<int>(std::floor(v)); };
  reading.area = {low(left), low(top), low(right) - low(left) + 1, low(bottom) - low(top) + 1};
  return framed;
}

cv::Point2d face_centre(const Reading& reading, int face) {
  const auto corners = reading.board.grid->vertices_of_face(face);
  cv::Point2d sum;
  for (const int v : corners) sum += cv::Point2d(reading.where[at(v)].x, reading.where[at(v)].y);
  return sum / static_cast<double>(corners.size());
}

Reading read(const Frame& frame, const Appearance& appearance, const Reading* before,
             Deadline deadline) {
  switch (appearance.method) {
    case Method::strokes:
      return read_strokes(frame, appearance, before, deadline);
    case Method::dots:
      return read_dots(frame, appearance);
  }
  return {};
}

}  // namespace eyehand::slitherlink
