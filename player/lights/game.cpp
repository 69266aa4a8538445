#include "player/lights/game.hpp"

#include <array>
#include <chrono>

#include "player/lights/session.hpp"
#include "puzzle/error.hpp"
#include "puzzle/lights/text.hpp"
#include "puzzle/text.hpp"
#include "solver/lights/generate.hpp"
#include "solver/lights/solve.hpp"

namespace eyehand {
namespace {

constexpr std::array<OptionInfo, 1> kGenerateOptions = {{
    {"shape", "WORD", "what a press flips: plus, random (some neighbours), dense (any tiles)"},
}};
constexpr int kUsualSide = 5;

void check_words(const std::vector<std::string>& words) {
  if (!words.empty()) throw Error("Lights Out has no rule '" + words.front() + "'.");
}

lights::Shape shape_named(const std::string& word) {
  if (word == "plus") return lights::Shape::plus;
  if (word == "random") return lights::Shape::random;
  if (word == "dense") return lights::Shape::dense;
  throw OptionError("Lights Out has no shape '" + word + "'; it has: plus, random, dense.");
}

class LightsGame final : public Game {
 public:
  std::string_view name() const override { return "lights"; }
  std::string_view about() const override {
    return "press tiles until no light is on (Lights Out, Flip, Lights Off)";
  }
  std::span<const RuleWord> rules() const override { return {}; }
  std::span<const OptionInfo> generate_options() const override { return kGenerateOptions; }
  std::unique_ptr<PuzzleSession> begin(const Skin& skin) const override {
    return begin_lights(skin);
  }

  std::vector<std::string> split(std::string_view text) const override { return split_lines(text); }

  TextSolution solve(std::string_view puzzle, const TextOptions& options) const override {
    check_words(options.rules);
    const lights::Board board = lights::from_game_id(puzzle);
    const auto start = std::chrono::steady_clock::now();
    const auto found =
        lights::solve(board, {.deadline = options.deadline, .count_limit = options.count_limit});
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
    TextSolution solution;
    solution.solve_ms = took.count();
    solution.status = found.status;
    solution.count = found.count;
    if (!found.presses.empty()) {
      solution.answer = lights::presses_to_text(board, found.presses);
      if (!found.fewest) solution.remark = "an answer with fewer presses may exist";
    }
    if (options.trace)
      (*options.trace)({"nullity", "the whole board",
                        found.status == Status::none || found.status == Status::timeout
                            ? "no answer"
                            : "2^" + std::to_string(found.nullity) + " answers"});
    return solution;
  }

  std::vector<Part> parts(std::string_view puzzle) const override {
    return parts_of(lights::from_game_id(puzzle));
  }

  std::string picture(std::string_view puzzle) const override { return lights::to_picture(puzzle); }

  /// How many answers a board has follows from its sets, so uniqueness is nothing to wish for.
  std::string generate(const GenerateOptions& request, Deadline) const override {
    check_words(request.rules);
    check_options(request, kGenerateOptions, name());
    return lights::to_game_id(
        lights::generate({.width = request.width > 0 ? request.width : kUsualSide,
                          .height = request.height > 0 ? request.height : kUsualSide,
                          .shape = shape_named(request.text("shape", "plus")),
                          .seed = request.seed}));
  }
};

}  // namespace

const Game& lights_game() {
  static const LightsGame game;
  return game;
}

}  // namespace eyehand
