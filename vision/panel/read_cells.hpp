// Reads panels of programs that were learned: by pictures of a plain tile in both states, and by
// the shapes of what is drawn on tiles.
#pragma once

#include <array>
#include <opencv2/core.hpp>
#include <optional>
#include <string>
#include <vector>

#include "puzzle/about.hpp"
#include "vision/cells/search.hpp"
#include "vision/frame.hpp"
#include "vision/lattice.hpp"
#include "vision/panel/marks.hpp"
#include "vision/panel/read.hpp"

namespace eyehand::panel {

/// A tile without anything on it, kCellPixels wide and high.
struct PlainTile {
  /// CV_8U: kDrawn where the program draws the tile, kInside where that surrounds the background
  /// (hollow tiles), kAround just beside tiles where all look the same, 0 farther off.
  cv::Mat area;
  static constexpr int kDrawn = 255, kInside = 128, kAround = 64;
  std::array<cv::Mat, 2> states;  ///< CV_8UC3: unlit, lit; meaningful where the tile is drawn
};

/// What is known of a program's tiles; [cells] in its skin.
struct CellsAppearance {
  std::string pictures;  ///< PlainTile: its area and states side by side, a PNG in hexadecimal
  double origin_x_px = 0, origin_y_px = 0, pitch_px = 0;
  int columns = 0, rows = 0;
  std::string check_button;  ///< a PNG in hexadecimal
  int check_x_px = 0, check_y_px = 0;
};

template <class Visitor>
void describe(CellsAppearance& cells, Visitor&& visit) {
  visit("origin_x_px", cells.origin_x_px, About{"the panel's left side in the window", 0, 16384});
  visit("origin_y_px", cells.origin_y_px, About{"its upper side", 0, 16384});
  visit("pitch_px", cells.pitch_px, About{"from one tile to the next", 0, 1000});
  visit("columns", cells.columns, About{"how many columns it had", 0, 1000});
  visit("rows", cells.rows, About{"how many rows it had", 0, 1000});
  visit("check_button", cells.check_button,
        About{"what the button looks like that has the panel checked: a PNG in hexadecimal"});
  visit("check_x_px", cells.check_x_px, About{"where its middle was", 0, 16384});
  visit("check_y_px", cells.check_y_px, About{"where its middle was", 0, 16384});
  visit("pictures", cells.pictures,
        About{"where a tile is drawn, unlit and lit tiles: a PNG in hexadecimal"});
}

class CellsReader {
 public:
  /// Throws Error if the pictures are malformed.
  explicit CellsReader(const CellsAppearance& appearance);
  CellsReader(const PlainTile& plain, const Lattice& usual);

  /// Refuses rather than guesses, as read(). Links are found by bridges between tiles, locks by any
  /// mark in the tile's corners, around it or all over it. O(cells), less than a millisecond each,
  /// where the panel was learned. Unless `search` is nowhere, it is then sought at the same size,
  /// which takes some 0.2 s; other sizes would take 5 s or more. It may have another number of
  /// columns or rows if nothing is around it and it lies as it did: by its left side, its middle or
  /// its right side, and so on. What is scrolled off would not be missed otherwise.
  Reading read(const Frame& frame, cells::Search search = cells::Search::nowhere) const;

  /// Whether a tile is there, as far as its rim tells, and lit.
  struct State {
    enum class Kind { tile, missing, unclear } kind = Kind::unclear;
    bool lit = false;
    cv::Vec3f offset;  ///< of its colours from those of the plain tile, in OKLab, if it is lighter
                       ///< or darker on purpose
    float alike = 0;   ///< the share of the rim that is as expected
    float dimmed = 0;  ///< how far its rim's colours are from the plain tile's
    /// Surely a tile, with nothing all over it.
    bool is_plain() const { return kind == Kind::tile && alike > 0.6F; }
  };
  State state_of(const cv::Mat& bgr, cv::Point2d middle, double pitch) const;

  void set_check_button(const cv::Mat& picture, cv::Point middle);
  CellsAppearance appearance() const;

 private:
  struct Cell;
  void prepare();
  State state_of(const cv::Mat& lab) const;
  bool stands_out(const cv::Mat& lab, const State& state) const;
  bool is_framed(const Cell& cell) const;
  Cell cell_at(const cv::Mat& bgr, const Lattice& lattice, int column, int row) const;
  bool has_tile(const cv::Mat& bgr, const Lattice& lattice, int column, int row) const;
  Reading read_at(const Frame& frame, const Lattice& lattice) const;
  std::optional<Lattice> locate(const cv::Mat& bgr) const;
  bool is_whole(const cv::Mat& bgr, const Lattice& lattice) const;
  void find_background(std::vector<Cell>& cells) const;
  MarksReading marks_of(const Cell& cell) const;
  std::optional<bool> is_linked(const Cell& left, const Cell& right, bool across) const;
  std::optional<cv::Point2d> find_check_button(const cv::Mat& bgr) const;

  PlainTile plain_;
  Lattice usual_;
  std::array<cv::Mat, 2> states_;     ///< in OKLab
  std::vector<cv::Point> rim_;        ///< pixels that tell a tile's state and are beside its symbol
  std::vector<cv::Point> beside_;     ///< pixels just beside what is drawn of a tile
  std::vector<cv::Point> nearest_;    ///< ... and the rim's pixel that is nearest to each
  std::array<cv::Vec3f, 2> colours_;  ///< of the rim, in OKLab
  cv::Mat around_;                    ///< PlainTile::kAround, which plain_ has no more
  cv::Mat free_;                      ///< see TilePicture
  cv::Mat inside_;                    ///< how far from the tile's edge, pixels; CV_32F
  cv::Mat outside_;                   ///< how far beside the tile
  cv::Mat check_button_;
  cv::Point check_at_;
};

}  // namespace eyehand::panel
