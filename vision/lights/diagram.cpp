#include "vision/lights/diagram.hpp"

#include <algorithm>

namespace eyehand::lights {
namespace {

/// Parts of which little is seen, at the edge of the picture, count as not drawn.
constexpr double kUnseen = 0.003;

/// How much of each pixel along an axis (rows of the result) each part covers.
cv::Mat_<double> covered(int pixels, double middle, double step, double line) {
  cv::Mat_<double> shares(pixels, kDiagramParts, 0.0);
  // A pixel reaches half a pixel to both sides of its coordinate.
  const double first = middle - (kDiagramReach + 0.5) * step - line / 2 + 0.5;
  for (int part = 0; part < kDiagramParts; ++part) {
    const int before = (part - 1) / 2;  // lines, and as many insides, or one less
    const bool is_line = part % 2 == 1;
    const double begin = part == 0 ? 0 : first + before * step + (is_line ? 0 : line);
    const double end = part == 0                   ? first
                       : part == kDiagramParts - 1 ? pixels
                                                   : begin + (is_line ? line : step - line);
    for (int pixel = 0; pixel < pixels; ++pixel)
      shares(pixel, part) =
          std::max(0.0, std::min(end, pixel + 1.0) - std::max(begin, static_cast<double>(pixel)));
  }
  return shares;
}

/// What to multiply pixels by to get the parts.
cv::Mat inverse(const cv::Mat_<double>& covered) {
  const cv::Mat normal =
      covered.t() * covered + kUnseen * cv::Mat::eye(kDiagramParts, kDiagramParts, CV_64F);
  return normal.inv(cv::DECOMP_CHOLESKY) * covered.t();
}

}  // namespace

std::optional<Diagram> fitted_diagram(const cv::Mat& ink, const DiagramScale& scale) {
  // A line and the inside beside it cannot be distinguished within a single pixel.
  constexpr double kLeastStep = 1.5;
  // Of a pixel; more is something else than a diagram.
  constexpr double kMostLeft = 0.5;
  constexpr double kHalf = 0.5;
  if (scale.step < kLeastStep || scale.line <= 0 || scale.line >= scale.step) return std::nullopt;
  const auto across = covered(ink.cols, scale.middle.x, scale.step, scale.line);
  const auto down = covered(ink.rows, scale.middle.y, scale.step, scale.line);
  const cv::Mat shares = inverse(down) * ink * inverse(across).t();
  const cv::Mat left = ink - down * shares * across.t();
  Diagram diagram;
  diagram.shares = shares;
  diagram.has_more = cv::norm(left, cv::NORM_INF) > kMostLeft;
  const cv::Mat whole = (shares > kHalf) / 255;
  cv::Mat is_drawn;
  whole.convertTo(is_drawn, CV_64F);
  const cv::Mat off = ink - down * is_drawn * across.t();
  diagram.misfit = off.dot(off);
  return diagram;
}

}  // namespace eyehand::lights
