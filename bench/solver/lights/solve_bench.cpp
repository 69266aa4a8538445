// Times the Lights Out solver, including the search for the fewest presses. Run with
//   build/release/bin/bench_solver --benchmark_filter=lights
// Counters: the nullity (there are 2^nullity answers), and whether the fewest presses are proved.
#include <benchmark/benchmark.h>

#include <string>

#include "solver/lights/generate.hpp"
#include "solver/lights/solve.hpp"

namespace eyehand::lights {
namespace {

void solve_board(benchmark::State& state, int width, int height, Shape shape) {
  const Board board = generate({.width = width, .height = height, .shape = shape, .seed = 1});
  Solution solution;
  for (auto _ : state) {
    solution = solve(board);
    if (solution.presses.empty()) state.SkipWithError("not solved");
    benchmark::DoNotOptimize(solution.presses.data());
  }
  state.counters["nullity"] = solution.nullity;
  state.counters["fewest"] = solution.fewest;
}

const bool registered = [] {
  constexpr int kSizes[][2] = {{5, 5}, {30, 30}, {99, 99}, {100, 100}, {300, 300}, {1000, 1000}};
  for (const auto& [shape, name, most] :
       {std::tuple{Shape::plus, "plus", 1000}, std::tuple{Shape::random, "random", 100},
        std::tuple{Shape::dense, "dense", 100}})
    for (const auto& [width, height] : kSizes) {
      if (width > most) continue;
      const std::string title = std::string("lights/") + name + "/" + std::to_string(width) + "x" +
                                std::to_string(height);
      benchmark::RegisterBenchmark(title.c_str(), solve_board, width, height, shape)
          ->Unit(benchmark::kMillisecond);
    }
  return true;
}();

}  // namespace
}  // namespace eyehand::lights
