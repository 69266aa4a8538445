// Net from Simon Tatham's collection: random boards of every kind and size, at several window
// sizes.
#include <ostream>

#include "process/find_program.hpp"
#include "tests/play/stage.hpp"

namespace eyehand::test {
namespace {

constexpr int kInitialSize = 0;

struct NetBoards {
  const char* parameters;  ///< as sgt-net takes them
  int games = 1;           ///< at each window size
  std::vector<int> tile_px = {kInitialSize};
};

void PrintTo(const NetBoards& boards, std::ostream* out) {
  *out << boards.parameters;
}

class SgtNet : public Stage, public testing::WithParamInterface<NetBoards> {
 protected:
  SgtNet() : Stage({2560, 1600}) {}
  void SetUp() override {
    if (is_left_out()) GTEST_SKIP() << kOnlyWithAll;
    if (!find_program("sgt-net")) GTEST_SKIP() << "sgt-net is not installed";
    start("sgt-net", {"sgt-net", GetParam().parameters});
  }
  /// The board has a rim of half a tile; what is around that does not grow with it.
  void resize_tiles(int tile_px) {
    const Sighting now = observe();
    const x11::Size size = info().on_root.size();
    const int more = tile_px - now.area.width / now.board.width;
    resize(
        {size.width + more * (now.board.width + 1), size.height + more * (now.board.height + 1)});
  }
};

TEST_P(SgtNet, EveryBoardIsSolvedWithTheFewestClicks) {
  bool is_first = true;
  for (const int tile_px : GetParam().tile_px) {
    if (tile_px != kInitialSize) resize_tiles(tile_px);
    for (int game = 1; game <= games(GetParam().games); ++game) {
      SCOPED_TRACE(std::to_string(tile_px) + " px per tile, game " + std::to_string(game));
      ASSERT_EQ(observe().rejection, "");
      recorder_.clear();
      // Besides the solved board of the previous game, which counts only if one is to be played.
      const Played played = play({"--games", is_first ? "1" : "2"});
      expect_played(played);
      if (HasFailure()) return;
      EXPECT_GT(played.games.back().at("clicks"), 0);
      is_first = false;
    }
  }
}

// At full effort 90 boards of the presets, 12 of other sizes, 20 with barriers.
const std::vector<int> kThreeSizes = {kInitialSize, 16, 53};
INSTANTIATE_TEST_SUITE_P(
    Presets, SgtNet,
    testing::Values(NetBoards{"5x5", 3, kThreeSizes}, NetBoards{"7x7", 3, kThreeSizes},
                    NetBoards{"9x9", 3, kThreeSizes}, NetBoards{"11x11", 3, kThreeSizes},
                    NetBoards{"13x11", 3, kThreeSizes}, NetBoards{"5x5w", 3, kThreeSizes},
                    NetBoards{"7x7w", 3, kThreeSizes}, NetBoards{"9x9w", 3, kThreeSizes},
                    NetBoards{"11x11w", 3, kThreeSizes}, NetBoards{"13x11w", 3, kThreeSizes}));
INSTANTIATE_TEST_SUITE_P(Sizes, SgtNet,
                         testing::Values(NetBoards{"3x4"}, NetBoards{"4x3w"}, NetBoards{"2x10"},
                                         NetBoards{"20x8"}, NetBoards{"20x20"}, NetBoards{"25x25w"},
                                         NetBoards{"30x30", 1, {kInitialSize, 15, 44}},
                                         NetBoards{"30x30w", 1, {kInitialSize, 15, 44}}));
INSTANTIATE_TEST_SUITE_P(Barriers, SgtNet,
                         testing::Values(NetBoards{"9x9b0.3", 2, kThreeSizes},
                                         NetBoards{"9x9wb0.3", 2, kThreeSizes},
                                         NetBoards{"5x5b0.8", 2}, NetBoards{"7x7wb0.1", 2},
                                         NetBoards{"13x11wb0.2", 2}, NetBoards{"11x11b1", 2}));

}  // namespace
}  // namespace eyehand::test
