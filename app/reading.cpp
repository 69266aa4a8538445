#include "app/reading.hpp"

#include <utility>

#include "app/exit_code.hpp"
#include "player/files.hpp"
#include "player/seek.hpp"
#include "vision/png.hpp"

namespace eyehand {
namespace {

BoardReading read_picture(const ReadingOptions& options) {
  const Frame frame =
      to_frame(decode_png(read_file(options.picture_file, kMaxPictureBytes), options.picture_file));
  const auto skins =
      options.target.skin.empty() ? all_skins() : std::vector{find_skin(options.target.skin)};
  BoardReading result;
  result.source = options.picture_file;
  const auto read_with = [&result](const Skin& skin, const Frame& picture) {
    result.skin = skin;
    result.session = game_named(skin.game).begin(skin);
    result.frame = picture;
    result.seen = observe_whole(*result.session, picture);
  };
  for (const Skin& skin : skins) {
    read_with(skin, stretched(frame, skin.view.stretch));
    if (result.seen.accepted()) break;
  }
  // With any skin, something else in the picture may look like a board.
  if (!options.target.skin.empty() && !result.seen.accepted())
    if (const auto part = find_board(result.frame, result.skin))
      read_with(skins.front(), part_of(result.frame, *part));
  if (!result.session)
    throw Error("there are no skins to read the picture with; set EYEHAND_SKINS to their folder.");
  return result;
}

BoardReading read_window(const ReadingOptions& options) {
  BoardReading result;
  result.window = std::make_unique<WatchedWindow>(options.target);
  const Target& target = result.window->target;
  result.skin = target.skin;
  result.source = "the window " + name_of(target.window);
  result.session = begin_session(target, result.window->screen);
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
  bool was_narrowed = false;
  do {
    was_narrowed = screen.is_narrowed();
    Capture capture = screen.capture();
    if (capture.status != CaptureStatus::good)
      throw Failure(ExitCode::no_window, reading.source + " cannot be captured: " +
                                             std::string(name(capture.status)) + ".");
    reading.frame = std::move(capture.frame);
    reading.seen = reading.session->observe(reading.frame);
  } while (!was_narrowed && screen.is_narrowed());  // the board is a part of what was captured
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
