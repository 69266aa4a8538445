// What a picture of an otherwise unknown Slitherlink program shows: where the grid is, what is
// drawn along an edge, and which numbers look alike.
#pragma once

#include <opencv2/core.hpp>
#include <optional>
#include <string>
#include <vector>

#include "vision/frame.hpp"
#include "vision/slitherlink/read.hpp"
#include "vision/slitherlink/read_cells.hpp"

namespace eyehand::calibration {

struct FoundGrid {
  slitherlink::Appearance appearance;  ///< method, dots, and the usual edge colour; no digits
  slitherlink::Reading reading;        ///< by that appearance: only the grid can be relied on
  Colour background;

  const slitherlink::Grid& grid() const { return *reading.board.grid; }
  cv::Point2d vertex(int v) const {
    const auto p = reading.where[static_cast<std::size_t>(v)];
    return {p.x, p.y};
  }
  cv::Point2d middle(int edge) const {
    return (vertex(grid().edge(edge).a) + vertex(grid().edge(edge).b)) / 2;
  }
};

/// The largest grid that this method finds with any of the picture's common colours, or the one
/// that stands out most, as that of the dots. Five to ten times the cost of a reading; gives up
/// after some six seconds.
std::optional<FoundGrid> find_grid(const Frame& frame, slitherlink::Method method);

/// What is drawn along an edge.
struct EdgeState {
  Colour colour;  ///< of whatever differs most from the background at its centre line
  bool ends = false, middle = false;  ///< whether anything is drawn near its ends, in its middle

  bool same(const EdgeState& other) const {
    return ends == other.ends && middle == other.middle &&
           ((!ends && !middle) || distance(colour, other.colour) < 24);
  }
};
EdgeState edge_state(const cv::Mat& bgr, const FoundGrid& grid, int edge);

/// Edges in the same state.
struct AlikeEdges {
  EdgeState state;  ///< of the first
  std::vector<int> which;
};
std::vector<AlikeEdges> alike_edges(const cv::Mat& bgr, const FoundGrid& grid);

/// What is drawn within a face, away from its edges; the foreground is all 0 if that is not a
/// number.
slitherlink::FaceContent number_content(const cv::Mat& bgr, const FoundGrid& grid, int face);

/// Faces whose numbers look alike, rather too few than too many; the largest cluster first.
std::vector<std::vector<int>> alike_numbers(const cv::Mat& bgr, const FoundGrid& grid);

/// Adds samples of a digit as it appears and as it would at smaller and larger sizes, except those
/// that are there.
void add_samples(const cv::Mat& foreground, int digit, std::vector<std::string>& samples);
/// Those of the digit in some of these faces.
std::vector<std::string> samples_of(const cv::Mat& bgr, const FoundGrid& grid,
                                    const std::vector<int>& faces, int digit);

}  // namespace eyehand::calibration
