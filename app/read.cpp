#include <memory>
#include <nlohmann/json.hpp>

#include "app/commands.hpp"
#include "app/output.hpp"
#include "app/target.hpp"
#include "player/files.hpp"
#include "player/games.hpp"
#include "player/view.hpp"
#include "vision/capture.hpp"
#include "vision/png.hpp"

namespace eyehand {
namespace {

struct ReadArguments {
  std::string picture_file, overlay_file;
  TargetOptions target;
  bool json = false, picture = false;
};

struct ReadResult {
  Skin skin;
  std::string source;  // for people
  std::unique_ptr<PuzzleSession> session;
  Observation seen;
};

ReadResult read_with(const Skin& skin, const Frame& frame, const std::string& source) {
  ReadResult result{skin, source, game_named(skin.game).begin(skin), {}};
  result.seen = result.session->observe(frame);
  return result;
}

/// Uses the first skin that reads it with certainty, otherwise the last one tried.
ReadResult read_picture(const ReadArguments& options) {
  const Frame frame =
      to_frame(decode_png(read_file(options.picture_file, kMaxPictureBytes), options.picture_file));
  const auto skins =
      options.target.skin.empty() ? all_skins() : std::vector{find_skin(options.target.skin)};
  ReadResult result;
  for (const Skin& skin : skins) {
    result = read_with(skin, stretched(frame, skin.view.stretch), options.picture_file);
    if (result.seen.accepted()) break;
  }
  if (!result.session)
    throw Error("there are no skins to read the picture with; set EYEHAND_SKINS to their folder.");
  return result;
}

ReadResult read_window(const ReadArguments& options) {
  x11::Connection connection;
  const Target target = find_target(connection, options.target);
  WindowSource window(connection, target.window.id);
  ViewSource screen(window, target.skin.view);
  screen.wait_until_still({.quiet = target.skin.pace.settle});
  const Capture capture = screen.capture();
  const std::string title = "the window '" + target.window.title + "'";
  if (capture.status != CaptureStatus::good)
    throw Failure(ExitCode::no_window,
                  title + " cannot be captured: " + std::string(name(capture.status)) + ".");
  return read_with(target.skin, capture.frame, title);
}

void print_json(const ReadResult& result) {
  const Observation& seen = result.seen;
  nlohmann::ordered_json line;
  line["game"] = result.skin.game;
  line["skin"] = result.skin.name;
  line["accepted"] = seen.accepted();
  line["rejection"] = seen.rejection;
  line["text"] = seen.text;
  line["size"] = seen.size;
  line["solved"] = seen.solved;
  line["area"] = {seen.area.x, seen.area.y, seen.area.width, seen.area.height};
  print_line(line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

ExitCode run_read(const ReadArguments& options) {
  const ReadResult result =
      options.picture_file.empty() ? read_window(options) : read_picture(options);
  if (!options.overlay_file.empty()) save_png(options.overlay_file, result.session->overlay({}));
  if (options.json) {
    print_json(result);
  } else if (result.seen.accepted()) {
    print_line(result.seen.text);
    if (options.picture || stdout_is_terminal()) print(result.seen.picture);
  }
  if (result.seen.accepted()) return ExitCode::ok;
  throw Failure(ExitCode::unreadable,
                result.source + ", read as " + result.skin.name + ": " + result.seen.rejection);
}

}  // namespace

Command read_command() {
  const auto options = std::make_shared<ReadArguments>();
  Command command{.name = "read",
                  .group = "Puzzles",
                  .summary = "Read the puzzle in a window or a picture, and print it as text",
                  .options = target_options(options->target),
                  .about = "Without a picture, it reads the topmost window that matches a skin.",
                  .examples = {{"eyehand read", "the window of a known program"},
                               {"eyehand read --window Net --overlay seen.png",
                                "also draw what was read over the window"},
                               {"eyehand read screenshot.png --skin sgt-net"},
                               {"eyehand solve net \"$(eyehand read)\""}},
                  .run = [options] { return run_read(*options); }};
  add(command.options,
      {text("PICTURE", options->picture_file, "FILE", "a picture instead of a window")
           .excludes({"--window", "--window-id"}),
       text("--overlay", options->overlay_file, "FILE.png", "draw what was read over the picture"),
       flag("--json", options->json,
            "print one JSON object: game, skin, accepted, rejection, text, size, solved, area "
            "(x, y, width, height)"),
       flag("--picture", options->picture, "draw the puzzle even if not on a terminal")
           .excludes({"--json"})});
  return command;
}

}  // namespace eyehand
