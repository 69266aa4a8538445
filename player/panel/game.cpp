// Panels, as the registry of games sees them: a detail of player/games.hpp.
#include <algorithm>
#include <array>

#include "player/panel/session.hpp"
#include "puzzle/panel/text.hpp"
#include "solver/panel/generate.hpp"
#include "solver/panel/solve.hpp"

namespace eyehand {
namespace {

using panel::Symbol;

constexpr std::array<RuleWord, 1> kRules = {{
    {"toggle", "panels with start tiles are toggled too, instead of walked"},
}};
constexpr std::array<OptionInfo, 4> kOptions = {{
    {"symbols", "WORDS", "some of dots,diamonds,bars,slashes,flowers; all by default"},
    {"walk", "", "panels to be walked"},
    {"locked", "0..1", "share of the tiles that are locked"},
    {"holes", "0..1", "share of the tiles that are missing"},
}};
constexpr std::array<std::pair<std::string_view, Symbol>, 5> kSymbols = {{
    {"dots", Symbol::dot},
    {"diamonds", Symbol::diamond},
    {"bars", Symbol::bar},
    {"slashes", Symbol::slash},
    {"flowers", Symbol::flower},
}};
constexpr double kUsualLocked = 0.1;

std::vector<Symbol> symbols_of(std::string_view words) {
  std::vector<Symbol> symbols;
  while (!words.empty()) {
    const auto end = std::min(words.find(','), words.size());
    const auto found = std::find_if(kSymbols.begin(), kSymbols.end(), [&](const auto& symbol) {
      return symbol.first == words.substr(0, end);
    });
    if (found == kSymbols.end())
      throw OptionError("Panel has no symbols '" + std::string(words.substr(0, end)) +
                        "'; it has: dots, diamonds, bars, slashes, flowers.");
    symbols.push_back(found->second);
    words.remove_prefix(std::min(end + 1, words.size()));
  }
  return symbols;
}

class PanelGame final : public Game {
 public:
  PanelGame()
      : Game({.name = "panel",
              .title = "Panel",
              .about = "light tiles, or walk over them, until every symbol's rule holds (Taiji)",
              .usual_side = 5,
              .rules = kRules,
              .options = kOptions}) {}

  std::unique_ptr<PuzzleSession> begin(const Skin& skin) const override {
    return panel::begin_session(skin);
  }
  std::vector<std::string> split(std::string_view text) const override {
    return panel::split_texts(text);
  }
  std::vector<Part> parts(std::string_view puzzle) const override {
    return parts_of(panel::from_code(puzzle));
  }
  std::string picture(std::string_view puzzle) const override {
    return panel::to_picture(panel::from_code(puzzle));
  }

 private:
  TextSolution solve_text(std::string_view puzzle, const TextOptions& options) const override {
    panel::Board board = panel::from_code(puzzle);
    const bool walk = options.rules.empty() && panel::has_start(board);
    TextSolution solution;
    auto found = run(solution, [&] {
      return panel::solve(board, {.deadline = options.deadline,
                                  .count_limit = options.count_limit,
                                  .walk = walk,
                                  .trace = options.trace});
    });
    if (found.lit.empty()) return solution;
    for (std::size_t i = 0; i < board.size(); ++i) board.tiles[i].lit = found.lit[i] != 0;
    solution.answer = panel::answer_string(found.lit);
    solution.solved = panel::to_code(board);
    solution.path = std::move(found.path);
    return solution;
  }

  std::string generate_text(const GenerateOptions& request, Deadline deadline) const override {
    const auto board = panel::generate({.width = request.width,
                                        .height = request.height,
                                        .symbols = symbols_of(request.text("symbols", "")),
                                        .walk = request.has("walk"),
                                        .locked = request.number("locked", kUsualLocked, 0, 1),
                                        .holes = request.number("holes", 0, 0, 1),
                                        .unique = request.unique,
                                        .seed = request.seed,
                                        .deadline = deadline});
    return board ? panel::to_code(*board) : "";
  }
};

}  // namespace

namespace panel {

const Game& game() {
  static const PanelGame instance;
  return instance;
}

}  // namespace panel
}  // namespace eyehand
