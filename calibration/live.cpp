#include "calibration/live.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>

#include "player/games.hpp"
#include "puzzle/error.hpp"

namespace eyehand::calibration {
namespace {

using namespace std::chrono_literals;

/// Of the window's width and height.
constexpr std::array kFactors = {0.5, 0.6, 0.7, 0.85, 1.0, 1.2, 1.5};
constexpr std::size_t kUsual = 4;
/// How long a window manager and a program may take to agree on a size, whether or not it is the
/// one requested, and how long it must last to count as agreed.
constexpr auto kResizeLimit = 1000ms, kAgreed = 150ms;
/// The window is captured when nothing has changed for this long.
constexpr auto kQuiet = 250ms;
/// The most things in a row that may cover the board.
constexpr int kUncovers = 3;

x11::Size size_of(x11::Connection& connection, x11::WindowId window) {
  const auto info = x11::describe(connection, window);
  if (!info) throw Error("The window has been closed.");
  return info->on_root.size();
}

/// Waits until the window has this size, or another that lasts.
void resize_to(x11::Connection& connection, x11::WindowId window, x11::Size size) {
  x11::Size now = size_of(connection, window);
  x11::resize(connection, window, size);
  const auto limit = Deadline::after(kResizeLimit);
  Deadline agreed;
  while (now != size && !limit.passed() && !agreed.passed()) {
    connection.wait_for_events(limit.at_most(20ms));
    const x11::Size before = now;
    now = size_of(connection, window);
    if (now != before) agreed = Deadline::after(kAgreed);
  }
}

cv::Mat picture_at_rest(ScreenSource& screen, Deadline deadline) {
  if (deadline.passed()) throw Error("The time limit has passed.");
  const auto report = screen.wait_until_still({.quiet = kQuiet});
  if (report.stillness == Stillness::interrupted) throw Error("Interrupted.");
  const Capture capture = screen.capture();
  if (capture.status != CaptureStatus::good)
    throw Error("The window cannot be captured: " + std::string(name(capture.status)) + ".");
  return capture.frame.image;
}

/// Closes whatever covers the board, if the session can close it.
void uncover(const LiveSeat& seat, PuzzleSession& session, Deadline deadline) {
  for (int i = 0; i < kUncovers; ++i) {
    seat.screen.wait_until_still({.quiet = kQuiet});
    const Capture capture = seat.screen.capture();
    if (capture.status != CaptureStatus::good || session.observe(capture.frame).accepted()) return;
    const Plan plan = session.uncover();
    if (plan.empty()) return;
    const auto info = x11::describe(seat.connection, seat.window);
    if (!info) return;
    seat.input.aim({info->on_root, deadline});
    for (const Gesture& gesture : plan)
      if (seat.input.perform(gesture, seat.skin.pace) != GestureStatus::ok) return;
    seat.screen.wait_until_still({.quiet = kQuiet, .reaction = 500ms});
  }
}

}  // namespace

Captured capture_sizes(x11::Connection& connection, x11::WindowId window, ScreenSource& screen,
                       const std::string& name, Deadline deadline) {
  const x11::Size usual = size_of(connection, window);
  Captured board{name, "", {}, kUsual};
  try {
    for (const double factor : kFactors) {
      const auto scaled = [&](int length) {
        return static_cast<int>(std::lround(factor * length));
      };
      resize_to(connection, window, {scaled(usual.width), scaled(usual.height)});
      board.pictures.emplace_back(fmt::format("{} x", factor), picture_at_rest(screen, deadline));
    }
  } catch (...) {
    x11::resize(connection, window, usual);
    throw;
  }
  resize_to(connection, window, usual);
  picture_at_rest(screen, deadline);
  return board;
}

void enlarge_until_read(const LiveSeat& seat) {
  const auto session = game_named(seat.skin.game).begin(seat.skin);
  const x11::Size first = size_of(seat.connection, seat.window);
  for (const double factor : {0.0, 1.25, 1.75, 2.5}) {
    const int side = static_cast<int>(factor * std::max(first.width, first.height));
    if (side > 0) resize_to(seat.connection, seat.window, {side, side});
    seat.screen.wait_until_still({.quiet = kQuiet});
    const Capture capture = seat.screen.capture();
    if (capture.status != CaptureStatus::good) return;
    // A board covered by something we can close counts as seen.
    if (session->observe(capture.frame).accepted() || !session->uncover().empty()) return;
  }
}

std::vector<Captured> capture_and_play(const LiveSeat& seat, int boards, const ClearWay& clear_way,
                                       Deadline deadline) {
  const auto session = game_named(seat.skin.game).begin(seat.skin);
  PlayOptions options;
  options.deadline = deadline;
  options.has_dialog = clear_way.has_dialog;
  options.win_covers = seat.skin.win_covers;
  GameReport report;
  std::vector<Captured> all;
  for (int i = 1; i <= boards; ++i) {
    const std::string name = fmt::format("game {}", i);
    if (i > 1) {
      const NewGame begun =
          start_new_game(seat.screen, seat.input, *session, seat.skin, options, clear_way, &report);
      if (begun.end != End::planned)
        throw Error(fmt::format("No game followed {}: {}{}{}.", all.back().name,
                                eyehand::name(begun.end), begun.why.empty() ? "" : ", ",
                                begun.why));
    }
    uncover(seat, *session, deadline);
    Captured board = capture_sizes(seat.connection, seat.window, seat.screen, name, deadline);
    report = play(seat.screen, seat.input, *session, seat.skin.pace, options);
    if (report.end != End::solved || report.clicks == 0 || report.replays > 0)
      throw Error(
          fmt::format("{} was not won as planned ({}{}{}), so its contents are unknown.", name,
                      report.end == End::solved ? "moves were lost" : eyehand::name(report.end),
                      report.why.empty() ? "" : ", ", report.why));
    board.truth = report.first.text;
    all.push_back(std::move(board));
  }
  return all;
}

}  // namespace eyehand::calibration
