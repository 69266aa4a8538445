// Time of the Net solver per tile, at sizes from 9x9 to 1000x1000. Run with
//   build/release/bin/bench_solver --benchmark_repetitions=5
//   --benchmark_report_aggregates_only=true
// The counter us_per_tile is the figure in docs/figures.md. Boards come from the generator, several
// in turn for small sizes, so that the branch predictor cannot learn a single one by heart.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <string>
#include <vector>

#include "solver/net/generate.hpp"
#include "solver/net/solve.hpp"

namespace eyehand::net {
namespace {

struct Kind {
  const char* name;
  bool unique;
  Rules rules;
  std::uint64_t count_limit;
};
constexpr Kind kUnique = {"unique", true, {true, true}, 2};
constexpr Kind kMultiple = {"multiple", false, {true, true}, 1};
constexpr Kind kMultipleCounted = {"multiple_counted", false, {true, true}, 2};
constexpr Kind kLoops = {"loops_allowed", false, {true, false}, 1};
constexpr Kind kParts = {"parts_allowed", false, {false, true}, 1};
constexpr Kind kFree = {"both_allowed", false, {false, false}, 1};

std::vector<Board> boards(int width, int height, bool wrapping, const Kind& kind) {
  const int tiles = width * height;
  const int count = std::clamp(200'000 / tiles, 1, 100);
  std::vector<Board> made;
  for (int seed = 1; seed <= count; ++seed) {
    auto board = generate({.width = width,
                           .height = height,
                           .wrapping = wrapping,
                           .rules = kind.rules,
                           .unique = kind.unique,
                           .seed = static_cast<std::uint64_t>(seed)});
    if (board) made.push_back(std::move(*board));
  }
  return made;
}

void solve_boards(benchmark::State& state, int width, int height, bool wrapping, const Kind& kind) {
  const auto puzzles = boards(width, height, wrapping, kind);
  if (puzzles.empty()) {
    state.SkipWithError("no such board found");
    return;
  }
  double tiles = 0;
  for (auto _ : state) {
    for (const Board& board : puzzles) {
      const Solution solution = solve(board, {.count_limit = kind.count_limit});
      if (solution.answer.empty()) state.SkipWithError("not solved");
      benchmark::DoNotOptimize(solution.answer.data());
      tiles += static_cast<double>(board.size());
    }
  }
  state.counters["us_per_tile"] =
      benchmark::Counter(tiles / 1e6, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

const bool registered = [] {
  constexpr int kSizes[][2] = {{9, 9},     {10, 10},   {13, 11},    {50, 50},
                               {100, 100}, {200, 200}, {1000, 1000}};
  for (const Kind& kind : {kUnique, kMultiple, kMultipleCounted, kLoops, kParts, kFree}) {
    for (const auto& [width, height] : kSizes) {
      for (const bool wrapping : {false, true}) {
        const std::string name = std::string("net/") + kind.name + "/" + std::to_string(width) +
                                 "x" + std::to_string(height) + (wrapping ? "w" : "");
        benchmark::RegisterBenchmark(name.c_str(), solve_boards, width, height, wrapping, kind)
            ->Unit(benchmark::kMillisecond);
      }
    }
  }
  return true;
}();

}  // namespace
}  // namespace eyehand::net
