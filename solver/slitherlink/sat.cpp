#include "solver/slitherlink/sat.hpp"

#include <algorithm>
#include <cadical.hpp>
#include <cstddef>

#include "solver/sat_deadline.hpp"

namespace eyehand::slitherlink {
namespace {

std::size_t at(int i) {
  return static_cast<std::size_t>(i);
}

class Model {
 public:
  Model(const Board& board, std::span<const Mark> known)
      : board_(board), grid_(*board.grid), next_variable_(grid_.edges() + 1) {
    sat_.set("quiet", 1);
    for (int v = 0; v < grid_.vertices(); ++v) add_vertex(v);
    std::vector<int> literals;
    for (int f = 0; f < grid_.faces(); ++f) {
      const int clue = board.clues[at(f)];
      if (clue == kNoClue) continue;
      clue_sum_ += clue;
      const auto around = grid_.edges_of_face(f);
      literals.clear();
      for (const int e : around) literals.push_back(e + 1);
      at_most(literals, clue);
      for (int& l : literals) l = -l;
      at_most(literals, static_cast<int>(literals.size()) - clue);
    }
    for (std::size_t e = 0; e < known.size(); ++e)
      if (known[e] != Mark::unknown)
        clause(known[e] == Mark::line ? static_cast<int>(e) + 1 : -static_cast<int>(e) - 1);
    for (int e = 0; e < grid_.edges(); ++e)
      sat_.add(e + 1);  // the empty assignment is not a solution
    sat_.add(0);
  }

  Solution solve(const SolveOptions& options) {
    SatDeadline clock(options.deadline);
    if (!options.deadline.never()) sat_.connect_terminator(&clock);
    Solution solution;
    const std::uint64_t limit = std::max<std::uint64_t>(1, options.count_limit);
    int result = 0;
    while (solution.count < limit && !options.deadline.passed() && (result = sat_.solve()) == 10) {
      lines_.assign(at(grid_.edges()), 0);
      for (int e = 0; e < grid_.edges(); ++e) lines_[at(e)] = sat_.val(e + 1) > 0;
      if (!cut_loops()) {
        if (solution.count++ == 0) {
          solution.answer.assign(lines_.size(), Mark::cross);
          for (std::size_t e = 0; e < lines_.size(); ++e)
            if (lines_[e]) solution.answer[e] = Mark::line;
        }
        // No loop contains all the lines of another one: the lines of a solution exclude only it.
        for (int e = 0; e < grid_.edges(); ++e)
          if (lines_[at(e)]) sat_.add(-e - 1);
        sat_.add(0);
      }
      result = 0;
    }
    if (!options.deadline.never()) sat_.disconnect_terminator();
    if (solution.count >= limit)
      solution.status = limit == 1 ? Status::found : Status::multiple;
    else if (result != 20)
      solution.status = Status::timeout;
    else
      solution.status = solution.count == 0   ? Status::none
                        : solution.count == 1 ? Status::unique
                                              : Status::multiple;
    return solution;
  }

 private:
  template <class... Literals>
  void clause(Literals... literals) {
    (sat_.add(literals), ...);
    sat_.add(0);
  }

  void add_vertex(int v) {
    const auto around = grid_.edges_of_vertex(v);
    for (const int e : around) {
      sat_.add(-e - 1);
      for (const int other : around)
        if (other != e) sat_.add(other + 1);
      sat_.add(0);
    }
    std::vector<int> literals;
    for (const int e : around) literals.push_back(e + 1);
    at_most(literals, 2);
  }

