#include <fmt/format.h>

#include <memory>
#include <string>

#include "app/commands.hpp"
#include "app/json.hpp"
#include "app/options.hpp"
#include "app/output.hpp"
#include "app/walkthrough.hpp"
#include "app/watch_page.hpp"
#include "app/watch_window.hpp"
#include "player/files.hpp"
#include "x11/interruption.hpp"

namespace eyehand {
namespace {

struct WatchArguments {
  std::string game;
  std::vector<std::string> sources, rules;
  std::string skin, html_file, mp4_file;
  WatchStyle style;
  TimeLimit time_limit;
  bool json = false;

  bool wants_window() const { return html_file.empty() && mp4_file.empty() && !json; }
};

std::string page(const nlohmann::ordered_json& data) {
  std::string text = data.dump();
  // Nothing in it may end the script.
  for (std::size_t at = text.find("</"); at != std::string::npos; at = text.find("</", at + 3))
    text.insert(at + 1, "\\");
  std::string page = kWatchPage;
  constexpr std::string_view kPlace = "@DATA@";
  return page.replace(page.find(kPlace), kPlace.size(), text);
}

ExitCode run_watch(const WatchArguments& options) {
  const x11::InterruptionWatch interruption;
  const Game& game = game_named(options.game);
  if (options.wants_window()) check_window();
  const auto puzzles = collect_puzzles(game, options.sources, options.skin, "watch");
  if (puzzles.size() != 1)
    throw Failure(ExitCode::usage,
                  fmt::format("one puzzle can be watched at a time, not {}.", puzzles.size()));
  const Walkthrough walkthrough =
      walk_through(game, puzzles.front(), options.rules, options.time_limit.start());
  if (options.json) print_object(walkthrough.data);
  const auto written = [&](const std::string& file, const char* what) {
    if (!options.json) print_line(fmt::format("{}: {} steps; {}", file, walkthrough.steps, what));
  };
  if (!options.html_file.empty()) {
    write_file(options.html_file, page(walkthrough.data));
    written(options.html_file, "open it in a browser");
  }
  if (!options.mp4_file.empty()) {
    write_film(walkthrough, options.style, options.mp4_file);
    written(options.mp4_file, "a film");
  }
  if (options.wants_window()) show_window(walkthrough, options.style);
  if (walkthrough.is_solved) return ExitCode::ok;
  return walkthrough.status == Status::timeout ? ExitCode::timeout : ExitCode::no_solution;
}

/// Throws BadValue.
std::string parse_pixels(const std::string& text) {
  const auto x = text.find('x');
  if (x == std::string::npos) throw BadValue(fmt::format("'{}' must be WxH in pixels", text));
  parse_number(text.substr(0, x), 160, 8000);
  parse_number(text.substr(x + 1), 160, 8000);
  return text;
}

}  // namespace

Command watch_command() {
  const auto options = std::make_shared<WatchArguments>();
  return {
      .name = "watch",
      .group = "Puzzles",
      .summary = "Watch a puzzle being solved, step by step, in a window, a page or a film",
      .options =
          {game(options->game),
           texts("PUZZLE", options->sources, "TEXT|FILE|-",
                 "a puzzle's text, a file with one, a picture, or - for standard input"),
           text("--html", options->html_file, "FILE.html", "write a page for a browser instead"),
           text("--mp4", options->mp4_file, "FILE.mp4",
                "make a film instead (needs ffmpeg, but no display)"),
           flag("--json", options->json, "print what eyehand-watch shows instead"),
           speed(options->style.speed, "per second, in the window and in the film"),
           parsed("--size", "WxH", "of the window or the film, in pixels",
                  [options](const std::string& text) { options->style.size = parse_pixels(text); }),
           text("--beside", options->style.beside, "X,Y,WxH",
                "open the window beside this part of the screen; it takes no input until standard "
                "input "
                "ends")
               .excludes({"--size"}),
           texts("--rules", options->rules, "NAMES", "as for 'eyehand solve'").separated_by(','),
           duration("--time-limit", options->time_limit, "for solving the puzzle"),
           text("--skin", options->skin, "SKIN", "the skin to read a picture with")},
      .about =
          R"(It draws the board, what each cell can still be, and at each step of --explain what the reason looks at
(blue), what it decides (green), and the sentence. In the window, a program of its own (eyehand-watch),
space plays and pauses, left and right step, Home and End go to the puzzle and the solution, + and - change
the speed, q or Escape close it. The page needs nothing else and has the same keys.)",
      .examples = {{"eyehand watch net 5x5w:1315a65hdeh659e81v3a9h3c8hav3cv6"},
                   {"eyehand watch sudoku screenshot.png --html sudoku.html", "reads the picture"},
                   {"eyehand generate slitherlink | eyehand watch slitherlink - --mp4 loop.mp4"}},
      .run = [options] { return run_watch(*options); }};
}

}  // namespace eyehand
