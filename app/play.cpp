#include "player/play.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "actuator/input.hpp"
#include "app/annotated_input.hpp"
#include "app/commands.hpp"
#include "app/explanation.hpp"
#include "app/json.hpp"
#include "app/learning.hpp"
#include "app/options.hpp"
#include "app/output.hpp"
#include "app/target.hpp"
#include "player/challenge.hpp"
#include "player/clear_way.hpp"
#include "player/explained_session.hpp"
#include "player/run_record.hpp"
#include "player/view.hpp"
#include "process/find_program.hpp"
#include "process/lines.hpp"
#include "process/process.hpp"
#include "puzzle/error.hpp"
#include "puzzle/printable.hpp"
#include "vision/capture.hpp"
#include "vision/png.hpp"
#include "x11/geometry.hpp"
#include "x11/interruption.hpp"
#include "x11/monitors.hpp"

namespace eyehand {
namespace {

using namespace std::chrono_literals;

constexpr int kFramesPerSecond = 30;
constexpr std::chrono::milliseconds kBefore{400}, kAfter{1200};
constexpr auto kStartLimit = 10s;
/// From the signal to the finished file.
constexpr auto kCloseLimit = 30s;
/// A program opens another window for the next game within this time.
constexpr auto kNextWindowLimit = 3s;

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

/// Records part of the screen to a video file as long as it lives, using ffmpeg.
class Recorder {
 public:
  /// Waits until the first frames have been written. Throws Error if ffmpeg is missing or fails.
  Recorder(const std::string& display, const x11::Rect& area, const std::string& file)
      : ffmpeg_(ffmpeg_options(display, area, file, progress_.writer())) {
    progress_.close_writer();
    wait_for_frames(frames_in(kBefore), Deadline::after(kStartLimit));
    if (progress_.at_end())
      throw Error("ffmpeg cannot record this window to '" + file + "'; see its message above.");
  }
  /// Records a moment longer, so that the end can be seen, and closes the file.
  ~Recorder() {
    // How far it has got is not known exactly, so this waits for the time, not for frames.
    wait_for_frames(1 << 30, Deadline::after(kAfter));
    ffmpeg_.signal(SIGINT);
    ffmpeg_.wait(kCloseLimit);
  }
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

 private:
  /// Returns once ffmpeg has recorded `wanted` frames or ended, or at the deadline.
  void wait_for_frames(int wanted, Deadline deadline) {
    constexpr std::string_view kKey = "frame=";
    while (const auto line = progress_.next(deadline))
      if (line->starts_with(kKey) && std::atoi(line->c_str() + kKey.size()) >= wanted) return;
  }

