// Time to read a Lights Out board off a picture: tiles, lights and sets. Run with
//   build/release/bin/bench_vision --benchmark_filter=lights
#include <benchmark/benchmark.h>

#include <opencv2/imgcodecs.hpp>
#include <string>

#include "player/skin.hpp"
#include "vision/lights/read.hpp"

namespace eyehand {
namespace {

void read_lights(benchmark::State& state, const std::string& skin, const std::string& picture) {
  lights::Appearance appearance;
  load_skin(std::string(EYEHAND_SOURCE "/skins/") + skin + ".toml")
      .file.read("appearance", appearance);
  Frame frame;
  frame.image = cv::imread(std::string(EYEHAND_SOURCE "/tests/data/") + skin + "/" + picture);
  for (auto _ : state) {
    const auto reading = lights::read(frame, appearance);
    if (!reading.accepted()) state.SkipWithError(reading.rejection.c_str());
  }
}

BENCHMARK_CAPTURE(read_lights, sgt_flip_5x5, "sgt-flip", "5x5r.png")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_lights, sgt_flip_20x20, "sgt-flip", "20x20r.png")
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_lights, lightsoff_5x5, "lightsoff", "level-3.png")
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace eyehand
