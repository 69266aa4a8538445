// What one tile of a panel is and carries: whatever drawing comes closest to its picture.
#pragma once

#include <opencv2/core.hpp>
#include <string>
#include <vector>

#include "puzzle/panel.hpp"
#include "vision/panel_paints.hpp"
#include "vision/panel_sheet.hpp"

namespace eyehand::panel {

struct TileReading {
  Tile tile;  ///< links are not looked at
  bool has_walker = false;
  float confidence = 1;  ///< 0 to 1; below kSure is not sure
  std::string doubt;     ///< what is not sure, for people: "the symbol"
  double error = 0;      ///< what no drawing explains, of what there is to be explained
};

/// Whether two neighbours are linked.
struct LinkReading {
  bool is_linked = false;
  float confidence = 1;
};

/// Compares pictures of cells with drawings. Pictures are in CV_32FC3, BGR, 0 to 255.
class TileReader {
 public:
  /// Keeps references to both.
  TileReader(const Sheet& sheet, const Paints& paints);

  /// `around` is a cell with sheet.fringe pixels around it. Some 10 microseconds for an empty tile,
  /// 100 for one with a symbol.
  TileReading read(const cv::Mat& around) const;

  /// `cells` are two cells side by side, the left one first (to ask about one above another, turn
  /// both by 90 degrees; symbols do not matter).
  LinkReading read_link(const cv::Mat& cells, const TileReading& left,
                        const TileReading& right) const;

 private:
  using Colours = std::vector<cv::Vec3f>;

  /// A drawing's layers at the pixels that are compared, and their products with one another.
  struct Drawing {
    Symbol symbol;
    int value;
    std::vector<float> layers[3];
    double products[3][3];
  };
  struct Best {
    double cost = -1, second = -1;  ///< squared differences; second: of another meaning
    Tile tile;
  };

  bool is_hole(const cv::Mat& cell) const;
  bool has_walker(const cv::Mat& around) const;
  void read_state(const cv::Mat& cell, TileReading& reading) const;
  void read_symbol(const cv::Mat& cell, TileReading& reading) const;
  Best fit_symbols(const Colours& differences, bool lit) const;

  const Sheet& sheet_;
  const Paints& paints_;
  std::vector<cv::Point> symbol_pixels_;  ///< where symbols may be, and nothing else but a trail
  std::vector<cv::Point> state_pixels_;   ///< the rest of the tile but for the trail
  std::vector<cv::Point> frame_pixels_;   ///< where the walker's frame is, links aside
  std::vector<cv::Point> inner_pixels_;   ///< surely within the tile
  std::vector<Drawing> drawings_, trails_;
};

}  // namespace eyehand::panel
