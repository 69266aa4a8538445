// Marks on a tile that say that it is locked: a frame, bolts in its corners, a hatching. Marks
// beside a tile or along its rim: locks.hpp.
#pragma once

#include <opencv2/core.hpp>
#include <optional>
#include <string>

#include "vision/panel/marks.hpp"

namespace eyehand::panel {

/// Lines of a frame are less wide than this, in pixels.
inline constexpr int kFrameLine = 6;
/// What a frame or a symbol encloses differs by less than this from the plain tile, on average, in
/// OKLab.
inline constexpr double kFaint = 13;

/// A tile, and what is drawn on it. `picture` must outlive it.
class DrawnTile {
 public:
  explicit DrawnTile(const TilePicture& picture);

  /// Where something is drawn (CV_8U), with a tolerance that is lower by some part (0 to 1) of what
  /// can be spared.
  cv::Mat drawn_with(double part) const;
  /// Where there are colours that the plain tile does not have even if its edges are slightly off,
  /// such as those of something across a hollow tile's rim, where the tolerance is high (CV_8U).
  cv::Mat drawn_on_edges() const;

  const TilePicture& picture;
  cv::Mat off;     ///< how far each pixel is from the plain tile, OKLab, CV_32F
  cv::Mat inside;  ///< how far from the tile's edge, pixels, CV_32F
};

struct LockMarks {
  bool is_locked = false, is_hatched = false;
  cv::Mat others;         ///< where something else is drawn, CV_8U
  std::string rejection;  ///< what is unclear, for people
};

/// O(pixels).
LockMarks find_lock_marks(const DrawnTile& tile);
/// Whether there are bolts among the pieces of a mask.
bool has_bolts(const cv::Mat& mask);
/// Whether bolts peek out from behind the dots in the corners, given where dots are (CV_8U);
/// nothing if that is unclear.
std::optional<bool> are_bolts_behind(const DrawnTile& tile, const cv::Mat& dots);

}  // namespace eyehand::panel
