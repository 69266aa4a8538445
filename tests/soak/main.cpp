// eyehand-soak: thousands of games with faults injected at random moments, while every input event
// of the X server is recorded and audited. See docs/trust.md.
#include <fmt/format.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <array>
#include <cerrno>
#include <cstdio>
#include <fstream>
#include <iostream>

#include "tests/soak/worker.hpp"
#include "x11/interruption.hpp"

namespace eyehand::soak {
namespace {

constexpr int kProgressEvery = 50;  // games

struct Options {
  WorkerOptions request;
  int displays = 1;
  std::vector<std::string> programs, faults;
  std::string json, log, from;
};

std::vector<std::string> all_programs() {
  std::vector<std::string> names;
  for (const Program& program : programs()) names.emplace_back(program.name);
  return names;
}

std::vector<std::string> all_faults() {
  std::vector<std::string> names;
  for (int fault = 0; fault < kFaults; ++fault) names.emplace_back(name(static_cast<Fault>(fault)));
  return names;
}

/// The requested programs that are installed.
std::vector<const Program*> choose_programs(const std::vector<std::string>& names) {
  std::vector<const Program*> chosen;
  for (const std::string& wanted : names)
    for (const Program& program : programs())
      if (program.name == wanted) {
        if (is_installed(program))
          chosen.push_back(&program);
        else
          std::cerr << wanted << " is not installed and is skipped\n";
      }
  return chosen;
}

/// Starts a process, which ends with this one, that plays its share and writes one line per game.
pid_t start_worker(const Options& options, int number, int write_end) {
  const pid_t parent = getpid();
  const pid_t pid = fork();
  if (pid != 0) return pid;
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != parent) _exit(1);
  int status = 0;
  try {
    const x11::InterruptionWatch watch;
    WorkerOptions request = options.request;
    request.first = number;
    request.step = options.displays;
    FILE* out = fdopen(write_end, "w");
    Worker(request).run([&](const Game& game) {
      std::fputs((nlohmann::json(game).dump() + "\n").c_str(), out);
      std::fflush(out);
    });
    std::fclose(out);
  } catch (const std::exception& error) {
    std::cerr << "display " << number << ": " << error.what() << "\n";
    status = 1;
  }
  std::cout.flush();
  _exit(status);
}

void log_game(const Game& game) {
  std::string faults;
  for (const std::string& fault : game.faults) faults += ' ' + fault;
  std::cerr << fmt::format("game {} of {} ({}):{}: {}, code {}, '{}'{}{}\n  {}", game.number,
                           game.program, game.pace, faults, game.result, game.code,
                           game.hung ? "hung" : "", game.left_down ? ", left down" : "",
                           game.stray ? fmt::format(", {} stray", game.stray) : "", game.error);
  for (const std::string& stray : game.strays) std::cerr << "\n  " << stray;
  std::cerr << std::endl;
}

/// Reads what the workers write until the last of them has closed its end.
Report collect(const Options& options, int read_end) {
  Report report;
  std::ofstream log;
  if (!options.log.empty()) log.open(options.log);
  FILE* in = fdopen(read_end, "r");
  std::array<char, 65536> line{};
  while (true) {
    errno = 0;
    if (!std::fgets(line.data(), line.size(), in)) {
      if (errno != EINTR) break;
      std::clearerr(in);  // Ctrl-C, which the workers have got as well
      continue;
    }
    const auto json = nlohmann::json::parse(line.data());
    const Game game = json.get<Game>();
    report.add(game);
    if (log.is_open()) log << json.dump() << std::endl;
    if (!game.is_good()) log_game(game);
    if (report.games() % kProgressEvery == 0)
      std::cerr << report.games() << " of " << options.request.games << " games" << std::endl;
  }
  std::fclose(in);
  return report;
}

/// Counts again what an earlier run wrote with --log.
Report read_log(const std::string& file) {
  std::ifstream log(file);
  if (!log) throw std::runtime_error("cannot read " + file);
  Report report;
  for (std::string line; std::getline(log, line);)
    report.add(nlohmann::json::parse(line).get<Game>());
  return report;
}

/// Prints and stores the report; returns the exit code.
int conclude(const Options& options, const Report& report) {
  std::cout << report.table();
  if (!options.json.empty()) {
    auto json = report.json();
    json["seed"] = options.request.seed;
    std::ofstream(options.json) << json.dump(2) << "\n";
  }
  std::cout << (report.is_good() ? "passed\n" : "FAILED\n");
  return report.is_good() ? 0 : 1;
}

int run(const Options& options) {
  if (!options.from.empty()) return conclude(options, read_log(options.from));
  const x11::InterruptionWatch watch;  // Ctrl-C: the workers end, what they played is reported
  if (options.request.programs.empty()) {
    std::cerr << "none of these programs is installed\n";
    return 2;
  }
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) throw std::runtime_error("cannot make a pipe");
  std::vector<pid_t> workers;
  for (int number = 1; number <= options.displays; ++number)
    workers.push_back(start_worker(options, number, ends[1]));
  close(ends[1]);
  const Report report = collect(options, ends[0]);
  bool all_well = true;
  for (const pid_t worker : workers) {
    int status = 0;
    while (waitpid(worker, &status, 0) < 0 && errno == EINTR) {
    }
    all_well = all_well && status == 0;
  }
  const int code = conclude(options, report);
  if (!all_well) std::cout << "a worker failed; see above\n";
  return all_well ? code : 1;
}

int parse_and_run(int argc, char** argv) {
  Options options;
  options.programs = all_programs();
  options.faults = all_faults();
  CLI::App app(
      "Plays games on private X servers while injecting faults of windows, programs, the mouse and "
      "the server, and audits every event that Eyehand sends. The exit code is 0 if no event was "
      "stray, nothing was left down, and no game hung or ended without a named exit code.");
  app.add_option("--games", options.request.games)->check(CLI::Range(1, 1'000'000));
  app.add_option("--seed", options.request.seed, "for the faults and their times");
  app.add_option("--displays", options.displays, "how many to play on at once")
      ->check(CLI::Range(1, 64));
  app.add_option("--programs", options.programs)
      ->delimiter(',')
      ->check(CLI::IsMember(all_programs()));
  app.add_option("--faults", options.faults)->delimiter(',')->check(CLI::IsMember(all_faults()));
  app.add_option("--games-per-program", options.request.games_per_program,
                 "in a row before switching to another")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  app.add_option("--json", options.json, "write the counts to this file");
  app.add_option("--log", options.log, "write one line of JSON per game to this file");
  app.add_option("--from", options.from, "play nothing; count the games of such a log again");
  CLI11_PARSE(app, argc, argv);
  options.request.programs = choose_programs(options.programs);
  for (const std::string& fault : options.faults)
    options.request.faults.push_back(*fault_named(fault));
  return run(options);
}

}  // namespace
}  // namespace eyehand::soak

int main(int argc, char** argv) {
  try {
    return eyehand::soak::parse_and_run(argc, argv);
  } catch (const std::exception& error) {
    std::cerr << "eyehand-soak: " << error.what() << "\n";
    return 1;
  }
}
