// Pages that do all kinds of things when a game is won. What they report themselves is compared
// with what `eyehand play` says.
#include <ostream>
#include <string>

#include "tests/play/stage.hpp"
#include "tests/play/zoo_program.hpp"
#include "tests/support/paths.hpp"

namespace eyehand::test {
namespace {

/// A page whose look the reader knows: tests/play/zoo/NAME.toml is the skin for it.
struct Page {
  std::string name;
  std::string query;
};
const std::string kPlainPage =
    "&window=app&title=fixed&zoom=1&polarity=light&background=flat&boardGround=flat&align=centre"
    "&frame=none&boardPadding=12&toolbar=text&heading=false&clock=digital&counter=moves"
    "&advertisement=none&roundIcons=false&footer=false&scroll=none&toastMs=0&sharpness=sharp"
    "&hover=none&cursor=system&contextMenu=none&clickOn=down&holdMs=0&animationMs=0"
    "&dialogCloses=button&newGame=key";
const Page kLights = {"lights", "game=lights&seed=2" + kPlainPage +
                                    "&cellPx=56&columns=5&rows=5&set=plus&wrapping=false&goal=off"
                                    "&shape=square&surface=flat&margin=0.3&gap=0.1&larger=same"
                                    "&gridLines=none"};
const Page kNetPage = {
    "net", "game=net&seed=1" + kPlainPage +
               "&cellPx=48&columns=6&rows=6&rules=tree&wrapping=false&emptyCells=0"
               "&crosses=false&tile=none&margin=0&gap=0&gridLines=thin&rim=thin"
               "&wire=straight&wireWidth=0.16&wireShort=0&letters=false&end=box&source=one"
               "&power=wires&turning=anticlockwise&rightButton=opposite"};

struct Win {
  const char* name;
  const char* query;
  const Page* page = &kLights;
};
void PrintTo(const Win& win, std::ostream* out) {
  *out << win.name;
}

class ZooWins : public Stage, public testing::WithParamInterface<Win> {
 protected:
  void SetUp() override {
    if (const auto what = ZooProgram::missing(); !what.empty()) GTEST_SKIP() << what;
    zoo_ = std::make_unique<ZooProgram>(desktop_);
  }

  void expect_games_won(int count) {
    const Page& page = *GetParam().page;
    const std::string skin = test::source_path("tests/play/zoo/") + page.name + ".toml";
    start(skin, zoo_->show(page.query + "&" + GetParam().query));
    ASSERT_EQ(observe().rejection, "");
    const Played played = play({"--skin", skin, "--games", std::to_string(count)});
    EXPECT_EQ(played.code, 0) << played.err;
    ASSERT_EQ(played.games.size(), static_cast<std::size_t>(count)) << played.err;
    for (const auto& game : played.games) {
      EXPECT_EQ(game.at("result"), "solved") << game;
      // On a busy machine the page may be late, and what has no effect is sent again.
      if (game.at("replays") == 0) {
        EXPECT_EQ(game.at("clicks"), game.at("clicks_planned")) << game;
      }
    }
    expect_nothing_held();
    expect_page_agrees(count);
  }

 private:
  void expect_page_agrees(int count) {
    int won = 0;
    bool is_playing = true;
    for (const auto& event : zoo_->truth()) {
      const auto type = event.at("type").get<std::string>();
      won += type == "won";
      if (type == "new") is_playing = true;
      if (type == "won") is_playing = false;
      EXPECT_FALSE(is_playing && (type == "outside" || type == "button")) << event;
    }
    EXPECT_EQ(won, count);
  }

  std::unique_ptr<ZooProgram> zoo_;
};

TEST_P(ZooWins, AreReportedAndFollowedByTheNextGame) {
  expect_games_won(is_full_effort() ? 5 : 2);
}

const auto kName = [](const auto& win) { return std::string(win.param.name); };

INSTANTIATE_TEST_SUITE_P(, ZooWins,
                         testing::Values(Win{"dialog", "win=dialog&dialogButton=again"},
                                         Win{"alert", "win=alert&dialogButton=close", &kNetPage},
                                         Win{"reload", "win=reload"}),
                         kName);
INSTANTIATE_TEST_SUITE_P(
    Full, ZooWins,
    testing::Values(
        Win{"dialog_to_close", "win=dialog&dialogButton=close&language=de"},
        Win{"dialog_on_the_board", "win=dialog&dialogButton=again&dialogPlace=board&language=fr"},
        Win{"late_dialog", "win=dialog&dialogButton=again&winDelayMs=500&language=es"},
        Win{"late_alert", "win=alert&dialogButton=again&winDelayMs=500"},
        Win{"next_board", "win=next"}, Win{"late_next_board", "win=next&winDelayMs=500"},
        Win{"late_reload", "win=reload&winDelayMs=150"}, Win{"fading", "win=fade"},
        Win{"banner", "win=banner&banner=over"}, Win{"banner_above", "win=banner&banner=above"},
        Win{"confetti", "win=confetti"}, Win{"nothing", "win=nothing"},
        Win{"dialog_in_net", "win=dialog&dialogButton=close&language=it", &kNetPage},
        Win{"next_board_in_net", "win=next", &kNetPage},
        Win{"fading_in_net", "win=fade", &kNetPage}),
    kName);

}  // namespace
}  // namespace eyehand::test
