// Whether a tile of a panel is lit, and what marks are on it.
#pragma once

#include <opencv2/core.hpp>
#include <vector>

#include "vision/panel/atlas.hpp"
#include "vision/panel/palette.hpp"

namespace eyehand::panel {

struct StateReading {
  bool lit = false, start = false, locked = false;
  float confidence = 0;  ///< 0 to 1
  double error = 10;     ///< what no state explains; 1 is the most there may be
  bool is_other = true;  ///< no state explains it: something covers the tile
};

/// Compares where symbols are not, nor a walker's trail.
class StateReader {
 public:
  /// Keeps references to both.
  StateReader(const Atlas& atlas, const Palette& palette);

  /// Of a cell, CV_32FC3; with a walker's frame on it or not. Some 10 microseconds.
  StateReading read(const cv::Mat& cell, bool has_walker) const;

 private:
  /// Nothing, start, lock, both.
  static constexpr int kMarks = 4;
  /// Pixels without those at the tile's rim, over which the frame of a walker beside may lie, or
  /// all.
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

}  // namespace eyehand::panel
