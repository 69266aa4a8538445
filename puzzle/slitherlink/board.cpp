#include "puzzle/slitherlink/board.hpp"

#include <algorithm>
#include <string>
#include <unordered_map>

#include "puzzle/error.hpp"
#include "puzzle/index.hpp"

namespace eyehand::slitherlink {
namespace {

void check_size(std::size_t edges) {
  if (edges < 1 || edges > kMaxEdges)
    throw Error("A grid has 1 to " + std::to_string(kMaxEdges) + " edges, not " +
                std::to_string(edges) + '.');
}

}  // namespace

std::shared_ptr<const Grid> Grid::squares(int columns, int rows) {
  if (columns < 1 || rows < 1)
    throw Error("A grid has at least one square, not " + std::to_string(columns) + "x" +
                std::to_string(rows) + '.');
  const auto w = at(columns), h = at(rows);
  if (w > kMaxEdges || h > kMaxEdges) check_size(kMaxEdges + 1);
  check_size((h + 1) * w + h * (w + 1));
  auto grid = std::make_shared<Grid>();
  grid->shape_ = Squares{columns, rows};
  const int horizontal = (rows + 1) * columns;
  const auto vertex = [&](int x, int y) { return y * (columns + 1) + x; };
  const auto face = [&](int x, int y) {
    return x >= 0 && y >= 0 && x < columns && y < rows ? y * columns + x : kOutside;
  };
  const auto horizontal_edge = [&](int x, int y) { return y * columns + x; };
  const auto vertical_edge = [&](int x, int y) { return horizontal + y * (columns + 1) + x; };
  for (int y = 0; y <= rows; ++y)
    for (int x = 0; x <= columns; ++x)
      grid->points_.push_back({static_cast<double>(x), static_cast<double>(y)});
  for (int y = 0; y <= rows; ++y)
    for (int x = 0; x < columns; ++x)
      grid->edges_.push_back({vertex(x, y), vertex(x + 1, y), {face(x, y - 1), face(x, y)}});
  for (int y = 0; y < rows; ++y)
    for (int x = 0; x <= columns; ++x)
      grid->edges_.push_back({vertex(x, y), vertex(x, y + 1), {face(x - 1, y), face(x, y)}});
  for (int y = 0; y < rows; ++y)
    for (int x = 0; x < columns; ++x) {
      for (const int e : {horizontal_edge(x, y), vertical_edge(x + 1, y), horizontal_edge(x, y + 1),
                          vertical_edge(x, y)})
        grid->face_edges_.push_back(e);
      for (const int v : {vertex(x, y), vertex(x + 1, y), vertex(x + 1, y + 1), vertex(x, y + 1)})
        grid->face_vertices_.push_back(v);
      grid->face_starts_.push_back(static_cast<int>(grid->face_edges_.size()));
    }
  grid->join_vertices();
  return grid;
}

std::shared_ptr<const Grid> Grid::of_faces(std::vector<Point> vertices,
                                           const std::vector<std::vector<int>>& faces) {
  std::size_t sides = 0;
  for (const auto& face : faces) sides += face.size();
  if (sides > 2 * kMaxEdges) check_size(sides);
  auto grid = std::make_shared<Grid>();
  grid->points_ = std::move(vertices);
  std::unordered_map<std::uint64_t, int> known;  // by the two vertices
  std::vector<int> last_face(grid->points_.size(), -1);
  for (std::size_t f = 0; f < faces.size(); ++f) {
    const auto& around = faces[f];
    const auto fail = [&](const std::string& what) {
      throw Error("Face " + std::to_string(f) + " of the grid " + what + ".");
    };
    if (around.size() < 3) fail("has fewer than three vertices");
    for (const int v : around) {
      if (v < 0 || v >= grid->vertices()) fail("names a vertex that does not exist");
      auto& last = last_face[at(v)];
      if (last == static_cast<int>(f)) fail("names a vertex twice");
      last = static_cast<int>(f);
    }
    for (std::size_t i = 0; i < around.size(); ++i) {
      const auto [a, b] = std::minmax(around[i], around[(i + 1) % around.size()]);
      const auto key = static_cast<std::uint64_t>(a) << 32 | static_cast<std::uint32_t>(b);
      const auto [place, is_new] = known.try_emplace(key, grid->edges());
      if (is_new) grid->edges_.push_back({a, b, {static_cast<int>(f), kOutside}});
      Edge& edge = grid->edges_[at(place->second)];
      if (!is_new) {
        if (edge.faces[1] != kOutside) fail("shares an edge with two others");
        edge.faces[1] = static_cast<int>(f);
      }
      grid->face_edges_.push_back(place->second);
      grid->face_vertices_.push_back(around[i]);
    }
    grid->face_starts_.push_back(static_cast<int>(grid->face_edges_.size()));
  }
  check_size(grid->edges_.size());
  grid->join_vertices();
  return grid;
}

void Grid::join_vertices() {
  vertex_starts_.assign(points_.size() + 1, 0);
  for (const Edge& e : edges_)
    for (const int v : {e.a, e.b}) ++vertex_starts_[at(v) + 1];
  for (std::size_t v = 0; v < points_.size(); ++v) vertex_starts_[v + 1] += vertex_starts_[v];
  vertex_edges_.resize(2 * edges_.size());
  auto next = vertex_starts_;
  for (int e = 0; e < edges(); ++e)
    for (const int v : {edge(e).a, edge(e).b}) vertex_edges_[at(next[at(v)]++)] = e;
}

int Grid::edge_between(int a, int b) const {
  const auto [low, high] = std::minmax(a, b);
  for (const int e : edges_of_vertex(low))
    if (edge(e).a == low && edge(e).b == high) return e;
  return -1;
}

Point Grid::middle(int face) const {
  Point sum;
  const auto around = vertices_of_face(face);
  for (const int v : around) sum = {sum.x + point(v).x, sum.y + point(v).y};
  const auto n = static_cast<double>(around.size());
  return {sum.x / n, sum.y / n};
}

Board Board::of(std::shared_ptr<const Grid> grid) {
  Board board;
  board.clues.assign(at(grid->faces()), kNoClue);
  board.marks.assign(at(grid->edges()), Mark::unknown);
  board.grid = std::move(grid);
  return board;
}

bool Board::operator==(const Board& other) const {
  return clues == other.clues && marks == other.marks &&
         (grid == other.grid || (grid && other.grid && *grid == *other.grid));
}

void validate(const Board& board) {
  if (!board.grid) throw Error("A Slitherlink board must have a grid.");
  const Grid& grid = *board.grid;
  if (board.clues.size() != at(grid.faces()) || board.marks.size() != at(grid.edges()))
    throw Error(
        "A Slitherlink board must have one clue per face and one mark per edge of its grid.");
  for (int f = 0; f < grid.faces(); ++f) {
    const int clue = board.clues[at(f)];
    const auto sides = static_cast<int>(grid.edges_of_face(f).size());
    if (clue != kNoClue && (clue < 0 || clue > sides))
      throw Error("Clue " + std::to_string(clue) + " in face " + std::to_string(f) +
                  ", which has " + std::to_string(sides) + " sides.");
  }
}

Verdict check(const Board& board) {
  const Grid& grid = *board.grid;
  const auto is_line = [&](int e) { return board.marks[at(e)] == Mark::line; };
  for (int f = 0; f < grid.faces(); ++f) {
    const int clue = board.clues[at(f)];
    const auto around = grid.edges_of_face(f);
    if (clue != kNoClue && std::count_if(around.begin(), around.end(), is_line) != clue)
      return {Fault::clue, f};
  }
  for (int v = 0; v < grid.vertices(); ++v) {
    const auto around = grid.edges_of_vertex(v);
    const auto lines = std::count_if(around.begin(), around.end(), is_line);
    if (lines != 0 && lines != 2) return {Fault::vertex, v};
  }
  // Every line is on a loop now; walk along the first loop and see whether a line is left.
  int first = 0;
  while (first < grid.edges() && !is_line(first)) ++first;
  if (first == grid.edges()) return {Fault::no_loop, -1};
  std::vector<std::uint8_t> walked(at(grid.edges()), 0);
  int e = first, vertex = grid.edge(first).b;
  while (!walked[at(e)]) {
    walked[at(e)] = 1;
    const auto around = grid.edges_of_vertex(vertex);
    const int before = e;
    e = *std::find_if(around.begin(), around.end(),
                      [&](int o) { return o != before && is_line(o); });
    vertex = grid.edge(e).a == vertex ? grid.edge(e).b : grid.edge(e).a;
  }
  for (int other = first; other < grid.edges(); ++other)
    if (is_line(other) && !walked[at(other)]) return {Fault::two_loops, other};
  return {};
}

}  // namespace eyehand::slitherlink
