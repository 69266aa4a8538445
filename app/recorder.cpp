#include "app/recorder.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstring>
#include <vector>

#include "puzzle/deadline.hpp"
#include "puzzle/error.hpp"

extern char** environ;

namespace eyehand {
namespace {

constexpr int kFramesASecond = 30;
constexpr std::chrono::milliseconds kBefore{400}, kAfter{1200};

/// How many frames ffmpeg has filmed by `deadline`, reading its `frame=N` lines; -1 if it ended.
int frames_filmed(int progress, int wanted, Deadline deadline) {
  std::string text;
  int frames = 0;
  while (frames < wanted && !deadline.passed()) {
    pollfd waiting{progress, POLLIN, 0};
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline.left());
    if (poll(&waiting, 1, static_cast<int>(left.count()) + 1) <= 0) break;
    std::array<char, 4096> buffer{};
    const auto n = read(progress, buffer.data(), buffer.size());
    if (n <= 0) return -1;
    text.append(buffer.data(), static_cast<std::size_t>(n));
    for (std::size_t end; (end = text.find('\n')) != std::string::npos; text.erase(0, end + 1))
      if (text.starts_with("frame=")) frames = std::atoi(text.c_str() + std::strlen("frame="));
  }
  return frames;
}

int frames_in(std::chrono::milliseconds span) {
  return static_cast<int>(span.count()) * kFramesASecond / 1000;
}

}  // namespace

Recorder::Recorder(const std::string& display, const x11::Rect& area, const std::string& file) {
  // The usual codec wants even sizes.
  const std::string size = std::to_string(area.width & ~1) + "x" + std::to_string(area.height & ~1);
  const std::string from = display + "+" + std::to_string(area.x) + "," + std::to_string(area.y);
  std::vector<std::string> words = {"ffmpeg",
                                    "-y",
                                    "-nostdin",
                                    "-loglevel",
                                    "error",
                                    "-progress",
                                    "pipe:1",
                                    "-stats_period",
                                    "0.1",
                                    "-f",
                                    "x11grab",
                                    "-draw_mouse",
                                    "1",
                                    "-framerate",
                                    std::to_string(kFramesASecond),
                                    "-video_size",
                                    size,
                                    "-i",
                                    from,
                                    "-c:v",
                                    "libx264",
                                    "-preset",
                                    "ultrafast",
                                    "-pix_fmt",
                                    "yuv420p",
                                    file};
  std::vector<char*> arguments;
  for (auto& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);

  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw Error("No pipe to ffmpeg could be made.");
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  // In a process group of its own: Ctrl-C is for us, and the film is closed in order.
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  const int failed =
      posix_spawnp(&pid_, "ffmpeg", &actions, &attributes, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  close(ends[1]);
  progress_ = ends[0];
  if (failed) {
    close(progress_);
    throw Error(
        "The film needs ffmpeg, which cannot be started; install it, or leave out --record.");
  }
  if (frames_filmed(progress_, frames_in(kBefore), Deadline::after(std::chrono::seconds(10))) < 0) {
    close(progress_);
    waitpid(pid_, nullptr, 0);
    throw Error("ffmpeg cannot film this window into '" + file + "' (its words are above).");
  }
}

Recorder::~Recorder() {
  // What it has filmed until now is not known exactly, but what it films from here on is.
  frames_filmed(progress_, 1 << 30, Deadline::after(kAfter));
  kill(pid_, SIGINT);
  waitpid(pid_, nullptr, 0);
  close(progress_);
}

}  // namespace eyehand
