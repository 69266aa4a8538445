// `eyehand calibrate check --live` on windows whose boards are known from the program, the test, or
// a win.
#include <sstream>

#include "process/find_program.hpp"
#include "tests/play/stage.hpp"

namespace eyehand::test {
namespace {

const std::string kNet = "5x5:a61eb89c6d3b5d4e71c63a3b4";
const std::string kFlip = "3x3:d074191345d1644c17058,868";

class CheckLive : public Stage {
 protected:
  /// Its JSON; null if it failed.
  nlohmann::json check(const std::string& skin, const std::vector<std::string>& more) {
    std::vector<std::string> words = {"calibrate", "check",    "--live", "--json",  "--skin",
                                      skin,        "--boards", "1",      "--sweep", "size"};
    words.insert(words.end(), more.begin(), more.end());
    const Ended ended = run_eyehand(words);
    EXPECT_EQ(ended.code, 0) << ended.output;
    std::istringstream lines(ended.output);
    for (std::string line; std::getline(lines, line);)
      if (line.starts_with('{')) return nlohmann::json::parse(line);
    ADD_FAILURE() << ended.output;
    return {};
  }

  static void expect_right(const nlohmann::json& checked) {
    ASSERT_TRUE(checked.at("live"));
    EXPECT_FALSE(checked.at("drawn"));
    EXPECT_EQ(checked.at("plain").at("boards"),
              (nlohmann::json{{"right", 1}, {"wrong", 0}, {"refused", 0}}));
    const auto& points = checked.at("sweeps").at(0).at("points");
    EXPECT_EQ(points.size(), 7U);
    for (const auto& point : points) {
      EXPECT_EQ(point.at("boards").at("wrong"), 0) << point.dump();
      EXPECT_EQ(point.at("parts").at("wrong"), 0) << point.dump();
    }
    EXPECT_EQ(points.back().at("boards").at("right"), 1);
    EXPECT_GT(points.back().at("cell_px"), 1.5 * points.front().at("cell_px").get<double>());
  }
};

TEST_F(CheckLive, AProgramIsStartedWithAKnownBoard) {
  if (!find_program("sgt-net")) GTEST_SKIP() << "sgt-net is not installed";
  const auto checked = check("sgt-net", {});
  expect_right(checked);
  EXPECT_EQ(checked.at("truth"), "boards given to the program");
  EXPECT_TRUE(recorder_.presses().empty());
  EXPECT_TRUE(x11::find_windows(desktop_.connection(), {.class_name = "sgt-net"}).empty());
}

TEST_F(CheckLive, AWindowIsComparedWithTheBoardGivenForIt) {
  if (!find_program("sgt-net")) GTEST_SKIP() << "sgt-net is not installed";
  start("sgt-net", {"sgt-net", kNet});
  const x11::Size size = info().on_root.size();
  const std::string id = std::to_string(window());
  std::string other = kNet;
  other[4] = '5';  // its first tile
  const auto checked = check("sgt-net", {"--window-id", id, "--truth", other});
  EXPECT_EQ(checked.at("truth"), "contents given by the user");
  EXPECT_EQ(checked.at("plain").at("parts").at("wrong"), 1);
  EXPECT_EQ(checked.at("plain").at("boards").at("wrong"), 1);
  EXPECT_EQ(info().on_root.size(), size);
  EXPECT_TRUE(recorder_.presses().empty());
}

TEST_F(CheckLive, ABoardWithUnknownContentsIsPlayed) {
  if (!find_program("sgt-flip")) GTEST_SKIP() << "sgt-flip is not installed";
  start("sgt-flip", {"sgt-flip", kFlip});
  const auto checked = check("sgt-flip", {"--window-id", std::to_string(window())});
  expect_right(checked);
  EXPECT_NE(checked.at("truth").get<std::string>().find("won as read"), std::string::npos);
  EXPECT_TRUE(observe().solved);
  EXPECT_FALSE(recorder_.presses().empty());
  expect_nothing_held();
}

}  // namespace
}  // namespace eyehand::test
