#include "player/games.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <charconv>

#include "player/model/game.hpp"
#include "puzzle/error.hpp"
#include "puzzle/text.hpp"

/// Registers the games that are more than a page of rules, one per line, in the order in which
/// people see them. GAME(net) stands for net::game() in player/net/game.cpp.
#define EYEHAND_EACH_GAME(GAME) \
  GAME(net)                     \
  GAME(slitherlink)             \
  GAME(hexiom)                  \
  GAME(lights)                  \
  GAME(panel)

namespace eyehand {

#define EYEHAND_DECLARE(NAME) \
  namespace NAME {            \
  const Game& game();         \
  }
EYEHAND_EACH_GAME(EYEHAND_DECLARE)
#undef EYEHAND_DECLARE

namespace {

template <class Number>
Number parse(std::string_view word, const std::string& text, Number min, Number max) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || !(value >= min && value <= max))
    throw OptionError(
        fmt::format("--{}: '{}' is not a number from {} to {}.", word, text, min, max));
  return value;
}

}  // namespace

std::span<const Game* const> games() {
#define EYEHAND_ENTRY(NAME) &NAME::game(),
  static const auto all = [] {
    std::vector<const Game*> games = {EYEHAND_EACH_GAME(EYEHAND_ENTRY)};
    const auto& pages = model::page_games();
    games.insert(games.end(), pages.begin(), pages.end());
    return games;
  }();
#undef EYEHAND_ENTRY
  return all;
}

const Game* find_game(std::string_view name) {
  for (const Game* game : games())
    if (game->name() == name) return game;
  return nullptr;
}

std::string game_names() {
  return joined(games(), &Game::name);
}

const Game& game_named(std::string_view name) {
  if (const Game* game = find_game(name)) return *game;
  throw Error("Unknown game '" + std::string(name) + "'; the games are " + game_names() + ".");
}

bool GenerateOptions::has(std::string_view word) const {
  return options.contains(std::string(word));
}

double GenerateOptions::number(std::string_view word, double otherwise, double min,
                               double max) const {
  return has(word) ? parse(word, options.at(std::string(word)), min, max) : otherwise;
}

int GenerateOptions::whole(std::string_view word, int otherwise, int min, int max) const {
  return has(word) ? parse(word, options.at(std::string(word)), min, max) : otherwise;
}

std::string GenerateOptions::text(std::string_view word, std::string_view otherwise) const {
  return has(word) ? options.at(std::string(word)) : std::string(otherwise);
}

void check_options(const GenerateOptions& request, std::span<const OptionInfo> options,
                   std::string_view game) {
  for (const auto& given : request.options) {
    const std::string& word = given.first;
    if (std::any_of(options.begin(), options.end(),
                    [&](const OptionInfo& option) { return option.word == word; }))
      continue;
    const std::string words =
        joined(options, [](const OptionInfo& option) { return fmt::format("--{}", option.word); });
    throw OptionError(fmt::format("--{} is not an option of {}; it has {}.", word, game,
                                  words.empty() ? "none" : words));
  }
}

std::vector<std::string> Game::split(std::string_view text) const {
  return split_lines(text);
}

void Game::check_rules(const std::vector<std::string>& words) const {
  for (const std::string& word : words) {
    if (std::ranges::any_of(info_.rules, [&](const RuleWord& rule) { return rule.word == word; }))
      continue;
    const std::string known = joined(info_.rules, &RuleWord::word);
    throw Error(fmt::format("{} has no rule '{}'{}.", info_.title, word,
                            known.empty() ? "" : "; it has " + known));
  }
}

TextSolution Game::solve(std::string_view puzzle, const TextOptions& options) const {
  check_rules(options.rules);
  return solve_text(puzzle, options);
}

std::string Game::generate(const GenerateOptions& request, Deadline deadline) const {
  check_rules(request.rules);
  check_options(request, info_.options, name());
  GenerateOptions sized = request;
  if (sized.width <= 0) sized.width = info_.usual_side;
  if (sized.height <= 0) sized.height = info_.usual_side;
  std::string text = generate_text(sized, deadline);
  if (text.empty())
    throw Error("No " + std::string(info_.title) + " puzzle " +
                (request.unique ? "with exactly one solution " : "") +
                "was found in time; ask for another size or seed" +
                (request.unique ? ", or allow several solutions with --ambiguous." : "."));
  return text;
}

}  // namespace eyehand
