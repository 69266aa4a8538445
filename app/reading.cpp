#include "app/reading.hpp"

#include "app/exit_code.hpp"
#include "player/files.hpp"
#include "player/view.hpp"
#include "vision/capture.hpp"
#include "vision/png.hpp"

namespace eyehand {
namespace {

BoardReading read_with(const Skin& skin, const Frame& frame, const std::string& source) {
  BoardReading result{skin, source, game_named(skin.game).begin(skin), {}};
  result.seen = result.session->observe(frame);
  return result;
}

BoardReading read_picture(const ReadingOptions& options) {
  const Frame frame =
      to_frame(decode_png(read_file(options.picture_file, kMaxPictureBytes), options.picture_file));
  const auto skins =
      options.target.skin.empty() ? all_skins() : std::vector{find_skin(options.target.skin)};
  BoardReading result;
  for (const Skin& skin : skins) {
    result = read_with(skin, stretched(frame, skin.view.stretch), options.picture_file);
    if (result.seen.accepted()) break;
  }
  if (!result.session)
    throw Error("there are no skins to read the picture with; set EYEHAND_SKINS to their folder.");
  return result;
}

BoardReading read_window(const ReadingOptions& options) {
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

}  // namespace

std::vector<Option> reading_options(ReadingOptions& options) {
  std::vector<Option> all = target_options(options.target);
  all.push_back(text("PICTURE", options.picture_file, "FILE", "a picture instead of a window")
                    .excludes({"--window", "--window-id"}));
  return all;
}

BoardReading read_board(const ReadingOptions& options) {
  return options.picture_file.empty() ? read_window(options) : read_picture(options);
}

void check_accepted(const BoardReading& reading) {
  if (!reading.seen.accepted())
    throw Failure(ExitCode::unreadable, reading.source + ", read as " + reading.skin.name + ": " +
                                            reading.seen.rejection);
}

}  // namespace eyehand
