#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <filesystem>
#include <memory>

#include "actuator/input.hpp"
#include "app/commands.hpp"
#include "app/options.hpp"
#include "app/output.hpp"
#include "app/pictures.hpp"
#include "app/target.hpp"
#include "calibration/learn.hpp"
#include "player/files.hpp"
#include "vision/capture.hpp"
#include "x11/interruption.hpp"
#include "x11/windows.hpp"

namespace eyehand {
namespace {

namespace fs = std::filesystem;

constexpr const char* kHelp =
    R"(Start the game, leave its board unsolved in the middle of its window, and let go of the mouse.
With --act Eyehand clicks tiles and watches what they do, and brings the board back as it was. Examples:
  eyehand calibrate learn --act --game lights --name mine --window "Lights"
  eyehand calibrate learn --act --game net --name pipes --window-id 0x1e00003 --new-game n
  eyehand play --skin mine

Take the mouse, or press Ctrl-C, and it stops at once; then the board is left as it is at that moment.)";

struct Options {
  std::string name, game, out, overlay;
  std::vector<std::string> new_game_keys, dismiss_keys;
  TargetWish target;
  TimeLimit time_limit{std::chrono::minutes(5)};
  bool act = false;
};

ExitCode code_of(End end) {
  switch (end) {
    case End::not_sure:
      return ExitCode::not_sure;
    case End::no_window:
      return ExitCode::no_window;
    case End::out_of_time:
      return ExitCode::out_of_time;
    case End::interrupted:
    case End::user_has_mouse:
      return ExitCode::interrupted;
    case End::stuck:
      return ExitCode::stuck;
    default:
      return ExitCode::failed;
  }
}

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

x11::WindowInfo the_window(x11::Connection& connection, const TargetWish& wish) {
  const auto windows = x11::find_windows(connection, {.id = wish.id, .title_part = wish.title});
  if (!windows.empty()) return windows.front();
  std::string list;
  for (const auto& window : x11::list_windows(connection)) list += " '" + window.title + "'";
  throw Failure(ExitCode::no_window,
                "there is no such window" +
                    (list.empty() ? ", nor any other." : "; there are:" + list + "."));
}

ExitCode run_learn(const Options& options) {
  if (!options.act) throw Failure(ExitCode::usage, "say --act: Eyehand clicks and watches.");
  if (!calibration::can_learn_by_acting(options.game))
    throw Failure(ExitCode::usage, "this game cannot be learned by acting yet.");
  const fs::path out = options.out.empty() ? default_place(options.name) : fs::path(options.out);

  const x11::InterruptionWatch interruption;
  x11::Connection connection;
  const x11::WindowInfo window = the_window(connection, options.target);
  WindowEye eye(connection, window.id);
  Input hand(connection, window.id);
  note(fmt::format("learning '{}' ({}), {}x{}", window.title, window.class_name,
                   window.on_root.width, window.on_root.height));
  calibration::Learned learned;
  try {
    learned =
        calibration::learn_by_acting(eye, hand,
                                     {.name = options.name,
                                      .game = options.game,
                                      .window = window,
                                      .new_game_keys = options.new_game_keys,
                                      .dismiss_keys = options.dismiss_keys,
                                      .deadline = options.time_limit.start(),
                                      .say = [](std::string_view stage, const std::string& what) {
                                        note(fmt::format("  {:>6}  {}", stage, what));
                                      }});
  } catch (const calibration::LearnStopped& stopped) {
    throw Failure(code_of(stopped.end()), stopped.what());
  }
  if (out.has_parent_path()) fs::create_directories(out.parent_path());
  write_file(out, learned.skin);
  if (!options.overlay.empty()) write_picture(options.overlay, learned.overlay);
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
  command->add_option("--game", options->game, "the game it plays: net, lights")
      ->required()
      ->type_name("GAME");
  command->add_option("--window", options->target.title, "a part of the window's title")
      ->type_name("TITLE");
  command->add_flag("--act", options->act, "click tiles and watch what they do");
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
