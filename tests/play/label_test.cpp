// Programs learned by labels, without a skin of theirs, and then played with the learned skin.
#include <fstream>
#include <sstream>

#include "process/find_program.hpp"
#include "process/temp_folder.hpp"
#include "puzzle/model/rules.hpp"
#include "puzzle/net/text.hpp"
#include "puzzle/panel/text.hpp"
#include "puzzle/saved_game.hpp"
#include "tests/calibration/label_answers.hpp"
#include "tests/play/stage.hpp"
#include "tests/support/contents.hpp"
#include "tests/support/paths.hpp"
#include "tests/vision/sgt_program.hpp"

namespace eyehand::test {
namespace {

using calibration::Group;

class LearnByLabels : public Stage {
 protected:
  LearnByLabels() : Stage({1280, 1024}) {}

  std::filesystem::path skin() const { return folder_.path() / "learned.toml"; }
  std::filesystem::path answers() const { return folder_.path() / "answers.txt"; }

  /// The exit code of `eyehand learn --ask`, which uses no existing skin. `input` is a shell
  /// redirection.
  int run(const std::string& game, const std::vector<std::string>& more,
          const std::string& input = "< /dev/null") {
    std::string command = test::built_program("eyehand") + " learn --ask --name learned --game " +
                          game + " --window-id " + std::to_string(window()) + " --out " +
                          skin().string() + " --clusters " +
                          (folder_.path() / "clusters.png").string() + " --overlay " +
                          (folder_.path() / "overlay.png").string();
    for (const auto& word : more) command += " " + word;
    const auto process = desktop_.launch({"sh", "-c", command + " " + input});
    const auto code = exit_code(*process, desktop_, recorder_);
    log_ = process->output();
    return code.value_or(-1);
  }

  /// Teaches the window's program by answers to the clusters that it is going to find.
  template <class Answer>
  void teach(const std::string& game, Answer&& answer, std::vector<std::string> more = {}) {
    recorder_.clear();
    const Sighting before = observe();
    ASSERT_EQ(before.rejection, "");
    const Frame frame{before.picture, {}, {}};
    const auto labelling = calibration::find_groups(frame, game);
    std::ofstream file(answers());
    for (const auto& word : answer(labelling->groups(), frame, before)) file << word << '\n';
    file.close();
    more.insert(more.end(), {"--answers", answers().string(), "--yes"});
    ASSERT_EQ(run(game, more), 0) << log_;
    EXPECT_TRUE(recorder_.presses().empty());
    EXPECT_EQ(observe().text, before.text);
    expect_solved(play({"--skin", skin().string()}));
    if (HasFailure()) std::cerr << log_ << std::ifstream(skin()).rdbuf();
  }

