#include <memory>

#include "app/commands.hpp"
#include "app/json.hpp"
#include "app/output.hpp"
#include "app/reading.hpp"
#include "vision/png.hpp"

namespace eyehand {
namespace {

struct ReadArguments {
  ReadingOptions reading;
  std::string overlay_file;
  bool json = false, picture = false;
};

void print_json(const BoardReading& result) {
  const Observation& seen = result.seen;
  nlohmann::ordered_json line = json_of(kReadSchema);
  line["game"] = result.skin.game;
  line["skin"] = result.skin.name;
  line["accepted"] = seen.accepted();
  line["rejection"] = seen.rejection;
  line["text"] = seen.text;
  line["size"] = seen.size;
  line["solved"] = seen.solved;
  line["area"] = {seen.area.x, seen.area.y, seen.area.width, seen.area.height};
  print_object(line);
}

ExitCode run_read(const ReadArguments& options) {
  const BoardReading result = read_board(options.reading);
  if (!options.overlay_file.empty()) save_png(options.overlay_file, result.session->overlay({}));
  if (options.json) {
    print_json(result);
  } else if (result.seen.accepted()) {
    print_line(result.seen.text);
    if (options.picture || stdout_is_terminal()) print(result.seen.picture);
  }
  check_accepted(result);
  return ExitCode::ok;
}

}  // namespace

Command read_command() {
  const auto options = std::make_shared<ReadArguments>();
  Command command{.name = "read",
                  .group = "Puzzles",
                  .summary = "Read the puzzle in a window or a picture, and print it as text",
                  .options = reading_options(options->reading),
                  .about = "Without a picture, it reads the topmost window that matches a skin.",
                  .examples = {{"eyehand read", "the window of a known program"},
                               {"eyehand read --window Net --overlay seen.png",
                                "also draw what was read over the window"},
                               {"eyehand read screenshot.png --skin sgt-net"},
                               {"eyehand solve net \"$(eyehand read)\""}},
                  .run = [options] { return run_read(*options); }};
  add(command.options,
      {text("--overlay", options->overlay_file, "FILE.png", "draw what was read over the picture"),
       flag("--json", options->json,
            "print one JSON object: schema, game, skin, accepted, rejection, text, size, solved, "
            "area "
            "(x, y, width, height)"),
       flag("--picture", options->picture, "draw the puzzle even if not on a terminal")
           .excludes({"--json"})});
  return command;
}

}  // namespace eyehand
