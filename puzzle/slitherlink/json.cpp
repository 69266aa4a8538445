#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "puzzle/slitherlink/squares.hpp"
#include "puzzle/slitherlink/text.hpp"

namespace eyehand::slitherlink {
namespace {

using Json = nlohmann::json;
using OrderedJson = nlohmann::ordered_json;

[[noreturn]] void fail(const std::string& why) {
  throw Error("Slitherlink JSON: " + why);
}

Json parse(std::string_view text) {
  try {
    return Json::parse(text);
  } catch (const Json::parse_error& error) {
    fail("malformed at character " + std::to_string(error.byte));
  } catch (const Json::exception&) {
    fail("a number in it is too large");
  }
}

/// The member, which must be an array; empty if it is missing.
const Json::array_t& array_of(const Json& object, const char* key) {
  static const Json::array_t none;
  const auto at = object.find(key);
  if (at == object.end()) return none;
  if (!at->is_array()) fail(std::string("'") + key + "' must be an array");
  return at->get_ref<const Json::array_t&>();
}

/// An integer from 0 to `max`, the last valid index, which is -1 if there is none.
int whole(const Json& value, int max, const std::string& where) {
  if (max < 0) fail("there are no vertices for " + where);
  if (value.is_number_unsigned() && value.get<std::uint64_t>() <= static_cast<unsigned>(max))
    return value.get<int>();
  fail("expected a whole number from 0 to " + std::to_string(max) + " in " + where);
}

std::string entry(const char* key, std::size_t i) {
  return std::string("'") + key + "', entry " + std::to_string(i);
}

void check_keys(const Json& object) {
  constexpr std::array known = {"vertices", "faces", "columns", "rows",
                                "clues",    "lines", "crosses"};
  for (const auto& [key, value] : object.items())
    if (std::ranges::find(known, key) == known.end())
      fail("unknown key '" + key.substr(0, 40) + "'; the keys are " + joined(known));
}

std::shared_ptr<const Grid> read_squares(const Json& object) {
  if (object.contains("vertices") || object.contains("faces"))
    fail("give either 'columns' and 'rows' or 'vertices' and 'faces'");
  if (!object.contains("columns") || !object.contains("rows"))
    fail("squares need both 'columns' and 'rows'");
  const int columns = whole(object["columns"], kMaxSide, "'columns'");
  const int rows = whole(object["rows"], kMaxSide, "'rows'");
  if (!fits(columns, rows)) fail(kSizeAllowed);
  return Grid::squares(columns, rows);
}

std::shared_ptr<const Grid> read_graph(const Json& object) {
  if (!object.contains("vertices") || !object.contains("faces"))
    fail("a grid needs 'vertices' and 'faces', or 'columns' and 'rows'");
  std::vector<Point> points;
  for (const Json& value : array_of(object, "vertices")) {
    const auto is_point =
        value.is_array() && value.size() == 2 && value[0].is_number() && value[1].is_number();
    if (!is_point) fail("expected [x, y] in " + entry("vertices", points.size()));
    points.push_back({value[0].get<double>(), value[1].get<double>()});
  }
  std::vector<std::vector<int>> faces;
  for (const Json& value : array_of(object, "faces")) {
    const auto where = entry("faces", faces.size());
    if (!value.is_array()) fail("expected an array of vertices in " + where);
    std::vector<int>& face = faces.emplace_back();
    for (const Json& vertex : value)
      face.push_back(whole(vertex, static_cast<int>(points.size()) - 1, where));
  }
  try {
    return Grid::of_faces(std::move(points), faces);
  } catch (const Error& error) {
    fail(error.what());
  }
}

void read_clues(const Json& object, Board& board) {
  if (!object.contains("clues")) return;
  const auto& clues = array_of(object, "clues");
  if (clues.size() != board.clues.size())
    fail(std::to_string(clues.size()) + " clues for " + std::to_string(board.clues.size()) +
         " faces; write null where there is none");
  for (std::size_t f = 0; f < clues.size(); ++f) {
    const auto sides = static_cast<int>(board.grid->edges_of_face(static_cast<int>(f)).size());
    if (sides > 127 && !clues[f].is_null()) fail("a face with a clue has at most 127 sides");
    if (!clues[f].is_null())
      board.clues[f] = static_cast<std::int8_t>(whole(clues[f], sides, entry("clues", f)));
  }
}

void read_marks(const Json& object, const char* key, Mark mark, Board& board) {
  const auto& pairs = array_of(object, key);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const auto where = entry(key, i);
    if (!pairs[i].is_array() || pairs[i].size() != 2) fail("expected two vertices in " + where);
    const int last = board.grid->vertices() - 1;
    const int a = whole(pairs[i][0], last, where), b = whole(pairs[i][1], last, where);
    const int e = board.grid->edge_between(a, b);
    if (e < 0) fail("there is no edge between the vertices of " + where);
    if (board.marks[at(e)] != Mark::unknown) fail("the edge in " + where + " already has a mark");
    board.marks[at(e)] = mark;
  }
}

Json pairs_of(const Board& board, Mark mark) {
  Json pairs = Json::array();
  for (int e = 0; e < board.grid->edges(); ++e)
    if (board.marks[at(e)] == mark) pairs.push_back({board.grid->edge(e).a, board.grid->edge(e).b});
  return pairs;
}

}  // namespace

Board from_json(std::string_view text) {
  check_length(text, "Slitherlink JSON", kMaxJsonBytes);
  const Json object = parse(text);
  if (!object.is_object()) fail("expected an object, { ... }");
  check_keys(object);
  const bool squares = object.contains("columns") || object.contains("rows");
  Board board = Board::of(squares ? read_squares(object) : read_graph(object));
  read_clues(object, board);
  read_marks(object, "lines", Mark::line, board);
  read_marks(object, "crosses", Mark::cross, board);
  return board;
}

std::string to_json(const Board& board) {
  const Grid& grid = *board.grid;
  OrderedJson object;
  if (const auto shape = grid.shape()) {
    object["columns"] = shape->columns;
    object["rows"] = shape->rows;
  } else {
    auto& vertices = object["vertices"] = Json::array();
    for (int v = 0; v < grid.vertices(); ++v)
      vertices.push_back({grid.point(v).x, grid.point(v).y});
    auto& faces = object["faces"] = Json::array();
    for (int f = 0; f < grid.faces(); ++f) faces.push_back(grid.vertices_of_face(f));
  }
  auto& clues = object["clues"] = Json::array();
  for (const int clue : board.clues)
    clues.push_back(clue == kNoClue ? OrderedJson() : OrderedJson(clue));
  object["lines"] = pairs_of(board, Mark::line);
  object["crosses"] = pairs_of(board, Mark::cross);
  return object.dump();
}

}  // namespace eyehand::slitherlink
