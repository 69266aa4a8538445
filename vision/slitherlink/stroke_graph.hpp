// Finds the planar graph in a picture: dots joined by straight strokes over an even background.
// Assumes nothing about the grid, its place or its scale.
#pragma once

#include <opencv2/core.hpp>
#include <span>
#include <string>
#include <vector>

#include "vision/slitherlink/foreground.hpp"

namespace eyehand {

/// The width, in pixels, of the fringe that smoothing leaves at least around strokes and dots, and
/// that still belongs to them. A picture that was made larger has a wider one.
inline constexpr double kFringe = 0.8;

/// A straight stroke between two vertices.
struct Stroke {
  int a = 0, b = 0;
  std::vector<Colour> along;  ///< the colours along its middle, from end to end
};

struct StrokeGraph {
  std::vector<cv::Point2d> vertices;  ///< pixel centres
  std::vector<Stroke> strokes;
  double dot_radius = 0;
  double stroke_width =
      0;  ///< the median of strokes that differ clearly from the background, pixels
  double fringe = kFringe;  ///< how far smoothing spreads strokes at each side, pixels
};

/// The radii, in pixels, that dots may have in this picture, the likeliest first: those of isolated
/// round spots, and then, unless there are many such spots, the usual radii, because every dot may
/// be part of a thick black line.
std::vector<double> dot_radii(const ForegroundPicture& picture);

/// The shortest edge between dots of this radius, in pixels. (A line in the dots' colour looks like
/// dots along all of it, especially near a true dot and where it meets another line at a small
/// angle.)
inline double shortest_stroke(double radius) {
  return 4 * radius + 1;
}

/// Along a line in the dots' colour, many places look like a dot. These weigh the evidence for
/// each, besides the share of a dot that is there (at most 1). No choice is best for all pictures.
struct DotWeights {
  double comes_from = 0;  ///< per stroke that comes straight from it
  double askew = 0.02;    ///< subtracted per pixel by which strokes miss it
  double straight = 22;   ///< degrees; where just two strokes meet straighter, there is no dot
  int rounds = 0;         ///< how often dots are moved by the strokes between them
};

/// Where dots of one radius may be in a picture, independent of the weights.
struct DotPlaces {
  struct Place {
    cv::Point at;
    std::vector<double> ways;    ///< directions in which strokes leave it, radians
    std::vector<double> widths;  ///< of these, in steps of a ring around it
  };
  double radius = 0;
  cv::Mat filled;  ///< CV_32FC1, of ForegroundPicture::drawn: the share of a dot that is there
  std::vector<Place> peaks;
};
DotPlaces find_dot_places(const ForegroundPicture& picture, double radius);

/// Dots that strokes leave. There may be more of them than vertices, as in digits and letters, but
/// those have no strokes between them. O(pixels).
std::vector<cv::Point2d> find_dots(const ForegroundPicture& picture, const DotPlaces& places,
                                   DotWeights weights = {});

/// The largest connected part of the graph in which every vertex has two strokes or more; empty if
/// there is none. O(pixels + dots * their neighbours).
StrokeGraph find_stroke_graph(const ForegroundPicture& picture, const DotPlaces& places,
                              DotWeights weights = {});

/// The bounded faces of a plane graph of straight edges, each as the loop of its vertices. Empty if
/// the graph is not connected, if edges cross (by Euler's formula), or if a bounded face meets
/// itself in a vertex. O(edges log edges).
std::vector<std::vector<int>> bounded_faces(std::span<const cv::Point2d> vertices,
                                            std::span<const Stroke> edges);

}  // namespace eyehand
