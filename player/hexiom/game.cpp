// Hexiom, as the registry of games sees it: a detail of player/games.hpp.
#include <array>

#include "player/hexiom/session.hpp"
#include "puzzle/hexiom/text.hpp"
#include "solver/hexiom/generate.hpp"
#include "solver/hexiom/solve.hpp"

namespace eyehand {
namespace {

constexpr std::array<OptionInfo, 2> kOptions = {{
    {"density", "0..1", "share of the cells that have a piece"},
    {"locked", "0..1", "share of the pieces that are locked"},
}};
constexpr double kUsualDensity = 0.6, kUsualLocked = 0.1;

class HexiomGame final : public Game {
 public:
  HexiomGame()
      : Game({.name = "hexiom",
              .title = "Hexiom",
              .about = "drag numbered hexagons until each touches as many as its number",
              .usual_side = 5,
              .options = kOptions}) {}

  std::unique_ptr<PuzzleSession> begin(const Skin& skin) const override {
    return hexiom::begin_session(skin);
  }
  std::vector<std::string> split(std::string_view text) const override {
    return hexiom::split_texts(text);
  }
  std::vector<Part> parts(std::string_view puzzle) const override {
    return parts_of(hexiom::from_text(puzzle));
  }
  std::string picture(std::string_view puzzle) const override {
    return hexiom::to_picture(hexiom::from_text(puzzle));
  }

 private:
  TextSolution solve_text(std::string_view puzzle, const TextOptions& options) const override {
    hexiom::Board board = hexiom::from_text(puzzle);
    TextSolution solution;
    auto found = run(solution, [&] {
      return hexiom::solve(board, {.deadline = options.deadline,
                                   .count_limit = options.count_limit,
                                   .trace = options.trace});
    });
    if (found.answer.empty()) return solution;
    board.cells = std::move(found.answer);
    solution.answer = hexiom::to_text(board);
    return solution;
  }

  std::string generate_text(const GenerateOptions& request, Deadline deadline) const override {
    if (request.width != request.height)
      throw OptionError("All sides of a Hexiom board are equal; write --size 6, for example.");
    const auto board = hexiom::generate({.side = request.width,
                                         .density = request.number("density", kUsualDensity, 0, 1),
                                         .locked = request.number("locked", kUsualLocked, 0, 1),
                                         .seed = request.seed,
                                         .unique = request.unique,
                                         .deadline = deadline});
    return board ? hexiom::to_text(*board) : "";
  }
};

}  // namespace

namespace hexiom {

const Game& game() {
  static const HexiomGame instance;
  return instance;
}

}  // namespace hexiom
}  // namespace eyehand
