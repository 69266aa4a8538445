#include "player/slitherlink_game.hpp"

#include <algorithm>
#include <array>
#include <chrono>

#include "player/slitherlink_round.hpp"
#include "puzzle/error.hpp"
#include "puzzle/slitherlink_text.hpp"
#include "solver/slitherlink/deduce.hpp"
#include "solver/slitherlink/generate.hpp"
#include "solver/slitherlink/grids.hpp"
#include "solver/slitherlink/solve.hpp"

namespace eyehand {
namespace {

using slitherlink::Board;
using slitherlink::Grid;
using slitherlink::Mark;

constexpr std::array<RuleWord, 1> kRules = {{
    {"hard", "puzzles that want more than the rules which people use all the time", true},
}};
constexpr std::array<RuleWord, 4> kGrids = {{
    {"squares", "the usual"},
    {"triangular", "triangles in bands"},
    {"honeycomb", "hexagons"},
    {"cairo", "pentagons in fours"},
}};

void check_words(const std::vector<std::string>& words, bool generating) {
  for (const auto& word : words)
    if (!generating || word != "hard") throw Error("Slitherlink has no rule '" + word + "' here.");
}

std::shared_ptr<const Grid> grid_for(const GenerateWish& wish) {
  if (wish.grid.empty() || wish.grid == "squares") return Grid::squares(wish.width, wish.height);
  if (wish.grid == "triangular") return slitherlink::triangular(wish.width, wish.height);
  if (wish.grid == "honeycomb") return slitherlink::honeycomb(wish.width, wish.height);
  if (wish.grid == "cairo") return slitherlink::cairo(wish.width, wish.height);
  throw Error("Slitherlink has no grid '" + wish.grid +
              "'; it has: squares, triangular, honeycomb, cairo.");
}

std::string write(const Board& board, const std::string& format) {
  if (format.empty()) return slitherlink::to_text(board);
  if (format == "id") return slitherlink::to_loopy_id(board);
  if (format == "pzpr") return slitherlink::to_pzpr(board);
  if (format == "slk") return slitherlink::to_slk(board);
  if (format == "json") return slitherlink::to_json(board);
  throw Error("Slitherlink has no format '" + format + "'; it has: id, pzpr, slk, json.");
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
  std::span<const RuleWord> rules() const override { return kRules; }
  std::span<const RuleWord> grids() const override { return kGrids; }
  std::unique_ptr<Round> begin(const Skin& skin) const override { return begin_slitherlink(skin); }

  std::vector<std::string> split(std::string_view text) const override {
    return slitherlink::split_texts(text);
  }

  TextSolution solve(std::string_view puzzle, const TextOptions& options) const override {
    check_words(options.rules, false);
    Board board = slitherlink::from_text(puzzle);
    const auto start = std::chrono::steady_clock::now();
    slitherlink::SolveOptions wish{.deadline = options.deadline,
                                   .count_limit = options.count_limit,
                                   .keep_marks = has_marks(board)};
    auto found = slitherlink::solve(board, wish);
    if (found.status == Status::none && wish.keep_marks) {  // there are mistakes among them
      wish.keep_marks = false;
      found = slitherlink::solve(board, wish);
    }
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
    if (options.trace) explain(board, options, wish.keep_marks);
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

  std::string picture(std::string_view puzzle) const override {
    const Board board = slitherlink::from_text(puzzle);
    return board.grid->shape() ? slitherlink::to_picture(board) : "";
  }
  std::string svg(std::string_view puzzle) const override {
    return slitherlink::to_svg(slitherlink::from_text(puzzle));
  }

  std::string generate(const GenerateWish& wish, Deadline deadline) const override {
    check_words(wish.rules, true);
    if (!wish.unique) throw Error("Slitherlink puzzles are made with one answer only.");
    if (wish.barriers > 0) throw Error("Slitherlink has no barriers.");
    const auto board = slitherlink::generate({.grid = grid_for(wish),
                                              .seed = wish.seed,
                                              .clues = wish.clues,
                                              .hard = !wish.rules.empty(),
                                              .deadline = deadline});
    if (!board)
      throw Error(
          "No puzzle such as this was found in time; ask for more clues, another size or another "
          "seed.");
    return write(*board, wish.format);
  }
};

}  // namespace

const Game& slitherlink_game() {
  static const SlitherlinkGame game;
  return game;
}

}  // namespace eyehand
