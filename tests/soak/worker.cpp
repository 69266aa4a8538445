#include "tests/soak/worker.hpp"

#include <fmt/format.h>
#include <signal.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iostream>
#include <sstream>
#include <thread>

#include "process/process.hpp"
#include "process/temp_folder.hpp"
#include "tests/support/event_recorder.hpp"
#include "tests/support/paths.hpp"
#include "x11/interruption.hpp"

// Last, because of their macros, which xlib.hpp undefines.
// clang-format off
#include <X11/extensions/XTest.h>
#include "x11/xlib.hpp"
// clang-format on

namespace eyehand::soak {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr auto kTimeLimit = 15s;               // of a game, passed to Eyehand
constexpr auto kHungAfter = kTimeLimit + 15s;  // ... and after which it counts as hung
constexpr auto kTick = 1ms;
constexpr int kMaxFailuresInARow = 5;

/// When to inject a fault: this long after the start, and after this many presses.
struct Moment {
  Fault fault;
  double seconds;
  int presses;
};

Moment draw_moment(Random& random, const std::vector<Fault>& faults, double usual_seconds) {
  const auto fault =
      faults[static_cast<std::size_t>(draw(random, 0, static_cast<int>(faults.size()) - 1))];
  // Half of them at any time, half during the clicks, which take only a small part of it.
  if (draw(random, 0, 1) == 0) return {fault, usual_seconds * draw(random, 0, 1000) / 1000, 0};
  return {fault, 0, draw(random, 1, 12)};
}

/// A folder with this skin at another pace, and the files that it names.
std::string write_skin(const std::filesystem::path& folder, const std::string& skin, int hold_ms,
                       int gap_ms) {
  std::ifstream file(test::source_path("skins/") + skin + ".toml");
  std::ofstream out(folder / (skin + ".toml"));
  if (const auto digits = folder / "digits"; !std::filesystem::exists(digits))
    std::filesystem::create_directory_symlink(test::source_path("skins/digits"), digits);
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("hold_ms =") || line.starts_with("gap_ms =")) continue;
    out << line << "\n";
    if (line == "[pace]") out << "hold_ms = " << hold_ms << "\ngap_ms = " << gap_ms << "\n";
  }
  return folder.string();
}

void release_all(x11::Connection& connection) {
  std::array<char, 32> keys{};
  XQueryKeymap(connection.xlib(), keys.data());
  for (unsigned code = 8; code < 256; ++code)
    if (keys[code / 8] & (1 << code % 8))
      XTestFakeKeyEvent(connection.xlib(), code, 0, CurrentTime);
  for (unsigned button = 1; button <= 5; ++button)
    XTestFakeButtonEvent(connection.xlib(), button, 0, CurrentTime);
  connection.sync();
}

/// What Eyehand wrote: one line of JSON per puzzle, and errors.
void read_output(const std::string& output, Game& game) {
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with('{')) {
      game.error += line + "\n";
      continue;
    }
    const auto json = nlohmann::json::parse(line);
    game.result = json.at("result").get<std::string>();
    game.why = json.at("why").get<std::string>();
  }
}

}  // namespace

/// Everything that belongs to one X server.
struct Worker::Stage {
  test::Desktop desktop{test::WithManager::yes};
  Observer observer{desktop.display()};
  x11::Connection user{desktop.display()};  // of the user and of other programs
  Stream stream{desktop.display(), observer.connection()};
  Auditor auditor{{client_of(user), client_of(desktop.connection())}};
  std::unique_ptr<Session> session;
  TempFolder folder;
};

Worker::Worker(const WorkerOptions& options) : options_(options) {}
Worker::~Worker() = default;

void Worker::set_up(const Program& program) {
  if (!stage_) stage_ = std::make_unique<Stage>();
  if (stage_->session && &stage_->session->program() == &program) return;
  stage_->session.reset();
  stage_->session = std::make_unique<Session>(stage_->desktop, program);
  is_solved_ = false;
  usual_seconds_ = 0.7;
}

void Worker::run(const std::function<void(const Game&)>& report) {
  int failures = 0;
  for (int number = options_.first; number <= options_.games; number += options_.step) {
    const auto turn = static_cast<std::size_t>((number - options_.first) / options_.step /
                                                   options_.games_per_program +
                                               options_.first - 1);
    try {
      set_up(*options_.programs[turn % options_.programs.size()]);
      report(play(number));
      failures = 0;
    } catch (const std::exception& error) {
      if (x11::interruption()) return;
      std::cerr << "game " << number << ": " << error.what() << "\n";
      if (++failures == kMaxFailuresInARow) throw;
      stage_.reset();
      number -= options_.step;  // again, on another server
    }
    if (x11::interruption()) return;
  }
}

