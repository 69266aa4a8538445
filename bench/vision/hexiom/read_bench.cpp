// Time to read a Hexiom board of 91 cells off a picture of a practice window, 720 x 780. Run with
//   build/release/bin/bench_vision --benchmark_filter=hexiom
#include <benchmark/benchmark.h>

#include "player/skin.hpp"
#include "tests/vision/hexiom/arena.hpp"
#include "vision/hexiom/read.hpp"

namespace eyehand::hexiom {
namespace {

void read_hexiom(benchmark::State& state, const std::string& theme) {
  Appearance appearance;
  load_skin(EYEHAND_SOURCE "/skins/arena-hexiom.toml").file.read("appearance", appearance);
  std::mt19937_64 random(7);
  const Board board = test::random_board({6, 0.6, 0.1, 0}, random);
  Frame frame;
  frame.image = test::ArenaHexiom(board, theme, 720, 780).picture().image;
  for (auto _ : state) {
    const Reading reading = read(frame, appearance);
    if (!reading.accepted() || reading.board != board) state.SkipWithError("It is read wrongly.");
  }
}

BENCHMARK_CAPTURE(read_hexiom, classic, "classic")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_hexiom, paper, "paper")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_hexiom, neon, "neon")->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace eyehand::hexiom
