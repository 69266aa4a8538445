// Lights Out, as the registry of games sees it: a detail of player/games.hpp.
#include <array>

#include "player/lights/session.hpp"
#include "puzzle/lights/text.hpp"
#include "solver/lights/generate.hpp"
#include "solver/lights/solve.hpp"

namespace eyehand {
namespace {

constexpr std::array<OptionInfo, 1> kOptions = {{
    {"shape", "WORD", "what a press flips: plus, random (some neighbours), dense (any tiles)"},
}};

lights::Shape shape_named(const std::string& word) {
  if (word == "plus") return lights::Shape::plus;
  if (word == "random") return lights::Shape::random;
  if (word == "dense") return lights::Shape::dense;
  throw OptionError("Lights Out has no shape '" + word + "'; it has: plus, random, dense.");
}

class LightsGame final : public Game {
 public:
  LightsGame()
      : Game({.name = "lights",
              .title = "Lights Out",
              .about = "press tiles until no light is on (Lights Out, Flip, Lights Off)",
              .usual_side = 5,
              .options = kOptions}) {}

  std::unique_ptr<PuzzleSession> begin(const Skin& skin) const override {
    return lights::begin_session(skin);
  }
  std::vector<Part> parts(std::string_view puzzle) const override {
    return parts_of(lights::from_game_id(puzzle));
  }
  std::string picture(std::string_view puzzle) const override { return lights::to_picture(puzzle); }

 private:
  TextSolution solve_text(std::string_view puzzle, const TextOptions& options) const override {
    const lights::Board board = lights::from_game_id(puzzle);
    TextSolution solution;
    const auto found = run(solution, [&] {
      return lights::solve(board,
                           {.deadline = options.deadline, .count_limit = options.count_limit});
    });
    if (!found.presses.empty()) {
      solution.answer = lights::presses_to_text(board, found.presses);
      if (!found.fewest) solution.remark = "a solution with fewer presses may exist";
    }
    if (options.trace)
      (*options.trace)({"nullity", "the whole board",
                        found.status == Status::none || found.status == Status::timeout
                            ? "no solution"
                            : "2^" + std::to_string(found.nullity) + " solutions"});
    return solution;
  }

  /// The number of solutions follows from the sets alone, so --ambiguous makes no difference.
  std::string generate_text(const GenerateOptions& request, Deadline) const override {
    return lights::to_game_id(lights::generate({.width = request.width,
                                                .height = request.height,
                                                .shape = shape_named(request.text("shape", "plus")),
                                                .seed = request.seed}));
  }
};

}  // namespace

namespace lights {

const Game& game() {
  static const LightsGame instance;
  return instance;
}

}  // namespace lights
}  // namespace eyehand
