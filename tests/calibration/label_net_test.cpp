// Net learned by labels from one picture, and other boards of the program read with what came of
// it.
#include <gtest/gtest.h>

#include <fstream>
#include <opencv2/imgcodecs.hpp>
#include <sstream>

#include "calibration/learn_labels.hpp"
#include "calibration/run_program.hpp"
#include "player/games.hpp"
#include "puzzle/net_text.hpp"
#include "vision/read_net.hpp"

namespace eyehand::calibration {
namespace {

LearnWish net_wish() {
  LearnWish wish;
  wish.name = "learned";
  wish.game = "net";
  wish.window.title = "Some window 7";
  wish.window.instance = "some";
  return wish;
}

/// What a person would say of these groups: by the skin that people made, and the truth.
std::vector<std::string> answers_for(const std::vector<Group>& groups, const net::Board& truth,
                                     const Frame& frame, const std::string& skin_name) {
  const Skin skin = find_skin(skin_name);
  net::Look look;
  skin.file.read("lattice", look.lattice);
  skin.file.read("look", look);
  const net::Reading reading = net::read(frame, look);
  std::vector<std::string> answers;
  for (const Group& group : groups) {
    const cv::Point2d at = (group.place.tl() + group.place.br()) / 2;
    const cv::Point2d cell = (at - reading.lattice.origin) / reading.lattice.pitch;
    const int tile = cvFloor(cell.y) * truth.width + cvFloor(cell.x);
    const net::Sides wires = truth.wires[static_cast<std::size_t>(tile)];
    std::string answer;
    for (std::size_t i = 0; i < 4; ++i)
      if (wires & net::kEachSide[i]) answer += "ruld"[i];
    if (answer.empty()) answer = "-";
    answers.push_back(tile == reading.board.source ? answer + "*" : answer);
  }
  return answers;
}

Frame drawn(const std::string& board, const std::string& size) {
  const ScratchFolder folder;
  const auto file = folder.path() / "board.png";
  run_program({"sgt-net", "--screenshot", file.string(), board}, {"NET_TILESIZE=" + size});
  return {cv::imread(file.string()), {}, {}};
}

constexpr const char* kNet = "7x7:81c7262cdb48b349e7ed2e78d8a4e82b9bb24ee185455c159";

TEST(LearnNetByLabels, SgtNetFromOnePictureReadsItsOtherBoards) {
  if (!find_program("sgt-net")) GTEST_SKIP() << "sgt-net is not installed";
  const Frame frame = drawn(kNet, "32");
  const net::Board board = net::from_game_id(kNet);
  const auto labelling = find_groups(frame, "net");
  EXPECT_LE(labelling->groups().size(), 6u);
  const auto answers = answers_for(labelling->groups(), board, frame, "sgt-net");
  for (const auto& answer : answers) EXPECT_TRUE(labelling->is_answer(answer)) << answer;
  const Learned learned = labelling->learn(answers, net_wish());
  EXPECT_EQ(net::from_game_id(learned.board).wires, board.wires);

  const Skin skin = parse_skin(learned.skin, "learned");
  std::ifstream others(EYEHAND_SOURCE "/skins/samples/sgt-net.txt");
  int count = 0;
  for (std::string other; std::getline(others, other);) {
    const char* size = ++count % 2 ? "20" : "48";
    const Seen seen = game_named("net").begin(skin)->see(drawn(other, size));
    EXPECT_EQ(seen.doubt, "") << other;
    EXPECT_EQ(net::from_game_id(seen.text).wires, net::from_game_id(other).wires) << other;
  }
  EXPECT_GE(count, 6);
}

TEST(LearnNetByLabels, WrongAnswersWriteNothing) {
  if (!find_program("sgt-net")) GTEST_SKIP() << "sgt-net is not installed";
  const Frame frame = drawn(kNet, "32");
  const auto labelling = find_groups(frame, "net");
  auto answers = answers_for(labelling->groups(), net::from_game_id(kNet), frame, "sgt-net");
  for (auto& answer : answers) answer = answer.size() == 3 ? "u" : "url";
  EXPECT_THROW(labelling->learn(answers, net_wish()), LearnStopped);
  answers.assign(answers.size(), "-");
  EXPECT_THROW(labelling->learn(answers, net_wish()), LearnStopped);
}

class LearnKNetWalkByLabels : public testing::TestWithParam<const char*> {};

TEST_P(LearnKNetWalkByLabels, ReadsItsOtherBoards) {
  const std::string folder = EYEHAND_SOURCE "/tests/data/knetwalk/";
  const auto picture = [&](const std::string& name) {
    return Frame{cv::imread(folder + name + ".png"), {}, {}};
  };
  const auto truth = [&](const std::string& name) {
    std::ostringstream text;
    text << std::ifstream(folder + name + ".txt").rdbuf();
    return net::from_game_id(text.str());
  };
  const Frame frame = picture(GetParam());
  const auto labelling = find_groups(frame, "net");
  const auto answers = answers_for(labelling->groups(), truth(GetParam()), frame, "knetwalk");
  const Learned learned = labelling->learn(answers, net_wish());
  const Skin skin = parse_skin(learned.skin, "learned");
  for (const char* name :
       {"easy-330x370", "medium-330x370", "medium-440x500", "hard-520x600", "hard-520x600-pointer",
        "very-hard-440x500", "very-hard-520x600-solved", "medium-440x500-solved"}) {
    const Seen seen = game_named("net").begin(skin)->see(picture(name));
    EXPECT_EQ(seen.doubt, "") << name;
    EXPECT_TRUE(net::from_game_id(seen.text).wires == truth(name).wires) << name;
  }
}

INSTANTIATE_TEST_SUITE_P(Boards, LearnKNetWalkByLabels, testing::Values("medium-440x500"));

TEST(LearnNetByLabels, OnlySidesAreAnswers) {
  if (!find_program("sgt-net")) GTEST_SKIP() << "sgt-net is not installed";
  const Frame frame = drawn(kNet, "32");
  const auto labelling = find_groups(frame, "net");
  for (const char* good : {"u", "ul", "lu", "urdl", "-", "d*"})
    EXPECT_TRUE(labelling->is_answer(good)) << good;
  for (const char* bad : {"", "*", "-*", "uu", "x", "u-", "*u", "urdlu", "U"})
    EXPECT_FALSE(labelling->is_answer(bad)) << bad;
}

}  // namespace
}  // namespace eyehand::calibration
