// Following strokes from dot to dot, and what else the parts of vision/slitherlink/stroke_graph.hpp
// share.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <vector>

#include "vision/slitherlink/stroke_graph.hpp"
#include "vision/statistics.hpp"

namespace eyehand {

/// The first pixel that is set in the rest of a mask's row, or its end.
inline const std::uint8_t* next_set(const std::uint8_t* rest, const std::uint8_t* end) {
  const void* set = std::memchr(rest, 255, static_cast<std::size_t>(end - rest));
  return set ? static_cast<const std::uint8_t*>(set) : end;
}

/// Drops what hangs on by one stroke, which is no part of a grid, and all but the largest part of
/// the rest: what is apart is a digit or a letter.
void keep_largest_part(StrokeGraph& graph);

/// Strokes between dots of one radius in a picture, which must outlive it.
struct StrokeFollower {
  const ForegroundPicture& picture;
  double radius;

  /// A quick check: foreground just outside of both dots, and here and there between them.
  bool may_join(cv::Point2d a, cv::Point2d b) const;
  /// The colours of the middle line between two dots, added to `colours`; false if there is no
  /// foreground somewhere.
  bool follow(cv::Point2d a, cv::Point2d b, std::vector<Colour>& colours) const;
  /// The median of the strokes' widths, by how much foreground there is across, at the middles of
  /// those that differ plainly from the background.
  double usual_width(const StrokeGraph& graph) const;

 private:
  /// The way between two dots, and where across it a stroke may be.
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
