// Time of the Slitherlink solver, including the proof of uniqueness, on published boards
// (EYEHAND_PUBLISHED, without which these are left out), on an empty one that is counted
// completely, and on large ones of our own. Run with
//   build/release/bin/bench_solver --benchmark_filter=slitherlink
// Sets of many boards have the median and the longest time of a board as counters, each board's
// being the best of its repetitions.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "bench/published.hpp"
#include "puzzle/slitherlink/text.hpp"
#include "solver/random.hpp"
#include "solver/slitherlink/generate.hpp"
#include "solver/slitherlink/sat.hpp"
#include "solver/slitherlink/solve.hpp"

namespace eyehand::slitherlink {
namespace {

namespace fs = std::filesystem;

struct Named {
  std::string name;
  Board board;
};

/// The boards of a folder whose names begin with the prefix, by name.
std::vector<Named> boards(const std::string& folder, const std::string& prefix = "") {
  const fs::path path = bench::published("slitherlink") / folder;
  std::vector<Named> found;
  if (!fs::is_directory(path)) return found;
  for (const auto& entry : fs::directory_iterator(path)) {
    const std::string name = entry.path().stem();
    if (entry.path().extension() != ".slk" || !name.starts_with(prefix)) continue;
    std::stringstream text;
    text << std::ifstream(entry.path()).rdbuf();
    found.push_back({name, from_text(text.str())});
  }
  std::sort(found.begin(), found.end(),
            [](const Named& a, const Named& b) { return a.name < b.name; });
  return found;
}

/// A share of the clues of a random loop: mostly with very many solutions.
Board own_board(int size, double share) {
  Board board = Board::of(Grid::squares(size, size));
  const auto loop = random_loop(*board.grid, 0);
  Random random(1);
  for (int f = 0; f < board.grid->faces(); ++f) {
    if (!random.chance(share)) continue;
    const auto around = board.grid->edges_of_face(f);
    board.clues[static_cast<std::size_t>(f)] =
        static_cast<std::int8_t>(std::count_if(around.begin(), around.end(), [&](int e) {
          return loop[static_cast<std::size_t>(e)] == Mark::line;
        }));
  }
  return board;
}

void solve_set(benchmark::State& state, const std::vector<Named>& set) {
  std::vector<double> best(set.size(), 1e9);
  for (auto _ : state)
    for (std::size_t i = 0; i < set.size(); ++i) {
      const auto start = std::chrono::steady_clock::now();
      const Solution solution = solve(set[i].board);
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

void solve_one(benchmark::State& state, const Board& board, const SolveOptions& options) {
  Solution solution;
  for (auto _ : state) {
    solution = solve(board, options);
    if (solution.answer.empty()) state.SkipWithError("not solved");
  }
  state.SetLabel(std::string(name(solution.status)));
}

void solve_one_by_sat(benchmark::State& state, const Board& board) {
  for (auto _ : state)
    if (solve_by_sat(board, {}).answer.empty()) state.SkipWithError("not solved");
}

const bool registered = [] {
  const auto add = [](const std::string& name, auto... arguments) {
    benchmark::RegisterBenchmark(("slitherlink/" + name).c_str(), arguments...)
        ->Unit(benchmark::kMillisecond);
  };
  // The empty prefix: all 152 at once.
  for (const char* prefix : {"10x10_hard", "25x30_hard", ""})
    if (const auto set = boards("puzzle-loop", prefix); !set.empty())
      add(std::string("puzzle-loop/") + (*prefix ? prefix : "all_hard"), solve_set, set);
  for (const char* folder : {"carleton", "large"})
    for (const auto& [name, board] : boards(folder)) {
      add(std::string(folder) + "/" + name, solve_one, board, SolveOptions{});
      const bool is_prefilled = std::any_of(board.marks.begin(), board.marks.end(),
                                            [](Mark mark) { return mark != Mark::unknown; });
      if (is_prefilled)
        add(std::string(folder) + "/" + name + "/prefilled", solve_one, board,
            SolveOptions{.keep_marks = true});
      add(std::string(folder) + "/" + name + "/cadical", solve_one_by_sat, board);
    }
  add("empty/3x3/count_all", solve_one, Board::of(Grid::squares(3, 3)),
      SolveOptions{.count_limit = ~std::uint64_t{0}});
  struct Own {
    int size;
    double share;
  };
  for (const auto& [size, share] : {Own{100, 0.9}, {100, 0.6}, {100, 0.45}, {300, 0.9}, {300, 0.6}})
    add("own/" + std::to_string(size) + "x" + std::to_string(size) + "/" +
            std::to_string(static_cast<int>(100 * share + 0.5)) + "_percent",
        solve_one, own_board(size, share), SolveOptions{});
  return true;
}();

}  // namespace
}  // namespace eyehand::slitherlink
