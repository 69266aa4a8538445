#include "app/watch_window.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <vector>

#include "app/output.hpp"
#include "player/files.hpp"
#include "player/skin.hpp"
#include "process/find_program.hpp"
#include "process/lines.hpp"
#include "process/pipe.hpp"
#include "process/process.hpp"
#include "process/temp_folder.hpp"
#include "x11/interruption.hpp"

namespace eyehand {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

constexpr const char* kProgram = "eyehand-watch";
constexpr int kFilmRate = 30;
/// How often Ctrl-C is looked for.
constexpr auto kCheckEvery = 100ms;
/// From the last frame to the finished file.
constexpr auto kFilmLimit = 60s;

void require_watch(const char* otherwise) {
  if (!find_program(kProgram))
    throw Error(
        fmt::format("{}, which draws the steps, is not installed; {}.", kProgram, otherwise));
}

void check_interruption() {
  if (x11::interruption() != 0) throw Failure(ExitCode::interrupted, "interrupted.");
}

std::vector<std::string> command(const fs::path& data, const WatchStyle& style) {
  std::vector<std::string> words = {kProgram, data.string(), "--speed",
                                    fmt::format("{}", style.speed)};
  if (!style.size.empty()) words.insert(words.end(), {"--size", style.size});
  return words;
}

fs::path write_data(const TempFolder& folder, const Walkthrough& walkthrough) {
  fs::path file = folder.path() / "walkthrough.json";
  write_file(file, walkthrough.data.dump());
  return file;
}

/// A file that takes its name when it is complete; until then it has another, and goes away.
class NewFile {
 public:
  explicit NewFile(const fs::path& name) : name_(name), part_(name.string() + ".part") {}
  ~NewFile() {
    std::error_code ignored;
    fs::remove(part_, ignored);
  }
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  const fs::path& part() const { return part_; }
  void complete() const {
    std::error_code error;
    fs::rename(part_, name_, error);
    if (error) throw Error(name_.string() + ": cannot be written: " + error.message() + '.');
  }

 private:
  fs::path name_, part_;
};

std::vector<std::string> ffmpeg_command(const WatchStyle& style, const fs::path& file) {
  // The usual codec requires even sizes.
  // clang-format off
  return {"ffmpeg", "-y", "-nostdin", "-loglevel", "error",
          "-progress", "pipe:1", "-stats_period", "0.2",
          "-f", "image2pipe", "-c:v", "bmp", "-framerate", fmt::format("{}", style.speed), "-i", "pipe:0",
          "-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-r", std::to_string(kFilmRate),
          "-c:v", "libx264", "-crf", "20", "-pix_fmt", "yuv420p", "-movflags", "+faststart",
          "-f", "mp4", file.string()};
  // clang-format on
}

/// Shows how far ffmpeg has got, until it ends. Throws Failure after Ctrl-C.
void follow(LinePipe& progress, double seconds) {
  Progress shown("film: second", static_cast<std::size_t>(std::ceil(seconds)), false);
  constexpr std::string_view kKey = "frame=";
  while (!progress.at_end()) {
    const auto next = progress.next(Deadline::after(kCheckEvery));
    check_interruption();
    if (next && next->starts_with(kKey))
      shown.reach(static_cast<std::size_t>(std::atoi(next->c_str() + kKey.size()) / kFilmRate));
  }
}

}  // namespace

void check_window() {
  if (environment("DISPLAY").empty() && environment("WAYLAND_DISPLAY").empty())
    throw Error(
        "there is no display to open a window on; use --html FILE for a page in a browser or "
        "--mp4 FILE for a film.");
  require_watch("use --html FILE for a page in a browser");
}

void show_window(const Walkthrough& walkthrough, const WatchStyle& style) {
  check_window();
  const TempFolder folder;
  std::vector<std::string> words = command(write_data(folder, walkthrough), style);
  if (!style.beside.empty()) words.insert(words.end(), {"--beside", style.beside});
  Process window({.command = words,
                  .in = style.beside.empty() ? -1 : STDIN_FILENO,
                  .err = STDERR_FILENO,
                  .death_signal = SIGTERM});
  std::optional<int> code;
  while (!code) {
    code = window.wait(kCheckEvery);
    // Beside a game, whoever opened it ends it so.
    if (!style.beside.empty() && x11::interruption() != 0) return;
    check_interruption();
  }
  if (*code != 0) throw Error("the window could not be shown; see the message above.");
}

void write_film(const Walkthrough& walkthrough, const WatchStyle& style, const std::string& file) {
  require_watch("use --html FILE for a page in a browser");
  if (!find_program("ffmpeg"))
    throw Error("films need ffmpeg, which is not installed; install it or use --html FILE.");
  const TempFolder folder;
  const NewFile film(file);
  Pipe frames;
  LinePipe progress;
  std::vector<std::string> draw = command(write_data(folder, walkthrough), style);
  draw.emplace_back("--frames");
  Process drawing({.command = draw, .out = frames.writer(), .err = STDERR_FILENO});
  Process ffmpeg({.command = ffmpeg_command(style, film.part()),
                  .in = frames.reader(),
                  .out = progress.writer(),
                  .err = STDERR_FILENO});
  frames.close();
  progress.close_writer();
  try {
    follow(progress, static_cast<double>(walkthrough.steps) / style.speed + 4);
  } catch (const Failure&) {
    // What they have is not wanted, so they need not end well.
    drawing.signal(SIGKILL);
    ffmpeg.signal(SIGKILL);
    throw;
  }
  const auto drawn = drawing.wait(kFilmLimit), filmed = ffmpeg.wait(kFilmLimit);
  if (drawn != 0 || filmed != 0)
    throw Error(file + ": the film could not be made; see the message above.");
  film.complete();
}

}  // namespace eyehand
