#include "tests/play/stage.hpp"

#include <algorithm>
#include <fstream>

#include "process/find_program.hpp"
#include "process/process.hpp"
#include "puzzle/net/text.hpp"
#include "tests/support/contents.hpp"
#include "tests/support/paths.hpp"
#include "vision/png.hpp"
// Last, because of its macros.
#include "x11/xlib.hpp"

namespace eyehand::test {
namespace {

using namespace std::chrono_literals;

int sum(const std::vector<nlohmann::json>& games, const char* key) {
  int total = 0;
  for (const auto& game : games) total += game.at(key).get<int>();
  return total;
}

bool is_within(const x11::Rect& inner, const x11::Rect& outer) {
  return x11::intersection(inner, outer) == inner;
}

}  // namespace

std::optional<int> exit_code(Process& process, Desktop& desktop, EventRecorder& recorder,
                             std::chrono::milliseconds limit) {
  std::optional<int> code;
  desktop.eventually(
      [&] {
        recorder.events();
        return (code = process.wait(100ms)).has_value();
      },
      limit);
  return code;
}

int Played::clicks() const {
  return sum(games, "clicks");
}
int Played::clicks_planned() const {
  return sum(games, "clicks_planned");
}
std::string Played::result() const {
  return games.empty() ? "" : games.back().at("result").get<std::string>();
}

Player::Player(Desktop& desktop, EventRecorder& recorder, const std::vector<std::string>& arguments,
               const Environment& more)
    : desktop_(desktop), recorder_(recorder) {
  std::vector<std::string> command = {
      "/bin/sh",
      "-c",
      "cd '" + folder_.path().string() + "' && exec \"$0\" \"$@\" >out 2>err",
      test::built_program("eyehand"),
      "play",
      "--json"};
  command.insert(command.end(), arguments.begin(), arguments.end());
  process_ = desktop.launch(command, more);
}

Played Player::finish() {
  Played played;
  const auto code = exit_code(*process_, desktop_, recorder_);
  EXPECT_TRUE(code.has_value()) << "it did not end";
  played.code = code.value_or(-1);
  played.err = contents(folder() / "err");
  std::ifstream out(folder() / "out");
  for (std::string line; std::getline(out, line);)
    played.games.push_back(nlohmann::json::parse(line));
  return played;
}

Stage::Stage(x11::Size screen, WithManager with_manager)
    : desktop_(with_manager, screen), recorder_(desktop_.display()) {}

Stage::Stage(const char* display) : desktop_(display), recorder_(display) {}

void Stage::TearDown() {
  if (!HasFailure() || !screen_) return;
  const Capture capture = screen_->capture();
  if (capture.status != CaptureStatus::good) return;
  std::string name = testing::UnitTest::GetInstance()->current_test_info()->name();
  std::replace(name.begin(), name.end(), '/', '-');
  const auto file = std::filesystem::absolute("failed-" + name + ".png");
  save_png(file, capture.frame.image);
  std::cerr << "The window at the end: " << file << "\n";
}

void Stage::start(const std::string& skin_name, const std::vector<std::string>& command,
                  const Environment& more) {
  const Skin skin = find_skin(skin_name);
  skin_name_ = skin_name;
  if (program_) {
    screen_.reset();  // the next window may have the same ID
    program_.reset();
    desktop_.eventually([&] { return !x11::describe(desktop_.connection(), window_); });
  }
  program_ = desktop_.launch(command, more);
  window_ = desktop_.wait_for_window(skin.window, 60s).id;
  game_ = &game_named(skin.game);
  session_ = game_->begin(skin);
  screen_ = std::make_unique<WindowSource>(desktop_.connection(), window_);
}

void Stage::start_knetwalk(const std::string& level) {
  const auto program = find_program("knetwalk");
  if (!program) GTEST_SKIP() << "knetwalk is not installed";
  if (!find_program("dbus-run-session")) GTEST_SKIP() << "dbus-run-session is not installed";
  const std::filesystem::path config = desktop_.environment().at("XDG_CONFIG_HOME");
  std::filesystem::create_directories(config);
  std::ofstream(config / "knetwalkrc") << "[KgDifficulty]\nLevel=" << level << "\n";
  start("knetwalk", {"dbus-run-session", *program});
}

void Stage::start_lightsoff() {
  const auto program = find_program("lightsoff");
  if (!program) GTEST_SKIP() << "lightsoff is not installed";
  if (!find_program("dbus-run-session")) GTEST_SKIP() << "dbus-run-session is not installed";
  const std::string before_version = "Lights Off ";
  const std::string says = run_program({*program, "--version"}, {});
  ASSERT_TRUE(says.starts_with(before_version)) << says;
  const bool is_light = std::stoi(says.substr(before_version.size())) >= 48;
  start(is_light ? "lightsoff-48" : "lightsoff", {"dbus-run-session", *program});
}

x11::WindowInfo Stage::info() {
  return x11::describe(desktop_.connection(), window_).value_or(x11::WindowInfo{});
}

void Stage::configure(const x11::Rect& place, unsigned mask) {
  XWindowChanges changes{};
  changes.x = place.x;
  changes.y = place.y;
  changes.width = place.width;
  changes.height = place.height;
  XConfigureWindow(desktop_.connection().xlib(), window_, mask, &changes);
  desktop_.connection().sync();
}

void Stage::move(ScreenPoint to) {
  const auto before = info().on_root.origin();
  configure({to.x, to.y, 0, 0}, CWX | CWY);
  EXPECT_TRUE(desktop_.eventually([&] { return info().on_root.origin() != before; }));
}

void Stage::resize(x11::Size to) {
  const auto before = info().on_root.size();
  configure({0, 0, to.width, to.height}, CWWidth | CWHeight);
  if (before == to) return;
  EXPECT_TRUE(desktop_.eventually([&] { return info().on_root.size() != before; }));
}

/// Mutter leaves minimised windows viewable, and lowers them below all others.
void Stage::minimise() {
  const ScreenPoint centre = info().on_root.centre();
  XIconifyWindow(desktop_.connection().xlib(), window_, 0);
  desktop_.connection().sync();
  EXPECT_TRUE(desktop_.eventually(
      [&] { return !x11::is_on_top_at(desktop_.connection(), window_, centre); }));
}

void Stage::restore() {
  const auto is_there = [&] {
    return x11::is_on_top_at(desktop_.connection(), window_, info().on_root.centre());
  };
  // Some managers show it when it is mapped, others only when it is activated.
  XMapRaised(desktop_.connection().xlib(), window_);
  desktop_.connection().sync();
  if (!desktop_.eventually(is_there, 1s))
    x11::raise(desktop_.connection(), window_, info().on_root.centre(), Deadline::after(1s));
  EXPECT_TRUE(desktop_.eventually(is_there));
}

Sighting Stage::observe() {
  Sighting sighting;
  desktop_.eventually([&] {
    screen_->wait_until_still({.quiet = 100ms});
    const Capture capture = screen_->capture();
    if (capture.status != CaptureStatus::good) return false;
    const Observation seen = session_->observe(capture.frame);
    sighting.rejection = seen.rejection;
    sighting.picture = capture.frame.image;
    sighting.area = {seen.area.x + capture.frame.origin.x, seen.area.y + capture.frame.origin.y,
                     seen.area.width, seen.area.height};
    sighting.solved = seen.solved;
    sighting.text = seen.text;
    if (seen.accepted() && game_->name() == "net") sighting.board = net::from_game_id(seen.text);
    return seen.accepted() || !session_->uncover().empty();
  });
  return sighting;
}

Ended Stage::run_eyehand(std::vector<std::string> words) {
  words.insert(words.begin(), test::built_program("eyehand"));
  const auto process = desktop_.launch(words);
  const auto code = exit_code(*process, desktop_, recorder_);
  return {code, process->output()};
}

Played Stage::play(std::vector<std::string> arguments, const Environment& more) {
  return begin_play(std::move(arguments), more)->finish();
}

std::unique_ptr<Player> Stage::begin_play(std::vector<std::string> arguments,
                                          const Environment& more) {
  return std::make_unique<Player>(desktop_, recorder_, arguments, more);
}

bool Stage::has_pressed(std::size_t count) {
  return desktop_.eventually([&] { return recorder_.presses().size() >= count; }, 30s);
}

Environment Stage::slow_skin(const std::string& skin, int gap_ms) {
  std::string text = contents(test::source_path("skins/") + skin + ".toml");
  const auto at = text.find("\ngap_ms = ");
  if (at == std::string::npos) throw std::runtime_error("the skin has no gap_ms");
  text.replace(at, text.find('\n', at + 1) - at, "\ngap_ms = " + std::to_string(gap_ms));
  std::ofstream(skins_.path() / (skin + ".toml")) << text;
  return {{"EYEHAND_SKINS", skins_.path().string()}};
}

Sighting Stage::expect_solved(const Played& played, bool wraps_unseen) {
  EXPECT_EQ(played.code, 0) << played.err;
  for (const auto& game : played.games) EXPECT_EQ(game.at("result"), "solved") << game;
  expect_nothing_held();

  Sighting now = observe();
  EXPECT_EQ(now.rejection, "");
  if (wraps_unseen) {
    now.board.wrapping = true;
    now.solved = net::is_solved(now.board);
  }
  EXPECT_TRUE(now.solved) << now.text;
  EXPECT_TRUE(is_within(now.area, info().on_root));
  return now;
}

void Stage::expect_played(const Played& played, bool wraps_unseen) {
  const Sighting now = expect_solved(played, wraps_unseen);
  EXPECT_EQ(played.clicks(), played.clicks_planned());
  EXPECT_EQ(recorder_.presses().size(), static_cast<std::size_t>(played.clicks()));
  expect_presses_within(now.area);
}

void Stage::expect_presses_within(const x11::Rect& area, std::size_t from, std::size_t to) {
  const auto presses = recorder_.presses();
  for (std::size_t i = from; i < std::min(to, presses.size()); ++i)
    EXPECT_TRUE(area.contains(presses[i].at))
        << "press " << i << " at " << presses[i].at.x << "," << presses[i].at.y;
}

void Stage::expect_nothing_held() {
  EXPECT_TRUE(is_all_released(desktop_));
}

}  // namespace eyehand::test
