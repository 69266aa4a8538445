#include <fmt/format.h>

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
#include "player/skin.hpp"
#include "vision/capture.hpp"
#include "vision/png.hpp"
#include "x11/interruption.hpp"
#include "x11/windows.hpp"

namespace eyehand {
namespace {

namespace fs = std::filesystem;

/// Longer files cannot be answers.
constexpr std::size_t kMaxAnswerBytes = 64 << 10;

struct CalibrateLearnArguments {
  std::string name, game, out, overlay, answers;
  std::string clusters = "eyehand-clusters.png";
  std::vector<std::string> new_game_keys, dismiss_keys;
  TargetOptions target;
  TimeLimit time_limit{std::chrono::minutes(5)};
  bool act = false, yes = false;
};

bool can_learn(std::string_view game, bool by_acting) {
  return by_acting ? calibration::can_learn_by_acting(game)
                   : calibration::can_learn_by_labels(game);
}

/// The games that can be learned, for people.
std::string learnable(bool by_acting) {
  std::string names;
  for (const Game* game : games())
    if (can_learn(game->name(), by_acting))
      names += (names.empty() ? "" : ", ") + std::string(game->name());
  return names;
}

calibration::LearnOptions learn_options_of(const CalibrateLearnArguments& options,
                                           const x11::WindowInfo& window) {
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

/// One word per cluster, from the file.
std::vector<std::string> answers_of(const calibration::Labelling& board,
                                    const CalibrateLearnArguments& options) {
  std::vector<std::string> answers;
  std::istringstream words(read_file(options.answers, kMaxAnswerBytes));
  for (std::string word; words >> word;) answers.push_back(word);
  if (answers.size() != board.groups().size())
    throw Failure(
        ExitCode::usage,
        fmt::format("{} has {} answers for {} clusters of cells (see {}).", options.answers,
                    answers.size(), board.groups().size(), options.clusters));
  for (std::size_t i = 0; i < answers.size(); ++i)
    if (!board.is_answer_for(i, answers[i]))
      throw Failure(ExitCode::usage,
                    fmt::format("'{}' in {} is not a valid answer for cluster {}. {}", answers[i],
                                options.answers, i + 1, board.question()));
  return answers;
}

/// ... from the terminal.
std::vector<std::string> ask_for(const calibration::Labelling& board) {
  note(board.question());
  std::vector<std::string> answers;
  while (answers.size() < board.groups().size()) {
    const std::size_t i = answers.size();
    const auto answer = ask(fmt::format("cluster {} ({} cells): ", i + 1, board.groups()[i].cells));
    if (!answer)
      throw Failure(ExitCode::interrupted, "the input ended before all clusters were labelled.");
    if (board.is_answer_for(i, *answer))
      answers.push_back(*answer);
    else
      note("That is not a valid answer. " + board.question());
  }
  return answers;
}

calibration::Learned learn_by_labels(ScreenSource& screen, const calibration::LearnOptions& request,
                                     const CalibrateLearnArguments& options) {
  screen.wait_until_still({.quiet = std::chrono::milliseconds(200)});
  const Capture capture = screen.capture();
  if (capture.status != CaptureStatus::good)
    throw Failure(ExitCode::no_window,
                  "the window cannot be seen: " + std::string(name(capture.status)) + ".");
  const auto board = calibration::find_groups(capture.frame, request.game);
  save_png(options.clusters, calibration::contact_sheet(board->groups()));
  note(fmt::format("{} clusters of similar cells are drawn in {}", board->groups().size(),
                   options.clusters));
  calibration::Learned learned = board->learn(
      options.answers.empty() ? ask_for(*board) : answers_of(*board, options), request);
  const std::string overlay = options.overlay.empty() ? "eyehand-overlay.png" : options.overlay;
  save_png(overlay, learned.overlay);
  note(fmt::format("the reading is drawn in {}", overlay));
  if (options.yes) return learned;
  const auto answer = ask("is it correct? (y/n) ");
  if (!answer || (*answer != "y" && *answer != "yes"))
    throw Failure(ExitCode::unreadable, "not confirmed, so no skin was written.");
  return learned;
}

ExitCode run_learn(const CalibrateLearnArguments& options) {
  if (!can_learn(options.game, options.act))
    throw Failure(
        ExitCode::usage,
        fmt::format("the game '{}' cannot be learned {}; games that can be: {} with --act, "
                    "{} without.",
                    options.game, options.act ? "by acting" : "by labels", learnable(true),
                    learnable(false)));
  if (options.target.title.empty() && options.target.id == 0)
    throw Failure(ExitCode::usage, "use --window or --window-id to say which window it is.");
  const fs::path own = user_skin_folder();
  if (options.out.empty() && own.empty())
    throw Error(
        "neither XDG_CONFIG_HOME nor HOME is set; use --out to say where to write the skin.");
  const fs::path out = options.out.empty() ? own / (options.name + ".toml") : fs::path(options.out);

  std::optional<x11::InterruptionWatch> interruption;
  if (options.act)
    interruption.emplace();  // otherwise it waits for answers, and Ctrl-C ends it at once
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
  note(fmt::format("wrote the skin {}; it reads the board as", out.string()));
  print_line(learned.board);
  return ExitCode::ok;
}

}  // namespace

Command calibrate_command() {
  return {.name = "calibrate",
          .group = "Programs",
          .summary = "Measure how well a program's boards are read, or learn a new program",
          .examples = {{"eyehand calibrate check --skin sgt-net", "how well is it read?"},
                       {"eyehand calibrate check --skin sgt-net --html a.html",
                        "the same as a page with curves and crops"},
                       {"eyehand calibrate learn --act --game net --name mine --window Pipes",
                        "learn a new program"}},
          .notes = "See 'eyehand calibrate COMMAND --help' for each command."};
}

Command calibrate_learn_command() {
  const auto options = std::make_shared<CalibrateLearnArguments>();
  const auto take_name = [options = options.get()](const std::string& name) {
    if (name.empty() || name.find('/') != std::string::npos || name[0] == '.')
      throw BadValue("'" + name + "' is not valid as a file name");
    options->name = name;
  };
  Command command{
      .name = "calibrate learn",
      .group = "",
      .summary = "Learn an unknown program from its window, and write a skin for it",
      .options = {parsed("--name", "NAME", "of the skin to write", take_name).required(),
                  text("--game", options->game, "GAME", "the game it plays").required()},
      .about =
          R"(Start the program, leave its board unsolved in the middle of its window, and let go of the mouse.
With --act, Eyehand clicks cells, watches what changes, and restores the board. Without it, it asks
you what the different cells are.)",
      .examples = {{"eyehand calibrate learn --act --game lights --name mine --window Lights"},
                   {"eyehand calibrate learn --act --game net --name pipes --window-id 0x1e00003 "
                    "--new-game n"},
                   {"eyehand calibrate learn --game hexiom --name hexa --window Hexa"},
                   {"eyehand calibrate learn --game hexiom --name hexa --window Hexa --answers "
                    "labels.txt --yes"},
                   {"eyehand play --skin mine"}},
      .notes =
          "It stops at once when you move the mouse or press Ctrl-C, and leaves the board as it is "
          "then.",
      .run = [options] { return run_learn(*options); }};
  add(command.options, window_options(options->target));
  add(command.options,
      {flag("--act", options->act, "click cells and watch what changes"),
       text("--answers", options->answers, "FILE", "without --act: a file with the answers"),
       text("--clusters", options->clusters, "FILE.png", "where to draw the clusters of cells"),
       flag("--yes", options->yes, "do not ask whether the reading is correct"),
       texts("--new-game", options->new_game_keys, "KEY",
             "keys that start a new game, such as n or ctrl+n"),
       texts("--dismiss", options->dismiss_keys, "KEY",
             "keys that close what a win opens, such as Escape"),
       text("--out", options->out, "FILE.toml",
            "where to write the skin; by default among your own"),
       text("--overlay", options->overlay, "FILE.png", "draw what is read over the window"),
       duration("--time-limit", options->time_limit, "in all")});
  return command;
}

}  // namespace eyehand
