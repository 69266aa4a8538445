// eyehand calibrate check
#include <CLI/CLI.hpp>
#include <memory>

#include "app/commands.hpp"
#include "app/output.hpp"
#include "player/skin.hpp"

namespace eyehand {
namespace {

struct Options {
  std::string skin;
};

ExitCode run_check(const Options& options) {
  const Skin skin = find_skin(options.skin);
  print_line(skin.name + ": " + skin.about);
  return ExitCode::ok;
}

}  // namespace

void add_calibrate_check(CLI::App& calibrate, Run& run) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = calibrate.add_subcommand("check", "How well is a program's board read?");
  command->add_option("--skin", options->skin, "which program: a name, or a .toml file")
      ->required()
      ->type_name("NAME");
  command->callback([options, &run] { run = [options] { return run_check(*options); }; });
}

}  // namespace eyehand
