// A short run of the soak: some games of every program, with every fault. The long run is
// docs/trust.md's.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "process/find_program.hpp"
#include "process/process.hpp"
#include "process/temp_folder.hpp"
#include "tests/support/effort.hpp"
#include "tests/support/paths.hpp"

namespace eyehand::soak {
namespace {

using namespace std::chrono_literals;

class FaultSoak : public testing::Test {
 protected:
  void SetUp() override {
    for (const char* program : {"sgt-net", "openbox", "setxkbmap"})
      if (!find_program(program)) GTEST_SKIP() << program << " is not installed";
  }
  void expect_good(const std::vector<std::string>& options, int games) {
    const TempFolder folder;
    const std::string file = (folder.path() / "soak.json").string();
    std::vector<std::string> command = {test::built_program("eyehand-soak"), "--json", file,
                                        "--games", std::to_string(games)};
    command.insert(command.end(), options.begin(), options.end());
    Process soak(command);
    ASSERT_EQ(soak.wait(9min), 0) << soak.output();
    const auto json = nlohmann::json::parse(std::ifstream(file));
    EXPECT_TRUE(json.at("good"));
    EXPECT_EQ(json.at("all").at("games"), games);
    EXPECT_GT(json.at("all").at("ended").at("solved"), games / 4) << soak.output();
    EXPECT_GT(json.at("all").at("presses"), games);
  }
};

TEST_F(FaultSoak, GamesOfSimonTathamsProgramsEndAsTheyMust) {
  expect_good({"--programs", "sgt-net,sgt-flip,sgt-loopy", "--games-per-program", "10", "--seed",
               "1", "--displays", "2"},
              30);
}

TEST_F(FaultSoak, GamesWithKeysAndDragsEndAsTheyMust) {
  expect_good({"--programs", "arena-walk,arena-hexiom", "--games-per-program", "10", "--seed", "2",
               "--displays", "2"},
              20);
}

}  // namespace
}  // namespace eyehand::soak
