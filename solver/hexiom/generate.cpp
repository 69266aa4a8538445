#include "solver/hexiom/generate.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "puzzle/error.hpp"
#include "puzzle/index.hpp"
#include "solver/hexiom/solve.hpp"
#include "solver/random.hpp"

namespace eyehand::hexiom {
namespace {

/// A shuffled board may be solved; then it is shuffled again, at most this many times.
constexpr int kMaxScrambles = 20;

void check_share(double share, const char* what) {
  if (!(share >= 0 && share <= 1))
    throw Error("Hexiom: the " + std::string(what) + " must be 0 to 1, not " +
                std::to_string(share) + ".");
}

/// share * of, rounded identically on every platform.
std::size_t part(double share, std::size_t of) {
  return std::min(of, static_cast<std::size_t>(std::floor(share * static_cast<double>(of) + 0.5)));
}

/// Shuffles the contents of the cells that are not locked.
void scramble(Board& board, Random& random) {
  std::vector<std::size_t> free;
  for (std::size_t c = 0; c < board.cells.size(); ++c)
    if (!board.locked[c]) free.push_back(c);
  for (int tries = 0; tries < kMaxScrambles; ++tries) {
    for (std::size_t i = free.size(); i > 1; --i)
      std::swap(board.cells[free[i - 1]],
                board.cells[free[random.below(static_cast<std::uint32_t>(i))]]);
    if (!is_solved(board)) return;
  }
}

}  // namespace

std::optional<Board> generate(const GenerateOptions& options) {
  check_share(options.density, "density");
  check_share(options.locked, "share of locked pieces");
  Board solved = Board::make(options.side);
  const Hexagon hexagon(options.side);
  Random random(options.seed);

  std::vector<int> cells(at(hexagon.size()));
  std::iota(cells.begin(), cells.end(), 0);
  random.shuffle(cells);
  cells.resize(part(options.density, cells.size()));
  for (const int c : cells) solved.cells[at(c)] = 0;
  for (const int c : cells)
    for (const int other : hexagon.neighbours(c))
      if (other >= 0 && is_piece(solved.cells[at(other)])) ++solved.cells[at(c)];

  random.shuffle(cells);  // now the order in which they are locked
  std::size_t locks = part(options.locked, cells.size());
  const auto lock = [&](std::size_t from) {
    for (std::size_t i = from; i < locks; ++i) solved.locked[at(cells[i])] = 1;
  };
  lock(0);
  while (options.unique) {
    const Solution s = solve(solved, {.deadline = options.deadline, .count_limit = 2});
    if (s.status == Status::unique) break;
    if (s.status == Status::timeout) return std::nullopt;
    const std::size_t from = locks;
    locks = std::min(cells.size(), locks + std::max<std::size_t>(1, cells.size() / 40));
    lock(from);
  }
  scramble(solved, random);
  return solved;
}

}  // namespace eyehand::hexiom
