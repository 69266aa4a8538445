// Time to read a Lights Out board from a picture: tiles, lights and sets. Run with
//   build/release/bin/bench_vision --benchmark_filter=lights
#include <benchmark/benchmark.h>

#include <string>

#include "bench/vision/full_hd.hpp"
#include "player/skin.hpp"
#include "vision/lights/read.hpp"
#include "vision/png.hpp"

namespace eyehand {
namespace {

void read_lights(benchmark::State& state, const std::string& skin, const std::string& picture,
                 bool full_hd) {
  lights::Appearance appearance;
  load_skin(std::string(EYEHAND_SOURCE "/skins/") + skin + ".toml")
      .file.read("appearance", appearance);
  Frame frame;
  frame.image = load_png(std::string(EYEHAND_SOURCE "/tests/data/") + skin + "/" + picture);
  if (full_hd) frame.image = at_full_hd(frame.image);
  for (auto _ : state) {
    const auto reading = lights::read(frame, appearance);
    if (!reading.accepted()) state.SkipWithError(reading.rejection.c_str());
  }
}

BENCHMARK_CAPTURE(read_lights, sgt_flip_5x5, "sgt-flip", "5x5r.png", false)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_lights, sgt_flip_20x20, "sgt-flip", "20x20r.png", false)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_lights, lightsoff_5x5, "lightsoff", "level-3.png", false)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_lights, sgt_flip_5x5_1080p, "sgt-flip", "5x5r-1080p.png", false)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_lights, sgt_flip_20x20_1080p, "sgt-flip", "20x20r-1080p.png", false)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_lights, lightsoff_5x5_1080p, "lightsoff", "level-3.png", true)
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace eyehand
