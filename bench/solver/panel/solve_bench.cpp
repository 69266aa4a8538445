// Times the panel solver: on Taiji Maker codes by other people (in the folder EYEHAND_PUBLISHED;
// left out without it), and for each symbol and all mixed on 200 generated panels of 10x10 and
// walks of 8x8. Run with
//   build/release/bin/bench_solver --benchmark_filter=panel
// Counters: median, 99th percentile and longest time of a panel in milliseconds of processor time,
// so that a busy machine does not matter; how many took more than a second; and how many were not
// done after ten seconds on the clock. `any` asks for an answer, `unique` also whether it is the
// only one; walks are the shortest in both.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include "bench/published.hpp"
#include "puzzle/panel/text.hpp"
#include "solver/panel/generate.hpp"
#include "solver/panel/solve.hpp"

namespace eyehand::panel {
namespace {

double milliseconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

void measure(benchmark::State& state, const std::vector<Board>& boards, std::uint64_t limit,
             bool walk) {
  std::vector<double> times;
  int unsolved = 0;
  for (auto _ : state) {
    times.clear();
    unsolved = 0;
    for (const Board& board : boards) {
      const double start = milliseconds();
      const Solution solution = solve(board, {.deadline = Deadline::after(std::chrono::seconds(10)),
                                              .count_limit = limit,
                                              .walk = walk});
      times.push_back(milliseconds() - start);
      unsolved += solution.lit.empty() || solution.status == Status::timeout;
      if (!solution.lit.empty() &&
          (walk ? check_walk(board, solution.path) : check(board, solution.lit)) != Verdict{})
        state.SkipWithError("wrong answer");
    }
  }
  std::sort(times.begin(), times.end());
  state.counters["panels"] = static_cast<double>(times.size());
  state.counters["median_ms"] = times[times.size() / 2];
  state.counters["p99_ms"] = times[times.size() * 99 / 100];
  state.counters["worst_ms"] = times.back();
  state.counters["over_1s"] = static_cast<double>(
      std::count_if(times.begin(), times.end(), [](double time) { return time > 1000; }));
  state.counters["unsolved"] = unsolved;
}

std::vector<Board> codes() {
  std::ifstream in(bench::published("panel/taiji-codes.txt"));
  std::vector<Board> boards;
  for (std::string code, answer; in >> code >> answer;) boards.push_back(from_code(code));
  return boards;
}

std::vector<Board> generated(GenerateOptions options, std::uint64_t count) {
  std::vector<Board> boards;
  for (; options.seed < count; ++options.seed)
    if (const auto board = generate(options)) boards.push_back(*board);
  return boards;
}

void add(const std::string& name, const std::function<std::vector<Board>()>& boards, bool walk) {
  for (const std::uint64_t limit : {1, 2})
    benchmark::RegisterBenchmark(
        ("panel/" + name + (limit == 1 ? "/any" : "/unique")).c_str(),
        [boards, limit, walk](benchmark::State& state) { measure(state, boards(), limit, walk); })
        ->Unit(benchmark::kMillisecond)
        ->Iterations(1);
}

[[maybe_unused]] const bool added = [] {
  if (!codes().empty()) add("taiji_codes", codes, false);
  struct Mix {
    const char* name;
    std::vector<Symbol> symbols;
  };
  const std::vector<Mix> mixes = {{"dots", {Symbol::dot}},       {"diamonds", {Symbol::diamond}},
                                  {"bars", {Symbol::bar}},       {"slashes", {Symbol::slash}},
                                  {"flowers", {Symbol::flower}}, {"mixed", {}}};
  for (const Mix& mix : mixes) {
    const GenerateOptions toggle{.width = 10, .height = 10, .symbols = mix.symbols};
    const GenerateOptions walk{.width = 8, .height = 8, .symbols = mix.symbols, .walk = true};
    add(
        "toggle_10x10_" + std::string(mix.name), [=] { return generated(toggle, 200); }, false);
    add(
        "walk_8x8_" + std::string(mix.name), [=] { return generated(walk, 200); }, true);
  }
  return true;
}();

}  // namespace
}  // namespace eyehand::panel