  TempFolder folder_;
  std::string log_;
};

constexpr const char* kNetBoard = "7x7:81c7262cdb48b349e7ed2e78d8a4e82b9bb24ee185455c159";

TEST_F(LearnByLabels, SgtNet) {
  if (!find_program("sgt-net")) GTEST_SKIP() << "sgt-net is not installed";
  start("sgt-net", {"sgt-net", kNetBoard});
  teach("net", [](const auto& groups, const Frame& frame, const Sighting& seen) {
    return calibration::net_answers(groups, frame, seen.board, "sgt-net");
  });
}

TEST_F(LearnByLabels, KNetWalk) {
  start_knetwalk("Medium");
  if (IsSkipped()) return;
  resize({440, 500});
  teach("net",
        [](const auto& groups, const Frame& frame, const Sighting& seen) {
          return calibration::net_answers(groups, frame, seen.board, "knetwalk");
        },
        {"--new-game", "ctrl+n", "--dismiss", "Escape"});
}

TEST_F(LearnByLabels, SgtLoopy) {
  if (!find_program("sgt-loopy")) GTEST_SKIP() << "sgt-loopy is not installed";
  start("sgt-loopy", {"sgt-loopy", "7x7t0:b23a23223a3c21b03a3b223311a2f1a232a10b"});
  teach("slitherlink", [](const auto& groups, const Frame& frame, const Sighting&) {
    return calibration::slitherlink_answers(groups, frame, "sgt-loopy");
  });
}

TEST_F(LearnByLabels, ThePanelOfThePracticeWindow) {
  start("arena-panel", {test::built_program("eyehand-arena"), "panel", "--theme", "pond", "--panel",
                        "5:0X64Sk04Sw0Sr0Dy0X0Sk04Sw0Y6Ey0Sy04Sg00Sr00Sg4006Tw4"});
  teach("panel", [](const auto& groups, const Frame& frame, const Sighting& seen) {
    return calibration::panel_answers(groups, frame, panel::from_code(seen.text));
  });
}

/// The board shows lit cells, a bulb and a mark for none.
TEST_F(LearnByLabels, SgtLightUp) {
  if (!find_program("sgt-lightup")) GTEST_SKIP() << "sgt-lightup is not installed";
  const auto saved = folder_.path() / "saved";
  const std::vector<std::string> moves = {"L0,0", "I9,9"};
  std::ofstream(saved) << saved_game("Light Up", "10x10:c1hBd2c2a1a2b3h1a1bBnBb2a1hBb0aBa2c3d4hBc",
                                     moves, moves.size());
  start("sgt-lightup", {"sgt-lightup", saved});
  teach("lightup", [](const auto& groups, const Frame&, const Sighting& seen) {
    const model::Rules& rules = model::page("lightup");
    auto answers = calibration::page_answers(groups, rules, read(rules, seen.text));
    answers.insert(answers.end(), {"? 1", "-", "? 0", "n"});
    return answers;
  });
}

/// The marks of a program, and how clicks set them, follow from clicks on one cell.
TEST_F(LearnByLabels, ClicksShowTheMarksOfSgtUnruly) {
  if (!find_program("sgt-unruly")) GTEST_SKIP() << "sgt-unruly is not installed";
  start("sgt-unruly", {"sgt-unruly", "8x8:aLaeJCbdGCBdBBCBb"});
  const Sighting before = observe();
  ASSERT_EQ(before.rejection, "");
  const model::Rules& rules = model::page("unruly");
  const auto groups = calibration::find_groups({before.picture, {}, {}}, "unruly")->groups();
  auto words = calibration::page_answers(groups, rules, read(rules, before.text));
  words.insert(words.end(), {"mark 1", "mark 0", "y"});  // in the order in which they appear
  std::ofstream file(answers());
  for (const auto& word : words) file << word << '\n';
  file.close();
  ASSERT_EQ(run("unruly", {"--try-clicks", "--answers", answers().string(), "--yes"}), 0) << log_;
  EXPECT_EQ(observe().text, before.text);
  const std::string learned = contents(skin());
  EXPECT_NE(learned.find("left = [\"?\", \"1\", \"0\"]\nright = [\"?\", \"0\", \"1\"]\n"),
            std::string::npos)
      << learned;
  expect_solved(play({"--skin", skin().string()}));
}

TEST_F(LearnByLabels, InvalidOrUnconfirmedAnswersWriteNothing) {
  if (!find_program("sgt-net")) GTEST_SKIP() << "sgt-net is not installed";
  start("sgt-net", {"sgt-net", kNetBoard});
  const Sighting before = observe();
  ASSERT_EQ(before.rejection, "");
  const Frame frame{before.picture, {}, {}};
  const auto groups = calibration::find_groups(frame, "net")->groups();
  const auto right = calibration::net_answers(groups, frame, before.board, "sgt-net");
  const auto write = [&](const std::vector<std::string>& words) {
    std::ofstream file(answers());
    for (const auto& word : words) file << word << '\n';
  };
  const auto fails = [&](int code, const std::string& why) {
    EXPECT_NE(log_.find(why), std::string::npos) << log_;
    EXPECT_EQ(log_.find("terminate"), std::string::npos) << log_;
    EXPECT_FALSE(std::filesystem::exists(skin()));
    return code != 0;
  };
  const std::vector<std::string> by_file = {"--answers", answers().string(), "--yes"};
  write({"u"});
  EXPECT_TRUE(fails(run("net", by_file), "has 1 answers"));
  write(std::vector<std::string>(groups.size(), "north"));
  EXPECT_TRUE(fails(run("net", by_file), "'north'"));
  write(std::vector<std::string>(groups.size(), "url"));
  EXPECT_TRUE(fails(run("net", by_file), ""));
  EXPECT_TRUE(fails(run("net", {}), "input ended before"));
  write(right);
  EXPECT_TRUE(fails(run("net", {}, "< " + answers().string()), "not confirmed"));
  EXPECT_TRUE(fails(run("slitherlink", {}), ""));  // no such board
}

}  // namespace
}  // namespace eyehand::test
