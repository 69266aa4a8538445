// Reads a board of square cells by an atlas of pictures of the cells or their parts: locates the
// cells and classifies each. Toolbars, textures and frames around the board do not matter. Knows no
// game.
#pragma once

#include <opencv2/core.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "puzzle/about.hpp"
#include "vision/cells/named_atlas.hpp"
#include "vision/cells/search.hpp"
#include "vision/lattice.hpp"

namespace eyehand::cells {

/// What is known of a program's cells: [cells] in its skin.
struct GridAppearance : NamedPictures {
  double origin_x_px = 0, origin_y_px = 0, pitch_px = 0;  ///< where the board was last found
  int columns = 0, rows = 0;
};

template <class Visitor>
void describe(GridAppearance& grid, Visitor&& visit) {
  visit("origin_x_px", grid.origin_x_px,
        About{"the board's left side in the window, where it was learned", -100, 16384});
  visit("origin_y_px", grid.origin_y_px, About{"its upper side", -100, 16384});
  visit("pitch_px", grid.pitch_px, About{"from one cell to the next", 0, 1000});
  visit("columns", grid.columns, About{"how many columns it had", 0, 1000});
  visit("rows", grid.rows, About{"how many rows it had", 0, 1000});
  describe_pictures(grid, visit);
}

/// Which squares of a cell are compared with the pictures of an atlas.
struct Layout {
  struct Part {
    cv::Point2d offset;  ///< of its centre from the cell's, in cells
    int quarters = 0;    ///< see cut()
  };
  std::vector<Part> parts = {{{0, 0}, 0}};  ///< at least one must not be turned
  double side = 1;                          ///< of a part, in cells
  std::string blank = {};  ///< the label of parts that may also lie outside the board
  /// How far from its place a cell may lie, in cells, if it is not recognised there: pages may make
  /// a column as wide as its widest cell.
  double slack = 0;
};

/// The rejection of a reading without columns.
inline constexpr const char* kNoBoard = "the window shows no board like the one that was learned";

struct GridReading {
  Lattice lattice;                ///< without columns if no board was found
  std::vector<Prediction> parts;  ///< of each cell, one cell after the other
};

/// The centres of the places immediately around a board, as far as they lie in a picture of this
/// size.
std::vector<cv::Point2d> centres_around(const Lattice& board, cv::Size picture);

class GridReader {
 public:
  /// Throws Error if the pictures do not match the labels.
  explicit GridReader(const GridAppearance& appearance, Layout layout = {});
  GridReader(Atlas atlas, std::vector<std::string> labels, Lattice usual, Layout layout = {});

  /// O(cells * pictures) if the board is where it was learned. Otherwise `search` says where to
  /// look for it: at the usual size, which takes 0.2 s, or also at half to twice that size, which
  /// takes some seconds. There, a board with other numbers of columns and rows than usual is found
  /// only if it has half as many cells, and all of them and what is around them are certain.
  GridReading read(const cv::Mat& bgr, Search search) const;

  /// Classifies the cells of this lattice, whether or not a board is there. Cells may lie aside
  /// (Layout::slack).
  GridReading read_at(const cv::Mat& bgr, const Lattice& lattice) const;
  /// From now on, the parts of a cell of this lattice, in the order of the layout, are also known
  /// to look as they do here. The labels must be among those of the atlas.
  void learn(const cv::Mat& bgr, const Lattice& lattice, int cell,
             std::span<const std::string_view> labels);
  /// Whether all parts of a cell are recognised, and it is not blank. If there are several, they
  /// must not all have one label either: what surrounds a board may look like one of them.
  bool is_cell(const cv::Mat& bgr, const Lattice& lattice, int column, int row) const;

  /// The name of a prediction's label.
  const std::string& label(int number) const { return named_.label(number); }
  bool has_label(std::string_view label) const { return named_.number_of(label) >= 0; }
  GridAppearance appearance() const;
  const Atlas& atlas() const { return named_.atlas(); }
  void widen(float share) { named_.widen(share); }  ///< see Atlas
  const Lattice& usual() const { return usual_; }   ///< where the board was learned
  /// From now on, the board is expected here first, whatever its size: where it was last read.
  void expect(const Lattice& place) { expected_ = place; }

 private:
  GridReader(NamedAtlas named, const Lattice& usual, Layout layout);
  cv::Mat picture_of(const cv::Mat& bgr, cv::Point2d middle, double pitch,
                     const Layout::Part& part) const;
  Prediction match(const cv::Mat& bgr, cv::Point2d middle, double pitch,
                   const Layout::Part& part) const {
    return atlas().classify(picture_of(bgr, middle, pitch, part));
  }
  /// As read_at(), but all cells must lie in their places.
  GridReading read_in_place(const cv::Mat& bgr, const Lattice& lattice) const;
  /// The cells that are uncertain are sought aside of their places.
  GridReading with_slack(const cv::Mat& bgr, GridReading reading) const;
  /// The match somewhere within the slack where there is the best one. Of those that are not blank,
  /// there must be only one label that is likely anywhere there; else `here`.
  Prediction match_aside(const cv::Mat& bgr, cv::Point2d middle, double pitch,
                         const Layout::Part& part, const Prediction& here) const;
  /// How many cells have only recognised parts; those that are all blank count only with `blank`.
  int count_certain(const GridReading& reading, bool blank) const;
  /// Whether all cells are certain, what is around them is known not to be cells, and neither a
  /// part of a cell nor several cells look like one.
  bool is_whole(const cv::Mat& bgr, const GridReading& reading) const;
  std::optional<Lattice> locate(const cv::Mat& bgr, double pitch, int templates) const;

  NamedAtlas named_;
  Lattice usual_, expected_;
  Layout layout_;
  int blank_ = -1;  ///< the number of that label
};

}  // namespace eyehand::cells
