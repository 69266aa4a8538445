// eyehand calibrate check: how well a program's boards are read.
#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "actuator/input.hpp"
#include "app/commands.hpp"
#include "app/exit_code.hpp"
#include "app/json.hpp"
#include "app/launched_program.hpp"
#include "app/options.hpp"
#include "app/output.hpp"
#include "app/target.hpp"
#include "app/trust.hpp"
#include "calibration/check_report.hpp"
#include "calibration/live.hpp"
#include "calibration/samples.hpp"
#include "player/clear_way.hpp"
#include "player/files.hpp"
#include "player/games.hpp"
#include "player/skin.hpp"
#include "vision/capture.hpp"
#include "x11/interruption.hpp"

namespace eyehand {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxFigureBytes = 1u << 20;
constexpr int kUsualBoards = 3;

struct LiveOptions {
  TargetOptions target;  ///< an open window; none: the program is started
  std::string truth;     ///< what it shows: the board's text, or a file with it; empty: not known
  int boards = 3;
  TimeLimit time_limit{std::chrono::minutes(5)};

  bool takes_window() const { return target.id != 0 || !target.title.empty(); }
};

struct LiveBoards {
  std::vector<calibration::Captured> boards;
  std::string truth;  ///< how the contents are known, for people
};

struct CalibrateCheckArguments {
  std::string skin, samples, html;
  int boards = 0, generate = 0;
  std::uint64_t seed = 1;
  std::optional<Shard> shard;
  std::vector<std::string> sweeps;
  bool json = false, hold = false, write_figures = false, live = false;
  LiveOptions live_options;
  bool is_skin_trusted = false;
};

using calibration::Captured;
using calibration::Samples;

/// The first board of a text or of a file with it.
std::string board_in(const std::string& text_or_file, const Skin& skin) {
  std::error_code none;
  const std::string text = fs::is_regular_file(text_or_file, none)
                               ? read_file(text_or_file, calibration::kMaxSampleText)
                               : text_or_file;
  const Game& game = game_named(skin.game);
  const auto boards = game.split(text);
  if (boards.empty()) throw Failure(ExitCode::usage, "--truth contains no board.");
  try {
    game.parts(boards.front());  // fail now rather than after capturing
  } catch (const Error& error) {
    throw Failure(ExitCode::usage, std::string("--truth: ") + error.what());
  }
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
    const LaunchedProgram program = launch(connection, skin, known.show_command(sample), "");
    WindowSource screen(connection, program.window.id);
    Captured board =
        calibration::capture_sizes(connection, program.window.id, screen, sample.name, deadline);
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
  return {
      calibration::capture_and_play(seat, boards, clear_way(connection, window, skin), deadline),
      "contents not given; the boards were read, and won as read"};
}

/// Captures boards of the skin's program. If it can be started with given boards, their contents
/// are known; for an open window the user may give the contents. Otherwise the boards are played to
/// a win. Throws Error or Failure.
LiveBoards capture_live(const Skin& skin, const LiveOptions& options) {
  const x11::InterruptionWatch interruption;
  x11::Connection connection;
  const Deadline deadline = options.time_limit.start();
  if (options.takes_window()) {
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
  const LaunchedProgram program = launch(connection, skin, start_command(skin.program, {}), "");
  return capture_played(connection, skin, program.window.id, true, options.boards, deadline);
}

fs::path figures_file(const Skin& skin) {
  return fs::path(skin.file.name()).parent_path() / "figures" / (skin.name + ".json");
}

ExitCode report(const calibration::Comparison& comparison, const fs::path& file) {
  for (const std::string& line : comparison.worse) note("worse: " + line);
  for (const std::string& line : comparison.better)
    note("better: " + line + " (update the baseline with --write-baseline)");
  if (comparison.holds()) return ExitCode::ok;
  note("eyehand: the skin reads worse than its baseline, " + file.string() + ".");
  return ExitCode::failed;
}

ExitCode run_check(const CalibrateCheckArguments& options) {
  const Skin skin = find_skin(options.skin);
  const bool starts_programs =
      options.live ? !options.live_options.takes_window() : options.samples.empty();
  if (starts_programs) require_trust(skin, options.is_skin_trusted);
  calibration::CheckOptions request;
  request.boards = options.boards > 0 ? options.boards : kUsualBoards;
  request.seed = options.seed;
  request.shard = options.shard.value_or(Shard{});
  request.sweeps = options.sweeps;
  calibration::Baseline figures;
  const fs::path file = figures_file(skin);
  // An updated baseline uses the same boards and sweeps unless others are named.
  if (options.hold || (options.write_figures && fs::exists(file))) {
    figures = calibration::parse_baseline(read_file(file, kMaxFigureBytes), file.string());
    if (options.hold) request.seed = figures.seed;
    if (options.boards == 0) request.boards = figures.boards;
    if (request.sweeps.empty()) request.sweeps = figures.sweeps;
  }
  LiveBoards live;
  if (options.live) {
    LiveOptions live_options = options.live_options;
    live_options.boards = request.boards;
    live = capture_live(skin, live_options);
  }
  calibration::Samples samples = options.live ? calibration::Samples(std::move(live.boards), skin)
                                              : calibration::Samples(skin, options.samples);
  if (options.generate > 0) {
    samples.generate(options.generate);
    if (options.boards == 0) request.boards = static_cast<int>(samples.all().size());
  }

  Progress progress("pictures read", calibration::reading_count(samples, request), false);
  request.step = [&] { progress.step(); };
  calibration::Checked checked = calibration::check(skin, samples, request);
  checked.truth = live.truth;
  progress.clear();
  if (options.json) {
    auto results = json_of(kCheckSchema);
    results.update(nlohmann::ordered_json(calibration::to_json(checked)));
    print_object(results);
  } else {
    print(calibration::to_text(checked));
  }
  if (!options.html.empty()) write_file(options.html, calibration::to_html(checked));
  if (options.write_figures) {
    fs::create_directories(file.parent_path());
    write_file(file, calibration::to_baseline(checked));
    note("written: " + file.string());
  }
  return options.hold ? report(calibration::compare(checked, figures), file) : ExitCode::ok;
}

}  // namespace

Command calibrate_command() {
  return {.name = "calibrate",
          .group = "Programs",
          .summary = "Measure how well a program's boards are read",
          .examples = {{"eyehand calibrate check --skin sgt-net", "how well is it read?"},
                       {"eyehand calibrate check --skin sgt-net --html a.html",
                        "the same as a page with curves and crops"}},
          .notes = "See 'eyehand calibrate COMMAND --help' for each command."};
}

Command calibrate_check_command() {
  const auto options = std::make_shared<CalibrateCheckArguments>();
  LiveOptions& live = options->live_options;
  Command command{
      .name = "calibrate check",
      .group = "",
      .summary = "Measure how well a program's boards are read",
      .options = {text("--skin", options->skin, "SKIN",
                       "the program: a skin's name or a .toml file")
                      .required(),
                  text("--samples", options->samples, "DIR",
                       "a folder of NAME.png with boards in NAME.txt"),
                  flag("--live", options->live, "capture boards from live windows")
                      .excludes({"--samples", "--hold", "--generate"})},
      .about =
          R"(Boards whose contents are known are given to the skin's reader, as the program draws them and degraded
in every way that desktops have: sizes, fractional scaling, shifts, blur, brightness, colours, other
windows in front. It counts the parts (tiles, clues, edges ...) and boards that are read correctly,
misread, or refused. What is misread may be played wrongly; what is refused is left alone.

If the program can draw boards by itself, its skin says how. Otherwise pictures are stored, NAME.png
with the board's text in NAME.txt, and --samples names the folder.

With --live, boards are captured from the program's window at several window sizes, which the size
sweep then uses. The program is started with the skin's boards; or name its window and give the board
with --truth. For programs that allow neither, such as knetwalk and lightsoff, each board is played: a
board that was read, solved and won with the planned clicks and no others was read correctly. Do not
touch the mouse meanwhile.

With --hold, the results are compared with the baseline that ships with the skin: the exit code is 1
if more is misread, or much more refused, than there.)",
      .examples = {{"eyehand calibrate check --skin sgt-net"},
                   {"eyehand calibrate check --skin sgt-net --boards 20 --html report.html"},
                   {"eyehand calibrate check --skin sgt-net --generate 5 --sweep size,blur"},
                   {"eyehand calibrate check --skin knetwalk --samples ~/pictures/knetwalk"},
                   {"eyehand calibrate check --skin sgt-net --live"},
                   {"eyehand calibrate check --skin sgt-net --live --window Net --truth "
                    "5x5:a61eb89c6d3b5d4e71c63a3b4"},
                   {"eyehand calibrate check --skin knetwalk --live --boards 2 --html report.html"},
                   {"eyehand calibrate check --skin knetwalk --samples ~/pictures/knetwalk "
                    "--boards 1600 \\\n"
                    "      --shard 3/16 --json >3.json"},
                   {"eyehand calibrate check --skin sgt-net --hold"}},
      .run = [options] { return run_check(*options); }};
  for (const Option& option : window_options(live.target))
    command.options.push_back(option.needs({"--live"}));
  add(command.options,
      {text("--truth", live.truth, "BOARD|FILE",
            "what the named window shows: the board's text, or a file that contains it")
           .needs({"--live"}),
       duration("--time-limit", live.time_limit, "for all live captures").needs({"--live"}),
       number("--boards", options->boards, 1, 100'000,
              "how many of the samples to use (by default 3, or as many as the baseline)"),
       number("--generate", options->generate, 1, 10'000,
              "have the program generate this many new boards of each kind, and use all of them"),
       number("--seed", options->seed, 0, kAnyNumber, "for colours and covering windows"),
       words("--sweep", options->sweeps, calibration::sweep_names(), "only these sweeps"),
       text("--html", options->html, "FILE", "write a page with curves and pictures"),
       trust_option(options->is_skin_trusted),
       flag("--json", options->json, "print all results as one line of JSON"),
       flag("--hold", options->hold, "compare with the skin's baseline")
           .excludes({"--write-baseline", "--generate"}),
       flag("--write-baseline", options->write_figures, "store the results as the skin's baseline")
           .excludes({"--generate", "--live"}),
       shard(options->shard,
             "use every Nth of these boards only, from board K on; the counts of all shards add up "
             "to those of the whole check")
           .excludes({"--hold", "--write-baseline", "--generate", "--live"})});
  return command;
}

}  // namespace eyehand
