#include "solver/slitherlink/deduce_record.hpp"

#include <algorithm>
#include <vector>

#include "solver/slitherlink/patterns.hpp"

namespace eyehand::slitherlink::deduction {
namespace {

std::string square_words(int column, int row) {
  return "row " + std::to_string(row + 1) + ", column " + std::to_string(column + 1);
}

std::string edge_words(const Grid& grid, int edge) {
  const Edge& e = grid.edge(edge);
  const auto squares = grid.shape();
  if (!squares)
    return "edge " + std::to_string(edge) + " (vertices " + std::to_string(e.a) + '-' +
           std::to_string(e.b) + ')';
  const auto [columns, rows] = *squares;
  const int horizontal = (rows + 1) * columns;
  if (edge < horizontal) {
    const int x = edge % columns, y = edge / columns;
    return y < rows ? "the top edge of " + square_words(x, y)
                    : "the bottom edge of " + square_words(x, y - 1);
  }
  const int x = (edge - horizontal) % (columns + 1), y = (edge - horizontal) / (columns + 1);
  return x < columns ? "the left edge of " + square_words(x, y)
                     : "the right edge of " + square_words(x - 1, y);
}

std::string vertex_words(const Grid& grid, int vertex) {
  const auto squares = grid.shape();
  if (!squares) return "vertex " + std::to_string(vertex);
  const int x = vertex % (squares->columns + 1), y = vertex / (squares->columns + 1);
  const bool below = y == squares->rows, right = x == squares->columns;
  return std::string("the ") + (below ? "bottom " : "top ") + (right ? "right" : "left") +
         " corner of " + square_words(x - right, y - below);
}

/// The side of a square on which an edge lies, or "".
std::string_view side_of(const Grid& grid, int face, int edge) {
  const auto squares = grid.shape();
  if (!squares) return "";
  const auto [columns, rows] = *squares;
  const int left = (rows + 1) * columns + face / columns * (columns + 1) + face % columns;
  return edge == face             ? "top"
         : edge == face + columns ? "bottom"
         : edge == left           ? "left"
         : edge == left + 1       ? "right"
                                  : "";
}

/// People find patterns easier than pairs and what follows them.
int level_of_rule(Rule rule) {
  const int patterns = static_cast<int>(rule_names().size() - kGeneralRules);
  if (rule <= kLoop) return static_cast<int>(rule);
  return rule >= kGeneralRules ? static_cast<int>(rule - kGeneralRules + kPair)
                               : static_cast<int>(rule) + patterns;
}

/// "a", "a and b", "a, b and c".
std::string joined(const std::vector<std::string>& all) {
  std::string text;
  for (std::size_t i = 0; i < all.size(); ++i)
    text += (i == 0 ? "" : i + 1 < all.size() ? ", " : " and ") + all[i];
  return text;
}

}  // namespace

std::string words(const Grid& grid, Place place) {
  switch (place.kind) {
    case Place::Kind::board:
      return "the whole board";
    case Place::Kind::face:
      if (const auto squares = grid.shape())
        return square_words(place.index % squares->columns, place.index / squares->columns);
      return "face " + std::to_string(place.index);
    case Place::Kind::vertex:
      return vertex_words(grid, place.index);
    case Place::Kind::edge:
      return edge_words(grid, place.index);
  }
  return "";
}

std::string words(const Grid& grid, Place place, std::span<const int> edges) {
  std::vector<std::string> sides, others;
  for (const int e : edges) {
    const auto side = place.kind == Place::Kind::face ? side_of(grid, place.index, e) : "";
    if (!side.empty())
      sides.emplace_back(side);
    else if (place.kind == Place::Kind::edge && place.index == e)
      others.emplace_back("it");
    else
      others.push_back(edge_words(grid, e));
  }
  if (!sides.empty())
    others.insert(others.begin(),
                  "its " + joined(sides) + (sides.size() == 1 ? " edge" : " edges"));
  return joined(others);
}

std::string words(const Grid& grid, Place place, std::span<const Fact> facts) {
  if (place.kind == Place::Kind::board) return "all edges that are left are crosses";
  std::string text;
  for (const Mark mark : {Mark::line, Mark::cross}) {
    std::vector<int> edges;
    for (const Fact& fact : facts)
      if (fact.mark == mark) edges.push_back(fact.edge);
    if (edges.empty()) continue;
    if (!text.empty()) text += ", and ";
    text += words(grid, place, edges);
    if (edges.size() == 1)
      text += mark == Mark::line ? " is a line" : " is a cross";
    else
      text += mark == Mark::line ? " are lines" : " are crosses";
  }
  return text;
}

std::string words(const State& state, const Conflict& conflict) {
  const auto at = [&](Place place) { return words(state.grid(), place); };
  using Kind = Conflict::Kind;
  switch (conflict.kind) {
    case Kind::none:
      return "no contradiction";
    case Kind::mark:
      return at(Place::edge(conflict.where)) + " would be both a line and a cross";
    case Kind::clue:
      return at(Place::face(conflict.where)) + " could not have exactly " +
             std::to_string(state.clue(conflict.where)) + " lines";
    case Kind::vertex:
      return at(Place::vertex(conflict.where)) + " would have one line or three";
    case Kind::loop:
      return "the loop would close too early on " + at(Place::edge(conflict.where));
    case Kind::no_loop:
      return "there would be no loop at all";
    case Kind::colour:
      return at(Place::face(conflict.where)) + " would be both inside and outside";
    case Kind::pair:
      return at(Place::vertex(conflict.where)) +
             " would have no way left for the loop to pass or avoid it";
    case Kind::parity:
      return "the clues would not add up to an even number of lines";
    case Kind::pattern:
      return "the lines and crosses around " + at(Place::face(conflict.where)) +
             " would not fit its clue";
  }
  return "";
}

void Record::report(Rule rule, Place place, std::string_view why) {
  ++fired_[rule];
  if (!trace_) return;
  // In a pattern with several clues "its" could mean any of them.
  const bool is_clear =
      rule < kGeneralRules || std::ranges::count_if(patterns()[rule - kGeneralRules].clues,
                                                    [](int clue) { return clue != kNoClue; }) == 1;
  const Grid& grid = state_.grid();
  Deduction step{
      rule_names()[rule], words(grid, place),
      std::string(why) + ", so " + words(grid, is_clear ? place : Place::vertex(0), news_)};
  if (place.kind == Place::Kind::face) step.reasons = {place.index};
  if (place.kind == Place::Kind::vertex)
    for (const int e : grid.edges_of_vertex(place.index)) step.reasons.push_back(grid.faces() + e);
  for (const Fact& fact : news_) step.decided.push_back(grid.faces() + fact.edge);
  step.level = level_of_rule(rule);
  (*trace_)(step);
}

}  // namespace eyehand::slitherlink::deduction
