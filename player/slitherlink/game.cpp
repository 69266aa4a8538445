#include "player/slitherlink/game.hpp"

#include <algorithm>
#include <array>
#include <chrono>

#include "player/slitherlink/session.hpp"
#include "puzzle/error.hpp"
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

constexpr std::array<OptionInfo, 4> kGenerateOptions = {{
    {"hard", "", "puzzles that want more than the rules which people use all the time"},
    {"grid", "WORD", "squares, triangular, honeycomb, cairo"},
    {"clues", "N", "so many numbers; as few as it gets if not given"},
    {"format", "WORD", "id (of sgt-loopy), pzpr (and puzz.link), slk, json"},
}};
constexpr int kUsualSide = 9;
constexpr int kMostClues = 100'000'000;

void check_words(const std::vector<std::string>& words) {
  if (!words.empty()) throw Error("Slitherlink has no rule '" + words.front() + "'.");
}

std::shared_ptr<const Grid> grid_for(const GenerateOptions& request) {
  const int width = request.width > 0 ? request.width : kUsualSide;
  const int height = request.height > 0 ? request.height : kUsualSide;
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

bool has_marks(const Board& board) {
  return std::any_of(board.marks.begin(), board.marks.end(),
                     [](Mark mark) { return mark != Mark::unknown; });
}

/// Tells `trace` what follows by rules, step by step, and what is left for search.
void explain(const Board& board, const TextOptions& options, bool keep_marks) {
  const auto deduced = slitherlink::deduce(
      board, {.trace = options.trace, .keep_marks = keep_marks, .deadline = options.deadline});
  const auto open = std::count(deduced.marks.begin(), deduced.marks.end(), Mark::unknown);
  if (open > 0 && deduced.outcome != slitherlink::Deduced::Outcome::contradiction)
    (*options.trace)({"search", "the whole board",
                      std::to_string(open) + " edges are left, which rules do not tell"});
}

class SlitherlinkGame final : public Game {
 public:
  std::string_view name() const override { return "slitherlink"; }
  std::string_view about() const override {
    return "draw one closed loop; numbers count the lines around them (Loopy, fences)";
  }
  std::span<const RuleWord> rules() const override { return {}; }
  std::span<const OptionInfo> generate_options() const override { return kGenerateOptions; }
  std::unique_ptr<PuzzleSession> begin(const Skin& skin) const override {
    return begin_slitherlink(skin);
  }

  std::vector<std::string> split(std::string_view text) const override {
    return slitherlink::split_texts(text);
  }

  TextSolution solve(std::string_view puzzle, const TextOptions& options) const override {
    check_words(options.rules);
    Board board = slitherlink::from_text(puzzle);
    const auto start = std::chrono::steady_clock::now();
    slitherlink::SolveOptions request{.deadline = options.deadline,
                                      .count_limit = options.count_limit,
                                      .keep_marks = has_marks(board)};
    auto found = slitherlink::solve(board, request);
    if (found.status == Status::none && request.keep_marks) {  // there are mistakes among them
      request.keep_marks = false;
      found = slitherlink::solve(board, request);
    }
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
    if (options.trace) explain(board, options, request.keep_marks);
    TextSolution solution;
    solution.solve_ms = took.count();
    solution.status = found.status;
    solution.count = found.count;
    if (!found.answer.empty()) {
      board.marks = std::move(found.answer);
      solution.answer = slitherlink::to_text(board);
    }
    return solution;
  }

  std::vector<Part> parts(std::string_view puzzle) const override {
    return parts_of(slitherlink::from_text(puzzle));
  }

  /// Of squares faces and edges are numbered row by row.
  std::vector<cv::Point2d> places(std::string_view puzzle) const override {
    const slitherlink::Board board = slitherlink::from_text(puzzle);
    const slitherlink::Grid& grid = *board.grid;
    if (grid.shape()) return {};
    const auto middle = [&](auto&& vertices) {
      cv::Point2d least(1e300, 1e300), most(-1e300, -1e300);
      for (const int v : vertices) {
        const slitherlink::Point p = grid.point(v);
        least = {std::min(least.x, p.x), std::min(least.y, p.y)};
        most = {std::max(most.x, p.x), std::max(most.y, p.y)};
      }
      return (least + most) / 2;
    };
    std::vector<cv::Point2d> all;
    for (int f = 0; f < grid.faces(); ++f) all.push_back(middle(grid.vertices_of_face(f)));
    for (int e = 0; e < grid.edges(); ++e)
      all.push_back(middle(std::array{grid.edge(e).a, grid.edge(e).b}));
    return all;
  }

  std::string picture(std::string_view puzzle) const override {
    const Board board = slitherlink::from_text(puzzle);
    return board.grid->shape() ? slitherlink::to_picture(board) : "";
  }
  std::string svg(std::string_view puzzle) const override {
    return slitherlink::to_svg(slitherlink::from_text(puzzle));
  }

  std::string generate(const GenerateOptions& request, Deadline deadline) const override {
    check_words(request.rules);
    check_options(request, kGenerateOptions, name());
    if (!request.unique) throw OptionError("Slitherlink puzzles are made with one answer only.");
    const auto board = slitherlink::generate({.grid = grid_for(request),
                                              .seed = request.seed,
                                              .clues = request.whole("clues", 0, 1, kMostClues),
                                              .hard = request.has("hard"),
                                              .deadline = deadline});
    if (!board)
      throw Error(
          "No puzzle such as this was found in time; ask for more clues, another size or another "
          "seed.");
    return write(*board, request.text("format", ""));
  }
};

}  // namespace

const Game& slitherlink_game() {
  static const SlitherlinkGame game;
  return game;
}

}  // namespace eyehand