void Worker::read_stream(bool all) {
  stage_->observer.forget();
  for (const ServerEvent& what : stage_->stream.take(all)) stage_->auditor.observe(what);
}

Game Worker::play(int number) {
  Stage& stage = *stage_;
  Session& session = *stage.session;
  std::seed_seq seeds{options_.seed, static_cast<std::uint64_t>(number)};
  Random random(seeds);
  session.make_ready();
  release_all(stage.user);
  bool plays_two = false;  // besides the one that is there solved
  if (is_solved_ && !session.program().goes_on_by_itself) {
    plays_two = !session.program().has_dialogs && draw(random, 0, 2) > 0;
    if (!plays_two) session.begin_new_game();
    session.make_ready();
  }

  Game game;
  game.number = number;
  game.program = session.program().name;
  std::vector<std::string> command = {test::built_program("eyehand"),
                                      "play",
                                      "--json",
                                      "--time-limit",
                                      std::to_string(kTimeLimit.count()) + "s",
                                      "--skin",
                                      session.program().skin,
                                      "--window-id",
                                      std::to_string(session.window()),
                                      "--pictures",
                                      (stage.folder.path() / "pictures").string(),
                                      "--games",
                                      plays_two ? "2" : "1"};
  Environment more;
  game.pace = "the skin's";
  if (draw(random, 0, 9) < 6) {
    const int hold = draw(random, 0, 1) * draw(random, 1, 15), gap = draw(random, 2, 25);
    game.pace = fmt::format("hold {} ms, gap {} ms", hold, gap);
    more["EYEHAND_SKINS"] = write_skin(stage.folder.path(), session.program().skin, hold, gap);
  }

  const Scene scene = stage.observer.observe(session.window());
  stage.auditor.begin(scene);
  auto since = stage.stream.take(true);
  const auto mark = std::find_if(since.rbegin(), since.rend(), [](const ServerEvent& what) {
    return what.kind == ServerEvent::Kind::marked;
  });
  for (auto what = mark.base(); what != since.end(); ++what) stage.auditor.observe(*what);

  const auto started = Clock::now();
  const auto eyehand = stage.desktop.launch(command, more);
  bool is_server_gone = false;
  {
    FaultInjector injector(stage.desktop, stage.user, session, *eyehand, random);
    is_server_gone = watch(game, *eyehand, injector, random);
    game.seconds = std::chrono::duration<double>(Clock::now() - started).count();
    if (!is_server_gone) {
      read_stream(true);
      game.left_down = !test::is_all_released(stage.desktop);
    }
  }
  read_output(eyehand->output(), game);
  const Verdict& verdict = stage.auditor.verdict();
  game.events = verdict.events;
  game.presses = verdict.presses;
  game.stray = verdict.stray;
  game.strays = verdict.strays;
  game.overtaken = verdict.overtaken;
  game.overtaken_ms = verdict.longest_overtaken_ms;
  game.reaction_ms = verdict.reaction_ms;
  is_solved_ = game.code == 0;
  if (is_solved_) usual_seconds_ = 0.8 * usual_seconds_ + 0.2 * game.seconds;
  if (is_server_gone) stage_.reset();
  return game;
}

/// Until Eyehand's end; whether the server went away.
bool Worker::watch(Game& game, Process& eyehand, FaultInjector& injector, Random& random) {
  std::vector<Fault> possible = options_.faults;
  std::erase_if(possible,
                [&](Fault fault) { return !FaultInjector::is_possible(fault, *stage_->session); });
  std::vector<Moment> moments;
  if (!possible.empty()) moments.push_back(draw_moment(random, possible, usual_seconds_));
  if (!possible.empty() && draw(random, 0, 9) < 3)
    moments.push_back(draw_moment(random, possible, usual_seconds_));
  const auto started = Clock::now();
  bool is_server_gone = false;
  while (!eyehand.wait(std::chrono::milliseconds(0))) {
    const std::chrono::duration<double> passed = Clock::now() - started;
    if (passed > kHungAfter) {
      game.hung = true;
      eyehand.signal(SIGKILL);
      eyehand.wait(10s);
      break;
    }
    std::this_thread::sleep_for(kTick);
    if (is_server_gone) continue;
    read_stream(false);
    injector.advance();
    std::erase_if(moments, [&](const Moment& moment) {
      if (is_server_gone || passed.count() < moment.seconds ||
          stage_->auditor.verdict().presses < moment.presses ||
          !injector.inject(moment.fault, stage_->auditor.verdict().events > 0))
        return false;
      game.faults.emplace_back(name(moment.fault));
      is_server_gone = moment.fault == Fault::server_gone;
      return true;
    });
  }
  game.code = eyehand.wait(std::chrono::milliseconds(0)).value_or(-1);
  return is_server_gone;
}

}  // namespace eyehand::soak
