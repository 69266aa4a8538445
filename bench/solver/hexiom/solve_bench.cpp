// Times the Hexiom solver, including the construction of its model: on the levels of the original
// game (in the folder EYEHAND_PUBLISHED; left out without it), with any answer and with the proof
// that it is unique up to symmetry; and on generated boards. Run with
//   build/release/bin/bench_solver --benchmark_filter=hexiom
// Counters: the median and longest time of a board, each board's being the shortest of its
// repetitions.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "bench/published.hpp"
#include "puzzle/hexiom/text.hpp"
#include "solver/hexiom/generate.hpp"
#include "solver/hexiom/solve.hpp"

namespace eyehand::hexiom {
namespace {

namespace fs = std::filesystem;

std::vector<Board> levels() {
  const fs::path folder = bench::published("hexiom");
  std::vector<Board> found;
  if (!fs::is_directory(folder)) return found;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != ".txt") continue;
    std::stringstream text;
    text << std::ifstream(entry.path()).rdbuf();
    found.push_back(from_text(text.str()));
  }
  return found;
}

/// With this density and share of locked pieces, or if negative, with 10 to 91 % and 0 to 60 %.
std::vector<Board> random_boards(int side, int count, double density = -1, double locked = -1) {
  std::vector<Board> boards;
  for (int i = 0; i < count; ++i)
    boards.push_back(*generate({.side = side,
                                .density = density < 0 ? 0.1 + 0.09 * (i % 10) : density,
                                .locked = locked < 0 ? 0.1 * (i / 10 % 7) : locked,
                                .seed = static_cast<std::uint64_t>(i)}));
  return boards;
}

void solve_set(benchmark::State& state, const std::vector<Board>& set, std::uint64_t limit) {
  std::vector<double> best(set.size(), 1e9);
  for (auto _ : state)
    for (std::size_t i = 0; i < set.size(); ++i) {
      const auto start = std::chrono::steady_clock::now();
      const Solution solution = solve(set[i], {.count_limit = limit});
      const std::chrono::duration<double, std::milli> took =
          std::chrono::steady_clock::now() - start;
      if (solution.answer.empty()) state.SkipWithError("not solved");
      best[i] = std::min(best[i], took.count());
    }
  std::sort(best.begin(), best.end());
  state.counters["boards"] = static_cast<double>(set.size());
  state.counters["median_ms"] = best[best.size() / 2];
  state.counters["longest_ms"] = best.back();
}

const bool registered = [] {
  const auto add = [](const std::string& name, const std::vector<Board>& set,
                      std::uint64_t limit = 1) {
    benchmark::RegisterBenchmark(("hexiom/" + name).c_str(), solve_set, set, limit)
        ->Unit(benchmark::kMillisecond);
  };
  if (const auto set = levels(); !set.empty()) {
    add("levels/any", set);
    add("levels/unique", set, 2);
  }
  add("random/side_6", random_boards(6, 200, 0.6, 0.1));
  add("random/side_6/all_kinds", random_boards(6, 200));
  for (const int side : {7, 8, 9, 10})
    add("random/side_" + std::to_string(side) + "/all_kinds", random_boards(side, 140));
  // Answers are rarest where a third of the pieces are locked.
  add("random/side_10/hardest", random_boards(10, 50, 0.6, 0.35));
  return true;
}();

}  // namespace
}  // namespace eyehand::hexiom
