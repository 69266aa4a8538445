// Reads one tile of a panel: its state, its marks and its symbol, by the drawing that comes
// closest.
#pragma once

#include <opencv2/core.hpp>
#include <string>
#include <vector>

#include "puzzle/panel/board.hpp"
#include "vision/panel/atlas.hpp"
#include "vision/panel/palette.hpp"
#include "vision/panel/symbols.hpp"

namespace eyehand::panel {

/// Whether a tile is lit, and what marks are on it.
struct StateReading {
  bool lit = false, start = false, locked = false;
  float confidence = 0;  ///< 0 to 1
  double error = 10;     ///< what no state explains; rejected above 1
  bool is_other = true;  ///< no state explains it: something covers the tile
};

/// Compares pixels that neither symbols nor a walker's trail can reach.
class StateReader {
 public:
  /// Keeps references to both.
  StateReader(const Atlas& atlas, const Palette& palette);

  /// Of a cell, CV_32FC3; with a walker's frame on it or not. Some 10 microseconds.
  StateReading read(const cv::Mat& cell, bool has_walker) const;

 private:
  /// Nothing, start, lock, both.
  static constexpr int kMarks = 4;
  /// All of these pixels, or only those that the frame of a walker on a neighbouring tile cannot
  /// cover.
  enum Where { all, inner };
  /// Lit tiles, or unlit ones, by their marks.
  struct States {
    cv::Mat drawn[kMarks];
    double between[2][kMarks][kMarks] = {};  ///< squared differences, all or inner pixels
  };

  cv::Mat draw(bool lit, int marks, bool has_walker) const;
  States draw_all(bool lit, bool has_walker) const;
  StateReading read_at(Where where, const cv::Mat& cell, bool has_walker) const;

  const Atlas& atlas_;
  const Palette& palette_;
  std::vector<cv::Point> pixels_[2];  ///< by Where
  States states_[2];                  ///< of unlit and of lit tiles
};

struct TileReading {
  Tile tile;  ///< without links
  bool has_walker = false;
  float confidence = 1;   ///< 0 to 1; below kMinConfidence is not accepted
  std::string rejection;  ///< the part that is not accepted, for people: "the symbol"
  double error = 0;       ///< the share of the differences that no drawing explains
};

/// Whether two neighbours are linked.
struct LinkReading {
  bool is_linked = false;
  float confidence = 1;
};

/// Compares pictures of cells with drawings. Pictures are CV_32FC3, BGR, 0 to 255.
class TileReader {
 public:
  /// Keeps references to both.
  TileReader(const Atlas& atlas, const Palette& palette);

  /// `around` is a cell with atlas.fringe pixels on each side. Some 10 microseconds for an empty
  /// tile, 50 for one with a symbol, 500 for one that is hard to distinguish.
  TileReading read(const cv::Mat& around) const;

  /// `cells` are two cells side by side, the left one first. For one above another, transpose them:
  /// symbols do not matter.
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
