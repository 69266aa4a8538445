// The subcommands as data: the name of each, its options and what it does. The command line and its
// help are made from this table (app/command_line.cpp).
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/exit_code.hpp"
#include "app/options.hpp"

namespace eyehand {

struct Example {
  std::string command;  ///< as typed
  std::string what{};
};

struct Command {
  std::string name;     ///< "play"; "calibrate check" for a subcommand of another command
  std::string group;    ///< the heading under which it is listed
  std::string summary;  ///< one line
  std::vector<Option> options{};
  std::string about{};  ///< paragraphs for its help
  std::vector<Example> examples{};
  std::string notes{};  ///< paragraphs after the examples
  /// May throw Error, which main prints. None for a command that only has subcommands.
  std::function<ExitCode()> run{};
};

// Options live in the command that they belong to.
Command play_command();
Command challenge_command();
Command challenge_merge_command();
Command read_command();
Command progress_command();
Command hint_command();
Command watch_command();
Command solve_command();
Command generate_command();
Command skins_command();
Command calibrate_command();
Command calibrate_check_command();
Command learn_command();
Command run_command();
Command doctor_command();

/// Parses the arguments and runs the subcommand. May throw Error.
ExitCode run_command_line(int argc, char** argv);

}  // namespace eyehand
