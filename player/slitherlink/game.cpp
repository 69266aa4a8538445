// Slitherlink, as the registry of games sees it: a detail of player/games.hpp.
#include <algorithm>
#include <array>

#include "player/slitherlink/session.hpp"
#include "puzzle/slitherlink/text.hpp"
#include "solver/slitherlink/deduce.hpp"
#include "solver/slitherlink/generate.hpp"
#include "solver/slitherlink/grids.hpp"
#include "solver/slitherlink/solve.hpp"

namespace eyehand {
namespace {

using slitherlink::Board;
using slitherlink::Grid;
using slitherlink::Mark;

constexpr std::array<OptionInfo, 4> kOptions = {{
    {"hard", "", "puzzles that need more than the rules people use all the time"},
    {"grid", "WORD", "squares, triangular, honeycomb, cairo"},
    {"clues", "N", "how many clues; by default as few as possible"},
    {"format", "WORD", "id (of sgt-loopy), pzpr (and puzz.link), slk, json"},
}};
constexpr int kMaxClues = 100'000'000;

std::shared_ptr<const Grid> grid_for(const GenerateOptions& request) {
  const int width = request.width, height = request.height;
  const std::string grid = request.text("grid", "squares");
  if (grid == "squares") return Grid::squares(width, height);
  if (grid == "triangular") return slitherlink::triangular(width, height);
  if (grid == "honeycomb") return slitherlink::honeycomb(width, height);
  if (grid == "cairo") return slitherlink::cairo(width, height);
  throw OptionError("Slitherlink has no grid '" + grid +
                    "'; it has: squares, triangular, honeycomb, cairo.");
}

std::string write(const Board& board, const std::string& format) {
  if (format.empty()) return slitherlink::to_text(board);
  if (format == "id") return slitherlink::to_loopy_id(board);
  if (format == "pzpr") return slitherlink::to_pzpr(board);
  if (format == "slk") return slitherlink::to_slk(board);
  if (format == "json") return slitherlink::to_json(board);
  throw OptionError("Slitherlink has no format '" + format + "'; it has: id, pzpr, slk, json.");
}

/// Reports to the trace what follows by rules, step by step, and what is left to search.
void explain(const Board& board, const TextOptions& options, bool keep_marks) {
  const auto deduced = slitherlink::deduce(
      board, {.trace = options.trace, .keep_marks = keep_marks, .deadline = options.deadline});
  const auto open = std::count(deduced.marks.begin(), deduced.marks.end(), Mark::unknown);
  if (open > 0 && deduced.outcome != slitherlink::Deduced::Outcome::contradiction)
    (*options.trace)({"search", "the whole board",
                      std::to_string(open) + " edges do not follow from the rules"});
}

class SlitherlinkGame final : public Game {
 public:
  SlitherlinkGame()
      : Game({.name = "slitherlink",
              .title = "Slitherlink",
              .about = "draw one closed loop; numbers count the lines around them (Loopy, fences)",
              .usual_side = 9,
              .options = kOptions}) {}

  std::unique_ptr<PuzzleSession> begin(const Skin& skin) const override {
    return slitherlink::begin_session(skin);
  }
  std::vector<std::string> split(std::string_view text) const override {
    return slitherlink::split_texts(text);
  }
  std::vector<Part> parts(std::string_view puzzle) const override {
    return parts_of(slitherlink::from_text(puzzle));
  }

  /// On squares, faces and edges are numbered row by row.
  std::vector<cv::Point2d> places(std::string_view puzzle) const override {
    const Board board = slitherlink::from_text(puzzle);
    const Grid& grid = *board.grid;
    if (grid.shape()) return {};
    const auto centre = [&](auto&& vertices) {
      cv::Point2d min(1e300, 1e300), max(-1e300, -1e300);
      for (const int v : vertices) {
        const slitherlink::Point p = grid.point(v);
        min = {std::min(min.x, p.x), std::min(min.y, p.y)};
        max = {std::max(max.x, p.x), std::max(max.y, p.y)};
      }
      return (min + max) / 2;
    };
    std::vector<cv::Point2d> all;
    for (int f = 0; f < grid.faces(); ++f) all.push_back(centre(grid.vertices_of_face(f)));
    for (int e = 0; e < grid.edges(); ++e)
      all.push_back(centre(std::array{grid.edge(e).a, grid.edge(e).b}));
    return all;
  }

  std::string picture(std::string_view puzzle) const override {
    const Board board = slitherlink::from_text(puzzle);
    return board.grid->shape() ? slitherlink::to_picture(board) : "";
  }
  std::string svg(std::string_view puzzle) const override {
    return slitherlink::to_svg(slitherlink::from_text(puzzle));
  }

 private:
  TextSolution solve_text(std::string_view puzzle, const TextOptions& options) const override {
    Board board = slitherlink::from_text(puzzle);
    const auto unknown = std::count(board.marks.begin(), board.marks.end(), Mark::unknown);
    slitherlink::SolveOptions request{.deadline = options.deadline,
                                      .count_limit = options.count_limit,
                                      .keep_marks = unknown < std::ssize(board.marks)};
    TextSolution solution;
    const auto solve = [&] { return slitherlink::solve(board, request); };
    auto found = run(solution, solve);
    if (found.status == Status::none && request.keep_marks) {  // some of the marks are wrong
      request.keep_marks = false;
      found = run(solution, solve);
    }
    if (options.trace) explain(board, options, request.keep_marks);
    if (found.answer.empty()) return solution;
    board.marks = std::move(found.answer);
    solution.answer = slitherlink::to_text(board);
    return solution;
  }

  std::string generate_text(const GenerateOptions& request, Deadline deadline) const override {
    if (!request.unique)
      throw OptionError("Slitherlink puzzles are generated with exactly one solution only.");
    const auto board = slitherlink::generate({.grid = grid_for(request),
                                              .seed = request.seed,
                                              .clues = request.whole("clues", 0, 1, kMaxClues),
                                              .hard = request.has("hard"),
                                              .deadline = deadline});
    return board ? write(*board, request.text("format", "")) : "";
  }
};

}  // namespace

namespace slitherlink {

const Game& game() {
  static const SlitherlinkGame instance;
  return instance;
}

}  // namespace slitherlink
}  // namespace eyehand
