#include "app/recorder.hpp"

#include <unistd.h>

#include <cstdlib>
#include <string_view>

#include "process/find_program.hpp"
#include "puzzle/error.hpp"

namespace eyehand {
namespace {

using namespace std::chrono_literals;

constexpr int kFramesPerSecond = 30;
constexpr std::chrono::milliseconds kBefore{400}, kAfter{1200};
constexpr auto kStartLimit = 10s;
/// From the signal to the finished file.
constexpr auto kCloseLimit = 30s;

int frames_in(std::chrono::milliseconds span) {
  return static_cast<int>(span.count()) * kFramesPerSecond / 1000;
}

Process::Options ffmpeg_options(const std::string& display, const x11::Rect& area,
                                const std::string& file, int progress) {
  if (!find_program("ffmpeg"))
    throw Error("recording needs ffmpeg, which is not installed; install it or omit --record.");
  // The usual codec requires even sizes.
  const std::string size = std::to_string(area.width & ~1) + "x" + std::to_string(area.height & ~1);
  const std::string from = display + "+" + std::to_string(area.x) + "," + std::to_string(area.y);
  Process::Options options;
  // clang-format off
  options.command = {"ffmpeg", "-y", "-nostdin", "-loglevel", "error",
                     "-progress", "pipe:1", "-stats_period", "0.1",
                     "-f", "x11grab", "-draw_mouse", "1",
                     "-framerate", std::to_string(kFramesPerSecond),
                     "-video_size", size, "-i", from,
                     "-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", file};
  // clang-format on
  options.out = progress;
  options.err = STDERR_FILENO;
  options.death_signal = SIGINT;  // on which it completes the file
  return options;
}

}  // namespace

Recorder::Recorder(const std::string& display, const x11::Rect& area, const std::string& file)
    : ffmpeg_(ffmpeg_options(display, area, file, progress_.writer())) {
  progress_.close_writer();
  wait_for_frames(frames_in(kBefore), Deadline::after(kStartLimit));
  if (progress_.at_end())
    throw Error("ffmpeg cannot record this window to '" + file + "'; see its message above.");
}

/// Returns once ffmpeg has recorded `wanted` frames or ended, or at the deadline.
void Recorder::wait_for_frames(int wanted, Deadline deadline) {
  constexpr std::string_view kKey = "frame=";
  while (const auto line = progress_.next(deadline))
    if (line->starts_with(kKey) && std::atoi(line->c_str() + kKey.size()) >= wanted) return;
}

Recorder::~Recorder() {
  // How much it has recorded so far is not known exactly, but what it records from here on is.
  wait_for_frames(1 << 30, Deadline::after(kAfter));
  ffmpeg_.signal(SIGINT);
  ffmpeg_.wait(kCloseLimit);
}

}  // namespace eyehand
