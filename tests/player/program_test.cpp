#include "player/program.hpp"

#include <gtest/gtest.h>

#include "player/skin.hpp"
#include "puzzle/error.hpp"

namespace eyehand {
namespace {

using Words = std::vector<std::string>;

TEST(CommandLines, AreSplitAtBlanksOutsideQuotes) {
  EXPECT_EQ(split_command("sgt-net 9x9"), (Words{"sgt-net", "9x9"}));
  EXPECT_EQ(split_command("  a\t b\n"), (Words{"a", "b"}));
  EXPECT_EQ(split_command("a 'b c' \"d e\"f"), (Words{"a", "b c", "d ef"}));
  EXPECT_EQ(split_command("a '' x"), (Words{"a", "", "x"}));
  EXPECT_EQ(split_command("a\\ b '\\' \"\\\"\""), (Words{"a b", "\\", "\""}));
  EXPECT_THROW(split_command("a 'b"), Error);
  EXPECT_THROW(split_command("  "), Error);
}

TEST(CommandLines, JoinedAndSplitAreTheSameWords) {
  for (const Words& words :
       {Words{"sgt-net", "9x9"}, Words{"a b", "", "it's", "\"q\"", "\\", "\n"}})
    EXPECT_EQ(split_command(join_command(words)), words) << join_command(words);
  EXPECT_EQ(join_command({"sgt-net", "9x9"}), "sgt-net 9x9");
}

TEST(StartingAProgram, LevelsGoWhereTheSkinSays) {
  const Program one{{"net"}, {"--at", "{}"}}, many{{"hex"}, {"--level", "{...}"}};
  EXPECT_EQ(start_command(one, {}), (Words{"net"}));
  EXPECT_EQ(start_command(one, {"5x5"}), (Words{"net", "--at", "5x5"}));
  EXPECT_EQ(start_command(many, {"a", "b"}), (Words{"hex", "--level", "a", "b"}));
  EXPECT_THROW(start_command(one, {"5x5", "7x7"}), Error);
  EXPECT_THROW(start_command({{"net"}, {}}, {"5x5"}), Error);
  EXPECT_THROW(start_command({}, {}), Error);
}

TEST(StartingAProgram, IsDescribedByTheShippedSkins) {
  EXPECT_EQ(start_command(find_skin("sgt-net").program, {"9x9w"}), (Words{"sgt-net", "9x9w"}));
  EXPECT_EQ(start_command(find_skin("arena-hexiom").program, {"1", "2"}),
            (Words{"eyehand-arena", "hexiom", "--level", "1", "2"}));
  EXPECT_EQ(start_command(find_skin("lightsoff").program, {}), (Words{"lightsoff"}));
  EXPECT_TRUE(find_skin("pzpr").program.command.empty());
}

}  // namespace
}  // namespace eyehand
