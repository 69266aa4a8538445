#include "solver/lights/explain.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <string>
#include <vector>

#include "puzzle/index.hpp"
#include "puzzle/lights/text.hpp"

namespace eyehand::lights {
namespace {

constexpr std::string_view kBoard = "the whole board";

std::vector<std::uint8_t> tiles_of(const BitMatrix& matrix, std::size_t row, std::size_t tiles) {
  std::vector<std::uint8_t> set(tiles);
  for (std::size_t t = 0; t < tiles; ++t) set[t] = bit(matrix.row(row), t);
  return set;
}

std::string counted_presses(std::size_t count) {
  return std::to_string(count) + (count == 1 ? " press" : " presses");
}

std::string name_of(const Board& board, int tile) {
  return "row " + std::to_string(tile / board.width + 1) + ", column " +
         std::to_string(tile % board.width + 1);
}

/// Why each tile is pressed that all solutions press, those with the fewest lights to look at
/// first. Returns the other tiles that the solution presses.
std::vector<int> explain_presses(const Board& board, const Solution& solution, const Trace& trace) {
  struct Press {
    int tile;
    std::vector<std::uint8_t> lights;  // of which only this tile flips an odd number
    int size;
  };
  Board odd = transposed(board);
  std::vector<Press> presses;
  std::vector<int> chosen;
  for (std::size_t t = 0; t < board.size(); ++t) {
    if (!solution.presses[t]) continue;
    odd.lit.assign(board.size(), 0);
    odd.lit[t] = 1;
    std::vector<std::uint8_t> lights = solve(odd, {.count_limit = 1}).presses;
    if (lights.empty()) {
      chosen.push_back(static_cast<int>(t));
      continue;
    }
    const int size = std::accumulate(lights.begin(), lights.end(), 0);
    presses.push_back({static_cast<int>(t), std::move(lights), size});
  }
  std::ranges::stable_sort(presses, {}, &Press::size);
  for (const auto& [tile, lights, size] : presses) {
    Deduction step{"press",
                   name_of(board, tile),
                   "must be pressed, because it alone flips an odd number of the lights marked 1 "
                   "in " +
                       presses_to_text(board, lights) + ", of which an odd number must change",
                   {},
                   {tile}};
    for (std::size_t light = 0; light < lights.size(); ++light)
      if (lights[light]) step.reasons.push_back(static_cast<int>(light));
    trace(step);
  }
  return chosen;
}

}  // namespace

std::unique_ptr<model::Description> describe(const Board& board) {
  auto description = std::make_unique<model::Description>(static_cast<int>(board.size()), 2, "tile",
                                                          std::vector<std::string_view>{"light"});
  std::vector<model::Literals> flipping(board.size());
  for (std::size_t tile = 0; tile < board.size(); ++tile)
    for (const int light : board.flips[tile])
      flipping[at(light)].push_back(description->model.mark(static_cast<int>(tile)).is(1));
  for (std::size_t light = 0; light < board.size(); ++light) {
    description->because("light",
                         board.lit[light] != 0 ? "{at} must change" : "{at} must not change",
                         static_cast<int>(light));
    description->model.odd(flipping[light], board.lit[light] != 0);
  }
  return description;
}

Board transposed(const Board& board) {
  Board other = Board::make(board.width, board.height);
  for (std::size_t t = 0; t < board.size(); ++t)
    for (const int light : board.flips[t]) other.flips[at(light)].push_back(static_cast<int>(t));
  return other;
}

void explain_none(const Board& board, const BitMatrix& even, const Trace& trace) {
  std::vector<std::uint8_t> is_flipped(board.size(), 0);
  for (const auto& set : board.flips)
    for (const int light : set) is_flipped[at(light)] = 1;
  for (std::size_t t = 0; t < board.size(); ++t) {
    if (!board.lit[t] || is_flipped[t]) continue;
    const auto width = at(board.width);
    trace({"solutions",
           "row " + std::to_string(t / width + 1) + ", column " + std::to_string(t % width + 1),
           "is lit, but no press flips it, so there is no solution"});
    return;
  }
  for (std::size_t row = 0; row < even.rows(); ++row) {
    const auto lights = tiles_of(even, row, board.size());
    const std::size_t lit =
        std::inner_product(lights.begin(), lights.end(), board.lit.begin(), std::size_t{0});
    if (lit % 2 == 0) continue;
    trace({"solutions", std::string(kBoard),
           "every press flips an even number of " +
               (board.size() > kMaxTilesListed
                    ? model::counted(at(std::accumulate(lights.begin(), lights.end(), 0)), "light")
                    : "the lights marked 1 in " + presses_to_text(board, lights)) +
               ", but an odd number of them (" + std::to_string(lit) +
               ") is lit, so there is no solution"});
    return;
  }
  trace({"solutions", std::string(kBoard),
         "no set of presses turns off exactly the tiles that are lit, so there is no solution"});
}

void explain(const Board& board, const Solution& solution, const BitMatrix& quiet,
             const Trace& trace) {
  const auto report = [&](const std::string& what) {
    trace({"solutions", std::string(kBoard), what});
  };
  const auto presses = at(std::accumulate(solution.presses.begin(), solution.presses.end(), 0));
  const auto nullity = at(solution.nullity);
  if (nullity == 0) {
    report("every combination of presses changes some light, so the solution, with " +
           counted_presses(presses) + ", is the only one");
  } else {
    if (board.size() <= kMaxTilesListed)
      for (std::size_t row = 0; row < std::min(quiet.rows(), kMaxListed); ++row)
        report("pressing the tiles marked 1 in " +
               presses_to_text(board, tiles_of(quiet, row, board.size())) + " changes no light");
    report(
        model::counted(nullity, "combination") +
        (nullity == 1 ? " of presses changes" : " of presses, independent of one another, change") +
        " no light, so there are 2^" + std::to_string(nullity) +
        (nullity < 64 ? " = " + std::to_string(std::uint64_t{1} << nullity) : "") + " solutions");
    report("the solution given has " + counted_presses(presses) +
           (solution.fewest ? ", and none has fewer" : "; one with fewer may exist"));
  }
  std::vector<int> chosen;
  if (board.size() <= kMaxTilesListed) chosen = explain_presses(board, solution, trace);
  std::size_t open = 0;  // tiles that some solutions press, and some do not
  for (std::size_t word = 0; word < quiet.words(); ++word) {
    std::uint64_t differing = 0;
    for (std::size_t row = 0; row < quiet.rows(); ++row) differing |= quiet.row(row)[word];
    open += static_cast<std::size_t>(std::popcount(differing));
  }
  if (open == 0) return;
  trace(model::several_solutions(model::counted(open, "tile")));
  for (const int tile : chosen)
    trace({"choice", name_of(board, tile), "is pressed in the solution given", {}, {tile}});
}

}  // namespace eyehand::lights
