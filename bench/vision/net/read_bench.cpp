// Time to read a Net board from a picture: lattice and tiles. Run with
//   build/release/bin/bench_vision --benchmark_filter=net
// The counter us_per_tile is the time per tile.
#include <benchmark/benchmark.h>

#include <string>

#include "bench/vision/full_hd.hpp"
#include "player/skin.hpp"
#include "vision/net/read.hpp"
#include "vision/png.hpp"

namespace eyehand {
namespace {

void read_net(benchmark::State& state, const std::string& skin_name, const std::string& picture,
              bool full_hd) {
  const Skin skin = load_skin(std::string(EYEHAND_SOURCE "/skins/") + skin_name + ".toml");
  net::Appearance appearance;
  skin.file.read("lattice", appearance.lattice);
  skin.file.read("appearance", appearance);
  Frame frame;
  frame.image = load_png(std::string(EYEHAND_SOURCE "/tests/data/") + skin_name + "/" + picture);
  if (full_hd) frame.image = at_full_hd(frame.image);
  std::size_t tiles = 0;
  for (auto _ : state) {
    const auto reading = net::read(frame, appearance);
    if (!reading.accepted()) state.SkipWithError(reading.rejection.c_str());
    tiles = reading.board.size();
  }
  state.counters["us_per_tile"] = benchmark::Counter(
      static_cast<double>(tiles) * 1e-6,
      benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

BENCHMARK_CAPTURE(read_net, sgt_net_13x11, "sgt-net", "13x11.png", false)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_net, sgt_net_50x50, "sgt-net", "50x50.png", false)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_net, knetwalk_9x9, "knetwalk", "hard-520x600.png", false)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_net, sgt_net_13x11_1080p, "sgt-net", "13x11-1080p.png", false)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_net, sgt_net_50x50_1080p, "sgt-net", "50x50-1080p.png", false)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_net, knetwalk_9x9_1080p, "knetwalk", "hard-520x600.png", true)
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace eyehand
