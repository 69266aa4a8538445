#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <sstream>

#include "actuator/input.hpp"
#include "app/commands.hpp"
#include "app/options.hpp"
#include "app/output.hpp"
#include "app/target.hpp"
#include "calibration/learn.hpp"
#include "calibration/learn_labels.hpp"
#include "player/files.hpp"
#include "player/games.hpp"
#include "vision/capture.hpp"
#include "vision/png.hpp"
#include "x11/interruption.hpp"
#include "x11/windows.hpp"

namespace eyehand {
namespace {

namespace fs = std::filesystem;

/// Longer files are no answers.
constexpr std::size_t kMostAnswerBytes = 64 << 10;

constexpr const char* kHelp =
    R"(Start the game, leave its board unsolved in the middle of its window, and let go of the mouse.
With --act Eyehand clicks tiles and watches what they do, and brings the board back as it was. Examples:
  eyehand calibrate learn --act --game lights --name mine --window "Lights"
  eyehand calibrate learn --act --game net --name pipes --window-id 0x1e00003 --new-game n
  eyehand calibrate learn --game hexiom --name hexa --window Hexa
  eyehand calibrate learn --game hexiom --name hexa --window Hexa --answers labels.txt --yes
  eyehand play --skin mine

Take the mouse, or press Ctrl-C, and it stops at once; then the board is left as it is at that moment.)";

struct Options {
  std::string name, game, out, overlay, answers;
  std::string sheet = "eyehand-groups.png";
  std::vector<std::string> new_game_keys, dismiss_keys;
  TargetOptions target;
  TimeLimit time_limit{std::chrono::minutes(5)};
  bool act = false, yes = false;
};

/// Where people's own skins are looked for.
fs::path default_place(const std::string& name) {
  const auto variable = [](const char* of) {
    const char* value = std::getenv(of);
    return fs::path(value ? value : "");
  };
  const fs::path config = variable("XDG_CONFIG_HOME"), home = variable("HOME");
  if (config.empty() && home.empty())
    throw Error("neither XDG_CONFIG_HOME nor HOME is set; say with --out where the skin goes.");
  return (config.empty() ? home / ".config" : config) / "eyehand/skins" / (name + ".toml");
}

bool can_learn(std::string_view game, bool by_acting) {
  return by_acting ? calibration::can_learn_by_acting(game)
                   : calibration::can_learn_by_labels(game);
}

/// The games that can be, for people.
std::string learnable(bool by_acting) {
  std::string names;
  for (const Game* game : games())
    if (can_learn(game->name(), by_acting))
      names += (names.empty() ? "" : ", ") + std::string(game->name());
  return names;
}

calibration::LearnOptions learn_options_of(const Options& options, const x11::WindowInfo& window) {
  return {.name = options.name,
          .game = options.game,
          .window = window,
          .new_game_keys = options.new_game_keys,
          .dismiss_keys = options.dismiss_keys,
          .deadline = options.time_limit.start(),
          .report = [](std::string_view stage, const std::string& what) {
            note(fmt::format("  {:>6}  {}", stage, what));
          }};
}

/// A line of stdin; nothing at its end.
std::optional<std::string> ask(const std::string& question) {
  std::fputs(question.c_str(), stderr);
  std::string line;
  if (!std::getline(std::cin, line)) return std::nullopt;
  return line;
}

/// One word a group, from the file.
std::vector<std::string> answers_of(const calibration::Labelling& board, const Options& options) {
  std::vector<std::string> answers;
  std::istringstream words(read_file(options.answers, kMostAnswerBytes));
  for (std::string word; words >> word;) answers.push_back(word);
  if (answers.size() != board.groups().size())
    throw Failure(
        ExitCode::usage,
        fmt::format("{} has {} answers, but there are {} groups (see {}).", options.answers,
                    answers.size(), board.groups().size(), options.sheet));
  for (std::size_t i = 0; i < answers.size(); ++i)
    if (!board.is_answer_for(i, answers[i]))
      throw Failure(ExitCode::usage,
                    fmt::format("'{}' in {} is no answer to group {}. {}", answers[i],
                                options.answers, i + 1, board.question()));
  return answers;
}

/// ... from the terminal.
std::vector<std::string> ask_for(const calibration::Labelling& board) {
  note(board.question());
  std::vector<std::string> answers;
  while (answers.size() < board.groups().size()) {
    const std::size_t i = answers.size();
    const auto answer = ask(fmt::format("group {} ({} cells): ", i + 1, board.groups()[i].cells));
    if (!answer) throw Failure(ExitCode::interrupted, "the answers ended too soon.");
    if (board.is_answer_for(i, *answer))
      answers.push_back(*answer);
    else
      note("That is no answer. " + board.question());
  }
  return answers;
}

calibration::Learned learn_by_labels(ScreenSource& screen, const calibration::LearnOptions& request,
                                     const Options& options) {
  screen.wait_until_still({.quiet = std::chrono::milliseconds(200)});
  const Capture capture = screen.capture();
  if (capture.status != CaptureStatus::good)
    throw Failure(ExitCode::no_window,
                  "the window cannot be seen: " + std::string(name(capture.status)) + ".");
  const auto board = calibration::find_groups(capture.frame, request.game);
  save_png(options.sheet, calibration::contact_sheet(board->groups()));
  note(fmt::format("{} groups of cells that look alike are in {}", board->groups().size(),
                   options.sheet));
  calibration::Learned learned = board->learn(
      options.answers.empty() ? ask_for(*board) : answers_of(*board, options), request);
  const std::string overlay = options.overlay.empty() ? "eyehand-overlay.png" : options.overlay;
  save_png(overlay, learned.overlay);
  note(fmt::format("what is read with that is drawn in {}", overlay));
  if (options.yes) return learned;
  const auto answer = ask("is that right? (y/n) ");
  if (!answer || (*answer != "y" && *answer != "yes"))
    throw Failure(ExitCode::unreadable, "not confirmed, so no skin was written.");
  return learned;
}

ExitCode run_learn(const Options& options) {
  if (!can_learn(options.game, options.act))
    throw Failure(ExitCode::usage,
                  fmt::format("the game '{}' cannot be learned {}; what can be: {} with --act, {} "
                              "without.",
                              options.game, options.act ? "by acting" : "by labels",
                              learnable(true), learnable(false)));
  if (options.target.title.empty() && options.target.id == 0)
    throw Failure(ExitCode::usage, "say which window it is, with --window or --window-id.");
  const fs::path out = options.out.empty() ? default_place(options.name) : fs::path(options.out);

  std::optional<x11::InterruptionWatch> interruption;
  if (options.act) interruption.emplace();  // while it waits for answers, Ctrl-C ends it at once
  x11::Connection connection;
  const x11::WindowInfo window = find_window(connection, options.target);
  WindowSource screen(connection, window.id);
  note(fmt::format("learning '{}' ({}), {}x{}", window.title, window.class_name,
                   window.on_root.width, window.on_root.height));
  const calibration::LearnOptions request = learn_options_of(options, window);
  calibration::Learned learned;
  try {
    if (options.act) {
      Input input(connection, window.id);
      learned = calibration::learn_by_acting(screen, input, request);
      if (!options.overlay.empty()) save_png(options.overlay, learned.overlay);
    } else {
      learned = learn_by_labels(screen, request, options);
    }
  } catch (const calibration::LearnStopped& stopped) {
    throw Failure(exit_code(stopped.end()), stopped.what());
  }
  if (out.has_parent_path()) fs::create_directories(out.parent_path());
  write_file(out, learned.skin);
  note(fmt::format("the skin is in {}; it reads the board as", out.string()));
  print_line(learned.board);
  return ExitCode::ok;
}

}  // namespace

