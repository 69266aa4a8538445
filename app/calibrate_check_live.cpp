#include "app/calibrate_check_live.hpp"

#include <algorithm>
#include <filesystem>

#include "actuator/input.hpp"
#include "app/exit_code.hpp"
#include "app/launched_program.hpp"
#include "app/output.hpp"
#include "calibration/live.hpp"
#include "player/dialogs.hpp"
#include "player/files.hpp"
#include "player/games.hpp"
#include "vision/capture.hpp"
#include "x11/interruption.hpp"

namespace eyehand {
namespace {

using calibration::Captured;
using calibration::Samples;

/// The first board of a text or of a file with it.
std::string board_in(const std::string& text_or_file, const Skin& skin) {
  std::error_code none;
  const std::string text = std::filesystem::is_regular_file(text_or_file, none)
                               ? read_file(text_or_file, calibration::kMaxSampleText)
                               : text_or_file;
  const Game& game = game_named(skin.game);
  const auto boards = game.split(text);
  if (boards.empty()) throw Failure(ExitCode::usage, "--truth contains no board.");
  game.parts(boards.front());  // fail now rather than after capturing
  return boards.front();
}

LiveBoards capture_shown(x11::Connection& connection, const Skin& skin, int boards,
                         Deadline deadline) {
  const Samples known(skin, {});
  const std::size_t count = std::min(known.all().size(), static_cast<std::size_t>(boards));
  std::vector<Captured> live;
  for (std::size_t i = 0; i < count; ++i) {
    const calibration::Sample& sample = known.all()[i];
    note("capturing " + sample.name);
    const LaunchedProgram program(connection, skin, known.show_command(sample), "");
    WindowSource screen(connection, program.window().id);
    Captured board =
        calibration::capture_sizes(connection, program.window().id, screen, sample.name, deadline);
    board.truth = sample.truth;
    live.push_back(std::move(board));
  }
  return {std::move(live), "boards given to the program"};
}

LiveBoards capture_played(x11::Connection& connection, const Skin& skin, x11::WindowId window,
                          bool is_ours, int boards, Deadline deadline) {
  WindowSource screen(connection, window);
  Input input(connection, window);
  const calibration::LiveSeat seat{connection, window, screen, input, skin};
  note("capturing boards, and playing them to learn their contents");
  if (is_ours) calibration::enlarge_until_read(seat);
  const auto clear_way = [&](Deadline until) {
    return dismiss_dialogs(connection, window, skin, until);
  };
  return {calibration::capture_and_play(seat, boards, clear_way, deadline),
          "contents not given; the boards were read, and won as read"};
}

}  // namespace

LiveBoards capture_live(const Skin& skin, const LiveOptions& options) {
  const x11::InterruptionWatch interruption;
  x11::Connection connection;
  const Deadline deadline = options.time_limit.start();
  const bool takes = options.target.id != 0 || !options.target.title.empty();
  if (takes) {
    const x11::WindowInfo window = find_window(connection, options.target);
    if (options.truth.empty())
      return capture_played(connection, skin, window.id, false, options.boards, deadline);
    WindowSource screen(connection, window.id);
    std::string truth = board_in(options.truth, skin);
    Captured board =
        calibration::capture_sizes(connection, window.id, screen, "the window's board", deadline);
    board.truth = std::move(truth);
    LiveBoards said{{}, "contents given by the user"};
    said.boards.push_back(std::move(board));
    return said;
  }
  if (!skin.samples.show.empty()) return capture_shown(connection, skin, options.boards, deadline);
  if (skin.program.command.empty())
    throw Failure(ExitCode::usage, "the skin '" + skin.name +
                                       "' does not say how its program is started; start it, and "
                                       "name its window with --window.");
  const LaunchedProgram program(connection, skin, start_command(skin.program, {}), "");
  return capture_played(connection, skin, program.window().id, true, options.boards, deadline);
}

}  // namespace eyehand
