// Net learned by labels from one picture, then used to read other boards of the program.
#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <sstream>

#include "calibration/learn_labels.hpp"
#include "player/games.hpp"
#include "puzzle/net/text.hpp"
#include "tests/calibration/label_answers.hpp"
#include "tests/support/paths.hpp"
#include "tests/vision/sgt_program.hpp"
#include "vision/png.hpp"

namespace eyehand::calibration {
namespace {

constexpr const char* kNet = "7x7:81c7262cdb48b349e7ed2e78d8a4e82b9bb24ee185455c159";

TEST(LearnNetByLabels, ReadsOtherBoardsOfSgtNetFromOnePicture) {
  const test::SgtProgram program("sgt-net");
  if (!program.is_installed()) GTEST_SKIP() << "sgt-net is not installed";
  const Frame frame = program.draw({kNet}, 32);
  const net::Board board = net::from_game_id(kNet);
  const auto labelling = find_groups(frame, "net");
  EXPECT_LE(labelling->groups().size(), 6u);
  const auto answers = net_answers(labelling->groups(), frame, board, "sgt-net");
  for (const auto& answer : answers) EXPECT_TRUE(labelling->is_answer(answer)) << answer;
  const Learned learned = labelling->learn(answers, learn_options_for("net"));
  EXPECT_EQ(net::from_game_id(learned.board).wires, board.wires);

  const Skin skin = parse_skin(learned.skin, "learned");
  std::ifstream others(test::source_path("skins/samples/sgt-net.txt"));
  int count = 0;
  for (std::string other; count < kOtherBoards && std::getline(others, other);) {
    const int size = ++count % 2 ? 20 : 48;
    const Observation seen = game_named("net").begin(skin)->observe(program.draw({other}, size));
    EXPECT_EQ(seen.rejection, "") << other;
    EXPECT_EQ(net::from_game_id(seen.text).wires, net::from_game_id(other).wires) << other;
  }
  EXPECT_EQ(count, kOtherBoards);
}

TEST(LearnNetByLabels, WrongAnswersYieldNoSkin) {
  const test::SgtProgram program("sgt-net");
  if (!program.is_installed()) GTEST_SKIP() << "sgt-net is not installed";
  const Frame frame = program.draw({kNet}, 32);
  const auto labelling = find_groups(frame, "net");
  auto answers = net_answers(labelling->groups(), frame, net::from_game_id(kNet), "sgt-net");
  for (auto& answer : answers) answer = answer.size() == 3 ? "u" : "url";
  EXPECT_THROW(labelling->learn(answers, learn_options_for("net")), LearnStopped);
  answers.assign(answers.size(), "-");
  EXPECT_THROW(labelling->learn(answers, learn_options_for("net")), LearnStopped);
}

class LearnKNetWalkByLabels : public testing::TestWithParam<const char*> {};

TEST_P(LearnKNetWalkByLabels, ReadsOtherBoards) {
  const std::string folder = test::source_path("tests/data/knetwalk/");
  const auto picture = [&](const std::string& name) {
    return Frame{load_png(folder + name + ".png"), {}, {}};
  };
  const auto truth = [&](const std::string& name) {
    std::ostringstream text;
    text << std::ifstream(folder + name + ".txt").rdbuf();
    return net::from_game_id(text.str());
  };
  const Frame frame = picture(GetParam());
  const auto labelling = find_groups(frame, "net");
  const auto answers = net_answers(labelling->groups(), frame, truth(GetParam()), "knetwalk");
  const Learned learned = labelling->learn(answers, learn_options_for("net"));
  const Skin skin = parse_skin(learned.skin, "learned");
  const std::array others = {"hard-520x600", "medium-440x500-solved", "easy-330x370",
                             "very-hard-440x500"};
  for (int i = 0; i < kOtherBoards; ++i) {
    const char* name = others.at(static_cast<std::size_t>(i));
    const Observation seen = game_named("net").begin(skin)->observe(picture(name));
    EXPECT_EQ(seen.rejection, "") << name;
    EXPECT_TRUE(net::from_game_id(seen.text).wires == truth(name).wires) << name;
  }
}

INSTANTIATE_TEST_SUITE_P(Boards, LearnKNetWalkByLabels, testing::Values("medium-440x500"));

TEST(LearnNetByLabels, AcceptsOnlySidesAsAnswers) {
  const test::SgtProgram program("sgt-net");
  if (!program.is_installed()) GTEST_SKIP() << "sgt-net is not installed";
  const Frame frame = program.draw({kNet}, 32);
  const auto labelling = find_groups(frame, "net");
  for (const char* good : {"u", "ul", "lu", "urdl", "-", "d*"})
    EXPECT_TRUE(labelling->is_answer(good)) << good;
  for (const char* bad : {"", "*", "-*", "uu", "x", "u-", "*u", "urdlu", "U"})
    EXPECT_FALSE(labelling->is_answer(bad)) << bad;
}

}  // namespace
}  // namespace eyehand::calibration
