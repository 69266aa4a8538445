#include "app/reading.hpp"

#include <utility>

#include "app/exit_code.hpp"
#include "player/files.hpp"
#include "vision/png.hpp"

namespace eyehand {
namespace {

BoardReading begin(const Skin& skin, const std::string& source) {
  BoardReading reading;
  reading.skin = skin;
  reading.source = source;
  reading.session = game_named(skin.game).begin(skin);
  return reading;
}

void read(BoardReading& reading, Frame frame) {
  reading.frame = std::move(frame);
  reading.seen = reading.session->observe(reading.frame);
}

BoardReading read_picture(const ReadingOptions& options) {
  const Frame frame =
      to_frame(decode_png(read_file(options.picture_file, kMaxPictureBytes), options.picture_file));
  const auto skins =
      options.target.skin.empty() ? all_skins() : std::vector{find_skin(options.target.skin)};
  BoardReading result;
  for (const Skin& skin : skins) {
    result = begin(skin, options.picture_file);
    read(result, stretched(frame, skin.view.stretch));
    if (result.seen.accepted()) break;
  }
  if (!result.session)
    throw Error("there are no skins to read the picture with; set EYEHAND_SKINS to their folder.");
  return result;
}

BoardReading read_window(const ReadingOptions& options) {
  auto window = std::make_unique<WatchedWindow>(options.target);
  const auto& [info, skin] = window->target;
  BoardReading result = begin(skin, "the window " + name_of(info));
  result.window = std::move(window);
  read_again(result);
  return result;
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

void read_again(BoardReading& reading) {
  ViewSource& screen = reading.window->screen;
  screen.wait_until_still({.quiet = reading.skin.pace.settle});
  Capture capture = screen.capture();
  if (capture.status != CaptureStatus::good)
    throw Failure(ExitCode::no_window, reading.source + " cannot be captured: " +
                                           std::string(name(capture.status)) + ".");
  read(reading, std::move(capture.frame));
}

void check_accepted(const BoardReading& reading) {
  if (!reading.seen.accepted())
    throw Failure(ExitCode::unreadable, reading.source + ", read as " + reading.skin.name + ": " +
                                            reading.seen.rejection);
}

CheckedMarks check_marks(const BoardReading& reading, const Deadline& deadline) {
  CheckedMarks marks;
  marks.status = reading.session->solve(deadline);
  if (marks.status == Status::timeout)
    throw Failure(ExitCode::timeout, "the solution was not found within the time limit.");
  if (marks.status == Status::none)
    throw Failure(ExitCode::no_solution, reading.source + ", read as " + reading.skin.name +
                                             ": the puzzle has no solution.");
  marks.wrong = reading.session->wrong(deadline);
  if (deadline.passed())
    throw Failure(
        ExitCode::timeout,
        "whether the marks fit one of the solutions was not found within the time limit.");
  return marks;
}

}  // namespace eyehand
