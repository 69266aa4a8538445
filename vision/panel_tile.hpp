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

/// Compares pictures of cells with drawings, first as they are, and where that leaves doubts with
/// some slack (see explain()). Pictures are in CV_32FC3, BGR, 0 to 255.
class TileReader {
 public:
  /// Keeps references to both.
  TileReader(const Sheet& sheet, const Paints& paints);

  /// `around` is a cell with sheet.fringe pixels around it. Some 10 microseconds for an empty tile,
  /// 50 for one with a symbol, 500 for one that is hard to tell.
  TileReading read(const cv::Mat& around) const;

  /// `cells` are two cells side by side, the left one first (to ask about one above another, turn
  /// both by 90 degrees; symbols do not matter).
  LinkReading read_link(const cv::Mat& cells, const TileReading& left,
                        const TileReading& right) const;

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
  /// All marks that an unlit tile, or a lit one, may have.
  static constexpr int kMarks = 4;
  struct States {
    cv::Mat drawn[kMarks];
    double between[kMarks][kMarks] = {};  ///< squared differences, at state_pixels_
  };

  States draw_states(bool lit, bool has_walker) const;
  bool is_hole(const cv::Mat& cell) const;
  bool has_walker(const cv::Mat& around) const;
  cv::Mat draw_state(bool lit, int marks, bool has_walker) const;
  void read_state(const cv::Mat& cell, TileReading& reading) const;
  void read_symbol(const cv::Mat& cell, TileReading& reading) const;
  /// The best ones, and one that means something else than the best; ascending by cost.
  std::vector<Option> best_options(const cv::Mat& differences, bool lit) const;
  cv::Mat draw(const Option& option, bool lit) const;

  const Sheet& sheet_;
  const Paints& paints_;
  std::vector<cv::Point> symbol_pixels_;  ///< where symbols may be, and nothing else but a trail
  std::vector<cv::Point> state_pixels_;   ///< the rest of the tile but for the trail
  std::vector<cv::Point> frame_pixels_;   ///< where the walker's frame is, links aside
  std::vector<cv::Point> inner_pixels_;   ///< surely within the tile
  std::vector<Drawing> drawings_;
  cv::Mat layers_;    ///< a row for each of symbol_pixels_, a column for each layer
  States states_[2];  ///< of unlit and of lit tiles
};

}  // namespace eyehand::panel
