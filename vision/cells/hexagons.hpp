// Reads a board of hexagonal cells by an atlas of pictures of them, where the board was learned.
// Whatever is drawn around the cells, or in their centres (a number, say), does not matter. Knows
// no game.
#pragma once

#include <opencv2/core.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "puzzle/about.hpp"
#include "vision/cells/named_atlas.hpp"
#include "vision/hexiom/lattice.hpp"

namespace eyehand::cells {

/// Pixels per side of the pictures of hexagonal cells: marks on them may be small.
inline constexpr int kHexagonPixels = 20;

/// What is known of a program's hexagonal cells: [cells] in its skin.
struct HexAppearance : NamedPictures {
  double middle_x_px = 0, middle_y_px = 0, pitch_px = 0;  ///< where the board was last found
  bool flat_topped = false;
  int side = 0;
};

template <class Visitor>
void describe(HexAppearance& cells, Visitor&& visit) {
  visit("middle_x_px", cells.middle_x_px,
        About{"the centre of the board in the window, where it was learned", 0, 16384});
  visit("middle_y_px", cells.middle_y_px, About{"see middle_x_px", 0, 16384});
  visit("pitch_px", cells.pitch_px, About{"from one cell's centre to the next", 0, 1000});
  visit("flat_topped", cells.flat_topped,
        About{"whether cells have a flat top rather than a corner there"});
  visit("side", cells.side, About{"how many cells each side of the board had", 0, 64});
  describe_pictures(cells, visit);
}

/// The cell around `middle`: CV_32FC3, kHexagonPixels per side, 0 outside the cell. With `hollow`,
/// its centre, where numbers stand, is 0 as well. `pitch` in pixels. O(pixels of the cell).
cv::Mat cut_hexagon(const cv::Mat& bgr, cv::Point2d middle, double pitch, bool flat_topped,
                    bool hollow);

/// Where a pixel of such a picture is, relative to the cell's centre, in pitches.
cv::Point2d place_in_hexagon(int column, int row);

struct HexReading {
  HexLattice lattice;
  std::vector<Prediction> cells;  ///< per cell of Hexagon(lattice.side)
};

class HexReader {
 public:
  /// Throws Error if the pictures do not match the labels or the board has no side.
  explicit HexReader(const HexAppearance& appearance);
  /// `atlas` has pictures of hollow cells.
  HexReader(Atlas atlas, std::vector<std::string> labels, HexLattice usual);

  /// Where the board was learned. O(cells * pictures).
  HexReading read(const cv::Mat& bgr) const;
  /// Classifies one place of the lattice.
  Prediction read_cell(const cv::Mat& bgr, const HexLattice& lattice, cv::Point2d middle) const;

  /// From now on, what looks like the cell around `middle` has this label.
  void add(std::string_view label, const cv::Mat& bgr, const HexLattice& lattice,
           cv::Point2d middle);

  /// The name of a prediction's label.
  const std::string& label(int number) const { return named_.label(number); }
  HexAppearance appearance() const;

 private:
  NamedAtlas named_;
  HexLattice usual_;
};

}  // namespace eyehand::cells
