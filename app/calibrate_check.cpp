// eyehand calibrate check
#include <CLI/CLI.hpp>
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

constexpr const char* kHelp =
    R"(Boards whose truth is known are shown to the skin's reader as the program draws them and spoilt in
every way that desktops have: sizes, scaling by fractions, shifts, blur, brightness, colours, other
windows in front. Counted are parts (tiles, clues, edges ...) and boards: read rightly, read wrongly,
refused. What is read wrongly may be played wrongly; what is refused is left alone.

Where a program can draw boards by itself, its skin says how; of others pictures are kept, NAME.png
with the board's text in NAME.txt, and --samples names the folder.

With --live boards are captured from the program's window at several sizes of it, which the size
sweep then shows; all else is as above. The program is started with boards of the skin's; or name
its window, and say what is on it with --truth. Where neither is to be had, as with knetwalk and
lightsoff, each board is played: one that was read, solved and seen as won, by the clicks that were
planned and no others, was read rightly. Let go of the mouse meanwhile.

With --hold the figures that ship with the skin are held against: the exit code is 1 if more is read
wrongly, or much more refused, than before.

Examples:
  eyehand calibrate check --skin sgt-net
  eyehand calibrate check --skin sgt-net --boards 20 --html report.html
  eyehand calibrate check --skin sgt-net --generate 5 --sweep size,blur
  eyehand calibrate check --skin knetwalk --samples ~/pictures/knetwalk
  eyehand calibrate check --skin sgt-net --live
  eyehand calibrate check --skin sgt-net --live --window Net --truth 5x5:a61eb89c6d3b5d4e71c63a3b4
  eyehand calibrate check --skin knetwalk --live --boards 2 --html report.html
  eyehand calibrate check --skin sgt-net --hold)";

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

ExitCode tell(const calibration::Comparison& comparison, const fs::path& file) {
  for (const std::string& line : comparison.worse) note("worse: " + line);
  for (const std::string& line : comparison.better)
    note("better: " + line + " (write the figures anew with --write-figures)");
  if (comparison.holds()) return ExitCode::ok;
  note("eyehand: the skin reads worse than " + file.string() + " says.");
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
  // Figures that are written anew are of the same boards and sweeps, unless others are named.
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
  return options.hold ? tell(calibration::compare(checked, figures), file) : ExitCode::ok;
}

}  // namespace

void add_calibrate_check(CLI::App& calibrate, Run& run) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = calibrate.add_subcommand("check", "How well is a program's board read?");
  command->add_option("--skin", options->skin, "which program: a name, or a .toml file")
      ->required()
      ->type_name("NAME");
  command->add_option("--samples", options->samples, "a folder of NAME.png with boards in NAME.txt")
      ->type_name("DIR");
  auto* live = command->add_flag("--live", options->live,
                                 "boards of live windows, which are started or named");
  add_window_choice(*command, options->live_options.target);
  command
      ->add_option("--truth", options->live_options.truth,
                   "what is on the window that is named: the board's text, or a file with it")
      ->type_name("BOARD|FILE");
  add_time_limit(*command, options->live_options.time_limit,
                 "for all that is live; 5m if not given");
  for (const char* name : {"--window", "--window-id", "--truth", "--time-limit"})
    command->get_option(name)->needs(live);
  live->excludes("--samples");
  command
      ->add_option("--boards", options->boards,
                   "use so many of the samples (3, or as many as the figures are of)")
      ->check(CLI::Range(1, 100'000))
      ->type_name("N");
  auto* generate =
      command
          ->add_option("--generate", options->generate,
                       "have the program make so many new boards of each kind, and use all")
          ->check(CLI::Range(1, 10'000))
          ->type_name("N");
  command->add_option("--seed", options->seed, "of what is random: colours, what is covered")
      ->capture_default_str()
      ->type_name("N");
  command->add_option("--sweep", options->sweeps, "these sweeps alone")
      ->delimiter(',')
      ->check(CLI::IsMember(calibration::sweep_names()))
      ->type_name("NAME,...");
  command->add_option("--html", options->html, "write a page with curves and pictures")
      ->type_name("FILE");
  command->add_flag("--json", options->json, "all figures as one line of JSON");
  auto* hold = command->add_flag("--hold", options->hold, "hold against the skin's figures");
  auto* write =
      command->add_flag("--write-figures", options->write_figures, "keep these as the skin's");
  hold->excludes(write)->excludes(generate);
  write->excludes(generate)->excludes(live);
  live->excludes(hold)->excludes(generate);
  command->footer(std::string(kHelp) + "\n\n" + kExitCodeHelp);
  command->callback([options, &run] { run = [options] { return run_check(*options); }; });
}

}  // namespace eyehand
