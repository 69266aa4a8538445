// What the skin of a program that plays Net may say beyond how it looks.
#include <gtest/gtest.h>

#include <utility>

#include "player/games.hpp"
#include "player/settings.hpp"
#include "player/skin.hpp"
#include "puzzle/error.hpp"

namespace eyehand::test {
namespace {

Skin skin_with(const std::string& text) {
  Skin skin = load_skin(EYEHAND_SOURCE "/skins/sgt-net.toml");
  skin.file = SettingsFile::parse(text, "mine.toml");
  return skin;
}

TEST(NetSession, ReversedShapesAreShapes) {
  const Game& net = game_named("net");
  EXPECT_NO_THROW(net.begin(skin_with("[controls]\nreversed_shapes = [\"end\", \"tee\"]\n")));
  try {
    net.begin(skin_with("[controls]\nreversed_shapes = [\"end\", \"round\"]\n"));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(std::string(error.what()),
              "mine.toml:2: key 'reversed_shapes' in [controls]: no tile has the shape 'round'.");
  }
}

TEST(NetSession, ATextMayHaveADanglingSourceAndLinkedTiles) {
  const Game& net = game_named("net");
  EXPECT_EQ(net.solve("3x1:1fs1", {}).answer, "3x1:1fs4");
  TextOptions parts;
  parts.rules = {"parts"};
  EXPECT_EQ(net.solve("2x2:1414", parts).count, 2u);
  EXPECT_EQ(net.solve("2x2:1414+0,2", parts).count, 1u);
  EXPECT_EQ(net.parts("3x1:1fs4+0,2")[3].label, "linked");
  EXPECT_EQ(net.parts("3x1:1fs4+0,2")[7].label, "fixed source");
  GenerateOptions request;
  request.width = request.height = 5;
  for (const auto& [option, text] : {std::pair{"dangling", "s"}, {"linked", "+12,13"}}) {
    request.options = {{option, ""}};
    const std::string puzzle = net.generate(request, {});
    EXPECT_NE(puzzle.find(text), std::string::npos) << puzzle;
    EXPECT_EQ(net.solve(puzzle, {}).status, Status::unique);
  }
  request.options = {{"dangling", ""}, {"linked", ""}};
  EXPECT_THROW(net.generate(request, {}), OptionError);
}

}  // namespace
}  // namespace eyehand::test
