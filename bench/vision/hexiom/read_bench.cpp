// Time to read a Hexiom board of side 6 (91 cells) from a picture of a practice window. Run with
//   build/release/bin/bench_vision --benchmark_filter=hexiom
#include <benchmark/benchmark.h>

#include "bench/vision/full_hd.hpp"
#include "player/skin.hpp"
#include "tests/vision/hexiom/arena.hpp"
#include "vision/hexiom/read.hpp"

namespace eyehand::hexiom {
namespace {

void read_hexiom(benchmark::State& state, const std::string& theme, int width, int height) {
  Appearance appearance;
  load_skin(EYEHAND_SOURCE "/skins/arena-hexiom.toml").file.read("appearance", appearance);
  std::mt19937_64 random(7);
  const Board board = test::random_board({6, 0.6, 0.1, 0}, random);
  Frame frame;
  frame.image = test::ArenaHexiom(board, theme, width, height).picture().image;
  for (auto _ : state) {
    const Reading reading = read(frame, appearance);
    if (!reading.accepted() || reading.board != board) state.SkipWithError("misread");
  }
}

BENCHMARK_CAPTURE(read_hexiom, classic, "classic", 720, 780)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_hexiom, paper, "paper", 720, 780)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_hexiom, neon, "neon", 720, 780)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_hexiom, classic_1080p, "classic", kFullHdWidth, kFullHdHeight)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_hexiom, paper_1080p, "paper", kFullHdWidth, kFullHdHeight)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_hexiom, neon_1080p, "neon", kFullHdWidth, kFullHdHeight)
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace eyehand::hexiom
