// Pictures of Hexiom boards as the game was first drawn: crops of its numerals, claws and empty
// cells (data/hexiom-tiles in the shared folder), each at its place in a cell. What the crops do
// not show of a cell is painted in their colours: rims, the light in a piece, the background.
#pragma once

#include <array>
#include <map>
#include <opencv2/core.hpp>
#include <random>
#include <string>
#include <vector>

#include "puzzle/hexiom/board.hpp"
#include "puzzle/hexiom/hexagon.hpp"

namespace eyehand::test {

/// A picture with a numeral in the middle of a piece of its colour.
struct NumeralCrop {
  std::string name;
  int number = 0;
  char colour = 'g';   ///< green, yellow or red: the piece's
  cv::Mat image;       ///< as large as the crop
  cv::Point2d middle;  ///< of its foreground, pixels
};

/// The parts of a board, at one of the sizes of the crops or at any size.
class OriginalTiles {
 public:
  /// The crops of boards of side 4 or 6: cells of 46 or 29.4 pixels. Empty if there is no such
  /// folder.
  static OriginalTiles of_crops(const std::string& folder, int side);
  /// Without crops: numerals from rasters (see vision/hexiom/numeral.hpp) in a cell of any size.
  static OriginalTiles of_samples(const std::vector<std::string>& samples, double pitch);

  double pitch() const { return pitch_; }
  const std::vector<NumeralCrop>& numerals() const { return numerals_; }

  struct Picture {
    cv::Mat image;
    double pitch = 0;
    std::vector<cv::Point2d> where;  ///< each cell's middle, pixels

    /// `factor` times as large, moved by a part of a pixel, then blurred (its sigma, pixels).
    Picture changed(double factor, cv::Point2d by = {}, double blur = 0) const;
  };
  /// What varies from board to board is drawn by chance; numerals are up to `jitter` pixels beside
  /// their cell's middle.
  Picture draw(const hexiom::Board& board, std::mt19937_64& random, int jitter = 0) const;
  /// A piece alone.
  Picture draw(const NumeralCrop& numeral, bool is_locked) const;

 private:
  void make_cells();
  void draw_cell(cv::Mat& image, cv::Point at, char colour) const;
  void draw_claws(cv::Mat& image, cv::Point at, char colour, bool below_too) const;
  void draw_numeral(cv::Mat& image, cv::Point at, const NumeralCrop& numeral) const;

  double pitch_ = 0;
  std::vector<NumeralCrop> numerals_;
  /// A cell without what is in it: colours, and how much of each pixel it covers.
  struct CellPicture {
    cv::Mat3d colours;
    cv::Mat1d shares;
  };
  std::map<char, CellPicture> cells_;
  std::map<char, cv::Mat> claws_;
  cv::Mat empty_;
};

}  // namespace eyehand::test
