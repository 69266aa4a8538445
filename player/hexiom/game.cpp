#include "player/hexiom/game.hpp"

#include <array>
#include <chrono>

#include "player/hexiom/session.hpp"
#include "puzzle/hexiom/text.hpp"
#include "solver/hexiom/generate.hpp"
#include "solver/hexiom/solve.hpp"

namespace eyehand {
namespace {

constexpr std::array<OptionInfo, 2> kGenerateOptions = {{
    {"density", "0..1", "share of the cells that have a piece"},
    {"locked", "0..1", "share of the pieces that are locked"},
}};
constexpr int kUsualSide = 5;
constexpr double kUsualDensity = 0.6, kUsualLocked = 0.1;

void check_words(const std::vector<std::string>& words) {
  if (!words.empty()) throw Error("Hexiom has no rule '" + words.front() + "'.");
}

class HexiomGame final : public Game {
 public:
  std::string_view name() const override { return "hexiom"; }
  std::string_view about() const override {
    return "drag numbered hexagons until each touches as many as it says";
  }
  std::span<const RuleWord> rules() const override { return {}; }
  std::span<const OptionInfo> generate_options() const override { return kGenerateOptions; }
  std::unique_ptr<PuzzleSession> begin(const Skin& skin) const override {
    return begin_hexiom(skin);
  }

  std::vector<std::string> split(std::string_view text) const override {
    return hexiom::split_texts(text);
  }

  TextSolution solve(std::string_view puzzle, const TextOptions& options) const override {
    check_words(options.rules);
    hexiom::Board board = hexiom::from_text(puzzle);
    const auto start = std::chrono::steady_clock::now();
    auto found = hexiom::solve(
        board,
        {.deadline = options.deadline, .count_limit = options.count_limit, .trace = options.trace});
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
    TextSolution solution;
    solution.solve_ms = took.count();
    solution.status = found.status;
    solution.count = found.count;
    if (!found.answer.empty()) {
      board.cells = std::move(found.answer);
      solution.answer = hexiom::to_text(board);
    }
    return solution;
  }

  std::vector<Part> parts(std::string_view puzzle) const override {
    return parts_of(hexiom::from_text(puzzle));
  }

  std::string picture(std::string_view puzzle) const override {
    return hexiom::to_picture(hexiom::from_text(puzzle));
  }

  std::string generate(const GenerateOptions& request, Deadline deadline) const override {
    check_words(request.rules);
    check_options(request, kGenerateOptions, name());
    if (request.width != request.height)
      throw OptionError("A Hexiom board has one side; write --size 6, for example.");
    const auto board = hexiom::generate({.side = request.width > 0 ? request.width : kUsualSide,
                                         .density = request.number("density", kUsualDensity, 0, 1),
                                         .locked = request.number("locked", kUsualLocked, 0, 1),
                                         .seed = request.seed,
                                         .unique = request.unique,
                                         .deadline = deadline});
    if (!board)
      throw Error(
          "No board with one answer was found in time; allow several answers with --ambiguous, or "
          "ask for another size.");
    return hexiom::to_text(*board);
  }
};

}  // namespace

const Game& hexiom_game() {
  static const HexiomGame game;
  return game;
}

}  // namespace eyehand