  LinePipe progress_;
  Process ffmpeg_;
};

struct PlayArguments {
  TargetOptions target;
  LearnRequest learn;
  TimeLimit time_limit{std::chrono::seconds(60)};
  int games = 1;
  bool any = false;
  bool all = false;  ///< the windows
  bool dry_run = false;
  bool watch = false, explain = false;
  double speed = 1;
  std::string record, pictures;
  bool json = false;
};

void print_report(const GameReport& report, int number, double find_seconds) {
  std::string line = fmt::format("game {}: {}", number, result_text(to_record(number, report)));
  if (!report.first.size.empty()) line += ", " + report.first.size;
  print_line(line);
  print_line(fmt::format("  {} clicks, {} planned, {} captures, {} replans", report.clicks,
                         report.clicks_planned, report.captures, report.replays));
  std::string times = fmt::format("  find {:.1f} ms", find_seconds * 1000);
  for (const auto& [stage, seconds] : kStages)
    times += fmt::format(", {} {:.1f} ms", stage, report.seconds.*seconds * 1000);
  print_line(times + fmt::format("; in all {:.3f} s", find_seconds + report.seconds.total));
}

void print_json(const GameReport& report, const Target& target, const std::string& monitor,
                int number, double find_seconds) {
  auto line = nlohmann::ordered_json::parse(to_json(to_record(number, report)));
  line.erase("begun");
  line["skin"] = target.skin.name;
  line["window"] = target.window.id;
  if (!monitor.empty()) line["monitor"] = monitor;
  line["seconds"]["find"] = find_seconds;
  line["seconds"]["total"] = find_seconds + report.seconds.total;
  print_object(line);
}

/// Where the overlay goes if no folder was given.
constexpr const char* kOverlayFile = "eyehand-overlay.png";

/// This is what a dry run is for; it also shows where a board could not be read.
void write_overlay(const GameReport& report) {
  if (report.overlay.empty() || report.end == End::solved) return;
  save_png(kOverlayFile, report.overlay);
  note(fmt::format("  drew what was read in {}", kOverlayFile));
}

void write_pictures(const std::filesystem::path& folder, const GameReport& report) {
  std::filesystem::create_directories(folder);
  if (!report.before.empty()) save_png(folder / "before.png", report.before);
  if (!report.overlay.empty()) save_png(folder / "overlay.png", report.overlay);
  if (!report.after.empty()) save_png(folder / "after.png", report.after);
}

/// One line for each, numbered.
std::string lines_of(const std::vector<Target>& targets) {
  std::string text;
  int number = 0;
  for (const Target& target : targets) {
    const x11::Rect& at = target.window.on_root;
    text += fmt::format("\n  {}  {:#x}  {}  {}, {}x{} at {},{}", ++number, target.window.id,
                        target.skin.name, name_of(target.window), at.width, at.height, at.x, at.y);
  }
  return text;
}

/// The one that the user chooses.
Target choose(const std::vector<Target>& targets) {
  const std::string what = "there are several windows of games:" + lines_of(targets);
  if (!can_ask())
    throw Failure(ExitCode::usage,
                  what + "\nSay which with --window-id or --window, or play them --all.");
  note(what);
  while (const auto answer = ask(fmt::format("Which one? (1 to {}) ", targets.size()))) {
    try {
      return targets[parse_number(*answer, 1, targets.size()) - 1];
    } catch (const BadValue& error) {
      note(error.what());
    }
  }
  throw Failure(ExitCode::interrupted, "no window was chosen.");
}

/// The windows to be played, and their skins. A program without a skin is learned first, if the
/// user named its window and did not ask for a dry run.
std::vector<Target> find_or_learn(x11::Connection& connection, const PlayArguments& options) {
  if (auto known = find_known_targets(connection, options.target); !known.empty()) {
    if (options.all || known.size() == 1) return known;
    return {choose(known)};
  }
  if (options.dry_run) return {find_target(connection, options.target)};
  const x11::WindowInfo window = find_window(connection, options.target);
  note(fmt::format("no skin matches {}; learning it first", name_of(window)));
  LearnRequest request = options.learn;
  request.region = options.target.region;
  const auto skin = learn_by_acting(connection, window, request);
  return {follow(connection, {.window = window, .skin = find_skin(skin.string()), .is_new = true},
                 Deadline::after(kNextWindowLimit))};
}

struct Played {
  ExitCode code = ExitCode::ok;
  RowReport row;
};

/// Plays the games that follow the first `before`.
Played play_in_window(x11::Connection& connection, const Target& target,
                      const PlayArguments& options, int before,
                      Deadline::Clock::time_point started) {
  const Game& game = game_named(target.skin.game);
  std::optional<Explanation> explanation;
  if (options.watch) explanation.emplace(game);
  WindowSource window(connection, target.window.id);
  ViewSource screen(window, target.skin.view);
  const auto session = begin_session(target, screen);
  Input window_input(connection, target.window.id);
  ViewInput input(window_input, screen);
  const std::string monitor = x11::monitors_of(connection, target.window.on_root);
  double find_seconds = std::chrono::duration<double>(Deadline::Clock::now() - started).count();
  if (!options.json)
    note(fmt::format(
        "found '{}' at {},{}, {}x{}{}; playing it with the skin {}", quotable(target.window.title),
        target.window.on_root.x, target.window.on_root.y, target.window.on_root.width,
        target.window.on_root.height, monitor.empty() ? "" : " on " + monitor, target.skin.name));

  std::optional<ExplainedSession> explained;
  std::optional<AnnotatedInput> annotated;
  x11::Rect filmed = intersection(target.window.on_root, connection.screen());
  if (options.explain) {
    if (!x11::Overlay::is_supported(connection) || !window.uses_composite())
      throw Failure(ExitCode::usage,
                    "--explain needs an X server with the extensions Shape and Composite.");
    filmed = Annotation::with_room(x11::with_frame(connection, target.window), connection.screen());
    explained.emplace(*session, game);
    annotated.emplace(input, *explained, connection, target.window.id, filmed,
                      std::chrono::milliseconds(std::lround(1000 / options.speed)));
  }

  std::optional<Recorder> recorder;
  // A film of the first window is not replaced by one of the next.
  if (!options.record.empty() && before == 0)
    recorder.emplace(connection.name(), filmed, options.record);

  PlayOptions request;
  request.any = options.any || target.skin.any;
  request.dry_run = options.dry_run;
  request.want_overlay = !options.pictures.empty();
  if (explanation)
    request.solved = [&](const Observation& board) {
      explanation->show_beside(board.text, session->rules(), target.window.on_root);
    };
  if (!options.json)
    request.report = [](std::string_view stage, const std::string& what) {
      note(fmt::format("  {:>6}  {}", stage, what));
    };

  ExitCode code = ExitCode::ok;
  const auto report_game = [&](int in_row, const GameReport& report) {
    const int number = before + in_row;
    if (options.json)
      print_json(report, target, monitor, number, find_seconds);
    else
      print_report(report, number, find_seconds);
    if (options.pictures.empty())
      write_overlay(report);
    else
      write_pictures(options.pictures, report);
    find_seconds = 0;
    code = worse(code, exit_code(report.end));
  };
  RowOptions row_options;
  row_options.games = options.games - before;
  if (options.time_limit.span != TimeLimit::never()) row_options.each = options.time_limit.span;
  row_options.may_be_won = target.is_new && before == 0;
  row_options.play = request;
  row_options.clear_way = clear_way(connection, target.window.id, target.skin);
  row_options.done = report_game;
  InputSink& hands = annotated ? static_cast<InputSink&>(*annotated) : input;
  PuzzleSession& played = explained ? *explained : *session;
  const RowReport row = play_row({screen, hands, played, target.skin}, row_options);
  if (!options.pictures.empty() && !row.window.empty()) {
    std::filesystem::create_directories(options.pictures);
    save_png(std::filesystem::path(options.pictures) / "next.png", row.window);
  }
  recorder.reset();
  if (explanation && !row.no_next && !ends_row(row.end)) explanation->wait_until_closed();
  return {code, row};
}

/// All games, in each window that the program opens for them.
ExitCode play_target(x11::Connection& connection, Target target, const PlayArguments& options,
                     Deadline::Clock::time_point started) {
  ExitCode code = ExitCode::ok;
  for (int games = 0;;) {
    const Played played = play_in_window(connection, target, options, games, started);
    games += played.row.played;
    code = worse(code, played.code);
    if (!played.row.no_next) return code;
    if (played.row.end == End::no_window && played.row.played > 0) {
      Target next = follow(connection, target, Deadline::after(kNextWindowLimit));
      if (next.window.id != target.window.id) {
        target = std::move(next);
        started = Deadline::Clock::now();
        continue;
      }
    }
    note(fmt::format("eyehand: cannot start a new game: {}; {} of {} games were played",
                     played.row.why, games, options.games));
    return exit_code(played.row.end);
  }
}

ExitCode run_play(const PlayArguments& options) {
  const x11::InterruptionWatch interruption;
  auto started = Deadline::Clock::now();
  x11::Connection connection;
  ExitCode code = ExitCode::ok;
  for (const Target& target : find_or_learn(connection, options)) {
    const ExitCode one = play_target(connection, target, options, started);
    code = worse(code, one);
    if (one == ExitCode::interrupted || x11::interruption() != 0) break;
    started = Deadline::Clock::now();
  }
  return code;
}

}  // namespace

Command play_command() {
  const auto options = std::make_shared<PlayArguments>();
  Command command{
      .name = "play",
      .group = "Playing",
      .summary = "Play the game on the screen: read it, solve it, click the solution, check",
      .options = target_options(options->target),
      .about = {},
      .examples = {{"eyehand play", "play the game that is on the screen"},
                   {"eyehand play --dry-run", "show what would be clicked without clicking"},
                   {"eyehand play --skin sgt-net --games 5", "five games in a row"},
                   {"eyehand play --all", "in all windows of known games, one after the other"},
                   {"eyehand play --window Pipes", "learn an unknown program, then play it"},
                   {"eyehand play --window-id 0x1e00003 --time-limit 30s --record game.mp4"}},
      .notes = "It stops at once when you move the mouse or press Ctrl-C.",
      .run = [options] { return run_play(*options); }};
  add(command.options,
      {duration("--time-limit", options->time_limit, "for each game"),
       number("--games", options->games, 1, 1'000'000,
              "play this many in a row; the next is started by the program, a button or the skin's "
              "keys"),
       text("--game", options->learn.game, "GAME",
            "which game an unknown program plays; by default all are tried in turn"),
       goal_option(options->learn),
       flag("--all", options->all,
            "if there are several windows of games, play one after the other; otherwise it asks "
            "which")
           .excludes({"--window-id", "--record"}),
       flag("--any", options->any, "if a puzzle has several solutions, play one of them"),
       flag("--watch", options->watch,
            "show how the board is solved, as 'eyehand watch', beside the window; it can be used "
            "when the games are over"),
       flag("--explain", options->explain,
            "click in the order of 'eyehand solve --explain', and show each step over the window, "
            "and in the film, before what it decides is clicked"),
       speed(options->speed, "of --explain, per second").needs({"--explain"}),
       flag("--dry-run", options->dry_run,
            "click nothing; draw the planned clicks in eyehand-overlay.png")
           .excludes({"--explain"}),
       text("--record", options->record, "FILE.mp4", "record a video of the window (needs ffmpeg)"),
       text("--pictures", options->pictures, "DIR",
            "save before.png, overlay.png and after.png of the last game there; next.png if no "
            "other could be started"),
       flag("--json", options->json, "print one JSON object per game")});
  return command;
}

}  // namespace eyehand
