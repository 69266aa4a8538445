// What the skin of a program that plays Net may say beyond how it looks.
#include <gtest/gtest.h>

#include <opencv2/imgproc.hpp>
#include <string>
#include <utility>
#include <vector>

#include "player/games.hpp"
#include "player/settings.hpp"
#include "player/skin.hpp"
#include "puzzle/error.hpp"
#include "tests/support/paths.hpp"
#include "vision/cells/grid.hpp"
#include "vision/cells/patch.hpp"
#include "vision/net/read_cells.hpp"

namespace eyehand::test {
namespace {

Skin skin_with(const std::string& text) {
  Skin skin = load_skin(test::source_path("skins/sgt-net.toml"));
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

TEST(NetSession, TheRulesOfTheSkinAreThoseOfTexts) {
  const Game& net = game_named("net");
  EXPECT_TRUE(net.begin(skin_with(""))->rules().empty());
  EXPECT_EQ(net.begin(skin_with("[rules]\nacyclic = false\nconnected = false\n"))->rules(),
            (std::vector<std::string>{"loops", "parts"}));
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

/// A row of tiles of 40 pixels.
cv::Mat picture_of(const std::vector<net::Sides>& wires) {
  cv::Mat picture(80, 200, CV_8UC3, cv::Scalar(210, 220, 230));
  for (int tile = 0; tile < static_cast<int>(wires.size()); ++tile)
    for (int side = 0; side < 4; ++side)
      if (wires[static_cast<std::size_t>(tile)] & (1 << side)) {
        const cv::Point centre(40 + 40 * tile, 40);
        const cv::Point way(side == 0 ? 1 : side == 2 ? -1 : 0, side == 1 ? -1 : side == 3 ? 1 : 0);
        cv::line(picture, centre, centre + 18 * way, {90, 30, 20}, 7);
      }
  return picture;
}

/// A program learned from this row.
std::string cells_learned_from(const std::vector<net::Sides>& wires) {
  const cells::Layout layout = net::layout_of_sides();
  std::vector<cells::Sample> samples;
  for (int tile = 0; tile < static_cast<int>(wires.size()); ++tile)
    for (std::size_t side = 0; side < 4; ++side)
      samples.push_back(
          {(wires[static_cast<std::size_t>(tile)] >> side) & 1, tile,
           cells::cut(picture_of(wires),
                      cv::Point2d(40 + 40 * tile, 40) + 40.0 * layout.parts[side].offset,
                      40 * layout.side, cells::kPatchPixels, layout.parts[side].quarters)});
  const cells::GridAppearance grid =
      cells::GridReader(cells::Atlas(samples), {"none", "wire"},
                        {{20, 20}, 40, static_cast<int>(wires.size()), 1}, layout)
          .appearance();
  std::string labels;
  for (const std::string& label : grid.labels)
    labels += (labels.empty() ? "\"" : ", \"") + label + '"';
  return "[cells]\norigin_x_px = 20\norigin_y_px = 20\npitch_px = 40\ncolumns = 4\nrows = 1\n" +
         ("reach = " + std::to_string(grid.reach)) + "\nlabels = [" + labels + "]\npictures = \"" +
         grid.pictures + "\"\n";
}

TEST(NetSession, ALearnedProgramMayHaveWiderRulesThanItsFirstBoardShowed) {
  const auto session = game_named("net").begin(skin_with(cells_learned_from({1, 5, 10, 2})));
  // Two networks.
  EXPECT_EQ(session->observe(to_frame(picture_of({2, 4, 8, 1}))).rejection, "");
  EXPECT_EQ(session->solve({}), Status::unique);
  EXPECT_TRUE(session->observe(to_frame(picture_of({1, 4, 1, 4}))).solved);
  // One that is not solved by any rules.
  EXPECT_EQ(session->observe(to_frame(picture_of({2, 5, 8, 1}))).rejection, "");
  EXPECT_EQ(session->solve({}), Status::none);
}

/// Turning it would show nothing.
TEST(NetSession, AnEmptyTileOfAnUnknownAppearanceIsAcceptedIfNothingElseHasASolution) {
  const auto session = game_named("net").begin(skin_with(cells_learned_from({1, 5, 10, 2})));
  for (const auto& [wires, is_accepted] :
       {std::pair(std::vector<net::Sides>{2, 5, 8, 0}, true), {{2, 5, 5, 0}, false}}) {
    cv::Mat picture = picture_of(wires);
    cv::circle(picture, {160, 40}, 12, {120, 190, 120}, cv::FILLED);
    const Observation seen = session->observe(to_frame(picture));
    EXPECT_EQ(seen.accepted(), is_accepted) << seen.rejection;
    if (!is_accepted) continue;
    EXPECT_EQ(session->solve({}), Status::unique);
  }
}

TEST(NetSession, OneCrossMayBeASourceWhoseWiresDangle) {
  const auto session = game_named("net").begin(skin_with(cells_learned_from({1, 5, 15, 2})));
  EXPECT_EQ(session->observe(to_frame(picture_of({1, 15, 15, 4}))).rejection, "");
  EXPECT_EQ(session->solve({}), Status::none);
  EXPECT_EQ(session->observe(to_frame(picture_of({1, 15, 10, 4}))).rejection, "");
  EXPECT_EQ(session->solve({}), Status::unique);
  const Observation solved = session->observe(to_frame(picture_of({1, 15, 5, 4})));
  EXPECT_TRUE(solved.same);
  EXPECT_TRUE(solved.solved);
}

/// Each step of redraw() is clicked, and turns the tile anticlockwise. A large disc hides nearly
/// all of its wires.
TEST(NetSession, ATileOfAnUnknownAppearanceIsLearnedByTurningIt) {
  for (const int radius : {12, 16}) {
    const auto session = game_named("net").begin(skin_with(cells_learned_from({1, 5, 10, 2})));
    const auto seen_turned = [&](int turns) {
      cv::Mat picture = picture_of({1, net::turned(5, turns), 10, 4});
      cv::circle(picture, {80, 40}, radius, {100, 200, 100}, cv::FILLED);
      return session->observe(to_frame(picture));
    };
    for (int turns = 0; turns < 4; ++turns) {
      ASSERT_FALSE(seen_turned(turns).accepted()) << turns;
      for (int again = 0; again < 2; ++again) {
        const std::vector<Plan> steps = session->redraw();
        ASSERT_EQ(steps.size(), 1U);
        EXPECT_EQ(steps[0].size(), 1U);
      }
    }
    for (int turns = 0; turns < 4; ++turns)
      EXPECT_EQ(seen_turned(turns).text, turns % 2 == 0 ? "4x1:15a4" : "4x1:1aa4") << turns;
  }
}

/// As where a tile under power looks unlike any that was learned. Clicks turn it anticlockwise.
TEST(NetSession, ATileThatIsUnknownOnlyWhereThePlanTurnsItIsLearnedByTurningItAway) {
  for (const bool is_as_planned : {true, false}) {
    const auto session = game_named("net").begin(skin_with(cells_learned_from({1, 5, 10, 2})));
    const net::Sides unknown = is_as_planned ? 5 : 10;
    const auto see = [&](net::Sides wires) {
      cv::Mat picture = picture_of({1, wires, 10, 4});
      if (wires == unknown) cv::circle(picture, {80, 40}, 16, {100, 200, 100}, cv::FILLED);
      return session->observe(to_frame(picture));
    };
    EXPECT_TRUE(session->observe(to_frame(picture_of({1, 10, 10, 4}))).accepted());
    EXPECT_EQ(session->solve({}), Status::unique);
    ASSERT_FALSE(see(unknown).accepted());
    ASSERT_EQ(session->redraw().size(), 1U);
    EXPECT_TRUE(see(net::turned(unknown, 1)).accepted());
    EXPECT_EQ(see(unknown).accepted(), is_as_planned);
  }
}

}  // namespace
}  // namespace eyehand::test
