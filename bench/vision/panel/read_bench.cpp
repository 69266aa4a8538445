// Time to read a panel of 10 x 10 tiles, most of them with a symbol, from a picture of a practice
// window: tiles of 24, 60 and 94 pixels, and a window scaled by the screen. Run with
//   build/release/bin/bench_vision --benchmark_filter=panel
#include <benchmark/benchmark.h>

#include "player/skin.hpp"
#include "tests/vision/panel/arena.hpp"
#include "vision/panel/read.hpp"

namespace eyehand::panel {
namespace {

void read_panel(benchmark::State& state, const std::string& theme, int pitch, double scale) {
  Appearance appearance;
  load_skin(EYEHAND_SOURCE "/skins/arena-panel.toml").file.read("appearance", appearance);
  std::mt19937_64 random(7);
  const Board board = test::random_panel(
      {.width = 10, .height = 10, .walk = true, .symbols = 0.6, .locked = 0.2, .links = 0.1},
      random);
  test::PanelPicture picture = test::panel_picture(board, theme, pitch, 12, random);
  if (scale != 1) picture = test::scaled(picture, scale);
  const Frame frame{picture.image, {}, {}};
  for (auto _ : state) {
    const Reading reading = read(frame, appearance);
    if (!reading.accepted() || reading.board != picture.board) state.SkipWithError("misread");
  }
}

BENCHMARK_CAPTURE(read_panel, slate, "slate", 60, 1)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_panel, paper, "paper", 60, 1)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_panel, pond, "pond", 60, 1)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_panel, small, "slate", 24, 1)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_panel, scaled, "slate", 40, 1.3)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_panel, slate_1080p, "slate", 94, 1)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_panel, paper_1080p, "paper", 94, 1)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_panel, pond_1080p, "pond", 94, 1)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace eyehand::panel
