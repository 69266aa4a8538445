// The command line, made from the table of commands.
#pragma once

#include "app/exit_code.hpp"

namespace eyehand {

/// Parses the arguments and runs the subcommand. May throw Error.
ExitCode run_command_line(int argc, char** argv);

}  // namespace eyehand
