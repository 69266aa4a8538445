// A detail of commands.hpp: the command line and its help, made from the table of commands. The
// only file of this program that includes CLI11, which is slow to compile.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "app/commands.hpp"
#include "app/output.hpp"
#include "app/skin_page.hpp"
#include "manual/hidden.hpp"
#include "manual/version.hpp"
#include "player/games.hpp"
#include "player/skin.hpp"
#include "x11/windows.hpp"

namespace eyehand {
namespace {

constexpr const char* kExamples = R"(Examples:
  eyehand doctor                  check that everything needed to play is there
  eyehand play                    find a game's window, read it, solve it and click the solution
  eyehand play --dry-run          draw what would be clicked without clicking
  eyehand learn --window Pipes    learn a program that no skin describes
  eyehand challenge --games 20    twenty games in a row against the clock
  eyehand read screenshot.png     the puzzle in a picture, as text
  eyehand solve net 5x5w:1315a65hdeh659e81v3a9h3c8hav3cv6
  eyehand generate net --size 13x11 --seed 7 --count 3

See 'eyehand COMMAND --help' for each command.)";

/// Explanations of longer examples go on a line of their own.
constexpr std::size_t kMaxExampleWidth = 46;

std::string examples_text(const std::vector<Example>& examples) {
  std::size_t width = 0;
  for (const Example& example : examples)
    if (!example.what.empty() && example.command.size() <= kMaxExampleWidth)
      width = std::max(width, example.command.size());
  std::string text = "Examples:";
  for (const auto& [command, what] : examples) {
    text += "\n  " + command;
    if (what.empty()) continue;
    if (command.size() > width)
      text += "\n      " + what;
    else
      text += std::string(width - command.size() + 2, ' ') + what;
  }
  return text;
}

std::string footer(const Command& command) {
  std::string text;
  const auto add = [&](const std::string& part) {
    if (!part.empty()) text += (text.empty() ? "" : "\n\n") + part;
  };
  add(command.about);
  if (!command.examples.empty()) add(examples_text(command.examples));
  add(command.notes);
  add(kExitCodeHelp);
  return text;
}

CLI::Option* add_option(CLI::App& app, const Option& option) {
  const auto set = [name = option.name, set = option.set](const std::vector<std::string>& values) {
    try {
      set(values);
    } catch (const BadValue& error) {
      throw CLI::ValidationError(name, error.what());
    }
    return true;
  };
  if (option.is_flag())
    return app.add_flag_callback(
        option.name, [set] { set({}); }, option.help);
  CLI::Option* added = app.add_option(option.name, set, option.help);
  added->type_name(option.value)->required(option.is_required);
  if (!option.default_value.empty()) added->default_str(option.default_value);
  if (option.is_repeatable) added->expected(CLI::detail::expected_max_vector_size);
  if (option.is_value_optional) added->expected(0, 1);
  if (option.delimiter != 0) added->delimiter(option.delimiter)->allow_extra_args(false);
  return added;
}

void add_command(CLI::App& root, const Command& command, const Command*& chosen) {
  CLI::App* parent = &root;
  std::string name = command.name;
  if (const auto space = name.find(' '); space != std::string::npos) {
    parent = root.get_subcommand(name.substr(0, space));
    name.erase(0, space + 1);
  }
  CLI::App* app = parent->add_subcommand(name, command.summary);
  if (!command.group.empty()) app->group(command.group);
  app->footer(footer(command));
  for (const Option& option : command.options) add_option(*app, option);
  for (const Option& option : command.options) {
    for (const std::string& other : option.excluded)
      app->get_option(option.name)->excludes(app->get_option(other));
    for (const std::string& other : option.needed)
      app->get_option(option.name)->needs(app->get_option(other));
  }
  // A subcommand's callback is called before that of its parent.
  if (command.run)
    app->callback([&chosen, &command] {
      if (!chosen) chosen = &command;
    });
  else
    app->require_subcommand(1);
}

/// For completions of the words that stand for them.
manual::Lists lists() {
  return {{"GAME",
           [] {
             std::vector<std::string> names;
             for (const Game* game : games()) names.emplace_back(game->name());
             return names;
           }},
          {"SKIN",
           [] {
             std::vector<std::string> names;
             for (const auto& file : skin_files()) names.push_back(file.stem().string());
             return names;
           }},
          {"TITLE", [] {
             x11::Connection connection;
             std::vector<std::string> titles;
             for (const auto& window : x11::list_windows(connection))
               titles.push_back(window.title);
             return titles;
           }}};
}

/// The command that prints the help for what was typed.
std::string help_command(const CLI::App& root) {
  std::string words = "eyehand";
  for (auto begun = root.get_subcommands(); !begun.empty(); begun = begun[0]->get_subcommands())
    words += ' ' + begun[0]->get_name();
  return words + " --help";
}

}  // namespace

ExitCode run_command_line(int argc, char** argv) {
  CLI::App app(
      "Eyehand plays puzzle games on your screen: it finds the window, reads the board, solves it "
      "and clicks the solution.");
  app.name("eyehand");
  app.set_version_flag("--version", std::string("eyehand ") + manual::kVersion);
  app.require_subcommand(1);
  app.footer(std::string(kExamples) + "\n\n" + kExitCodeHelp);

  const std::vector<Command> all = {play_command(),
                                    challenge_command(),
                                    challenge_merge_command(),
                                    read_command(),
                                    progress_command(),
                                    hint_command(),
                                    solve_command(),
                                    watch_command(),
                                    generate_command(),
                                    skins_command(),
                                    learn_command(),
                                    calibrate_command(),
                                    calibrate_check_command(),
                                    run_command(),
                                    doctor_command()};
  const Command* chosen = nullptr;
  for (const Command& command : all) add_command(app, command, chosen);
  if (const auto text = manual::hidden_option(app, argc, argv, lists(),
                                              [] { return std::vector{skin_page()}; })) {
    print(*text);
    return ExitCode::ok;
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) {
      std::ostringstream help;
      app.exit(error, help, help);
      print(help.str());
      return ExitCode::ok;
    }
    note(std::string("eyehand: ") + error.what() + " (see '" + help_command(app) + "')");
    return ExitCode::usage;
  }
  return chosen->run();
}

}  // namespace eyehand
