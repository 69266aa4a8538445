#include "solver/slitherlink/deduce_record.hpp"

namespace eyehand::slitherlink::deduction {
namespace {

std::string pair(int x, int y) {
  return std::to_string(x) + ',' + std::to_string(y);
}

std::string edge_words(const Grid& grid, int edge) {
  const Edge& e = grid.edge(edge);
  const auto squares = grid.shape();
  if (!squares)
    return "edge " + std::to_string(edge) + " (vertices " + std::to_string(e.a) + '-' +
           std::to_string(e.b) + ')';
  const auto [columns, rows] = *squares;
  const int level = (rows + 1) * columns;
  if (edge < level) {
    const int x = edge % columns, y = edge / columns;
    return y < rows ? "above " + pair(x + 1, y + 1) : "below " + pair(x + 1, y);
  }
  const int x = (edge - level) % (columns + 1), y = (edge - level) / (columns + 1);
  return x < columns ? "left of " + pair(x + 1, y + 1) : "right of " + pair(x, y + 1);
}

}  // namespace

std::string words(const Grid& grid, Place place) {
  const auto squares = grid.shape();
  const auto named = [&](const char* what, int columns) {
    return what + (squares ? pair(place.index % columns + 1, place.index / columns + 1)
                           : std::to_string(place.index));
  };
  switch (place.kind) {
    case Place::Kind::board:
      return "board";
    case Place::Kind::face:
      return named("face ", squares ? squares->columns : 0);
    case Place::Kind::vertex:
      return named("vertex ", squares ? squares->columns + 1 : 0);
    case Place::Kind::edge:
      return edge_words(grid, place.index);
  }
  return "";
}

std::string words(const Grid& grid, std::span<const Fact> facts) {
  std::string text;
  for (const Mark mark : {Mark::line, Mark::cross}) {
    bool first = true;
    for (const Fact& fact : facts) {
      if (fact.mark != mark) continue;
      if (first && !text.empty()) text += "; ";
      text += first ? (mark == Mark::line ? "line " : "cross ") : ", ";
      text += edge_words(grid, fact.edge);
      first = false;
    }
  }
  return text;
}

std::string words(const State& state, const Conflict& conflict) {
  const auto at = [&](Place place) { return words(state.grid(), place); };
  using Kind = Conflict::Kind;
  switch (conflict.kind) {
    case Kind::none:
      return "nothing is wrong";
    case Kind::mark:
      return at(Place::edge(conflict.where)) + " would be a line and a cross";
    case Kind::clue:
      return at(Place::face(conflict.where)) + " could not have its " +
             std::to_string(state.clue(conflict.where)) + " lines";
    case Kind::vertex:
      return at(Place::vertex(conflict.where)) + " would have one line or three";
    case Kind::loop:
      return "a loop would close too early at the edge " + at(Place::edge(conflict.where));
    case Kind::no_loop:
      return "there would be no loop";
    case Kind::colour:
      return at(Place::face(conflict.where)) + " would be inside and outside";
    case Kind::pair:
      return at(Place::vertex(conflict.where)) + " would have no way left for its lines";
    case Kind::parity:
      return "the clues would not sum up to an even number of lines";
    case Kind::pattern:
      return "the pattern at " + at(Place::face(conflict.where)) + " cannot be";
  }
  return "";
}

void Record::tell(Rule rule, Place place, const char* why) {
  ++fired_[rule];
  if (trace_)
    (*trace_)({rule_names()[rule], words(state_.grid(), place), why + words(state_.grid(), news_)});
}

}  // namespace eyehand::slitherlink::deduction
