// Panels learned by labels from one picture, then used to read other panels of the program.
#include <gtest/gtest.h>

#include <fstream>

#include "calibration/learn_labels.hpp"
#include "player/games.hpp"
#include "process/find_program.hpp"
#include "process/process.hpp"
#include "process/temp_folder.hpp"
#include "puzzle/panel/text.hpp"
#include "tests/calibration/label_answers.hpp"
#include "tests/support/paths.hpp"
#include "vision/png.hpp"

namespace eyehand::calibration {
namespace {

Frame drawn(const std::string& code, const std::string& theme, const std::string& size) {
  const TempFolder folder;
  const auto file = folder.path() / "panel.png", text = folder.path() / "panel.txt";
  std::ofstream(text) << code << '\n';
  run_program({"eyehand-arena", "panel", "--panel", text.string(), "--theme", theme, "--size", size,
               "--screenshot", file.string()},
              {});
  return {load_png(file), {}, {}};
}

class LearnPanelThemes : public testing::TestWithParam<const char*> {};

TEST_P(LearnPanelThemes, ReadsOtherPanelsOfAThemeFromOnePicture) {
  // All hues, all kinds of symbols, locks in both states, links and a missing tile.
  const std::string code =
      "5:Cr00Do00By06Eg02Fb040Ap0Kw2Kk4Rr00Ty0<0Sg4V4Y06020Ak00^0080Bo2Rp0Tb20";
  const panel::Board board = panel::from_code(code);
  const Frame frame = drawn(code, GetParam(), "500x540");
  const auto labelling = find_groups(frame, "panel");
  const auto answers = panel_answers(labelling->groups(), frame, board);
  for (const auto& answer : answers) EXPECT_TRUE(labelling->is_answer(answer)) << answer;
  const Learned learned = labelling->learn(answers, learn_options_for("panel"));
  EXPECT_EQ(learned.board, panel::to_code(board));

  const Skin skin = parse_skin(learned.skin, "learned");
  std::ifstream others(test::source_path("skins/samples/arena-panel.txt"));
  int count = 0;
  for (std::string other; std::getline(others, other);) {
    const panel::Board truth = panel::from_code(other);
    // No walker was visible. A sample suffices for each theme.
    if (panel::has_start(truth) || count == kOtherBoards) continue;
    const char* size = ++count % 2 ? "340x368" : "720x780";
    const Observation seen =
        game_named("panel").begin(skin)->observe(drawn(other, GetParam(), size));
    EXPECT_EQ(seen.rejection, "") << other << " " << size;
    EXPECT_EQ(seen.text, panel::to_code(truth)) << size;
  }
  EXPECT_EQ(count, kOtherBoards);
}

TEST(LearnPanelByLabels, SeesTheWalkerOnAWalkedPanel) {
  const std::string code = "5:Ho400Co04+CDo00Y04@Sp2Cg+CAg0Ag6Tp00";
  const panel::Board board = panel::from_code(code);
  const Frame frame = drawn(code, "paper", "500x540");
  const auto labelling = find_groups(frame, "panel");
  const Learned learned = labelling->learn(panel_answers(labelling->groups(), frame, board),
                                           learn_options_for("panel"));
  EXPECT_EQ(learned.board, panel::to_code(board));
  const Skin skin = parse_skin(learned.skin, "learned");
  const Observation seen =
      game_named("panel").begin(skin)->observe(drawn(code, "paper", "720x780"));
  EXPECT_EQ(seen.rejection, "");
  EXPECT_EQ(seen.text, panel::to_code(board));
}

TEST(LearnPanelByLabels, RejectsInvalidAndImpossibleAnswers) {
  const std::string code = "3:06Ar0Sr04020Sb0";
  const Frame frame = drawn(code, "slate", "340x368");
  const auto labelling = find_groups(frame, "panel");
  for (const char* good :
       {"lit", "unlit,locked", "start,lit", "dot,-3,unlit", "lit,flower,0", "lit,dot,9,red"})
    EXPECT_TRUE(labelling->is_answer(good)) << good;
  for (const char* bad : {"", "dark", "lit,unlit", "lit,dot", "lit,dot,0", "lit,dot,10", "lit,red",
                          "lit,flower,5", "lit,flower,2,red", "lit,bar,slash", "lit,3", "lit,,"})
    EXPECT_FALSE(labelling->is_answer(bad)) << bad;
  auto answers = panel_answers(labelling->groups(), frame, panel::from_code(code));
  EXPECT_EQ(labelling->learn(answers, learn_options_for("panel")).board, code);
  for (auto& answer : answers)
    if (answer == "unlit,dot,1,red") answer = "unlit,dot,2,red";
  EXPECT_THROW(labelling->learn(answers, learn_options_for("panel")), LearnStopped);
  // A panel without lit tiles does not show what they look like.
  for (auto& answer : answers) answer = "unlit";
  EXPECT_THROW(labelling->learn(answers, learn_options_for("panel")), LearnStopped);
}

INSTANTIATE_TEST_SUITE_P(Themes, LearnPanelThemes, testing::Values("paper"));
INSTANTIATE_TEST_SUITE_P(FullThemes, LearnPanelThemes, testing::Values("slate", "pond"));

}  // namespace
}  // namespace eyehand::calibration
