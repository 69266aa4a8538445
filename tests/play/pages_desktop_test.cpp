// Puzzles that are pages of rules in pzpr and in programs of GNOME and KDE, at three window sizes
// each.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <ostream>

#include "actuator/input.hpp"
#include "player/clear_way.hpp"
#include "player/skin.hpp"
#include "process/find_program.hpp"
#include "solver/model/generate.hpp"
#include "tests/play/pzpr_program.hpp"
#include "tests/play/stage.hpp"

namespace eyehand::test {

struct DesktopPage {
  const char* skin;  ///< named as the program
  x11::Size size;    ///< of the window; empty: as it opens
  /// A file in the folder for settings, and its text; it chooses the board.
  const char *settings = "", *chosen = "";
  /// The key that begins a game; such a program hides the board when it is won.
  const char* begin = "";
  bool asks = false;  ///< it then opens a dialog
};

void PrintTo(const DesktopPage& page, std::ostream* out) {
  *out << page.skin << " " << page.size.width << "x" << page.size.height << " " << page.chosen;
}

struct PzprPage {
  const char* skin;
  const char* rules;
  int side;
};

void PrintTo(const PzprPage& page, std::ostream* out) {
  *out << page.skin << " " << page.side << "x" << page.side;
}

namespace {

class DesktopPages : public Stage, public testing::WithParamInterface<DesktopPage> {};

TEST_P(DesktopPages, GamesInARowAreSolved) {
  const DesktopPage& page = GetParam();
  for (const char* program : {page.skin, "dbus-run-session"})
    if (!find_program(program)) GTEST_SKIP() << program << " is not installed";
  if (*page.settings) {
    const std::filesystem::path file =
        std::filesystem::path(desktop_.environment().at("XDG_CONFIG_HOME")) / page.settings;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << page.chosen;
  }
  start(page.skin, {"dbus-run-session", *find_program(page.skin)},
        {{"GSETTINGS_BACKEND", "keyfile"}});
  if (*page.begin) {
    Input input(desktop_.connection(), window());
    desktop_.eventually([&] {
      input.aim({.window = info().on_root, .deadline = Deadline()});
      input.raise({info().on_root.x + info().on_root.width / 2, info().on_root.y + 5});
      return input.perform(Key{page.begin}, {}) == GestureStatus::ok;
    });
    if (page.asks) {
      const Skin skin = find_skin(page.skin);
      const ClearWay way = clear_way(desktop_.connection(), window(), skin);
      ASSERT_TRUE(desktop_.eventually(way.has_dialog));
      ASSERT_TRUE(way.close_dialogs(Deadline::after(std::chrono::seconds(10))));
    }
  }
  if (page.size.width > 0) resize(page.size);
  ASSERT_TRUE(desktop_.eventually([&] { return observe().rejection.empty(); }))
      << observe().rejection;
  const Played played =
      play({"--skin", page.skin, "--games", std::to_string(std::max(2, effort(10)))});
  EXPECT_EQ(played.clicks(), played.clicks_planned());
  if (!*page.begin) {
    expect_presses_within(expect_solved(played).area);
    return;
  }
  EXPECT_EQ(played.code, 0) << played.err;
  for (const auto& game : played.games) EXPECT_EQ(game.at("result"), "solved") << game;
  expect_nothing_held();
}

constexpr const char* kKeyFile = "glib-2.0/settings/keyfile";
INSTANTIATE_TEST_SUITE_P(
    Gnome, DesktopPages,
    testing::Values(
        DesktopPage{"hitori", {}},
        DesktopPage{"hitori", {600, 660}, kKeyFile, "[org/gnome/hitori]\nboard-size='8'\n"},
        DesktopPage{"hitori", {920, 980}, kKeyFile, "[org/gnome/hitori]\nboard-size='10'\n"},
        DesktopPage{"gnome-sudoku", {}, "", "", "Return"},
        DesktopPage{"gnome-sudoku", {450, 510}, "", "", "Return"},
        DesktopPage{"gnome-sudoku", {900, 960}, "", "", "Return"}));
constexpr const char* kPlain = "[Options]\nshowHighlights=false\n";
INSTANTIATE_TEST_SUITE_P(
    Kde, DesktopPages,
    testing::Values(DesktopPage{"picmi", {}}, DesktopPage{"picmi", {500, 420}},
                    DesktopPage{"picmi", {800, 700}},
                    DesktopPage{"ksudoku", {380, 420}, "ksudokurc", kPlain, "alt+a", true},
                    DesktopPage{"ksudoku", {600, 600}, "ksudokurc", kPlain, "alt+a", true},
                    DesktopPage{"ksudoku", {800, 800}, "ksudokurc", kPlain, "alt+a", true}));

class PagesInABrowser : public Stage, public testing::WithParamInterface<PzprPage> {
 protected:
  void SetUp() override {
    if (const auto what = PzprProgram::missing(); !what.empty()) GTEST_SKIP() << what;
    pzpr_ = std::make_unique<PzprProgram>(desktop_);
    start(GetParam().skin, pzpr_->show(boards(3 * games_), "480,480"));
  }

  /// In pzpr's own format.
  static std::vector<std::string> boards(int count) {
    const auto rules = std::ranges::find(model::pages(), GetParam().rules, &model::Rules::name);
    std::vector<std::string> urls;
    for (int seed = 1; seed <= count; ++seed) {
      const auto board = model::generate(
          **rules, {GetParam().side, GetParam().side, static_cast<std::uint64_t>(seed)},
          Deadline::after(std::chrono::seconds(30)));
      if (board) urls.push_back(model::write(**rules, *board, true));
    }
    return urls;
  }

  const int games_ = games(5);
  std::unique_ptr<PzprProgram> pzpr_;
};

TEST_P(PagesInABrowser, AreSolvedAtAllSizes) {
  // In smaller cells, two digits touch the frame of the selected one.
  for (const int size : {480, std::max(250, 22 * GetParam().side), 950}) {
    SCOPED_TRACE(size);
    resize({size, size});
    ASSERT_TRUE(desktop_.eventually([&] { return observe().rejection.empty(); }))
        << observe().rejection;
    recorder_.clear();
    // At least two, as the solved board of the previous size counts only if one is to be played.
    const Played played = play({"--games", std::to_string(std::max(games_, 2))});
    expect_presses_within(expect_solved(played).area);
    EXPECT_EQ(played.clicks(), played.clicks_planned());
    if (HasFailure()) return;
  }
}

INSTANTIATE_TEST_SUITE_P(Boards, PagesInABrowser,
                         testing::Values(PzprPage{"pzpr-lightup", "lightup", 10},
                                         PzprPage{"pzpr-hitori", "singles", 8},
                                         PzprPage{"pzpr-sudoku", "sudoku", 9},
                                         PzprPage{"pzpr-sudoku", "sudoku", 16}));

}  // namespace
}  // namespace eyehand::test
