#include "vision/reading.hpp"

#include <algorithm>
#include <opencv2/imgproc.hpp>

namespace eyehand {
namespace {

/// Fractions of a pixel are kept by OpenCV's fixed-point coordinates.
constexpr int kShift = 4;

int fixed(double length) {
  return cvRound(length * (1 << kShift));
}
cv::Point fixed(cv::Point2d p) {
  return {fixed(p.x), fixed(p.y)};
}

}  // namespace

void CellReading::limit(std::size_t cell, float most, const std::string& why) {
  if (most < kMinConfidence && rejection.empty()) rejection = why;
  confidence[cell] = std::min(confidence[cell], most);
}

std::string unclear(int count, const std::string& part) {
  return std::to_string(count) + " " + part + (count == 1 ? " is unclear" : "s are unclear");
}

std::string cell_name(int width, int cell) {
  return "column " + std::to_string(cell % width + 1) + ", row " + std::to_string(cell / width + 1);
}

const cv::Scalar Overlay::kRejected(0, 0, 255);

Overlay::Overlay(const cv::Mat& picture) : picture_(picture * 0.55 + cv::Scalar::all(100)) {}

void Overlay::line(cv::Point2d a, cv::Point2d b, const cv::Scalar& colour, int thickness) {
  cv::line(picture_, fixed(a), fixed(b), colour, thickness, cv::LINE_AA, kShift);
}

void Overlay::circle(cv::Point2d middle, double radius, const cv::Scalar& colour, int thickness) {
  cv::circle(picture_, fixed(middle), fixed(radius), colour, thickness, cv::LINE_AA, kShift);
}

void Overlay::disc(cv::Point2d middle, double radius, const cv::Scalar& colour) {
  circle(middle, radius, colour, cv::FILLED);
}

void Overlay::square(cv::Point2d middle, double half, const cv::Scalar& colour, int thickness) {
  const cv::Point2d corner(half, half);
  cv::rectangle(picture_, fixed(middle - corner), fixed(middle + corner), colour, thickness,
                cv::LINE_AA, kShift);
}

void Overlay::text(const std::string& text, cv::Point2d at, double size, const cv::Scalar& colour,
                   int thickness) {
  cv::putText(picture_, text, {cvRound(at.x), cvRound(at.y)}, cv::FONT_HERSHEY_SIMPLEX, size,
              colour, thickness, cv::LINE_AA);
}

}  // namespace eyehand
