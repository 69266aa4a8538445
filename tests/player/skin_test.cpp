#include "player/skin.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "player/games.hpp"
#include "process/temp_folder.hpp"
#include "puzzle/error.hpp"

namespace eyehand {
namespace {

constexpr std::string_view kGood = R"(game = "net"
about = "a program"
[window]
class = "some-net"
[lattice]
method = "lines"
[appearance]
wire_contrast_min = 40
[controls]
lock_button = 0
[pace]
hold_ms = 16
[new_game]
keys = ["ctrl+n"]
)";

/// A folder of skins that is looked in first.
class Skins : public testing::Test {
 protected:
  Skins() { setenv("EYEHAND_SKINS", ("/nowhere::" + folder_.path().string()).c_str(), 1); }
  ~Skins() override { unsetenv("EYEHAND_SKINS"); }

  std::filesystem::path write(const std::string& name, std::string_view text) const {
    auto file = folder_.path() / name;
    std::ofstream(file) << text;
    return file;
  }
  /// The good skin with one piece of its text replaced.
  std::string error_with(std::string_view piece, std::string_view replacement) const {
    std::string text(kGood);
    text.replace(text.find(piece), piece.size(), replacement);
    const auto file = write("broken.toml", text);
    try {
      load_skin(file);
    } catch (const Error& error) {
      const std::string what = error.what();
      EXPECT_EQ(what.find(file.string() + ':'), 0u) << what;
      return what.substr(file.string().size() + 1);
    }
    return "no error";
  }

