#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/commands.hpp"
#include "app/output.hpp"
#include "app/pictures.hpp"
#include "app/target.hpp"
#include "player/files.hpp"
#include "player/games.hpp"
#include "vision/capture.hpp"

namespace eyehand {
namespace {

constexpr const char* kExamples =
    R"help(Prints the puzzle in its text format. Without a picture the window is found by the skins. Examples:
  eyehand read                                   the window of a game that a skin knows
  eyehand read --window Net --overlay seen.png   and what was read, drawn over the window
  eyehand read screenshot.png --skin sgt-net
  eyehand solve net "$(eyehand read)")help";

struct Options {
  std::string picture_file, overlay_file;
  TargetWish target;
  bool json = false, picture = false;
};

struct Look {
  Skin skin;
  std::string source;  // for people
  std::unique_ptr<Round> round;
  Seen seen;
};

Look look_with(const Skin& skin, const Frame& frame, const std::string& source) {
  Look look{skin, source, game_named(skin.game).begin(skin), {}};
  look.seen = look.round->see(frame);
  return look;
}

/// With the first skin that reads it for certain, or else with the last one tried.
Look look_at_picture(const Options& options) {
  const Frame frame =
      to_frame(read_file(options.picture_file, kMaxPictureBytes), options.picture_file);
  const auto skins =
      options.target.skin.empty() ? all_skins() : std::vector{find_skin(options.target.skin)};
  Look look;
  for (const Skin& skin : skins) {
    look = look_with(skin, frame, options.picture_file);
    if (look.seen.sure()) break;
  }
  if (!look.round)
    throw Error("there is no skin to read a picture with; set EYEHAND_SKINS to their folder.");
  return look;
}

Look look_at_window(const Options& options) {
  x11::Connection connection;
  const Target target = find_target(connection, options.target);
  WindowEye eye(connection, target.window.id);
  eye.wait_until_still({.quiet = target.skin.pace.settle});
  const Shot shot = eye.look();
  const std::string title = "the window '" + target.window.title + "'";
  if (shot.sight != Sight::good)
    throw Failure(ExitCode::no_window,
                  title + " cannot be seen: " + std::string(name(shot.sight)) + ".");
  return look_with(target.skin, shot.frame, title);
}

void print_json(const Look& look) {
  const Seen& seen = look.seen;
  nlohmann::ordered_json line;
  line["game"] = look.skin.game;
  line["skin"] = look.skin.name;
  line["sure"] = seen.sure();
  line["doubt"] = seen.doubt;
  line["text"] = seen.text;
  line["size"] = seen.size;
  line["solved"] = seen.solved;
  line["area"] = {seen.area.x, seen.area.y, seen.area.width, seen.area.height};
  print_line(line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

ExitCode run_read(const Options& options) {
  const Look look =
      options.picture_file.empty() ? look_at_window(options) : look_at_picture(options);
  if (!options.overlay_file.empty()) write_picture(options.overlay_file, look.round->overlay({}));
  if (options.json) {
    print_json(look);
  } else if (look.seen.sure()) {
    print_line(look.seen.text);
    if (options.picture || stdout_is_terminal()) print(look.seen.picture);
  }
  if (look.seen.sure()) return ExitCode::ok;
  throw Failure(ExitCode::not_sure,
                look.source + ", read as " + look.skin.name + ": " + look.seen.doubt);
}

}  // namespace

void add_read(CLI::App& app, Run& run) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("read", "Read the puzzle off a window or a picture");
  CLI::Option* picture_file =
      command->add_option("PICTURE", options->picture_file, "a picture instead of a window")
          ->type_name("FILE");
  add_target(*command, options->target);
  command->get_option("--window")->excludes(picture_file);
  command->get_option("--window-id")->excludes(picture_file);
  command->add_option("--overlay", options->overlay_file, "write what was read, drawn over it")
      ->type_name("FILE.png");
  CLI::Option* json = command->add_flag(
      "--json", options->json,
      "one JSON object: game, skin, sure, doubt, text, size, solved, area (x, y, width, height)");
  command->add_flag("--picture", options->picture, "draw the puzzle, on a terminal or not")
      ->excludes(json);
  command->footer(std::string(kExamples) + "\n\n" + kExitCodeHelp);
  command->callback([options, &run] { run = [options] { return run_read(*options); }; });
}

}  // namespace eyehand
