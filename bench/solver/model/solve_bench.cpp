// Times the puzzles that are pages of rules, including whether the solution is unique: 20 boards of
// the largest and hardest kind that Simon Tatham's programs offer, 20 with twice the cells, and a
// thousand Sudokus of 22 to 25 clues. Run with
//   build/release/bin/bench_solver --benchmark_filter=model
// Boards are Eyehand's own, or `sgt`: the program's (Debian package sgt-puzzles), always the same.
// Counters: median and longest time of a board in milliseconds of processor time.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <ctime>
#include <functional>
#include <sstream>
#include <string>
#include <vector>

#include "process/find_program.hpp"
#include "process/process.hpp"
#include "solver/model/generate.hpp"
#include "solver/model/solve.hpp"

namespace eyehand::model {
namespace {

using Boards = std::vector<Board>;

constexpr std::size_t kBoards = 20;

double milliseconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

void measure(benchmark::State& state, const Rules& rules, const Boards& boards) {
  std::vector<double> times;
  for (auto _ : state) {
    times.clear();
    for (const Board& board : boards) {
      const double start = milliseconds();
      if (solve(rules, board).status != Status::unique) state.SkipWithError("not unique");
      times.push_back(milliseconds() - start);
    }
  }
  std::sort(times.begin(), times.end());
  state.counters["boards"] = static_cast<double>(times.size());
  state.counters["median_ms"] = times[times.size() / 2];
  state.counters["worst_ms"] = times.back();
}

void add(std::string_view name, const std::string& what,
         const std::function<Boards(const Rules&)>& boards) {
  const Rules& rules = page(name);
  benchmark::RegisterBenchmark(
      ("model/" + std::string(name) + '/' + what).c_str(),
      [&rules, boards](benchmark::State& state) { measure(state, rules, boards(rules)); })
      ->Unit(benchmark::kMillisecond)
      ->Iterations(1);
}

Boards sudokus(const Rules& rules) {
  Boards boards;
  for (std::uint64_t seed = 0; boards.size() < 1000; ++seed) {
    Board board = *generate(rules, {9, 9, seed}, {});
    const auto blank = std::count(board.clues.begin(), board.clues.end(), kBlank);
    if (blank >= 81 - 25 && blank <= 81 - 22) boards.push_back(std::move(board));
  }
  return boards;
}

[[maybe_unused]] const bool added = [] {
  add("sudoku", "1000_of_22_to_25_clues", sudokus);
  struct Program {
    const char *name, *program, *parameters;
  };
  for (const auto& [name, program, parameters] : {Program{"lightup", "sgt-lightup", "14x14b20s2d2"},
                                                  {"tents", "sgt-tents", "15x15dt"},
                                                  {"unruly", "sgt-unruly", "14x14dn"},
                                                  {"singles", "sgt-singles", "12x12dk"},
                                                  {"nonogram", "sgt-pattern", "30x30"},
                                                  {"nonogram", "sgt-pattern", "42x43"},
                                                  {"sudoku", "sgt-solo", "4x4db"},
                                                  {"sudoku", "sgt-solo", "3x3du"},
                                                  {"sudoku", "sgt-solo", "3x3ka"},
                                                  {"sudoku", "sgt-solo", "9jxdb"},
                                                  {"towers", "sgt-towers", "6du"},
                                                  {"range", "sgt-range", "16x11"},
                                                  {"range", "sgt-range", "22x16"},
                                                  {"mosaic", "sgt-mosaic", "50x50h0"},
                                                  {"mosaic", "sgt-mosaic", "71x70h0"}})
    if (find_program(program))
      add(name, std::string("sgt_") + parameters,
          [program = std::string(program),
           parameters = std::string(parameters)](const Rules& rules) {
            std::istringstream ids(run_program(
                {program, "--generate", std::to_string(kBoards), parameters + "#1"}, {}));
            Boards boards;
            for (std::string id; std::getline(ids, id);) boards.push_back(read(rules, id));
            return boards;
          });
  struct Size {
    const char* name;
    int width, height;
  };
  for (const auto& [name, width, height] : {Size{"lightup", 20, 20},
                                            {"tents", 21, 21},
                                            {"unruly", 20, 20},
                                            {"singles", 17, 17},
                                            {"nonogram", 25, 25},
                                            {"sudoku", 16, 16},
                                            {"sudoku", 20, 20},
                                            {"sudoku", 24, 24},
                                            {"towers", 9, 9},
                                            {"range", 22, 16},
                                            {"mosaic", 25, 25},
                                            {"alphametic", 8, 4},
                                            {"alphametic", 9, 8}})
    add(name, std::to_string(width) + 'x' + std::to_string(height),
        [width = width, height = height](const Rules& rules) {
          Boards boards;
          for (std::uint64_t seed = 0; seed < kBoards; ++seed)
            boards.push_back(*generate(rules, {width, height, seed}, {}));
          return boards;
        });
  return true;
}();

}  // namespace
}  // namespace eyehand::model
