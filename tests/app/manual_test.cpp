// Manual pages, completions and --help name the same options, for each command of each program.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <regex>
#include <set>

#include "process/find_program.hpp"
#include "process/process.hpp"
#include "process/temp_folder.hpp"
#include "tests/app/run_eyehand.hpp"
#include "tests/support/contents.hpp"
#include "tests/support/paths.hpp"

namespace eyehand::test {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

std::string output_of(const std::string& program, const Words& arguments) {
  Words command = {test::built_program(program)};
  command.insert(command.end(), arguments.begin(), arguments.end());
  Process process(command, {{"DISPLAY", ""}});
  EXPECT_EQ(process.wait(std::chrono::minutes(1)), 0) << program << ": " << process.output();
  return process.output();
}

std::set<std::string> all_of(const std::string& text, const std::string& pattern) {
  std::set<std::string> found;
  const std::regex regex(pattern);
  for (std::sregex_iterator it(text.begin(), text.end(), regex), end; it != end; ++it)
    found.insert((*it)[1]);
  return found;
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size())
    text.replace(at, what.size(), by);
  return text;
}

class Manual : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (!fs::exists(test::built_program(GetParam()))) GTEST_SKIP() << "not built";
    output_of(GetParam(), {"--manual", folder_.path()});
  }
  /// Calls `see` for the program and each of its commands.
  void visit(const std::function<void(const Words&)>& see, const Words& command = {}) const {
    see(command);
    Words help = command;
    help.emplace_back("--help");
    std::string text = output_of(GetParam(), help);
    text = text.substr(0, text.find("Examples:"));
    const auto options = text.find("Options:");
    ASSERT_NE(options, std::string::npos);
    if (text.find("SUBCOMMAND") == std::string::npos) return;
    // After the options come the commands under their headings.
    for (const std::string& name : all_of(text.substr(options), R"(\n  ([a-z][a-z-]*) {2,}\S)")) {
      Words inner = command;
      inner.push_back(name);
      visit(see, inner);
    }
  }
  std::string page_of(const Words& command) const {
    std::string name = GetParam();
    for (const std::string& word : command) name += '-' + word;
    return contents(folder_.path() / "man1" / (name + ".1"));
  }

  TempFolder folder_;
};

TEST_P(Manual, HelpAndCompletionsNameTheSameOptions) {
  int commands = 0;
  visit([&](const Words& command) {
    ++commands;
    SCOPED_TRACE(testing::PrintToString(command));
    Words help = command, typed = {"--complete"};
    help.emplace_back("--help");
    typed.insert(typed.end(), command.begin(), command.end());
    typed.emplace_back("--");
    const auto in_help = all_of('\n' + output_of(GetParam(), help), R"(\n  (?:-\w,)?(--[\w-]+))");
    EXPECT_TRUE(in_help.contains("--help"));
    EXPECT_EQ(all_of('\n' + output_of(GetParam(), typed), R"(\n(--[\w-]+))"), in_help);
    const std::string page = replaced(page_of(command), "\\-", "-");
    EXPECT_EQ(all_of(page, R"(\.TP\n(?:\\fB-\w\\fR, )?\\fB(--[\w-]+)\\fR)"), in_help);
  });
  EXPECT_EQ(commands > 1, std::string(GetParam()) != "eyehand-watch");
}

TEST_P(Manual, PagesAreWellFormed) {
  if (!find_program("groff")) GTEST_SKIP() << "groff is not installed";
  std::size_t pages = 0;
  for (const auto& file : fs::recursive_directory_iterator(folder_.path())) {
    if (!file.is_regular_file()) continue;
    ++pages;
    Process process({"/bin/sh", "-c", "groff -man -Kutf8 -Tutf8 -ww -z \"$0\" 2>&1", file.path()});
    EXPECT_EQ(process.wait(std::chrono::minutes(1)), 0);
    EXPECT_EQ(process.output(), "") << file.path();
  }
  EXPECT_GE(pages, 1U);
}

INSTANTIATE_TEST_SUITE_P(Programs, Manual,
                         testing::Values("eyehand", "eyehand-arena", "eyehand-watch"));

TEST(SkinPage, HasEveryKey) {
  const TempFolder folder;
  output_of("eyehand", {"--manual", folder.path()});
  const std::string page = contents(folder.path() / "man5/eyehand-skin.5");
  const auto keys = all_of('\n' + run_eyehand({"skins", "--keys"}).out, R"(\n(\w+) = )");
  EXPECT_GT(keys.size(), 50U);
  for (const std::string& key : keys)
    EXPECT_NE(page.find("\n\\fB" + key + "\\fR = "), std::string::npos) << key;
}

TEST(Completions, OfNamesAndCommands) {
  const auto offered = [](const Words& words) {
    Words arguments = {"--complete"};
    arguments.insert(arguments.end(), words.begin(), words.end());
    return all_of('\n' + run_eyehand(arguments).out, "\n([^\t\n]+)");
  };
  using Set = std::set<std::string>;
  EXPECT_EQ(offered({"pl"}), Set{"play"});
  EXPECT_TRUE(offered({"solve", "ne"}).contains("net"));
  EXPECT_EQ(offered({"solve", "net", ""}), Set{":files"});
  EXPECT_EQ(offered({"calibrate", ""}), Set{"check"});
  EXPECT_EQ(offered({"play", "--skin", "sgt-ne"}), Set{"sgt-net"});
  EXPECT_EQ(offered({"play", "--skin=sgt-ne"}), Set{"--skin=sgt-net"});
  EXPECT_EQ(offered({"play", "--skin", "=", "sgt-ne"}), Set{"sgt-net"}) << "as bash has it";
  EXPECT_EQ(offered({"play", "--skin", "mine.to"}), Set{":files"});
  EXPECT_EQ(offered({"play", "--game", "slith"}), Set{"slitherlink"});
  EXPECT_EQ(offered({"learn", "--goal", ""}), (Set{"dark", "light"}));
  EXPECT_EQ(offered({"play", "--games", ""}), Set{});
}

TEST(Completions, InBash) {
  const std::string script = test::built_program("../completions/eyehand.bash");
  Process bash(
      {"bash", "-c",
       "PATH=$1:$PATH; source \"$0\"; COMP_WORDS=(eyehand play --skin sgt-n); COMP_CWORD=3; "
       "_eyehand; echo \"${COMPREPLY[@]}\"",
       script, test::built_program("")});
  EXPECT_EQ(bash.wait(std::chrono::minutes(1)), 0);
  EXPECT_EQ(bash.output(), "sgt-net\n");
}

}  // namespace
}  // namespace eyehand::test
