// Toggling tiles of an unknown panel, whatever they look like: where they are, which of them react
// and which others react with them, and what a plain tile looks like in both states.
#pragma once

#include <chrono>
#include <opencv2/core.hpp>
#include <optional>
#include <string>
#include <vector>

#include "calibration/pace_search.hpp"
#include "calibration/panel/tiles.hpp"
#include "calibration/prober.hpp"
#include "puzzle/panel/board.hpp"
#include "vision/lattice.hpp"
#include "vision/panel/read_cells.hpp"

namespace eyehand::calibration {

/// A click on a tile, and what it changed and another changed back.
struct TilePress {
  cv::Point at;
  cv::Mat before, after;   ///< the window
  cv::Mat changed;         ///< 8-bit mask
  int tile = -1;           ///< the one clicked
  std::vector<int> tiles;  ///< that changed
};

/// The board with these tiles toggled.
panel::Board toggled(panel::Board board, const std::vector<int>& which);

class PanelSurvey {
 public:
  /// Notes in `timing` how the program reacts. The first `skipped` places that look like tiles are
  /// tried last.
  PanelSurvey(Prober& prober, Timing& timing, StageReport report, int skipped = 0)
      : prober_(prober), timing_(timing), report_(std::move(report)), skipped_(skipped) {}

  /// Toggles some tiles twice, and never so that the panel is solved, as far as it can be read by
  /// then. Throws LearnStopped (stuck, unreadable) if there is no such panel.
  void run();

  const cv::Mat& start() const { return start_; }  ///< the window as it was found
  /// 8-bit mask: where clicks on tiles changed something.
  const cv::Mat& touched() const { return touched_; }
  /// Whether something there still looks different, or a click has solved the panel.
  bool is_left_changed() const;
  const std::vector<TilePress>& presses() const { return presses_; }
  /// Tiles that clicks do not change.
  const std::vector<int>& unresponsive() const { return unresponsive_; }
  std::chrono::milliseconds animation() const { return animation_; }  ///< the longest seen

  const Lattice& lattice() const { return lattice_; }
  int tiles() const { return lattice_.columns * lattice_.rows; }
  cv::Point2d middle_of(int tile) const {
    return lattice_.centre(tile % lattice_.columns, tile / lattice_.columns);
  }
  /// Reaches halfway to the neighbours.
  cv::Rect cell(int tile) const {
    const cv::Point2d half(lattice_.pitch / 2, lattice_.pitch / 2);
    return {cv::Point(middle_of(tile) - half), cv::Point(middle_of(tile) + half)};
  }
  /// The same places, with the size of a tile and the colour around the panel.
  PanelTiles places() const;
  /// Reads the panel by pictures of plain tiles.
  const panel::CellsReader& reader() const { return *reader_; }
  panel::CellsReader& reader() { return *reader_; }

 private:
  /// A tile as found by a press: its centre and side, pixels.
  struct Box {
    cv::Point2d middle;
    double side = 0;
  };

  std::optional<TilePress> press_twice(cv::Point at, bool is_on_tile = true);
  static std::optional<Box> box_of(const TilePress& press);
  bool find_first();
  std::optional<double> pitch_towards(cv::Point direction, int places);
  void find_pitch();
  void fit_lattice();
  bool note_box(const TilePress& press);
  cv::Point2d place_of(cv::Point2d point) const;
  void take(const cv::Rect& places);
  void fit_tiles();
  std::vector<panel::CellsReader::NeighbourPair> known_links() const;
  void find_extent();
  bool toggle_farthest();
  void look_around();
  bool grow();
  void toggle_more();
  void report(std::string_view stage, const std::string& what) const {
    if (report_) report_(stage, what);
  }

  Prober& prober_;
  Timing& timing_;
  StageReport report_;
  int skipped_;
  cv::Mat start_, touched_;
  bool is_solved_ = false;  ///< and another panel is there
  Lattice lattice_;
  std::vector<TilePress> presses_;
  std::vector<Box> boxes_;
  std::vector<int> unresponsive_;
  std::optional<panel::CellsReader> reader_;
  std::chrono::milliseconds animation_{0};
};

}  // namespace eyehand::calibration
