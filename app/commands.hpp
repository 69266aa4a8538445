// The subcommands: each adds itself to the command line, and sets what is to be run if it is
// chosen.
#pragma once

#include <functional>

#include "app/exit_code.hpp"

namespace CLI {
class App;
}

namespace eyehand {

/// May throw Error; main prints it.
using Run = std::function<ExitCode()>;

void add_play(CLI::App& app, Run& run);
void add_read(CLI::App& app, Run& run);
void add_solve(CLI::App& app, Run& run);
void add_generate(CLI::App& app, Run& run);
void add_skins(CLI::App& app, Run& run);
void add_challenge(CLI::App& app, Run& run);
void add_calibrate(CLI::App& app, Run& run);
void add_calibrate_check(CLI::App& calibrate, Run& run);
void add_calibrate_learn(CLI::App& calibrate, Run& run);
void add_doctor(CLI::App& app, Run& run);

}  // namespace eyehand