  TempFolder folder_;
};

#define EXPECT_STARTS(text, start) EXPECT_EQ((text).substr(0, std::string(start).size()), start)

TEST_F(Skins, AreReadCompletely) {
  const Skin skin = load_skin(write("some-net.toml", kGood));
  EXPECT_EQ(skin.name, "some-net");
  EXPECT_EQ(skin.about, "a program");
  EXPECT_EQ(skin.game, "net");
  EXPECT_EQ(skin.window.class_name, "some-net");
  EXPECT_EQ(skin.pace.hold, std::chrono::milliseconds(16));
  EXPECT_EQ(skin.new_game_keys, std::vector<std::string>{"ctrl+n"});
  EXPECT_FALSE(skin.any);
}

TEST_F(Skins, WhatTheySayAboutThemselvesIsOneShortLine) {
  const std::string text =
      "about = \"a\\nb\\u001bc" + std::string(1000, 'd') + "\"\n" +
      std::string(kGood).erase(kGood.find("about"), kGood.find("[window]") - kGood.find("about"));
  const std::string about = load_skin(write("long.toml", text)).about;
  EXPECT_TRUE(about.starts_with("a\ufffdb\ufffdcd")) << about;
  EXPECT_LT(about.size(), 130U);
}

TEST_F(Skins, AnySolutionMayDo) {
  EXPECT_TRUE(load_skin(write("any.toml", "any = true\n" + std::string(kGood))).any);
}

TEST_F(Skins, ShippedOnesAreValid) {
  unsetenv("EYEHAND_SKINS");
  for (const char* name : {"sgt-net", "knetwalk"}) {
    const Skin skin = find_skin(name);
    EXPECT_EQ(skin.game, "net");
    EXPECT_FALSE(skin.window.class_name.empty());
  }
  EXPECT_GE(all_skins().size(), 2u);
}

TEST_F(Skins, TheEarlierFolderWins) {
  const auto mine = write("sgt-net.toml", kGood);
  EXPECT_EQ(find_skin("sgt-net").file.name(), mine.string());
  EXPECT_EQ(find_skin("sgt-net").window.class_name, "some-net");
  std::size_t of_this_name = 0;
  for (const Skin& skin : all_skins()) of_this_name += skin.name == "sgt-net" ? 1 : 0;
  EXPECT_EQ(of_this_name, 1u);
}

TEST_F(Skins, AnUnknownNameListsTheKnownOnes) {
  try {
    find_skin("sgt-nit");
    FAIL() << "found";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("'sgt-nit'"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("sgt-net"), std::string::npos) << error.what();
  }
}

TEST_F(Skins, AnUnknownKeyIsAnError) {
  EXPECT_STARTS(error_with("about =", "abuot ="), "2: key 'abuot' before the first table: unknown");
  EXPECT_STARTS(error_with("class =", "klass ="), "4: key 'klass' in [window]: unknown");
}
TEST_F(Skins, AnUnknownTableIsAnError) {
  EXPECT_STARTS(error_with("[new_game]", "[newgame]"), "13: table [newgame] is unknown");
}
TEST_F(Skins, AMissingGameIsAnError) {
  EXPECT_STARTS(error_with("game = \"net\"", ""), "1: key 'game' before the first table: missing");
}
TEST_F(Skins, AnUnknownGameIsAnError) {
  EXPECT_STARTS(error_with("\"net\"", "\"not\""),
                "1: key 'game' before the first table: unknown game 'not'");
}
TEST_F(Skins, AWindowThatCannotBeRecognisedIsAnError) {
  EXPECT_STARTS(error_with("class = \"some-net\"", ""), "3: key 'class' in [window]: missing");
}
TEST_F(Skins, ABrokenTitlePatternIsAnError) {
  EXPECT_STARTS(error_with("class = \"some-net\"", "title_pattern = '(Net'"),
                "4: key 'title_pattern' in [window]: '(Net' is not a valid regular expression");
}
TEST_F(Skins, AWrongTypeIsAnError) {
  EXPECT_STARTS(error_with("hold_ms = 16", "hold_ms = '16'"), "12: key 'hold_ms' in [pace]: has");
}
TEST_F(Skins, AValueOutOfRangeIsAnError) {
  EXPECT_STARTS(error_with("hold_ms = 16", "hold_ms = -1"), "12: key 'hold_ms' in [pace]: -1 is");
}
TEST_F(Skins, TheGamesOwnTablesAreCheckedToo) {
  EXPECT_STARTS(error_with("\"lines\"", "\"dots\""), "6: key 'method' in [lattice]: has the wrong");
  EXPECT_STARTS(error_with("= 40", "= 400"),
                "8: key 'wire_contrast_min' in [appearance]: 400 is out");
  EXPECT_STARTS(error_with("lock_button = 0", "lock_button = 99"),
                "10: key 'lock_button' in [controls]: 99 is out of range");
}
TEST_F(Skins, AKeyThatOthersActOnIsAnError) {
  EXPECT_STARTS(error_with("\"ctrl+n\"", "\"n\", \"alt+F4\""),
                "14: key 'keys' in [new_game]: 'alt+F4' is not a key that a skin may press");
  EXPECT_STARTS(error_with("keys = [\"ctrl+n\"]", "dismiss_keys = [\"super+r\"]"),
                "14: key 'dismiss_keys' in [new_game]: 'super+r' is not");
  EXPECT_STARTS(error_with("[\"ctrl+n\"]", "[\"r\", \"m\", \"space\", \"a\", \"Return\"]"),
                "14: key 'keys' in [new_game]: more than 4 keys");
}
TEST_F(Skins, AKeyInTheGamesOwnTablesTooIsAnError) {
  const auto error = [&](const std::string& game, const std::string& controls) {
    const auto file = write("keys.toml", "game = '" + game + "'\n[window]\nclass = 'x'\n" +
                                             "[controls]\n" + controls + "\n");
    try {
      load_skin(file);
    } catch (const Error& caught) {
      return std::string(caught.what());
    }
    return std::string("no error");
  };
  for (const char* key : {"up", "down", "left", "right", "reset", "next_start", "check_key"})
    EXPECT_NE(error("panel", key + std::string(" = 'Print'")).find("'Print' is not a key"),
              std::string::npos)
        << key;
  EXPECT_NE(error("sudoku", "erase = 'ctrl+alt+t'").find("'ctrl+alt+t' is not a key"),
            std::string::npos);
}
TEST_F(Skins, OnlyThoseThatCameWithTheProgramAreShipped) {
  EXPECT_FALSE(is_shipped(load_skin(write("some-net.toml", kGood))));
  EXPECT_FALSE(is_shipped(parse_skin(kGood, "sgt-net")));
  EXPECT_TRUE(is_shipped(find_skin("knetwalk")));
  const auto link = folder_.path() / "linked.toml";
  std::filesystem::create_symlink(find_skin("knetwalk").file.name(), link);
  EXPECT_TRUE(is_shipped(load_skin(link)));
}
TEST_F(Skins, WhatIsNotTomlIsAnError) {
  EXPECT_STARTS(error_with("[lattice]", "[lattice"), "5: not valid TOML");
}

TEST_F(Skins, ReferenceOfEachGameReadsAgainAsASkin) {
  for (const Game* game : games()) {
    std::string reference = skin_reference(*game);
    const std::string unset = "game = \"\"", no_class = "class = \"\"";
    ASSERT_NE(reference.find(unset), std::string::npos) << reference;
    ASSERT_NE(reference.find(no_class), std::string::npos) << reference;
    reference.replace(reference.find(unset), unset.size(),
                      "game = \"" + std::string(game->name()) + '"');
    reference.replace(reference.find(no_class), no_class.size(), "class = \"x\"");
    EXPECT_EQ(load_skin(write("all.toml", reference)).game, game->name());
  }
}

}  // namespace
}  // namespace eyehand
