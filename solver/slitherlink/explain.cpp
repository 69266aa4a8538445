#include "solver/slitherlink/explain.hpp"

#include <algorithm>
#include <map>
#include <string>

#include "puzzle/index.hpp"
#include "solver/model/solve.hpp"
#include "solver/slitherlink/deduce.hpp"
#include "solver/slitherlink/words.hpp"

namespace eyehand::slitherlink {
namespace {

/// More edges that are not at a clue of the step are only counted.
constexpr std::size_t kMostNamed = 6;

std::string counted(const Grid& grid, const std::vector<int>& edges) {
  std::string text = std::to_string(edges.size()) + " edges";
  if (!grid.shape()) return text;
  double least[2] = {1e9, 1e9}, most[2] = {0, 0};
  for (const int e : edges)
    for (const int v : {grid.edge(e).a, grid.edge(e).b}) {
      const Point p = grid.point(v);
      least[0] = std::min(least[0], p.y), most[0] = std::max(most[0], p.y);
      least[1] = std::min(least[1], p.x), most[1] = std::max(most[1], p.x);
    }
  const auto range = [&](const char* noun, int i) {
    const int first = static_cast<int>(least[i]) + 1, last = static_cast<int>(most[i]);
    return first >= last
               ? std::string(noun) + ' ' + std::to_string(std::max(1, last))
               : std::string(noun) + "s " + std::to_string(first) + " to " + std::to_string(last);
  };
  return text + " of " + range("row", 0) + ", " + range("column", 1);
}

/// Edges by the squares of the step's clues if they are at one: "the top and left edges of row 1,
/// column 2".
model::Clauses clauses(const Board& board, const model::Model& model,
                       const std::vector<model::Fact>& facts, const model::Step& step) {
  const Grid& grid = *board.grid;
  const auto anchor = [&](int edge) {
    for (const int reason : step.reasons) {
      const int face = model.sentences()[at(reason)].place;
      if (face >= 0 && face < grid.faces() && !side_of(grid, face, edge).empty()) return face;
    }
    return -1;
  };
  std::map<std::pair<bool, int>, std::vector<int>>
      edges;  // by whether they are crosses, and anchor
  for (const auto& [edge, value, is] : facts) edges[{!is, anchor(edge)}].push_back(edge);
  model::Clauses clauses;
  for (const auto& [key, some] : edges) {
    const auto& [is_cross, face] = key;
    std::vector<std::string> names;
    for (const int e : some)
      names.push_back(face >= 0 ? std::string(side_of(grid, face, e))
                                : words(grid, Place::edge(e)));
    std::string where = face >= 0 ? model::listed(names) : model::listed_phrases(names);
    if (face >= 0)
      where = "the " + where + (some.size() == 1 ? " edge of " : " edges of ") +
              words(grid, Place::face(face));
    else if (some.size() > kMostNamed)
      where = counted(grid, some);
    clauses.emplace_back(where, some.size() > 1 ? is_cross ? "are crosses" : "are lines"
                                : is_cross      ? "is a cross"
                                                : "is a line");
  }
  return clauses;
}

/// People find patterns easier than pairs and what follows them.
int level_of(Rule rule) {
  const int patterns = static_cast<int>(rule_names().size() - kGeneralRules);
  if (rule <= kLoop) return static_cast<int>(rule);
  return rule >= kGeneralRules ? static_cast<int>(rule - kGeneralRules + kPair)
                               : static_cast<int>(rule) + patterns;
}

}  // namespace

std::unique_ptr<model::Description> describe(const Board& board, bool keep_marks) {
  const Grid& grid = *board.grid;
  const std::span names = rule_names();
  auto description = std::make_unique<model::Description>(
      grid.edges(), 2, "edge", std::vector<std::string_view>(names.begin(), names.begin() + kPair));
  model::Model& model = description->model;
  if (keep_marks)
    for (int e = 0; e < grid.edges(); ++e)
      if (board.marks[at(e)] != Mark::unknown)
        description->board.marks[at(e)] = board.marks[at(e)] == Mark::line;
  const model::Literals line = model.marked(1);
  for (int face = 0; face < grid.faces(); ++face)
    if (const int clue = board.clues[at(face)]; clue != kNoClue)
      description->because("clue", "{at} has {n} line{s} around it", face, clue)
          .exactly(clue, model::of(line, grid.edges_of_face(face)));
  for (int vertex = 0; vertex < grid.vertices(); ++vertex) {
    const model::Literals meeting = model::of(line, grid.edges_of_vertex(vertex));
    description->because("vertex", "two lines or none meet at {at}", grid.faces() + vertex);
    const int is_passed = model.fresh();
    model.exactly(2, meeting, is_passed);
    for (const int edge : meeting) model.if_then(edge, is_passed);
  }
  description->because("loop", "the lines form a single loop");
  model.any(line);
  model::Graph graph{model::Literals(at(grid.vertices()), 0), {}};
  for (int vertex = 0; vertex < grid.vertices(); ++vertex)
    model.at_most(2, model::of(line, grid.edges_of_vertex(vertex)));
  for (int e = 0; e < grid.edges(); ++e)
    graph.edges.push_back({grid.edge(e).a, grid.edge(e).b, line[at(e)]});
  model.at_most_one_loop(graph);

  model::Words& words = description->words;
  words.facts = [&board, &model](const auto& facts, const model::Step& step) {
    return clauses(board, model, facts, step);
  };
  words.sentence = [&grid](const model::Sentence& sentence) {
    const int place = sentence.place;
    if (place == model::kBlank) return std::string(sentence.text);
    return model::Model::text(
        sentence,
        slitherlink::words(
            grid, place < grid.faces() ? Place::face(place) : Place::vertex(place - grid.faces())));
  };
  words.cells = [&grid](const model::Sentence& sentence) {
    if (sentence.place == model::kBlank) return std::vector<int>();
    if (sentence.place < grid.faces()) return std::vector<int>{sentence.place};
    std::vector<int> cells;
    for (const int e : grid.edges_of_vertex(sentence.place - grid.faces()))
      cells.push_back(grid.faces() + e);
    return cells;
  };
  words.cell = [&grid](int edge) { return grid.faces() + edge; };
  words.decided = [&grid](const model::Step& step) {
    std::vector<int> decided;
    for (const model::Fact& fact : step.follows) decided.push_back(grid.faces() + fact.cell);
    return decided;
  };
  return description;
}

void explain(const Board& board, bool keep_marks, const std::vector<Mark>& answer, bool is_unique,
             const Deadline& deadline, const model::StepReport& report) {
  if (model::is_too_large(board.marks.size(), report)) return;
  const auto description = describe(board, keep_marks);
  const model::Model& model = description->model;
  const model::Words& words = description->words;
  std::vector<int> lines;
  for (const Mark mark : answer) lines.push_back(mark == Mark::line);
  if (answer.empty()) return model::explain(model, words, {}, deadline, report);
  if (!is_unique) lines = model::agreed(model, std::move(lines), deadline);
  model::Explainer explainer(model, lines);
  const Report conclude = [&](const Conclusion& conclusion) {
    std::vector<model::Fact> facts;
    for (const auto& [edge, mark] : conclusion.facts)
      facts.push_back({edge, 1, mark == Mark::line});
    for (const model::Step& step : explainer.explain(facts, deadline)) {
      Deduction deduction = in_words(words, model, step);
      if (step.reasons.size() > 1) {
        deduction.rule = rule_names()[conclusion.rule];
        deduction.level = level_of(conclusion.rule);
        if (!conclusion.why.empty()) deduction.what += " (" + std::string(conclusion.why) + ')';
      }
      report(step, deduction);
    }
  };
  deduce(board, {.report = &conclude, .keep_marks = keep_marks, .deadline = deadline});
  model::explain(explainer, model, words, deadline, report);
}

}  // namespace eyehand::slitherlink
