// What one tile of a panel is and carries: whatever drawing comes closest to its picture.
#pragma once

#include <opencv2/core.hpp>
#include <string>
#include <vector>

#include "puzzle/panel/board.hpp"
#include "vision/panel/atlas.hpp"
#include "vision/panel/palette.hpp"
#include "vision/panel/state.hpp"
#include "vision/panel/symbols.hpp"

namespace eyehand::panel {

struct TileReading {
  Tile tile;  ///< links are not looked at
  bool has_walker = false;
  float confidence = 1;   ///< 0 to 1; below kMinConfidence is not accepted
  std::string rejection;  ///< what is not accepted, for people: "the symbol"
  double error = 0;       ///< what no drawing explains, of what there is to be explained
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
  TileReader(const Atlas& atlas, const Palette& palette);

  /// `around` is a cell with atlas.fringe pixels around it. Some 10 microseconds for an empty tile,
  /// 50 for one with a symbol, 500 for one that is hard to tell.
  TileReading read(const cv::Mat& around) const;

  /// `cells` are two cells side by side, the left one first (to ask about one above another, turn
  /// both by 90 degrees; symbols do not matter).
  LinkReading read_link(const cv::Mat& cells, const TileReading& left,
                        const TileReading& right) const;

 private:
  bool is_hole(const cv::Mat& cell) const;
  bool has_walker(const cv::Mat& around) const;

  const Atlas& atlas_;
  const Palette& palette_;
  StateReader states_;
  SymbolReader symbols_;
  std::vector<cv::Point> frame_pixels_;  ///< where the walker's frame is, links aside
  std::vector<cv::Point> inner_pixels_;  ///< far enough within the tile
};

}  // namespace eyehand::panel
