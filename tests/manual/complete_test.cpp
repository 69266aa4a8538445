#include "manual/complete.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace eyehand::manual {
namespace {

class Complete : public testing::Test {
 protected:
  Complete() {
    CLI::App* run = app_.add_subcommand("run", "Runs it");
    run->add_option("GAME", text_, "which")->type_name("NAME");
    run->add_option("FILES", texts_, "what")->type_name("FILE");
    run->add_option("--theme", text_)
        ->check(CLI::IsMember(std::vector<std::string>{"neon", "plain"}));
    run->add_option("--title", text_)->type_name("TITLE");
    run->add_option("--many", texts_)->type_name("light|dark");
    run->add_flag_callback(
        "--fast", [] {}, "does not wait");
  }
  std::string operator()(const std::vector<std::string>& words) const {
    const Lists lists = {
        {"GAME",
         [] {
           return std::vector<std::string>{"net", "two words"};
         }},
        {"TITLE", []() -> std::vector<std::string> { throw std::runtime_error("no display"); }}};
    return completions(app_, words, lists);
  }

  CLI::App app_{"A program", "some"};
  std::string text_;
  std::vector<std::string> texts_;
};

TEST_F(Complete, Commands) {
  EXPECT_EQ((*this)({}), "run\tRuns it\n");
  EXPECT_EQ((*this)({"r"}), "run\tRuns it\n");
  EXPECT_EQ((*this)({"x"}), "");
}

TEST_F(Complete, Options) {
  EXPECT_EQ((*this)({"run", "--f"}), "--fast\tdoes not wait\n");
  EXPECT_EQ((*this)({"run", "--fast", "--th"}), "--theme\n");
}

TEST_F(Complete, Values) {
  EXPECT_EQ((*this)({"run", "--theme", ""}), "neon\nplain\n");
  EXPECT_EQ((*this)({"run", "--theme=n"}), "--theme=neon\n");
  EXPECT_EQ((*this)({"run", "--theme", "="}), "neon\nplain\n");
  EXPECT_EQ((*this)({"run", "--many", "light", "d"}), "dark\n") << "takes several";
  EXPECT_EQ((*this)({"run", "--title", ""}), ":files\n") << "nothing else is known";
}

TEST_F(Complete, Positionals) {
  EXPECT_EQ((*this)({"run", ""}), "net\ntwo words\n");
  EXPECT_EQ((*this)({"run", "--fast", "two"}), "two words\n");
  EXPECT_EQ((*this)({"run", "--theme", "neon", "net", ""}), ":files\n");
  EXPECT_EQ((*this)({"run", "net", "a", ""}), ":files\n") << "takes several";
}

}  // namespace
}  // namespace eyehand::manual
