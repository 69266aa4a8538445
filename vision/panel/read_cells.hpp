// Reads panels of programs that were learned, by pictures of a plain tile in both states and by the
// shapes drawn on tiles (marks.hpp).
#pragma once

#include <array>
#include <opencv2/core.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "puzzle/about.hpp"
#include "vision/cells/search.hpp"
#include "vision/frame.hpp"
#include "vision/lattice.hpp"
#include "vision/panel/cell.hpp"
#include "vision/panel/marks.hpp"
#include "vision/panel/read.hpp"

namespace eyehand::panel {

/// A tile with nothing on it, kCellPixels wide and high.
struct PlainTile {
  /// CV_8U: kDrawn where the program draws the tile, kInside where that surrounds the background
  /// (hollow tiles), kAround just beside tiles where all tiles look the same, 0 further off.
  cv::Mat area;
  static constexpr int kDrawn = 255, kInside = 128, kAround = 64;
  std::array<cv::Mat, 2> states;  ///< CV_8UC3: unlit, lit; meaningful where the tile is drawn
};

/// What is known of a program's tiles: [cells] in its skin.
struct CellsAppearance {
  std::string pictures;  ///< PlainTile: its area and states side by side, a PNG in hexadecimal
  double origin_x_px = 0, origin_y_px = 0, pitch_px = 0;
  int columns = 0, rows = 0;
  /// How much more the middle of a tile's side differs from what is beside it, in OKLab (black to
  /// white 255), than on a plain tile if it is linked: clearly more. Otherwise, clearly less.
  double link_contrast = 18;
};

template <class Visitor>
void describe(CellsAppearance& cells, Visitor&& visit) {
  visit("origin_x_px", cells.origin_x_px, About{"the panel's left side in the window", 0, 16384});
  visit("origin_y_px", cells.origin_y_px, About{"its upper side", 0, 16384});
  visit("pitch_px", cells.pitch_px, About{"from one tile to the next", 0, 1000});
  visit("columns", cells.columns, About{"how many columns it had", 0, 1000});
  visit("rows", cells.rows, About{"how many rows it had", 0, 1000});
  visit("link_contrast", cells.link_contrast,
        About{"how much the middle of a side that is linked differs from what is beside it, at "
              "least; 0 to 255",
              1, 255});
  visit("pictures", cells.pictures,
        About{"where a tile is drawn, unlit and lit tiles: a PNG in hexadecimal"});
}

class CellsReader {
 public:
  /// Throws Error if the pictures are malformed.
  explicit CellsReader(const CellsAppearance& appearance);
  CellsReader(const PlainTile& plain, const Lattice& usual);

  /// Refuses rather than guesses, as read() does. Links are recognised by bridges between tiles,
  /// locks by any mark in the tile's corners, around it or all over it. O(cells), less than a
  /// millisecond each, if the panel is where it was learned. Otherwise, unless `search` is nowhere,
  /// it is looked for at the same size, which takes some 0.2 s; other sizes would take 5 s or more.
  /// A panel with another number of columns or rows is accepted only if nothing is around it and
  /// one side or its centre is where it was: otherwise part of it could be scrolled away unnoticed.
  Reading read(const Frame& frame, cells::Search search = cells::Search::nowhere) const;

  /// Whether there is a tile, judging by its rim, and whether it is lit.
  using State = CellState;
  State state_of(const cv::Mat& bgr, cv::Point2d middle, double pitch) const;

  /// The panel with the rows and columns beside it most of whose places are tiles, marked or not.
  Lattice grown(const cv::Mat& bgr, const Lattice& lattice) const;

  /// Two neighbours and whether a click toggles both.
  struct NeighbourPair {
    int tile, other;
    bool linked;
  };
  /// Adjusts how bridges between tiles are recognised to those of this board in these pictures,
  /// unless they cannot be distinguished. O(pictures * cells), less than a millisecond each.
  void learn_links(std::span<const cv::Mat> pictures, const Lattice& board,
                   const std::vector<NeighbourPair>& known);

  CellsAppearance appearance() const;

 private:
  /// The rejection if something lies over the panel.
  static constexpr const char* kOtherLight = "the panel is lighter or darker than it was";
  void prepare();
  State state_of(const cv::Mat& lab) const;
  bool stands_out(const cv::Mat& lab, const State& state, const cv::Vec3f& offset,
                  bool is_framed) const;
  Cell cell_at(const cv::Mat& bgr, const Lattice& lattice, int column, int row) const;
  bool has_tile(const cv::Mat& bgr, const Lattice& lattice, int column, int row) const;
  Reading read_at(const Frame& frame, const Lattice& lattice) const;
  std::optional<Lattice> locate(const cv::Mat& bgr) const;
  bool is_whole(const cv::Mat& bgr, const Lattice& lattice) const;
  void find_background(std::vector<Cell>& cells) const;
  MarksReading marks_of(const Cell& cell) const;
  std::vector<Cell> cells_of(const cv::Mat& bgr, const Lattice& lattice) const;

  PlainTile plain_;
  Lattice usual_;
  double link_contrast_ = CellsAppearance{}.link_contrast;
  std::array<cv::Mat, 2> states_;     ///< in OKLab
  std::vector<cv::Point> rim_;        ///< pixels that show a tile's state and are beside its symbol
  std::vector<cv::Point> beside_;     ///< pixels just beside what is drawn of a tile
  std::vector<cv::Point> nearest_;    ///< the nearest even pixel of the rim to each of these
  std::array<cv::Vec3f, 2> colours_;  ///< of the rim, in OKLab
  cv::Mat around_;                    ///< PlainTile::kAround, which is removed from plain_
  cv::Mat free_;                      ///< see TilePicture
  cv::Mat inside_;                    ///< distance from the tile's edge inwards, pixels; CV_32F
  cv::Mat outside_;                   ///< distance from the tile's edge outwards
};

}  // namespace eyehand::panel