void add_calibrate_learn(CLI::App& calibrate, Run& run) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = calibrate.add_subcommand(
      "learn", "Learn a program that no skin knows, from its window, and write a skin for it");
  command->add_option("--name", options->name, "of the skin that is written")
      ->required()
      ->type_name("NAME")
      ->check([](const std::string& name) {
        const bool fine = !name.empty() && name.find('/') == std::string::npos && name[0] != '.';
        return fine ? "" : "'" + name + "' is no name for a file";
      });
  command->add_option("--game", options->game, "the game it plays, as eyehand skins names it")
      ->required()
      ->type_name("GAME");
  add_window_choice(*command, options->target);
  command->add_flag("--act", options->act, "click tiles and watch what they do");
  command->add_option("--answers", options->answers, "without --act: a file with the answers")
      ->type_name("FILE");
  command->add_option("--sheet", options->sheet, "where the picture of the groups goes")
      ->type_name("FILE.png");
  command->add_flag("--yes", options->yes, "do not ask whether what is read is right");
  command
      ->add_option("--new-game", options->new_game_keys,
                   "keys that start a new game, as n or ctrl+n")
      ->type_name("KEY");
  command
      ->add_option("--dismiss", options->dismiss_keys,
                   "keys that close what a win opens, as Escape")
      ->type_name("KEY");
  command->add_option("--out", options->out, "where the skin goes; among your own if not given")
      ->type_name("FILE.toml");
  command->add_option("--overlay", options->overlay, "write what it reads, drawn over the window")
      ->type_name("FILE.png");
  add_time_limit(*command, options->time_limit, "in all; 5m if not given");
  command->footer(std::string(kHelp) + "\n\n" + kExitCodeHelp);
  command->callback([options, &run] { run = [options] { return run_learn(*options); }; });
}

}  // namespace eyehand
