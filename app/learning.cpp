#include "app/learning.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cctype>

#include "actuator/input.hpp"
#include "app/exit_code.hpp"
#include "app/output.hpp"
#include "app/target.hpp"
#include "player/clear_way.hpp"
#include "player/files.hpp"
#include "player/skin.hpp"
#include "vision/png.hpp"
#include "x11/browsers.hpp"

namespace eyehand {
namespace {

namespace fs = std::filesystem;

/// "Lights Out - Level 1" becomes "lights-out-level-1".
std::string name_after(const std::string& title) {
  constexpr std::size_t kLongest = 40;
  std::string name;
  for (const unsigned char c : title.substr(0, kLongest)) {
    if (std::isalnum(c) && c < 128)
      name += static_cast<char>(std::tolower(c));
    else if (!name.empty() && name.back() != '-')
      name += '-';
  }
  while (!name.empty() && name.back() == '-') name.pop_back();
  return name.empty() ? "learned" : name;
}

/// This name, with a number appended if there is a skin of that name already.
std::string free_name(const std::string& name) {
  const auto files = skin_files();
  const auto is_taken = [&](const std::string& other) {
    return std::ranges::any_of(files, [&](const fs::path& file) { return file.stem() == other; });
  };
  std::string free = name;
  for (int i = 2; is_taken(free); ++i) free = fmt::format("{}-{}", name, i);
  return free;
}

fs::path skin_file(const LearnRequest& request, const std::string& name) {
  if (!request.out.empty()) return request.out;
  const fs::path own = user_skin_folder();
  if (own.empty())
    throw Error(
        "neither XDG_CONFIG_HOME nor HOME is set; use --out to say where to write the skin.");
  return own / (name + ".toml");
}

/// Saves the window as it is and the stages reported. Returns what to tell the user about it.
std::string save_failure(const LearnRequest& request, ScreenSource& screen,
                         const std::string& stages) {
  const fs::path folder = request.pictures.empty() ? kFailureFolder : request.pictures;
  try {
    fs::create_directories(folder);
    const Capture capture = screen.capture();
    if (capture.status == CaptureStatus::good) save_png(folder / "window.png", capture.frame.image);
    write_file(folder / "stages.txt", stages);
  } catch (const std::exception& error) {
    return fmt::format(" (What was seen could not be saved in {}: {})", folder.string(),
                       error.what());
  }
  return fmt::format(" What was seen is in {}.", folder.string());
}

}  // namespace

Option goal_option(LearnRequest& request) {
  return parsed("--goal", "light|dark",
                "what all tiles of Lights Out must become, if the program does not show a win",
                [&request](const std::string& word) {
                  if (word != "light" && word != "dark")
                    throw BadValue("'" + word + "' must be light or dark");
                  request.goal =
                      word == "light" ? calibration::Goal::light : calibration::Goal::dark;
                });
}

fs::path learn_program(x11::Connection& connection, const x11::WindowInfo& window,
                       const LearnRequest& request, const Learn& learn,
                       calibration::Learned* learned) {
  const std::string name =
      request.name.empty() ? free_name(name_after(x11::page_title(window))) : request.name;
  fs::path out = skin_file(request, name);
  WindowSource whole(connection, window.id);
  ViewSource screen(whole, {.region = parse_region(request.region)});
  note(fmt::format("learning {}, {}x{}", name_of(window), window.on_root.width,
                   window.on_root.height));
  std::string stages;
  Skin closing;
  closing.dismiss_keys = request.dismiss_keys;
  const calibration::LearnOptions options = {
      .name = name,
      .game = request.game,
      .window = window,
      .region = request.region,
      .new_game_keys = request.new_game_keys,
      .dismiss_keys = request.dismiss_keys,
      .goal = request.goal,
      .deadline = request.time_limit.start(),
      .report =
          [&](std::string_view stage, const std::string& what) {
            const std::string line = fmt::format("  {:>6}  {}", stage, what);
            note(line);
            stages += line + '\n';
          },
      .clear_way = clear_way(connection, window.id, closing)};
  calibration::Learned result;
  try {
    result = learn(screen, options);
  } catch (const calibration::LearnStopped& stopped) {
    std::string message = stopped.what();
    if (stopped.end() == End::unreadable || stopped.end() == End::stuck ||
        stopped.end() == End::timeout)
      message += save_failure(request, screen, stages + message + '\n');
    throw Failure(exit_code(stopped.end()), message);
  }
  if (out.has_parent_path()) fs::create_directories(out.parent_path());
  write_file(out, result.skin);
  note(fmt::format("wrote the skin {}", out.string()));
  if (learned) *learned = std::move(result);
  return out;
}

fs::path learn_by_acting(x11::Connection& connection, const x11::WindowInfo& window,
                         const LearnRequest& request, calibration::Learned* learned) {
  return learn_program(
      connection, window, request,
      [&](ViewSource& screen, const calibration::LearnOptions& options) {
        Input window_input(connection, window.id);
        ViewInput input(window_input, screen);
        return calibration::learn_by_acting(screen, input, options);
      },
      learned);
}

}  // namespace eyehand
