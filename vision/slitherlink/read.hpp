// Reads Slitherlink boards from pictures as planar graphs, whatever the grid. Dots are vertices,
// strokes between dots are edges, regions between strokes are faces, and a number belongs to the
// face that it is in. One reader serves every grid and every program; the Appearance holds the
// differences.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "puzzle/deadline.hpp"
#include "puzzle/slitherlink/board.hpp"
#include "vision/appearance.hpp"
#include "vision/frame.hpp"
#include "vision/reading.hpp"

namespace eyehand::slitherlink {

/// How a program shows its grid.
enum class Method {
  strokes,  ///< every edge is drawn, whatever its state, and every vertex has a dot
  dots,     ///< a square lattice of dots; only lines and crosses are drawn between them
};

constexpr auto choices(Method) {
  using enum Method;
  return std::array{std::pair{std::string_view{"strokes"}, strokes},
                    std::pair{std::string_view{"dots"}, dots}};
}

/// How a program draws Slitherlink.
struct Appearance {
  Method method = Method::strokes;

  Colour dot;                       ///< a vertex
  std::vector<Colour> line = {{}};  ///< an edge that is a line: as drawn, in error, in a flash ...
  Colour undecided{207, 207, 0};    ///< an edge that nobody has touched
  Colour crossed{207, 207, 207};    ///< an edge that was marked as not part of the loop
  int foreground_min = 6;           ///< pixels that differ less from the background belong to it

  bool clues_fade = false;  ///< a clue with all its lines may pass for background

  /// Samples of the program's digits, see vision/digits.hpp.
  std::vector<std::string> digits;
};

template <class Visitor>
void describe(Appearance& appearance, Visitor&& visit) {
  visit("method", appearance.method,
        About{"how the grid shows: \"strokes\" along all its edges, or \"dots\" alone"});
  visit("dot", appearance.dot, About{"colour of the dots on the vertices"});
  visit("line", appearance.line,
        About{"colours of an edge that is part of the loop: as drawn, in error, while it flashes"});
  visit("undecided", appearance.undecided,
        About{"strokes: colour of an edge that nobody has touched"});
  visit("crossed", appearance.crossed, About{"strokes: colour of an edge that was crossed out"});
  visit("foreground_min", appearance.foreground_min,
        About{"strokes, cells: pixels that differ less from the background, 0 to 255, belong to it",
              2, 100});
  visit("clues_fade", appearance.clues_fade,
        About{"cells: a clue that has all its lines may pass for background"});
  visit("digits", appearance.digits,
        About{"samples of the digits: the digit, a colon, 12 x 14 pixels in hexadecimal"});
}

/// The board, where its vertices are, and the confidence of its parts.
struct Reading : CheckedReading {
  Board board;  ///< without a grid (null) if none was found; points are image pixels, of squares
                ///< (column, row): use `where`
  std::vector<Point> where;            ///< per vertex, in image pixels
  std::vector<float> clue_confidence;  ///< per face, 0 to 1; below kMinConfidence is not accepted
  std::vector<float> edge_confidence;  ///< per edge: of its mark
  cv::Rect area;                       ///< around all vertices, image pixels
  double dot_radius = 0;               ///< of strokes' vertices, pixels
  double stroke_width = 0;             ///< of most strokes, pixels
};

/// Coordinates are of pixel centres: a dot on pixel (16, 9) is at (16, 9). O(pixels). Refuses (see
/// Reading::rejection) rather than guesses. Throws Error for samples in the appearance that are
/// malformed.
///
/// `before` is an accepted reading of the same window, if there is one. With Method::strokes its
/// graph is tried first: if there is a dot on each vertex, a stroke along each edge, and no other
/// foreground except clues, it is the graph, and only marks and clues are read. Otherwise the
/// picture is read as if there were no such reading.
///
/// A picture full of strokes or dots that are no grid may take 20 s; after the deadline, no further
/// ways to read it are tried.
Reading read(const Frame& frame, const Appearance& appearance, const Reading* before = nullptr,
             Deadline deadline = {});

/// The mean of a face's vertices, image pixels.
cv::Point2d face_centre(const Reading& reading, int face);

/// The picture with the reading drawn over it: edges by their marks, vertices, clues, and a ring
/// around everything that is not accepted. For people. O(pixels).
cv::Mat draw(const Frame& frame, const Reading& reading);

}  // namespace eyehand::slitherlink
