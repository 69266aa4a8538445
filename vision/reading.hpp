// What the readings of all games have in common: confidence, the reason for a rejection, and an
// overlay to draw a reading over its picture.
#pragma once

#include <opencv2/core.hpp>
#include <string>
#include <vector>

namespace eyehand {

/// Confidences range from 0 to 1; parts below this are not accepted.
inline constexpr float kMinConfidence = 0.5F;

/// The part of a Reading that all games share; each adds its board and where its parts are.
struct CheckedReading {
  /// Empty if the board was read, and everything on it is certain and consistent; otherwise the
  /// first reason why not, for people.
  std::string rejection;

  bool accepted() const { return rejection.empty(); }
};

/// A reading of a board of cells.
struct CellReading : CheckedReading {
  std::vector<float> confidence;  ///< per cell

  /// Lowers a cell's confidence to `most`. If that is below kMinConfidence and nothing was rejected
  /// before, `why` becomes the reason for the rejection.
  void limit(std::size_t cell, float most, const std::string& why);
};

/// "column 3, row 2", counted from 1, of a board `width` cells wide.
std::string cell_name(int width, int cell);

/// "1 edge is unclear", "2 edges are unclear".
std::string unclear(int count, const std::string& part);

/// A dimmed picture to draw a reading over. Places and lengths are in image pixels, with fractions;
/// lines are smoothed.
class Overlay {
 public:
  static const cv::Scalar kRejected;  ///< the colour around parts that are not accepted

  explicit Overlay(const cv::Mat& picture);

  void line(cv::Point2d a, cv::Point2d b, const cv::Scalar& colour, int thickness = 1);
  void circle(cv::Point2d middle, double radius, const cv::Scalar& colour, int thickness = 1);
  void disc(cv::Point2d middle, double radius, const cv::Scalar& colour);
  /// A square with sides of 2 * `half`.
  void square(cv::Point2d middle, double half, const cv::Scalar& colour, int thickness = 1);
  /// `at`: the left end of the baseline. Text of `size` 1 is some 20 pixels high.
  void text(const std::string& text, cv::Point2d at, double size, const cv::Scalar& colour,
            int thickness = 1);

  const cv::Mat& picture() const { return picture_; }

 private:
  cv::Mat picture_;
};

}  // namespace eyehand
