#include "player/panel/game.hpp"

#include <algorithm>
#include <array>
#include <chrono>

#include "player/panel/session.hpp"
#include "puzzle/panel/text.hpp"
#include "solver/panel/generate.hpp"
#include "solver/panel/solve.hpp"

namespace eyehand {
namespace {

using panel::Symbol;

constexpr std::array<RuleWord, 1> kRules = {{
    {"toggle", "panels with start tiles, too, are toggled instead of walked"},
}};
constexpr std::array<OptionInfo, 4> kGenerateOptions = {{
    {"symbols", "WORDS", "of dots,diamonds,bars,slashes,flowers; all if not given"},
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
constexpr int kUsualSide = 5;
constexpr double kUsualLocked = 0.1;

/// Whether panels with start tiles are toggled, too.
bool is_toggled(const std::vector<std::string>& words) {
  for (const auto& word : words)
    if (word != kRules[0].word)
      throw Error("Panels have no rule '" + word + "'; they have: toggle.");
  return !words.empty();
}

std::vector<Symbol> symbols_of(std::string_view words) {
  std::vector<Symbol> symbols;
  while (!words.empty()) {
    const auto end = std::min(words.find(','), words.size());
    const auto found = std::find_if(kSymbols.begin(), kSymbols.end(), [&](const auto& symbol) {
      return symbol.first == words.substr(0, end);
    });
    if (found == kSymbols.end())
      throw OptionError("Panels have no symbols '" + std::string(words.substr(0, end)) +
                        "'; they have: dots, diamonds, bars, slashes, flowers.");
    symbols.push_back(found->second);
    words.remove_prefix(std::min(end + 1, words.size()));
  }
  return symbols;
}

class PanelGame final : public Game {
 public:
  std::string_view name() const override { return "panel"; }
  std::string_view about() const override {
    return "light tiles, or walk over them, until every symbol is content (Taiji)";
  }
  std::span<const RuleWord> rules() const override { return kRules; }
  std::span<const OptionInfo> generate_options() const override { return kGenerateOptions; }
  std::unique_ptr<PuzzleSession> begin(const Skin& skin) const override {
    return begin_panel(skin);
  }

  std::vector<std::string> split(std::string_view text) const override {
    return panel::split_texts(text);
  }

  TextSolution solve(std::string_view puzzle, const TextOptions& options) const override {
    const bool toggled = is_toggled(options.rules);
    panel::Board board = panel::from_code(puzzle);
    const auto start = std::chrono::steady_clock::now();
    const auto found = panel::solve(board, {.deadline = options.deadline,
                                            .count_limit = options.count_limit,
                                            .walk = !toggled && panel::has_start(board),
                                            .trace = options.trace});
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
    TextSolution solution;
    solution.solve_ms = took.count();
    solution.status = found.status;
    solution.count = found.count;
    if (!found.lit.empty()) {
      for (std::size_t i = 0; i < board.size(); ++i) board.tiles[i].lit = found.lit[i] != 0;
      solution.answer = panel::answer_string(found.lit);
      solution.solved = panel::to_code(board);
      solution.path = found.path;
    }
    return solution;
  }

  std::vector<Part> parts(std::string_view puzzle) const override {
    return parts_of(panel::from_code(puzzle));
  }

  std::string picture(std::string_view puzzle) const override {
    return panel::to_picture(panel::from_code(puzzle));
  }

  std::string generate(const GenerateOptions& request, Deadline deadline) const override {
    is_toggled(request.rules);
    check_options(request, kGenerateOptions, name());
    const auto board = panel::generate({.width = request.width > 0 ? request.width : kUsualSide,
                                        .height = request.height > 0 ? request.height : kUsualSide,
                                        .symbols = symbols_of(request.text("symbols", "")),
                                        .walk = request.has("walk"),
                                        .locked = request.number("locked", kUsualLocked, 0, 1),
                                        .holes = request.number("holes", 0, 0, 1),
                                        .unique = request.unique,
                                        .seed = request.seed,
                                        .deadline = deadline});
    if (!board)
      throw Error(
          "No panel with one answer was found in time; allow several answers with --ambiguous, or "
          "ask for another size.");
    return panel::to_code(*board);
  }
};

}  // namespace

const Game& panel_game() {
  static const PanelGame game;
  return game;
}

}  // namespace eyehand
