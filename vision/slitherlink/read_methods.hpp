// The ways to read a Slitherlink board, one per Method. As slitherlink::read.
#pragma once

#include "puzzle/index.hpp"
#include "vision/slitherlink/read.hpp"

namespace eyehand::slitherlink {

Reading read_strokes(const Frame& frame, const Appearance& appearance, const Reading* before,
                     Deadline deadline);
Reading read_dots(const Frame& frame, const Appearance& appearance);

/// The board of a graph whose `faces` are loops of vertices. If they are exactly the cells of an
/// axis-aligned rectangle of squares, the grid is Grid::squares, and vertices and faces are
/// renumbered. Clues and marks are empty, confidences 1; `where` and `area` are set.
struct Framed {
  Reading reading;
  std::vector<int> face_of;    ///< per face its number in the grid
  std::vector<int> vertex_of;  ///< per vertex its number in the grid
  /// The edge between two of `vertices`, by their numbers there; -1: none.
  int edge_between(int a, int b) const {
    return reading.board.grid->edge_between(vertex_of[at(a)], vertex_of[at(b)]);
  }
};
Framed frame_graph(const std::vector<Point>& vertices, const std::vector<std::vector<int>>& faces);

}  // namespace eyehand::slitherlink
