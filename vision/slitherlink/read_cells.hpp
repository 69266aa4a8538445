// Reads Slitherlink boards of squares by an atlas of edges and one of vertices, for programs that
// were learned, however lines, crosses and dots are drawn. Clues are recognised by their shape
// against the background of their own face.
#pragma once

#include <array>
#include <opencv2/core.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vision/cells/grid.hpp"
#include "vision/digits.hpp"
#include "vision/frame.hpp"
#include "vision/lattice.hpp"
#include "vision/slitherlink/read.hpp"
#include "vision/slitherlink/unseen_digits.hpp"

namespace eyehand::slitherlink {

/// The labels of edges, by Mark, and of vertices: outside the board, or on it.
inline constexpr std::array<std::string_view, 3> kEdgeLabels = {"unknown", "line", "cross"};
inline constexpr std::array<std::string_view, 2> kDotLabels = {"outside", "dot"};

/// Patches of edges and vertices are this share of the pitch, wide enough for a cross and narrow
/// enough to leave out digits, this many pixels wide and high.
inline constexpr double kPatchShare = 0.3;
inline constexpr int kPatchPixels = 10;

/// The X server reports a click on a pixel at its upper left corner. Where clicks must be accurate
/// to the pixel, they go to the pixel whose corner is nearest.
inline const cv::Point2d kClickOffset(0.5, 0.5);

/// The middles of edges and the vertices, in image pixels, numbered as by Grid::squares. The
/// lattice is that of the faces.
cv::Point2d edge_middle(const Lattice& lattice, int edge);
cv::Point2d vertex_at(const Lattice& lattice, int vertex);
bool is_horizontal(const Lattice& lattice, int edge);
/// The patch that an atlas is given of an edge (turned so that it is horizontal) or a vertex.
cv::Mat edge_patch(const cv::Mat& bgr, const Lattice& lattice, int edge);
cv::Mat dot_patch(const cv::Mat& bgr, const Lattice& lattice, cv::Point2d vertex);

/// A pitch is another one if it differs by more than this share.
inline constexpr double kAnotherPitch = 0.04;

/// Where a board is, and how large what is drawn on its edges and vertices is. Programs may draw
/// that in proportion to the pitch, or always in the same width.
struct BoardPlace {
  Lattice lattice;  ///< of the faces
  double patch;     ///< the side of a patch, pixels
};

/// An atlas of these samples, as skins store it.
cells::GridAppearance appearance_of(std::vector<cells::Sample> samples,
                                    std::span<const std::string_view> labels,
                                    const Lattice& lattice);

/// The content of a face, away from its edges.
struct FaceContent {
  int contrast = 0;      ///< its greatest difference from the face's background, 0 to 255
  cv::Mat foreground;    ///< its largest component, for DigitReader; empty if there is no digit
  bool is_plain = true;  ///< no other component is of about that size
};
FaceContent face_content(const cv::Mat& bgr, const Lattice& lattice, int face);

class CellReader {
 public:
  /// `appearance` has the digits, and foreground_min: a face with less contrast has no clue. Throws
  /// Error if the pictures do not match their labels.
  CellReader(const cells::GridAppearance& edges, const cells::GridAppearance& dots,
             const Appearance& appearance);

  /// As slitherlink::read. A board is accepted only if no vertices are seen in a strip of one pitch
  /// around it, as far as that is in the picture.
  ///
  /// `before` is an accepted reading of the same window, if there is one: the board is assumed to
  /// be where it was unless hardly any vertices are there, or others beside. Clues that fade once
  /// they have all their lines keep their earlier values, as do unclear ones, at most one in eight,
  /// if all others are the same. Otherwise the board is where it was learned, or is looked for at
  /// any size. Part of a board that is covered or scrolled away must not pass for a smaller one:
  /// with other numbers of columns and rows, it must have as many of both, or another pitch and
  /// half as many faces; nearly all vertices must be seen, and there must be room and no edges
  /// around it. O(cells * pictures); the search takes about a second.
  Reading read(const Frame& frame, const Reading* before = nullptr) const;

 private:
  Reading read_at(const cv::Mat& bgr, const BoardPlace& place, const Reading* before) const;
  /// With the size of what is drawn at which the vertices are most certain.
  BoardPlace place_on(const cv::Mat& bgr, const Lattice& lattice) const;
  /// The mean confidence that there is a vertex at each vertex of a lattice.
  double fit(const cv::Mat& bgr, const BoardPlace& place) const;
  std::optional<Lattice> locate(const cv::Mat& bgr) const;
  /// With any numbers of columns and rows.
  std::optional<BoardPlace> locate_another(const cv::Mat& bgr) const;
  std::optional<BoardPlace> extended(const cv::Mat& bgr, BoardPlace place) const;
  /// Whether nothing suggests that a board goes on beyond this lattice.
  bool ends_here(const cv::Mat& bgr, const BoardPlace& place) const;
  bool has_digit_beyond(const cv::Mat& bgr, cv::Point2d a, cv::Point2d b, cv::Point2d out) const;
  void read_edges(const cv::Mat& bgr, const BoardPlace& place, Reading& reading) const;
  void read_clues(const cv::Mat& bgr, const Lattice& lattice, const Reading* before,
                  Reading& reading) const;
  void check_dots(const cv::Mat& bgr, const BoardPlace& place, Reading& reading) const;
  /// Where vertices are seen beyond the board; empty if there are none.
  std::string continuation(const cv::Mat& bgr, const BoardPlace& place) const;
  /// 1: certainly a vertex; -1: certainly something else; 0: uncertain.
  int dot_at(const cv::Mat& bgr, double patch, cv::Point2d vertex) const;

  cells::GridReader edges_, dots_;
  DigitReader digits_;
  int foreground_min_;
  bool clues_fade_;
  UnseenDigits unseen_;
};

}  // namespace eyehand::slitherlink
