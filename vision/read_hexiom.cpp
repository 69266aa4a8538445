#include "vision/read_hexiom.hpp"

#include <algorithm>
#include <cmath>

#include "vision/digits.hpp"
#include "vision/hex_lattice.hpp"
#include "vision/hexiom_cell.hpp"

namespace eyehand::hexiom {
namespace {

/// So many gaps around a cell may be hard to see, by the pitch in pixels.
int hidden_gaps_max(double pitch) {
  return pitch >= 32 ? 2 : pitch >= 20 ? 4 : 6;
}

/// A board with so many doubts is none; nothing that takes long is asked any more.
constexpr int kDoubtsAsked = 3;

std::string place_text(const Hexagon& hexagon, int cell) {
  const Hexagon::Place place = hexagon.place(cell);
  return "row " + std::to_string(place.row + 1) + ", cell " + std::to_string(place.column + 1);
}

}  // namespace

Reading read(const Frame& frame, const Look& look) {
  const DigitReader digits(look.digits);
  Reading reading;
  const HexLatticeResult found = find_hex_lattice(frame.image, look.cell_min_px, look.ink_min);
  if (!found.lattice) {
    reading.doubt = found.why_not;
    return reading;
  }
  const HexLattice& lattice = *found.lattice;
  const Hexagon hexagon(lattice.side);
  reading.board = Board::make(lattice.side);
  const CellReader cells(frame.image, look, digits, lattice.pitch, lattice.flat_topped);
  int doubts = 0;
  const auto doubt = [&](int cell, const std::string& why) {
    if (doubts++ == 0) reading.doubt = place_text(hexagon, cell) + ": " + why;
  };
  cv::Point2d least(1e9, 1e9), most(-1e9, -1e9);
  for (int cell = 0; cell < hexagon.size(); ++cell) {
    const auto i = static_cast<std::size_t>(cell);
    const cv::Point2d middle = lattice.at(hexagon.middle(cell));
    reading.where.push_back(middle);
    least = {std::min(least.x, middle.x), std::min(least.y, middle.y)};
    most = {std::max(most.x, middle.x), std::max(most.y, middle.y)};
    float confidence = 1;
    if (found.cells[i] == HexCell::ground) {
      reading.board.cells[i] = kHole;
    } else {
      const CellGuess guess = cells.read(middle, doubts < kDoubtsAsked);
      reading.board.cells[i] = guess.cell;
      reading.board.locked[i] = guess.is_locked ? 1 : 0;
      confidence = guess.confidence;
      if (found.cells[i] == HexCell::unclear) {
        confidence = 0;
        doubt(cell, "neither a cell nor ground is there");
      } else if (found.hidden_gaps[i] > hidden_gaps_max(lattice.pitch)) {
        confidence = 0;
        doubt(cell, "something lies over its rim");
      } else if (confidence < kSure) {
        doubt(cell, guess.doubt);
      }
    }
    reading.confidence.push_back(confidence);
  }
  const double reach = 0.58 * lattice.pitch;
  reading.area = cv::Rect(cv::Point(static_cast<int>(std::floor(least.x - reach)),
                                    static_cast<int>(std::floor(least.y - reach))),
                          cv::Point(static_cast<int>(std::ceil(most.x + reach)) + 1,
                                    static_cast<int>(std::ceil(most.y + reach)) + 1)) &
                 cv::Rect({}, frame.image.size());
  if (doubts > 1) reading.doubt += ", and " + std::to_string(doubts - 1) + " more";
  return reading;
}

}  // namespace eyehand::hexiom