  // Few literals: every subset that is one too large; many: a sequential counter (Sinz 2005).
  void at_most(const std::vector<int>& literals, int max) {
    const int n = static_cast<int>(literals.size());
    if (max >= n) return;
    if (max < 0) {
      sat_.add(0);
      return;
    }
    if (n <= 8) {
      for (unsigned set = 0; set < 1u << n; ++set) {
        if (__builtin_popcount(set) != max + 1) continue;
        for (int i = 0; i < n; ++i)
          if (set >> i & 1) sat_.add(-literals[at(i)]);
        sat_.add(0);
      }
      return;
    }
    std::vector<int> before(at(max), 0), now(at(max));  // of the first i, more than j are true
    for (int i = 0; i < n; ++i) {
      const int x = literals[at(i)];
      for (int j = 0; j < max; ++j) {
        now[at(j)] = next_variable_++;
        if (i > 0) clause(-before[at(j)], now[at(j)]);
        if (j == 0)
          clause(-x, now[0]);
        else if (i > 0)
          clause(-x, -before[at(j - 1)], now[at(j)]);
      }
      if (max == 0)
        clause(-x);
      else if (i > 0)
        clause(-x, -before[at(max - 1)]);
      std::swap(before, now);
    }
  }

  // False if the lines are one loop. Otherwise adds clauses that forbid each loop next to the
  // others.
  bool cut_loops() {
    loop_of_.assign(lines_.size(), -1);
    std::vector<std::vector<int>> loops;
    for (int first = 0; first < grid_.edges(); ++first) {
      if (!lines_[at(first)] || loop_of_[at(first)] >= 0) continue;
      auto& loop = loops.emplace_back();
      int vertex = grid_.edge(first).b;
      for (int e = first; loop_of_[at(e)] < 0;) {
        loop_of_[at(e)] = static_cast<int>(loops.size()) - 1;
        loop.push_back(e);
        for (const int other : grid_.edges_of_vertex(vertex))
          if (lines_[at(other)] && loop_of_[at(other)] < 0) {
            e = other;
            vertex = grid_.edge(e).a == vertex ? grid_.edge(e).b : grid_.edge(e).a;
            break;
          }
      }
    }
    if (loops.size() < 2) return false;
    in_set_.assign(at(grid_.vertices()), 0);
    for (std::size_t i = 0; i < loops.size(); ++i) {
      const auto& loop = loops[i];
      const int elsewhere = loops[i == 0 ? 1 : 0][0];
      if (loop.size() <= 64) {
        // These lines alone are not the solution if they leave a clue unmet.
        int met = 0;
        for (const int e : loop) {
          sat_.add(-e - 1);
          for (const int f : grid_.edge(e).faces) met += f != kOutside && board_.clues[at(f)] > 0;
        }
        if (met == clue_sum_) sat_.add(-elsewhere - 1);
        sat_.add(0);
      }
      // Lines within the loop's vertices and lines beyond need an edge between.
      for (const int e : loop) in_set_[at(grid_.edge(e).a)] = in_set_[at(grid_.edge(e).b)] = 1;
      sat_.add(-loop[0] - 1);
      sat_.add(-elsewhere - 1);
      for (const int e : loop)
        for (const int v : {grid_.edge(e).a, grid_.edge(e).b})
          if (in_set_[at(v)] == 1) {
            in_set_[at(v)] = 2;
            for (const int out : grid_.edges_of_vertex(v)) {
              const int far = grid_.edge(out).a == v ? grid_.edge(out).b : grid_.edge(out).a;
              if (!in_set_[at(far)]) sat_.add(out + 1);
            }
          }
      sat_.add(0);
      for (const int e : loop) in_set_[at(grid_.edge(e).a)] = in_set_[at(grid_.edge(e).b)] = 0;
    }
    return true;
  }

  const Board& board_;
  const Grid& grid_;
  CaDiCaL::Solver sat_;
  int next_variable_;
  int clue_sum_ = 0;
  std::vector<char> lines_, in_set_;
  std::vector<int> loop_of_;
};

}  // namespace

Solution solve_by_sat(const Board& board, std::span<const Mark> known,
                      const SolveOptions& options) {
  return Model(board, known).solve(options);
}

}  // namespace eyehand::slitherlink
