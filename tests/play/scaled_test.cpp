// Desktops at 150 and 200 %, by the settings with which each toolkit is scaled.
#include <ostream>

#include "process/find_program.hpp"
#include "tests/play/pzpr_program.hpp"
#include "tests/play/stage.hpp"

namespace eyehand::test {

struct Scaled {
  const char* name;
  const char* skin;
  std::vector<std::string> command;
  Environment scale;
  int wider_than;    ///< the board, if the program scales it
  x11::Size size{};  ///< of the window; empty: as it opens
};

void PrintTo(const Scaled& program, std::ostream* out) {
  *out << program.name;
}

struct ScaledPage {
  const char* name;
  const char* skin;
  const char* board;  ///< as pzpr calls it
  const char* scale;
  int wider_than;
};

void PrintTo(const ScaledPage& page, std::ostream* out) {
  *out << page.name;
}

namespace {

class OnALargeScreen : public Stage {
 protected:
  OnALargeScreen() : Stage({2560, 1600}) {}
  void expect_played_at(int width) {
    const Sighting board = observe();
    ASSERT_EQ(board.rejection, "");
    EXPECT_GT(board.area.width, width);
    // Of a drag in a browser, a busy machine may lose a part, which is drawn again.
    expect_presses_within(expect_solved(play()).area);
  }
};

class ScaledPrograms : public OnALargeScreen, public testing::WithParamInterface<Scaled> {};

TEST_P(ScaledPrograms, ArePlayed) {
  std::vector<std::string> command = GetParam().command;
  if (!find_program(command.front())) GTEST_SKIP() << command.front() << " is not installed";
  if (!find_program("dbus-run-session")) GTEST_SKIP() << "dbus-run-session is not installed";
  command.front() = *find_program(command.front());
  command.insert(command.begin(), {"dbus-run-session", "--"});
  start(GetParam().skin, command, GetParam().scale);
  if (GetParam().size.width > 0) resize(GetParam().size);
  expect_played_at(GetParam().wider_than);
}

class ScaledPages : public OnALargeScreen, public testing::WithParamInterface<ScaledPage> {};

TEST_P(ScaledPages, ArePlayedInABrowser) {
  if (const auto what = PzprProgram::missing(); !what.empty()) GTEST_SKIP() << what;
  const PzprProgram pzpr(desktop_);
  std::vector<std::string> command = pzpr.show({GetParam().board}, "480,480");
  command.push_back("--force-device-scale-factor=" + std::string(GetParam().scale));
  start(GetParam().skin, command);
  expect_played_at(GetParam().wider_than);
}

const auto kNameOf = [](const auto& each) { return std::string(each.param.name); };
// GTK 3 scales windows by whole numbers only; at 150 %, letters are larger.
const Environment kGtk150 = {{"GDK_DPI_SCALE", "1.5"}}, kGtk200 = {{"GDK_SCALE", "2"}},
                  kQt150 = {{"QT_SCALE_FACTOR", "1.5"}}, kQt200 = {{"QT_SCALE_FACTOR", "2"}};
const char* const kSlitherlink = "slither/10/10/88722dgc3cg226agcc012bg1bd1bcg7cdddh1dic16bh8bd3d";

INSTANTIATE_TEST_SUITE_P(
    , ScaledPrograms,
    testing::Values(
        Scaled{"gtk150", "hitori", {"hitori"}, kGtk150, 0},
        Scaled{"gtk200", "sgt-net", {"sgt-net", "9x9"}, kGtk200, 500},
        Scaled{"qt150", "knetwalk", {"knetwalk"}, kQt150, 0, {800, 900}},
        Scaled{"qt200", "arena-hexiom", {"eyehand-arena", "hexiom", "--side", "4"}, kQt200, 900}),
    kNameOf);
INSTANTIATE_TEST_SUITE_P(
    Full, ScaledPrograms,
    testing::Values(
        Scaled{"hitori200", "hitori", {"hitori"}, kGtk200, 500},
        Scaled{"solo150", "sgt-solo", {"sgt-solo", "3x3db"}, kGtk150, 0},
        Scaled{"solo200", "sgt-solo", {"sgt-solo", "3x3db"}, kGtk200, 600},
        Scaled{"picmi150", "picmi", {"picmi"}, kQt150, 300},
        Scaled{"knetwalk200", "knetwalk", {"knetwalk"}, kQt200, 0, {800, 900}},
        Scaled{"panel200", "arena-panel", {"eyehand-arena", "panel"}, kQt200, 900},
        Scaled{
            "hexiom150", "arena-hexiom", {"eyehand-arena", "hexiom", "--side", "4"}, kQt150, 720}),
    kNameOf);
INSTANTIATE_TEST_SUITE_P(, ScaledPages,
                         testing::Values(ScaledPage{"150", "pzpr", kSlitherlink, "1.5", 500},
                                         ScaledPage{"200", "pzpr", kSlitherlink, "2", 700}),
                         kNameOf);

}  // namespace
}  // namespace eyehand::test
