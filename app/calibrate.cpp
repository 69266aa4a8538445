// eyehand calibrate: what Eyehand knows of a program's looks, measured and learnt.
#include <CLI/CLI.hpp>

#include "app/commands.hpp"

namespace eyehand {
namespace {

constexpr const char* kExamples = R"(Examples:
  eyehand calibrate check --skin sgt-net                how well is it read?
  eyehand calibrate check --skin sgt-net --html a.html  the same as a page, with curves and crops
  eyehand calibrate learn --act --game net --name mine --window Pipes  learn a new one

'eyehand calibrate COMMAND --help' says more of each.)";

}  // namespace

void add_calibrate(CLI::App& app, Run& run) {
  CLI::App* command = app.add_subcommand(
      "calibrate", "Measure how well a program's board is read, or learn a new program");
  command->require_subcommand(1);
  command->footer(std::string(kExamples) + "\n\n" + kExitCodeHelp);
  add_calibrate_check(*command, run);
  add_calibrate_learn(*command, run);
}

}  // namespace eyehand
