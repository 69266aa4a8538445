// Generates Slitherlink boards from a seed, on any grid, each with exactly one solution.
//
// The generator of the Carleton slides: a region of faces grows at random so that its border stays
// one loop; all faces get their clues; then clues are taken away one after another as long as the
// board stays good, those that cannot go being set aside. Digits stay balanced: of the clues still
// on the board the most frequent digit goes next.
//
// Whether a clue can go is first tried nearby: where the loop is fixed except for some faces around
// it, another solution is found quickly if there is one. Other solutions are remembered: a clue
// that alone rules one of them out stays, and is not tried again.
//
// Cost: one to three solver runs per clue. Boards of 10x10 squares take some 10 to 25 ms, of 25x30
// one second if easy, half a second if hard (as few clues as possible); honeycomb and Cairo grids
// of 10x10 some 25 to 130 ms.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "puzzle/deadline.hpp"
#include "puzzle/slitherlink/board.hpp"

namespace eyehand::slitherlink {

struct GenerateOptions {
  std::shared_ptr<const Grid> grid;
  std::uint64_t seed = 0;
  int clues = 0;  ///< how many are left; 0 for as few as possible
  /// Easy boards come out by RuleSet::easy() alone, hard ones do not.
  bool hard = false;
  Deadline deadline{};
};

/// A board without marks. The same options give the same board everywhere. Nothing if the deadline
/// passed, or if no board with as few clues as wanted (or, for hard ones, as many) was found in
/// some tries; grids of a few faces may have none at all. Throws Error if there is no grid or the
/// number of clues is impossible.
std::optional<Board> generate(const GenerateOptions& options);

/// The first step alone: a random loop, as the marks of all edges. Grids of one face have one.
std::vector<Mark> random_loop(const Grid& grid, std::uint64_t seed);

}  // namespace eyehand::slitherlink
