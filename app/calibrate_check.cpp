// eyehand calibrate check: how well a program's boards are read.
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/calibrate_check_live.hpp"
#include "app/commands.hpp"
#include "app/output.hpp"
#include "calibration/check_report.hpp"
#include "player/files.hpp"
#include "player/skin.hpp"

namespace eyehand {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxFigureBytes = 1u << 20;
constexpr int kUsualBoards = 3;

struct Options {
  std::string skin, samples, html;
  int boards = 0, generate = 0;
  std::uint64_t seed = 1;
  std::vector<std::string> sweeps;
  bool json = false, hold = false, write_figures = false, live = false;
  LiveOptions live_options;
};

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

ExitCode run_check(const Options& options) {
  const Skin skin = find_skin(options.skin);
  calibration::CheckOptions request;
  request.boards = options.boards > 0 ? options.boards : kUsualBoards;
  request.seed = options.seed;
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
  if (options.json)
    print_line(calibration::to_json(checked).dump(-1, ' ', false,
                                                  nlohmann::json::error_handler_t::replace));
  else
    print(calibration::to_text(checked));
  if (!options.html.empty()) write_file(options.html, calibration::to_html(checked));
  if (options.write_figures) {
    fs::create_directories(file.parent_path());
    write_file(file, calibration::to_baseline(checked));
    note("written: " + file.string());
  }
  return options.hold ? report(calibration::compare(checked, figures), file) : ExitCode::ok;
}

}  // namespace

Command calibrate_check_command() {
  const auto options = std::make_shared<Options>();
  LiveOptions& live = options->live_options;
  Command command{
      .name = "calibrate check",
      .group = "",
      .summary = "Measure how well a program's boards are read",
      .options = {text("--skin", options->skin, "NAME",
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
       flag("--json", options->json, "print all results as one line of JSON"),
       flag("--hold", options->hold, "compare with the skin's baseline")
           .excludes({"--write-baseline", "--generate"}),
       flag("--write-baseline", options->write_figures, "store the results as the skin's baseline")
           .excludes({"--generate", "--live"})});
  return command;
}

}  // namespace eyehand
