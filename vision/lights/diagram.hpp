// A tile's diagram of the tiles that it flips: which of its lines are drawn, and which of its
// squares are filled, even where the picture is too blurred to be read pixel by pixel.
#pragma once

#include <opencv2/core.hpp>
#include <optional>

namespace eyehand::lights {

/// How many squares of a diagram are examined to each side of a tile's own, and across.
inline constexpr int kDiagramReach = 3, kDiagramAcross = 2 * kDiagramReach + 1;
/// Its lines and insides, and what is before and behind them.
inline constexpr int kDiagramParts = 2 * kDiagramAcross + 3;

/// How diagrams are drawn, in pixels and fractions of them.
struct DiagramScale {
  double step = 0;     ///< a square's side, from the middle of a line to the next
  double line = 0;     ///< how wide lines are
  cv::Point2d middle;  ///< of the tile's own square, in the picture that is read
};

/// How much of each part of a diagram is drawn, about 0 or 1 if the picture is clear.
struct Diagram {
  /// Of a square so many to the right and below the tile's own: its upper line, its left one, and
  /// its inside. Lines go as far as one beyond the last square.
  double& above(int u, int v) { return share(2 * u + 1, 2 * v); }
  double& left(int u, int v) { return share(2 * u, 2 * v + 1); }
  double& inside(int u, int v) { return share(2 * u + 1, 2 * v + 1); }
  double above(int u, int v) const { return share(2 * u + 1, 2 * v); }
  double left(int u, int v) const { return share(2 * u, 2 * v + 1); }
  double inside(int u, int v) const { return share(2 * u + 1, 2 * v + 1); }

  bool has_more = false;  ///< something else is drawn
  /// By how much pixels differ from a diagram of which all parts are drawn or not: the sum of
  /// squares.
  double misfit = 0;

  /// Lines, insides and corners, row by row, within what is around them.
  cv::Matx<double, kDiagramParts, kDiagramParts> shares = decltype(shares)::zeros();

 private:
  double& share(int column, int row) {
    return shares(row + 2 * kDiagramReach + 1, column + 2 * kDiagramReach + 1);
  }
  double share(int column, int row) const {
    return shares(row + 2 * kDiagramReach + 1, column + 2 * kDiagramReach + 1);
  }
};

/// The diagram by which pixels look as they do, if each shows the mean of what it covers. `ink`:
/// how much of each pixel is drawn (CV_64FC1, about 0 to 1). Nothing if parts are too small to be
/// distinguished. Linear least squares, O(pixels * squares across).
std::optional<Diagram> fitted_diagram(const cv::Mat& ink, const DiagramScale& scale);

}  // namespace eyehand::lights
