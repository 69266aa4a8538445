// Follows strokes from dot to dot; and helpers shared by the parts of
// vision/slitherlink/stroke_graph.hpp.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <vector>

#include "vision/slitherlink/stroke_graph.hpp"
#include "vision/statistics.hpp"

namespace eyehand {

/// The first pixel of the rest of a mask's row that is set (255), or its end.
inline const std::uint8_t* next_set(const std::uint8_t* rest, const std::uint8_t* end) {
  const void* set = std::memchr(rest, 255, static_cast<std::size_t>(end - rest));
  return set ? static_cast<const std::uint8_t*>(set) : end;
}

/// The numbers of the strokes at each vertex.
std::vector<std::vector<std::size_t>> strokes_by_vertex(const StrokeGraph& graph);

/// Drops dangling strokes, which are not part of a grid, and then all but the largest connected
/// part: the others are digits or letters.
void keep_largest_part(StrokeGraph& graph);

/// Strokes between dots of one radius in a picture, which must outlive it.
struct StrokeFollower {
  const ForegroundPicture& picture;
  double radius;

  /// A quick check: whether there is foreground just outside both dots and at some places in
  /// between.
  bool may_join(cv::Point2d a, cv::Point2d b) const;
  /// Appends the colours of the line between two dots to `colours`; false if it is interrupted.
  bool follow(cv::Point2d a, cv::Point2d b, std::vector<Colour>& colours) const;
  /// The median width of the strokes that differ clearly from the background, in pixels, by the
  /// foreground across their middles.
  double usual_width(const StrokeGraph& graph) const;
  /// How far there is foreground beyond the usual width, on each side of nearly all strokes'
  /// middles; at least kFringe.
  double fringe(const StrokeGraph& graph) const;
  /// How far a stroke between two dots reaches from the line between them on its wider side, in
  /// pixels, by the foreground beside most of it; 0 if that is too far for a stroke.
  double reach(cv::Point2d a, cv::Point2d b) const;

 private:
  /// The line between two dots, and the offsets across it at which a stroke may run.
  struct Line {
    cv::Point2d start, along;
    double length;
    std::array<cv::Point2d, 5> across;
  };
  static Line line(cv::Point2d a, cv::Point2d b);
  /// A line is followed from this far from a dot's middle.
  double margin(const Line& line) const { return std::min(radius + 1.2, line.length / 2); }
  /// Whether there is foreground across the line.
  bool is_drawn(const Line& line, double at) const;
  /// The colour of the pixel with the most foreground across the line, if any has some.
  std::optional<Colour> strongest(const Line& line, double at) const;
};

}  // namespace eyehand
