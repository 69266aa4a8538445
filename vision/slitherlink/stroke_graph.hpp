// The planar graph that a picture shows: dots joined by straight strokes over an even background.
// Nothing is assumed of the grid, its place or its scale.
#pragma once

#include <opencv2/core.hpp>
#include <span>
#include <string>
#include <vector>

#include "vision/slitherlink/foreground.hpp"

namespace eyehand {

/// A straight stroke between two vertices.
struct Stroke {
  int a = 0, b = 0;
  std::vector<Colour> along;  ///< the colours of its middle line, from end to end
};

struct StrokeGraph {
  std::vector<cv::Point2d> vertices;  ///< pixel centres
  std::vector<Stroke> strokes;
  double dot_radius = 0;
  double stroke_width = 0;  ///< the median of those that differ from the background clearly
};

/// The radii that dots may have in this picture, the likeliest first: of round spots that stand
/// alone, and behind these, unless there are plenty, the usual ones, because every dot may be part
/// of a thick black line.
std::vector<double> dot_radii(const ForegroundPicture& picture);

/// No edge between dots of this radius is shorter. (A line in the dots' colour looks like dots all
/// along, more so near a true one and where it meets another at a small angle.)
inline double shortest_stroke(double radius) {
  return 4 * radius + 1;
}

/// Along a line in the dots' colour many places look like a dot. These weigh what speaks for one of
/// them, besides the share of a dot that is there (at most 1). No choice is best for all pictures.
struct DotWeights {
  double comes_from = 0;  ///< for each stroke that comes straight from it
  double askew = 0.02;    ///< against it, for each pixel by which strokes miss it
  double straight = 22;   ///< degrees; where just two strokes meet straighter, there is no dot
  int rounds = 0;         ///< how often dots are placed again by the strokes found between them
};

/// Where dots of one radius may be in a picture, whatever the weights.
struct DotPlaces {
  struct Place {
    cv::Point at;
    std::vector<double> ways;    ///< in which strokes leave it, radians
    std::vector<double> widths;  ///< of these, in steps of a ring around it
  };
  double radius = 0;
  cv::Mat filled;  ///< CV_32FC1, of what is drawn: the share of a dot that is there
  std::vector<Place> peaks;
};
DotPlaces find_dot_places(const ForegroundPicture& picture, double radius);

/// Where there are dots with strokes leaving them. There may be more than there are vertices (in
/// digits and letters, say); those have no strokes between them. O(pixels).
std::vector<cv::Point2d> find_dots(const ForegroundPicture& picture, const DotPlaces& places,
                                   DotWeights weights = {});

/// The largest part of what dots and strokes between them form in which every vertex has two
/// strokes or more; empty if there is none. O(pixels + dots * their neighbours).
StrokeGraph find_stroke_graph(const ForegroundPicture& picture, const DotPlaces& places,
                              DotWeights weights = {});

/// The faces of a plane graph of straight edges, each as the loop of its vertices, the unbounded
/// one left out. Empty if the graph is not connected or its edges cross (by Euler's formula) or if
/// a bounded face meets itself in a vertex.
std::vector<std::vector<int>> bounded_faces(std::span<const cv::Point2d> vertices,
                                            std::span<const Stroke> edges);

}  // namespace eyehand
