// Net, as the registry of games sees it: a detail of player/games.hpp.
#include <algorithm>
#include <array>

#include "player/net/session.hpp"
#include "puzzle/net/text.hpp"
#include "solver/net/generate.hpp"
#include "solver/net/solve.hpp"

namespace eyehand {
namespace {

constexpr std::array<RuleWord, 2> kRules = {{
    {"loops", "wires may run in loops"},
    {"parts", "the wires may form several networks"},
}};
constexpr std::array<OptionInfo, 3> kOptions = {{
    {"wrapping", "", "the right edge meets the left one, the bottom the top"},
    {"crosses", "", "tiles may have four wires"},
    {"barriers", "0..1", "share of the sides without a wire that get a barrier"},
}};

net::Rules rules_of(const std::vector<std::string>& words) {
  const auto has = [&](std::string_view word) { return std::ranges::count(words, word) > 0; };
  return {.connected = !has("parts"), .acyclic = !has("loops")};
}

class NetGame final : public Game {
 public:
  NetGame()
      : Game({.name = "net",
              .title = "Net",
              .about = "turn tiles until all wires join (Net, KNetWalk, pipes, circuits)",
              .usual_side = 9,
              .rules = kRules,
              .options = kOptions}) {}

  std::unique_ptr<PuzzleSession> begin(const Skin& skin) const override {
    return net::begin_session(skin);
  }
  std::vector<Part> parts(std::string_view puzzle) const override {
    return parts_of(net::from_game_id(puzzle));
  }
  std::string picture(std::string_view puzzle) const override {
    return net::to_picture(net::from_game_id(puzzle));
  }

 private:
  TextSolution solve_text(std::string_view puzzle, const TextOptions& options) const override {
    net::Board board = net::from_game_id(puzzle);
    board.rules = rules_of(options.rules);
    TextSolution solution;
    auto found = run(solution, [&] {
      return net::solve(board, {.deadline = options.deadline,
                                .count_limit = options.count_limit,
                                .trace = options.trace});
    });
    if (found.answer.empty()) return solution;
    board.wires = std::move(found.answer);
    solution.answer = net::to_game_id(board);
    return solution;
  }

  std::string generate_text(const GenerateOptions& request, Deadline deadline) const override {
    const auto board = net::generate({.width = request.width,
                                      .height = request.height,
                                      .wrapping = request.has("wrapping"),
                                      .rules = rules_of(request.rules),
                                      .barriers = request.number("barriers", 0, 0, 1),
                                      .crosses = request.has("crosses"),
                                      .unique = request.unique,
                                      .seed = request.seed,
                                      .deadline = deadline});
    return board ? net::to_game_id(*board) : "";
  }
};

}  // namespace

namespace net {

const Game& game() {
  static const NetGame instance;
  return instance;
}

}  // namespace net
}  // namespace eyehand
