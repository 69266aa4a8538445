#include "player/settings.hpp"

#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <utility>

#include "process/temp_folder.hpp"
#include "puzzle/error.hpp"

namespace eyehand {
namespace {

enum class Flavour { sweet, sour };
constexpr auto choices(Flavour) {
  return std::array{std::pair{std::string_view{"sweet"}, Flavour::sweet},
                    std::pair{std::string_view{"sour"}, Flavour::sour}};
}

struct Fruit {
  std::string name = "apple";
  double weight = 0.2;
  int seeds = 5;
  bool ripe = false;
  Colour colour{255, 0, 0};
  std::vector<Colour> stripes = {{1, 2, 3}};
  std::chrono::milliseconds keeps{100};
  Flavour flavour = Flavour::sweet;
  std::vector<std::string> kin;
};
template <class Visitor>
void describe(Fruit& fruit, Visitor&& visit) {
  visit("name", fruit.name, About{.what = "what it is called", .required = true});
  visit("weight", fruit.weight, About{"in kg", 0, 10});
  visit("seeds", fruit.seeds, About{"how many", 0, 100});
  visit("ripe", fruit.ripe, About{"whether it can be eaten"});
  visit("colour", fruit.colour, About{"of the peel"});
  visit("stripes", fruit.stripes, About{"along the peel"});
  visit("keeps_ms", fruit.keeps, About{"how long", 0, 5000});
  visit("flavour", fruit.flavour, About{"\"sweet\" or \"sour\""});
  visit("kin", fruit.kin, About{"its relatives"});
}

Fruit read_fruit(std::string_view text) {
  const auto file = SettingsFile::parse(text, "fruit.toml");
  Fruit fruit;
  file.read("fruit", fruit);
  file.finish();
  return fruit;
}

std::string error_of(std::string_view text) {
  try {
    read_fruit(text);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(Settings, ReadsEveryType) {
  const Fruit fruit = read_fruit(R"(
[fruit]
name = "Bramley"
weight = 1
seeds = 7
ripe = true
colour = "#0a80Ff"
stripes = ["#000000", "#ff8000"]
keeps_ms = 2500
flavour = "sour"
kin = ["pear", "quince"]
)");
  EXPECT_EQ(fruit.name, "Bramley");
  EXPECT_EQ(fruit.weight, 1);
  EXPECT_EQ(fruit.seeds, 7);
  EXPECT_TRUE(fruit.ripe);
  EXPECT_EQ(fruit.colour, (Colour{10, 128, 255}));
  EXPECT_EQ(fruit.stripes, (std::vector<Colour>{{0, 0, 0}, {255, 128, 0}}));
  EXPECT_EQ(fruit.keeps, std::chrono::milliseconds(2500));
  EXPECT_EQ(fruit.flavour, Flavour::sour);
  EXPECT_EQ(fruit.kin, (std::vector<std::string>{"pear", "quince"}));
}

TEST(Settings, KeepsWhatIsNotSet) {
  const Fruit fruit = read_fruit("[fruit]\nname = 'x'\n");
  EXPECT_EQ(fruit.weight, 0.2);
  EXPECT_EQ(fruit.flavour, Flavour::sweet);
}

/// A file that is wrong in one way, and what the error must begin with.
struct Broken {
  std::string text, message;
};
class BrokenSettings : public testing::TestWithParam<Broken> {};

TEST_P(BrokenSettings, AreReportedWithFileLineAndKey) {
  const std::string error = error_of(GetParam().text);
  EXPECT_EQ(error.substr(0, GetParam().message.size()), GetParam().message) << error;
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, BrokenSettings,
    testing::Values(
        Broken{"[fruit]\nname = 'x'\nwieght = 1\n",
               "fruit.toml:3: key 'wieght' in [fruit]: unknown; the keys here are name, weight,"},
        Broken{"[fruit]\nname = 'x'\n[peel]\nthick = 1\n",
               "fruit.toml:3: table [peel] is unknown; the tables here are [fruit]."},
        Broken{"# no name\n\n[fruit]\nweight = 1\n",
               "fruit.toml:3: key 'name' in [fruit]: missing; add it (what it is called)."},
        Broken{"", "fruit.toml:1: key 'name' in [fruit]: missing;"},
        Broken{"[fruit]\nname = ''\n", "fruit.toml:2: key 'name' in [fruit]: empty;"},
        Broken{"[fruit]\nname = 3\n",
               "fruit.toml:2: key 'name' in [fruit]: has the wrong type; it must be a text in "
               "quotes."},
        Broken{"[fruit]\nname = 'x'\nweight = 'heavy'\n",
               "fruit.toml:3: key 'weight' in [fruit]: has the wrong type; it must be a number."},
        Broken{
            "[fruit]\nname = 'x'\nseeds = 2.5\n",
            "fruit.toml:3: key 'seeds' in [fruit]: has the wrong type; it must be a whole number."},
        Broken{
            "[fruit]\nname = 'x'\nripe = 1\n",
            "fruit.toml:3: key 'ripe' in [fruit]: has the wrong type; it must be true or false."},
        Broken{
            "[fruit]\nname = 'x'\ncolour = 'red'\n",
            "fruit.toml:3: key 'colour' in [fruit]: has the wrong type; it must be a colour such"},
        Broken{"[fruit]\nname = 'x'\nstripes = ['#123456', 'red']\n",
               "fruit.toml:3: key 'stripes' in [fruit]: has the wrong type; it must be a list of "
               "colours"},
        Broken{"[fruit]\nname = 'x'\nstripes = '#123456'\n",
               "fruit.toml:3: key 'stripes' in [fruit]: has the wrong type; it must be a list of "
               "colours"},
        Broken{
            "[fruit]\nname = 'x'\ncolour = '#12345g'\n",
            "fruit.toml:3: key 'colour' in [fruit]: has the wrong type; it must be a colour such"},
        Broken{"[fruit]\nname = 'x'\nkeeps_ms = 1.5\n",
               "fruit.toml:3: key 'keeps_ms' in [fruit]: has the wrong type; it must be a whole "
               "number "
               "of milliseconds."},
        Broken{"[fruit]\nname = 'x'\nflavour = 'salty'\n",
               "fruit.toml:3: key 'flavour' in [fruit]: has the wrong type; it must be one of "
               "\"sweet\", \"sour\"."},
        Broken{
            "[fruit]\nname = 'x'\nkin = ['pear', 3]\n",
            "fruit.toml:3: key 'kin' in [fruit]: has the wrong type; it must be a list of texts"},
        Broken{
            "[fruit]\nname = 'x'\nkin = 2026-01-01\n",
            "fruit.toml:3: key 'kin' in [fruit]: has the wrong type; it must be a list of texts"},
        Broken{"[fruit]\nname = 'x'\n[fruit.weight]\n",
               "fruit.toml:3: key 'weight' in [fruit]: has the wrong type; it must be a number."},
        Broken{"[fruit]\nname = 'x'\nweight = -1\n",
               "fruit.toml:3: key 'weight' in [fruit]: -1 is out of range; it must be 0 to 10."},
        Broken{"[fruit]\nname = 'x'\nweight = nan\n",
               "fruit.toml:3: key 'weight' in [fruit]: nan is out of range; it must be 0 to 10."},
        Broken{"[fruit]\nname = 'x'\nseeds = 9223372036854775807\n",
               "fruit.toml:3: key 'seeds' in [fruit]: 9.223372036854776e+18 is out of range; it "
               "must be 0 to 100."},
        Broken{"[fruit]\nname = 'x'\nkeeps_ms = 5001\n",
               "fruit.toml:3: key 'keeps_ms' in [fruit]: 5001 is out of range; it must be 0 to "
               "5000."},
        Broken{"[fruit]\nname = 'x'\nweight =\n", "fruit.toml:3: not valid TOML:"},
        Broken{"[fruit]\nname = 'x'\nname = 'y'\n", "fruit.toml:3: not valid TOML:"},
        Broken{std::string("[fruit]\n\0\n", 10), "fruit.toml:2: not valid TOML:"}));

TEST(SettingsFile, AMissingOrTooLargeFileIsAnError) {
  const TempFolder folder;
  const auto message = [](const std::filesystem::path& file) -> std::string {
    try {
      SettingsFile::load(file);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  const auto nowhere = folder.path() / "nowhere.toml";
  EXPECT_EQ(message(nowhere), nowhere.string() +
                                  ": cannot be opened (No such file or directory); check its name "
                                  "and permissions.");
  EXPECT_NE(message(folder.path()).find("cannot be read (Is a directory)"), std::string::npos);

  const auto large = folder.path() / "large.toml";
  std::ofstream(large) << std::string(kMaxSettingsBytes + 1, '\n');
  EXPECT_NE(message(large).find("larger than the 1024 KiB"), std::string::npos);
  EXPECT_NE(message("/dev/zero").find("larger than the 1024 KiB"), std::string::npos);
}

TEST(SettingsFile, TakesItemsOfAListFromAFile) {
  const TempFolder folder;
  std::ofstream(folder.path() / "kin.txt") << "pear\nquince\n";
  const auto read = [&](const std::string& kin) {
    std::ofstream(folder.path() / "fruit.toml") << "[fruit]\nname = 'x'\nkin = " + kin;
    Fruit fruit;
    SettingsFile::load(folder.path() / "fruit.toml").read("fruit", fruit);
    return fruit.kin;
  };
  EXPECT_EQ(read(R"(["apple", "file:kin.txt"])"),
            (std::vector<std::string>{"apple", "pear", "quince"}));
  EXPECT_THROW(read(R"(["file:kith.txt"])"), Error);
}

TEST(SettingsFile, PrintsAReferenceThatReadsAgain) {
  const SettingsFile blank;
  Fruit fruit;
  blank.read("fruit", fruit);
  blank.read("fruit", fruit);
  const std::string reference = blank.reference();
  EXPECT_NE(reference.find("# in kg (0 to 10)"), std::string::npos) << reference;
  EXPECT_NE(reference.find("# must be set: what it is called"), std::string::npos) << reference;
  EXPECT_EQ(reference.find("weight"), reference.rfind("weight")) << reference;
  EXPECT_EQ(read_fruit(reference).name, "apple");
}

}  // namespace
}  // namespace eyehand
