// Programs that a skin starts.
#include <gtest/gtest.h>

#include <fstream>

#include "process/find_program.hpp"
#include "process/temp_folder.hpp"
#include "tests/app/run_eyehand.hpp"
#include "tests/support/contents.hpp"
#include "tests/support/paths.hpp"

namespace eyehand::test {
namespace {

namespace fs = std::filesystem;

/// A skin that somebody else wrote. Its program makes files; nothing else of it works.
class Trust : public testing::Test {
 protected:
  Trust() {
    std::ofstream(folder_.path() / "boards.txt") << "5x5:1315a65hdeh659e81v3a9h3c8hav3cv6\n";
    std::ofstream(skin_) << "game = 'net'\n[window]\nclass = 'mine'\n[lattice]\nmethod = 'lines'\n"
                         << "[program]\ncommand = ['touch', '" << made_.string() << "']\n"
                         << "[samples]\nboards = 'boards.txt'\nsizes = ['32']\nusual_size = '32'\n"
                         << "render = ['touch', '" << made_.string() << "', '" << odd_.string()
                         << "']\n";
  }
  std::vector<std::string> check(const std::vector<std::string>& more = {}) const {
    std::vector<std::string> all = {"calibrate", "check", "--skin", skin_.string()};
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }
  /// Whether its program was started; forgets it.
  bool was_started() const { return fs::remove(made_); }
  bool is_refused(const Ran& ran) const { return ran.code == 2 && !was_started(); }

  TempFolder folder_;
  fs::path skin_ = folder_.path() / "mine.toml", made_ = folder_.path() / "made";
  /// A shell would make another file of this name.
  fs::path odd_ = folder_.path() / "$(touch shell); touch shell";
  Environment home_ = {{"XDG_STATE_HOME", folder_.path() / "state"}};
};

TEST_F(Trust, WithoutATerminalItIsRefusedAndSaysWhatItWouldStart) {
  const Ran ran = run_eyehand(check(), "yes\n", home_);
  EXPECT_TRUE(is_refused(ran)) << ran.err;
  for (const std::string& word : {skin_.string(), "touch " + made_.string() + " '" + odd_.string(),
                                  std::string("[program] command"), std::string("--trust-skin")})
    EXPECT_NE(ran.err.find(word), std::string::npos) << ran.err;
  EXPECT_TRUE(is_refused(run_eyehand(
      {"challenge", "--skin", skin_.string(), "--run", "--displays", "1", "--games", "1"}, "yes\n",
      home_)));
  EXPECT_TRUE(is_refused(run_eyehand({"learn", "--from-screenshots", skin_.string()}, "", home_)));
}

TEST_F(Trust, TheOptionIsConsentForThisTime) {
  const Ran ran = run_eyehand(check({"--trust-skin"}), "", home_);
  EXPECT_EQ(ran.code, 1) << "it draws nothing: " << ran.err;
  EXPECT_TRUE(was_started());
  EXPECT_TRUE(is_refused(run_eyehand(check(), "", home_)));
}

TEST_F(Trust, NoCommandGoesThroughAShell) {
  run_eyehand(check({"--trust-skin"}), "", home_);
  EXPECT_TRUE(was_started());
  EXPECT_TRUE(fs::exists(odd_));
}

TEST_F(Trust, IsAskedForOnceAndHoldsForThisTextAlone) {
  const Ran no = run_on_terminal(check(), "no\n", home_);
  EXPECT_TRUE(is_refused(no)) << no.err;
  EXPECT_NE(no.err.find("touch " + made_.string()), std::string::npos) << no.err;
  const Ran yes = run_on_terminal(check(), "yes\n", home_);
  EXPECT_EQ(yes.code, 1) << yes.err;
  EXPECT_TRUE(was_started());

  EXPECT_EQ(run_eyehand(check(), "", home_).code, 1);
  EXPECT_TRUE(was_started()) << "remembered";
  std::ofstream(skin_, std::ios::app) << "# changed\n";
  EXPECT_TRUE(is_refused(run_eyehand(check(), "", home_)));
}

TEST_F(Trust, CoversCommandsInOtherFiles) {
  std::ofstream(skin_) << "game = 'net'\n[window]\nclass = 'mine'\n[lattice]\nmethod = 'lines'\n"
                       << "[samples]\nboards = 'boards.txt'\nsizes = ['32']\nusual_size = '32'\n"
                       << "render = ['file:command.txt']\n";
  std::ofstream(folder_.path() / "command.txt") << "true\n";
  run_on_terminal(check(), "yes\n", home_);
  EXPECT_EQ(run_eyehand(check(), "", home_).code, 1) << "remembered";
  std::ofstream(folder_.path() / "command.txt") << "touch\n" << made_.string() << '\n';
  EXPECT_TRUE(is_refused(run_eyehand(check(), "", home_)));
}

TEST_F(Trust, ASkinWithoutCommandsNeedsNone) {
  std::ofstream(skin_) << "game = 'net'\n[window]\nclass = 'mine'\n[lattice]\nmethod = 'lines'\n";
  const Ran ran = run_eyehand(check(), "", home_);
  EXPECT_EQ(ran.code, 1);
  EXPECT_NE(ran.err.find("no samples"), std::string::npos) << ran.err;
}

TEST_F(Trust, ShippedSkinsNeedNone) {
  if (!find_program("sgt-net")) GTEST_SKIP() << "sgt-net is not installed";
  const Ran ran = run_eyehand(
      {"calibrate", "check", "--skin", "sgt-net", "--boards", "1", "--sweep", "shift"}, "", home_);
  EXPECT_EQ(ran.code, 0) << ran.err;
}

/// The test names in brackets in the threat model, as "Suite.Case", "Suite" or "Case".
std::vector<std::string> tests_named(const std::string& document) {
  std::vector<std::string> names;
  const auto from = document.find("## Threat model"), end = document.find("## Games with faults");
  bool is_in_brackets = false;
  for (auto at = from; at < end; ++at) {
    if (document[at] == '[' || document[at] == ']') is_in_brackets = document[at] == '[';
    if (document[at] != '`') continue;
    const auto close = document.find('`', at + 1);
    const std::string name = document.substr(at + 1, close - at - 1);
    const bool is_fuzz_target = name.find('/') != std::string::npos;
    if (is_in_brackets && !is_fuzz_target) names.push_back(name);
    at = close;
  }
  return names;
}

TEST(ThreatModel, NamesTestsThatExist) {
  std::string code;
  for (const auto& entry : fs::recursive_directory_iterator(test::source_path("tests")))
    if (entry.path().extension() == ".cpp") code += contents(entry.path());
  const auto names = tests_named(contents(test::source_path("docs/trust.md")));
  EXPECT_GT(names.size(), 20U);
  for (const std::string& name : names) {
    const auto dot = name.find('.');
    const bool is_there =
        dot != std::string::npos
            ? code.find('(' + name.substr(0, dot) + ", " + name.substr(dot + 1) + ')') != code.npos
            : code.find('(' + name + ", ") != code.npos ||
                  code.find(", " + name + ')') != code.npos;
    EXPECT_TRUE(is_there) << name;
  }
}

}  // namespace
}  // namespace eyehand::test
