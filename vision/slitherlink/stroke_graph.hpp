// The planar graph that a picture shows: dots joined by straight strokes over an even background.
// Nothing is assumed of the grid, its place or its scale.
#pragma once

#include <opencv2/core.hpp>
#include <span>
#include <string>
#include <vector>

#include "vision/appearance.hpp"

namespace eyehand {

/// The commonest colour. O(pixels).
Colour commonest_colour(const cv::Mat& bgr);

/// A picture parted into background and foreground.
struct ForegroundPicture {
  cv::Mat bgr;  ///< 8UC3, shared with the caller
  Colour background, dot;
  cv::Mat foreground;  ///< CV_8UC1, how far a pixel is from the background, by its farthest channel
  cv::Mat dark;  ///< CV_8UC1, how far it is on the way from the background to the dots' colour
  int foreground_min = 0;   ///< what has less foreground is background
  int foreground_most = 0;  ///< of any pixel
  cv::Rect drawn;           ///< around all pixels that are not exactly of the background's colour

  /// The background is the commonest colour. O(pixels).
  static ForegroundPicture of(const cv::Mat& bgr, Colour dot, int foreground_min);

  bool has(cv::Point2d p) const {
    const int x = cvRound(p.x), y = cvRound(p.y);
    return x >= 0 && y >= 0 && x < foreground.cols && y < foreground.rows;
  }
  /// 0 outside.
  int foreground_at(cv::Point2d p) const {
    return has(p) ? foreground.ptr(cvRound(p.y))[cvRound(p.x)] : 0;
  }
  int dark_at(cv::Point2d p) const { return has(p) ? dark.ptr(cvRound(p.y))[cvRound(p.x)] : 0; }
};

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

/// Along a line in the dots' colour many places look like a dot. What speaks for one of them: how
/// much of a dot is there (at most 1), so much for each stroke that comes straight from it, and so
/// much against it for a pixel by which strokes miss it. Where two strokes alone go on straight,
/// to this many degrees, there is none. Dots are examined again, this many times at most, after
/// what the strokes between them say of them. No choice of these is the best for all pictures.
struct DotWeights {
  double comes_from = 0;
  double askew = 0.02;
  double straight = 22;
  int appearances = 0;
};

/// Where there are dots of this radius with strokes leaving them. There may be more than there are
/// vertices (in digits and letters, say); those have no strokes between them. O(pixels).
std::vector<cv::Point2d> find_dots(const ForegroundPicture& picture, double radius,
                                   DotWeights weights = {});

/// The largest part of what dots of this radius and strokes between them form in which every
/// vertex has two strokes or more; empty if there is none. O(pixels + dots * their neighbours).
StrokeGraph find_stroke_graph(const ForegroundPicture& picture, double radius,
                              DotWeights weights = {});

/// The faces of a plane graph of straight edges, each as the loop of its vertices, the unbounded
/// one left out. Empty if the graph is not connected or its edges cross (by Euler's formula) or if
/// a bounded face meets itself in a vertex.
std::vector<std::vector<int>> bounded_faces(std::span<const cv::Point2d> vertices,
                                            std::span<const Stroke> edges);

}  // namespace eyehand
