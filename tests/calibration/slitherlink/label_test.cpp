// Slitherlink learned by labels from one picture, then used to read other boards of the program.
#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <sstream>

#include "calibration/learn_labels.hpp"
#include "player/games.hpp"
#include "puzzle/slitherlink/text.hpp"
#include "tests/calibration/label_answers.hpp"
#include "tests/support/paths.hpp"
#include "tests/vision/sgt_program.hpp"
#include "vision/png.hpp"

namespace eyehand::calibration {
namespace {

Frame kept(const std::string& name) {
  return {load_png(test::source_path("tests/data/") + name), {}, {}};
}

constexpr const char* kLoopy = "7x7t0:b23a23223a3c21b03a3b223311a2f1a232a10b";

TEST(LearnSlitherlinkByLabels, ReadsOtherBoardsOfLoopyFromOnePicture) {
  const test::SgtProgram program("sgt-loopy");
  if (!program.is_installed()) GTEST_SKIP() << "sgt-loopy is not installed";
  const Frame frame = program.draw({kLoopy}, 32);
  const auto labelling = find_groups(frame, "slitherlink");
  EXPECT_EQ(labelling->groups().size(), 5u);
  auto answers = slitherlink_answers(labelling->groups(), frame, "sgt-loopy");
  for (std::size_t i = 0; i < answers.size(); ++i) {
    EXPECT_TRUE(labelling->is_answer_for(i, answers[i])) << answers[i];
    EXPECT_FALSE(labelling->is_answer_for(i, i == 0 ? "3" : "open"));
  }
  const Learned learned = labelling->learn(answers, learn_options_for("slitherlink"));
  EXPECT_EQ(slitherlink::from_text(learned.board), slitherlink::from_text(kLoopy));

  const Skin skin = parse_skin(learned.skin, "learned");
  std::ifstream others(test::source_path("skins/samples/sgt-loopy.txt"));
  int count = 0;
  for (std::string other; count < kOtherBoards && std::getline(others, other);) {
    const int size = ++count % 2 ? 20 : 48;
    const Observation seen =
        game_named("slitherlink").begin(skin)->observe(program.draw({other}, size));
    EXPECT_EQ(seen.rejection, "") << other;
    EXPECT_EQ(slitherlink::from_text(seen.text), slitherlink::from_text(other)) << other;
  }
  EXPECT_EQ(count, kOtherBoards);

  // An impossible answer gives nothing.
  answers[0] = "line";
  EXPECT_THROW(labelling->learn(answers, learn_options_for("slitherlink")), LearnStopped);
}

TEST(LearnSlitherlinkByLabels, ReadsOtherBoardsOfPzprFromOneWithALine) {
  const Frame frame = kept("pzpr/half-45.png");
  const auto labelling = find_groups(frame, "slitherlink");
  EXPECT_EQ(labelling->groups().size(), 6u);
  const auto answers = slitherlink_answers(labelling->groups(), frame, "pzpr");
  const Learned learned = labelling->learn(answers, learn_options_for("slitherlink"));
  const Skin skin = parse_skin(learned.skin, "learned");
  const std::array<std::string, 4> others = {"solved-45", "empty-24", "empty-36", "empty-60"};
  for (int i = 0; i < kOtherBoards; ++i) {
    const std::string& name = others.at(static_cast<std::size_t>(i));
    std::ostringstream text;
    text << std::ifstream(test::source_path("tests/data/pzpr/") + name + ".txt").rdbuf();
    const Observation seen =
        game_named("slitherlink").begin(skin)->observe(kept("pzpr/" + name + ".png"));
    EXPECT_EQ(seen.rejection, "") << name;
    EXPECT_EQ(slitherlink::from_text(seen.text).clues, slitherlink::from_text(text.str()).clues);
  }
}

TEST(LearnSlitherlinkByLabels, DotsAloneRequireALineOnTheBoard) {
  const Frame frame = kept("pzpr/empty-36.png");
  const auto labelling = find_groups(frame, "slitherlink");
  const auto answers = slitherlink_answers(labelling->groups(), frame, "pzpr");
  EXPECT_EQ(answers.front(), "open");
  EXPECT_THROW(labelling->learn(answers, learn_options_for("slitherlink")), LearnStopped);
}

}  // namespace
}  // namespace eyehand::calibration
