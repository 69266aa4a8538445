// Time to read a Slitherlink board from a picture: the graph, its marks and clues. Run with
//   build/release/bin/bench_vision --benchmark_filter=slitherlink
// The counter us_per_edge is the time per edge.
#include <benchmark/benchmark.h>

#include <string>

#include "bench/vision/full_hd.hpp"
#include "player/skin.hpp"
#include "vision/png.hpp"
#include "vision/slitherlink/read.hpp"

namespace eyehand {
namespace {

void read_slitherlink(benchmark::State& state, const std::string& skin_name,
                      const std::string& picture, bool full_hd) {
  const Skin skin = load_skin(std::string(EYEHAND_SOURCE "/skins/") + skin_name + ".toml");
  slitherlink::Appearance appearance;
  skin.file.read("appearance", appearance);
  Frame frame;
  frame.image = load_png(std::string(EYEHAND_SOURCE "/tests/data/") + skin_name + "/" + picture);
  if (full_hd) frame.image = at_full_hd(frame.image);
  int edges = 0;
  for (auto _ : state) {
    const auto reading = slitherlink::read(frame, appearance);
    if (!reading.accepted()) state.SkipWithError(reading.rejection.c_str());
    edges = reading.board.grid ? reading.board.grid->edges() : 1;
  }
  state.counters["us_per_edge"] = benchmark::Counter(
      edges * 1e-6, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

BENCHMARK_CAPTURE(read_slitherlink, squares_10x10, "sgt-loopy", "10x10t0.png", false)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_slitherlink, squares_30x25, "sgt-loopy", "30x25t0.png", false)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_slitherlink, penrose_10x10, "sgt-loopy", "10x10t12.png", false)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_slitherlink, squares_10x10_1080p, "sgt-loopy", "10x10t0-1080p.png", false)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_slitherlink, squares_30x25_1080p, "sgt-loopy", "30x25t0-1080p.png", false)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_slitherlink, penrose_10x10_1080p, "sgt-loopy", "10x10t12-1080p.png", false)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_slitherlink, pzpr_1080p, "pzpr", "half-45.png", true)
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace eyehand
