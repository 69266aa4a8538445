// Reads the symbol on a tile of a panel: the one whose drawing comes closest.
#pragma once

#include <opencv2/core.hpp>
#include <vector>

#include "puzzle/panel/board.hpp"
#include "vision/panel/atlas.hpp"
#include "vision/panel/palette.hpp"

namespace eyehand::panel {

struct SymbolReading {
  Tile tile;             ///< symbol, value and hue
  float confidence = 1;  ///< 0 to 1
  double error = 0;      ///< the share of the differences from a plain tile that is not explained
};

/// First compares all symbols in all hues without slack, by the products of their layers with the
/// picture; where that is inconclusive, compares the best of them with slack (see explain()).
class SymbolReader {
 public:
  /// Keeps references to both.
  SymbolReader(const Atlas& atlas, const Palette& palette);

  /// Of a cell, CV_32FC3. A microsecond if there is nothing, some 40 for a symbol, 500 for one that
  /// is hard to distinguish.
  SymbolReading read(const cv::Mat& cell, bool lit) const;

 private:
  /// A symbol, or a trail, by its layers' places among all layers.
  struct Drawing {
    Symbol symbol;
    int value;
    std::vector<const cv::Mat*> layers;
    std::size_t first;
    double products[3][3];  ///< of the layers with one another
  };
  /// A drawing in colours: what may be on a tile.
  struct Option {
    double cost;  ///< squared differences
    const Drawing* drawing;
    cv::Vec3f colours[3];  ///< of the layers, less the tile's; of an outline there may be none
    Tile tile;
  };

  Drawing drawing_of(Symbol symbol, int value, std::vector<const cv::Mat*> layers,
                     std::vector<cv::Mat>& all) const;
  /// The best options, and at least one with another meaning than the best; ascending by cost.
  std::vector<Option> best_options(const cv::Mat& differences, bool lit) const;
  cv::Mat draw(const Option& option, bool lit) const;
  /// Compares the likeliest options again, with slack, and moves the best to the front. Returns the
  /// confidence in it.
  float recheck(const cv::Mat& cell, bool lit, double all, std::vector<Option>& options) const;

  const Atlas& atlas_;
  const Palette& palette_;
  std::vector<cv::Point> pixels_;  ///< where nothing but symbols and trails may be
  std::vector<Drawing> drawings_;
  cv::Mat layers_;  ///< a row for each pixel, a column for each layer
};

}  // namespace eyehand::panel
