#include "app/puzzles.hpp"

#include <unistd.h>

#include <filesystem>
#include <system_error>

#include "app/exit_code.hpp"
#include "app/output.hpp"
#include "player/files.hpp"
#include "player/skin.hpp"
#include "puzzle/printable.hpp"
#include "vision/png.hpp"

namespace eyehand {
namespace {

/// The largest puzzle file accepted, in bytes.
constexpr std::size_t kMaxPuzzleBytes = 256u << 20;

/// Not an error if the source is a puzzle's text that is too long for a file name.
bool is_file(const std::string& source) {
  std::error_code error;
  return std::filesystem::exists(source, error);
}

std::vector<Skin> skins_for(const Game& game, const std::string& name) {
  if (!name.empty()) return {find_skin(name)};
  std::vector<Skin> skins = all_skins();
  std::erase_if(skins, [&](const Skin& skin) { return skin.game != game.name(); });
  return skins;
}

Puzzle read_picture(const Game& game, const Frame& frame, const std::string& where,
                    const std::string& skin_name) {
  std::string rejections;
  for (const Skin& skin : skins_for(game, skin_name)) {
    const auto session = game.begin(skin);
    const Observation seen = session->observe(frame);
    if (seen.accepted()) return {seen.text, where, session->rules()};
    rejections += "\n  as " + skin.name + ": " + seen.rejection;
  }
  throw Failure(
      ExitCode::unreadable,
      where + ": the board in this picture cannot be read with certainty" +
          (rejections.empty() ? ", because there is no skin for its game." : ":" + rejections));
}

void add_bytes(std::vector<Puzzle>& puzzles, const Game& game, const std::string& bytes,
               const std::string& where, const std::string& skin) {
  if (is_picture(bytes)) {
    puzzles.push_back(read_picture(game, to_frame(decode_png(bytes, where)), where, skin));
    return;
  }
  const auto texts = game.split(bytes);
  if (texts.empty()) throw Failure(ExitCode::usage, where + ": contains no puzzle.");
  for (std::size_t i = 0; i < texts.size(); ++i)
    puzzles.push_back(
        {texts[i], texts.size() == 1 ? where : where + ", puzzle " + std::to_string(i + 1)});
}

}  // namespace

std::vector<Puzzle> collect_puzzles(const Game& game, const std::vector<std::string>& sources,
                                    const std::string& skin, const std::string& command) {
  std::vector<std::string> all = sources;
  if (all.empty()) {
    if (isatty(STDIN_FILENO) == 1)
      throw Failure(ExitCode::usage,
                    "no puzzle was given: give its text, a file, or - for standard input; see "
                    "'eyehand " +
                        command + " --help'.");
    all = {"-"};
  }
  std::vector<Puzzle> puzzles;
  for (const std::string& source : all) {
    if (source == "-") {
      add_bytes(puzzles, game, read_stream(stdin, "standard input", kMaxPuzzleBytes),
                "standard input", skin);
    } else if (is_file(source)) {
      add_bytes(puzzles, game, read_file(source, kMaxPuzzleBytes), source, skin);
    } else {
      add_bytes(puzzles, game, source,
                "'" + quotable(source, 40) + "' (not a file, so taken as a puzzle's text)", skin);
    }
  }
  return puzzles;
}

TextSolution solve(const Game& game, const Puzzle& puzzle, const TextOptions& options) {
  TextOptions all = options;
  all.rules.insert(all.rules.end(), puzzle.rules.begin(), puzzle.rules.end());
  try {
    return game.solve(puzzle.text, all);
  } catch (const Error& error) {
    throw Failure(ExitCode::usage, puzzle.where + ": " + error.what());
  }
}

nlohmann::ordered_json to_json(const Deduction& step) {
  return {{"rule", step.rule},       {"where", step.where},     {"what", step.what},
          {"reasons", step.reasons}, {"decided", step.decided}, {"level", step.level}};
}

}  // namespace eyehand
