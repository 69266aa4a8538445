// Lights Out on the command line.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tests/app/run_eyehand.hpp"

namespace eyehand::test {
namespace {

TEST(SolveLights, PrintsTheTilesToPress) {
  const Ran ran = run_eyehand({"solve", "lights", "3x3:d074191345d1644c17058,798"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out, "unique\t010/100/010\n");
  EXPECT_EQ(run_eyehand({"solve", "lights", "3x3:+,798"}).out, ran.out);
  const Ran drawn = run_eyehand({"solve", "lights", "3x3:+,798", "--picture"});
  EXPECT_EQ(drawn.out, ran.out + "· ● ·\n● · ·\n· ● ·\n");
  const Ran explained = run_eyehand({"solve", "lights", "4x4:+,0001", "--explain"});
  EXPECT_EQ(explained.code, 3);  // 16 lights, and 12 of them alone say all
  EXPECT_EQ(explained.out,
            "1. the whole board: every press flips an even number of the lights marked 1 in "
            "1000/1100/1010/0111, but an odd number of them (1) is lit, so there is no solution "
            "[solutions]\nnone\n");
}

TEST(SolveLights, JsonRemarksThatFewerPressesMaySuffice) {
  const Ran ran = run_eyehand({"solve", "lights", "-", "--json"}, "5x5:+,fffffff\n5x5:+,8000000\n");
  EXPECT_EQ(ran.code, 2);  // 28 bits, and three of them beyond the board
  const Ran two = run_eyehand({"solve", "lights", "-", "--json"}, "5x5:+,ffffff8\n5x5:+,8000000\n");
  EXPECT_EQ(two.code, 3);
  const auto out = lines(two.out);
  ASSERT_EQ(out.size(), 2u);
  const auto all = nlohmann::json::parse(out[0]);
  EXPECT_EQ(all.at("status"), "multiple");
  const std::string answer = all.at("answer");
  EXPECT_EQ(std::count(answer.begin(), answer.end(), '1'), 15);
  EXPECT_FALSE(all.contains("remark"));
  const auto corner = nlohmann::json::parse(out[1]);
  EXPECT_EQ(corner.at("status"), "none");
  EXPECT_TRUE(corner.at("answer").is_null());

  // All sets alike: 2^29 answers.
  const std::string any = "6x5:" + [] {
    std::string bits;
    for (int i = 0; i < 30; ++i) bits += '1' + std::string(29, '0');
    std::string hex;
    for (std::size_t i = 0; i < bits.size(); i += 4)
      hex += "0123456789abcdef"[std::stoul(bits.substr(i, 4), nullptr, 2)];
    return hex;
  }() + ",80000000";
  const Ran many = run_eyehand({"solve", "lights", any, "--json"});
  EXPECT_EQ(many.code, 0) << many.err;
  EXPECT_TRUE(nlohmann::json::parse(many.out).contains("remark"));
  EXPECT_NE(run_eyehand({"solve", "lights", any}).err, "");
}

TEST(GenerateLights, EveryShapeCanBeSolved) {
  for (const char* shape : {"plus", "random", "dense", "101/010/101"}) {
    const Ran boards = run_eyehand(
        {"generate", "lights", "--size", "6x4", "--shape", shape, "--count", "10", "--seed", "5"});
    ASSERT_EQ(boards.code, 0) << boards.err;
    ASSERT_EQ(lines(boards.out).size(), 10u);
    const Ran solved = run_eyehand({"solve", "lights", "-"}, boards.out);
    EXPECT_EQ(solved.code, 0) << shape;
    EXPECT_EQ(lines(solved.out).size(), 10u);
  }
  for (const auto& options : {std::vector<std::string>{"--shape", "round"},
                              std::vector<std::string>{"--shape", "dense", "--wrapping"}}) {
    std::vector<std::string> arguments = {"generate", "lights"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const Ran wrong = run_eyehand(arguments);
    EXPECT_EQ(wrong.code, 2);
    EXPECT_TRUE(is_one_clear_error(wrong.err)) << wrong.err;
  }
}

}  // namespace
}  // namespace eyehand::test
