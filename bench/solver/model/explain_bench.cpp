// Time to solve a board and to find the first step that decides a cell, as `eyehand hint` does, and
// to explain whole Slitherlinks. Run with
//   build/release/bin/bench_solver --benchmark_filter=Explain
// The counters are the median and the longest time of a board.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <vector>

#include "solver/hexiom/explain.hpp"
#include "solver/hexiom/generate.hpp"
#include "solver/hexiom/solve.hpp"
#include "solver/model/generate.hpp"
#include "solver/model/solve.hpp"
#include "solver/net/explain.hpp"
#include "solver/net/generate.hpp"
#include "solver/net/solve.hpp"
#include "solver/panel/explain.hpp"
#include "solver/panel/generate.hpp"
#include "solver/panel/solve.hpp"
#include "solver/random.hpp"
#include "solver/slitherlink/explain.hpp"
#include "solver/slitherlink/generate.hpp"
#include "solver/slitherlink/solve.hpp"

namespace eyehand {
namespace {

constexpr std::uint64_t kBoards = 20;

struct Enough {};
const model::StepReport kFirst = [](const model::Step&, const Deduction& step) {
  if (!step.decided.empty()) throw Enough();
};
const model::StepReport kAll = [](const model::Step&, const Deduction&) {};

/// Times `explain(board)`, which may throw Enough, for each board.
template <class Board, class Explain>
void time_each(benchmark::State& state, const std::vector<Board>& boards, Explain&& explain) {
  std::vector<double> ms;
  for (auto _ : state)
    for (const Board& board : boards) {
      const auto start = std::chrono::steady_clock::now();
      try {
        explain(board);
      } catch (const Enough&) {
      }
      const std::chrono::duration<double, std::milli> took =
          std::chrono::steady_clock::now() - start;
      ms.push_back(took.count());
    }
  std::ranges::sort(ms);
  state.counters["median_ms"] = ms[ms.size() / 2];
  state.counters["longest_ms"] = ms.back();
}

void ExplainNet13x11(benchmark::State& state) {
  std::vector<net::Board> boards;
  for (std::uint64_t seed = 0; seed < kBoards; ++seed)
    boards.push_back(*net::generate({.width = 13, .height = 11, .seed = seed}));
  time_each(state, boards, [](const net::Board& board) {
    net::explain(board, net::solve(board).answer, true, {}, kFirst);
  });
}
BENCHMARK(ExplainNet13x11)->Unit(benchmark::kMillisecond);

/// Of boards on which this share of the marks is known.
void ExplainSlitherlink10x10(benchmark::State& state) {
  const double known = static_cast<double>(state.range(0)) / 100;
  Random random(1);
  std::vector<slitherlink::Board> boards;
  for (std::uint64_t seed = 0; seed < kBoards; ++seed) {
    auto& board = boards.emplace_back(*slitherlink::generate(
        {.grid = slitherlink::Grid::squares(10, 10), .seed = seed, .hard = true}));
    const auto answer = slitherlink::solve(board).answer;
    for (std::size_t e = 0; e < answer.size(); ++e)
      if (random.chance(known)) board.marks[e] = answer[e];
  }
  time_each(state, boards, [](const slitherlink::Board& board) {
    slitherlink::explain(board, true, slitherlink::solve(board).answer, true, {}, kFirst);
  });
}
BENCHMARK(ExplainSlitherlink10x10)->Arg(0)->Arg(50)->Unit(benchmark::kMillisecond);

void ExplainSudoku(benchmark::State& state) {
  const model::Rules& rules = model::page("sudoku");
  std::vector<model::Board> boards;
  for (std::uint64_t seed = 0; seed < kBoards; ++seed)
    boards.push_back(*model::generate(rules, {9, 9, seed}, {}));
  const Trace first = [](const Deduction& step) { kFirst({}, step); };
  time_each(state, boards,
            [&](const model::Board& board) { model::solve(rules, board, {.trace = &first}); });
}
BENCHMARK(ExplainSudoku)->Unit(benchmark::kMillisecond);

void ExplainHexiomOfSide4(benchmark::State& state) {
  std::vector<hexiom::Board> boards;
  for (std::uint64_t seed = 0; boards.size() < kBoards; ++seed) {
    const auto board =
        hexiom::generate({.side = 4, .density = 0.5, .locked = 0.3, .seed = seed, .unique = true});
    if (board) boards.push_back(*board);
  }
  time_each(state, boards, [](const hexiom::Board& board) {
    hexiom::explain(board, hexiom::solve(board, {.count_limit = 2}).answer, true, {}, kFirst);
  });
}
BENCHMARK(ExplainHexiomOfSide4)->Unit(benchmark::kMillisecond);

/// All steps; of hard boards if the argument is 1.
void ExplainAllOfSlitherlink25x30(benchmark::State& state) {
  std::vector<slitherlink::Board> boards;
  for (std::uint64_t seed = 0; seed < 5; ++seed)
    boards.push_back(*slitherlink::generate(
        {.grid = slitherlink::Grid::squares(25, 30), .seed = seed, .hard = state.range(0) == 1}));
  time_each(state, boards, [](const slitherlink::Board& board) {
    slitherlink::explain(board, false, slitherlink::solve(board).answer, true, {}, kAll);
  });
}
BENCHMARK(ExplainAllOfSlitherlink25x30)->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);

/// All steps of square panels with these sides, as far as the time for them reaches.
void ExplainAllOfPanel(benchmark::State& state) {
  std::vector<panel::Board> boards;
  const int side = static_cast<int>(state.range(0));
  const bool walk = state.range(1) == 1;
  for (std::uint64_t seed = 0; seed < 5; ++seed)
    boards.push_back(*panel::generate(
        {.width = side, .height = side, .walk = walk, .unique = true, .seed = seed}));
  time_each(state, boards, [&](const panel::Board& board) {
    panel::explain(board, walk, panel::solve(board, {.walk = walk}), {}, kAll);
  });
}
BENCHMARK(ExplainAllOfPanel)
    ->ArgsProduct({{5, 8, 10}, {0, 1}})
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace eyehand
