// Time to read a Slitherlink board off a picture: the graph, its marks and clues. Run with
//   build/release/bin/bench_vision --benchmark_filter=slitherlink
// The counter us_per_edge is the time an edge.
#include <benchmark/benchmark.h>

#include <opencv2/imgcodecs.hpp>
#include <string>

#include "player/skin.hpp"
#include "vision/slitherlink/read.hpp"

namespace eyehand {
namespace {

void read_slitherlink(benchmark::State& state, const std::string& picture) {
  const Skin skin = load_skin(EYEHAND_SOURCE "/skins/sgt-loopy.toml");
  slitherlink::Appearance appearance;
  skin.file.read("appearance", appearance);
  Frame frame;
  frame.image = cv::imread(std::string(EYEHAND_SOURCE "/tests/data/sgt-loopy/") + picture);
  int edges = 0;
  for (auto _ : state) {
    const auto reading = slitherlink::read(frame, appearance);
    if (!reading.accepted()) state.SkipWithError(reading.rejection.c_str());
    edges = reading.board.grid ? reading.board.grid->edges() : 1;
  }
  state.counters["us_per_edge"] = benchmark::Counter(
      edges * 1e-6, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

BENCHMARK_CAPTURE(read_slitherlink, squares_10x10, "10x10t0.png")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_slitherlink, squares_30x25, "30x25t0.png")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_slitherlink, penrose_10x10, "10x10t12.png")->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace eyehand
