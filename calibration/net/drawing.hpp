// How a program of Net draws its board: wires between thin grid lines, or light strokes over a
// photograph. A skin that says so holds at any size.
#pragma once

#include <optional>
#include <span>

#include "calibration/lattice_search.hpp"
#include "calibration/learn.hpp"
#include "calibration/pace_search.hpp"
#include "calibration/prober.hpp"
#include "vision/lattice.hpp"

namespace eyehand::calibration {

/// The first of these whose cells lie where tiles do: `tiles` covers the whole window.
std::optional<LatticeGuess> find_drawn_cells(std::span<const LatticeGuess> guesses,
                                             const Lattice& tiles);

/// Learns a program that shows its cells like that; its tiles must be as found. Turns every tile
/// four times, tries the buttons, and leaves the board as it was. Throws LearnStopped if it cannot
/// be read that way; then some tiles may be left turned. About 15 s, plus 0.15 s per tile.
Learned learn_drawing(Prober& prober, const LearnOptions& options, const LatticeGuess& cells,
                      const Timing& timing);

}  // namespace eyehand::calibration
