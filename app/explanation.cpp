#include "app/explanation.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <csignal>

#include "app/watch_window.hpp"
#include "player/files.hpp"
#include "puzzle/text.hpp"
#include "x11/interruption.hpp"

namespace eyehand {

Explanation::Explanation(const Game& game) : game_(game) {
  check_window();
}

void Explanation::show_beside(const std::string& puzzle, const std::vector<std::string>& rules,
                              const x11::Rect& window) {
  if (puzzle == puzzle_) return;
  puzzle_ = puzzle;
  const auto file = folder_.path() / "puzzle";
  write_file(file, puzzle_);
  for (Process& each : windows_) each.signal(SIGTERM);
  windows_.remove_if([](Process& each) { return !each.is_running(); });
  games_go_on_ = Pipe();
  std::vector<std::string> command = {
      "/proc/self/exe",
      "watch",
      std::string(game_.name()),
      file.string(),
      "--beside",
      fmt::format("{},{},{}x{}", window.x, window.y, window.width, window.height)};
  if (!rules.empty()) command.insert(command.end(), {"--rules", joined(rules, {}, ",")});
  windows_.emplace_back(Process::Options{.command = command,
                                         .in = games_go_on_.reader(),
                                         .err = STDERR_FILENO,
                                         .death_signal = SIGTERM});
}

void Explanation::wait_until_closed() {
  games_go_on_.close();
  while (!windows_.empty() && !windows_.back().wait(std::chrono::milliseconds(100)) &&
         x11::interruption() == 0) {
  }
}

}  // namespace eyehand
