// Time to explain Slitherlinks: the first step from an empty board, and all steps. Run with
//   build/release/bin/bench_solver --benchmark_filter=Explain
#include <benchmark/benchmark.h>

#include <vector>

#include "solver/slitherlink/explain.hpp"
#include "solver/slitherlink/generate.hpp"
#include "solver/slitherlink/solve.hpp"

namespace eyehand::slitherlink {
namespace {

void all_steps(benchmark::State& state, int columns, int rows, bool hard) {
  std::vector<Board> boards;
  for (std::uint64_t seed = 0; seed < 5; ++seed)
    boards.push_back(*generate({.grid = Grid::squares(columns, rows), .seed = seed, .hard = hard}));
  std::size_t steps = 0, i = 0;
  for (auto _ : state) {
    const Board& board = boards[i++ % boards.size()];
    const Solution solution = solve(board);
    explain(board, false, solution.answer, true, {},
            [&](const model::Step&, const Deduction&) { ++steps; });
  }
  state.counters["steps"] =
      benchmark::Counter(static_cast<double>(steps), benchmark::Counter::kAvgIterations);
}
BENCHMARK_CAPTURE(all_steps, slitherlink_10x10, 10, 10, true)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(all_steps, slitherlink_25x30, 25, 30, false)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(all_steps, slitherlink_25x30_hard, 25, 30, true)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace eyehand::slitherlink
