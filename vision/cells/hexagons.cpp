#include "vision/cells/hexagons.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "puzzle/error.hpp"
#include "vision/cells/patch.hpp"

namespace eyehand::cells {
namespace {

/// The compared part of a cell reaches this far from its centre towards its sides, in pitches, and
/// leaves out a number, which reaches this far across and down.
constexpr double kCellReach = 0.5, kNumberWide = 0.2, kNumberHigh = 0.235;
/// A cell's picture reaches a little beyond its corners.
constexpr double kCellSquare = 1.16;

/// Which pixels are compared.
cv::Mat mask_of(bool flat_topped, bool hollow) {
  cv::Mat mask(kHexagonPixels, kHexagonPixels, CV_8U, cv::Scalar(0));
  for (int row = 0; row < mask.rows; ++row)
    for (int column = 0; column < mask.cols; ++column) {
      const auto [x, y] = place_in_hexagon(column, row);
      const double u = std::abs(flat_topped ? y : x), v = std::abs(flat_topped ? x : y);
      const bool is_inside = std::max(u, u / 2 + v * std::sqrt(3) / 2) <= kCellReach;
      const bool is_number = std::abs(x) < kNumberWide && std::abs(y) < kNumberHigh;
      mask.at<std::uint8_t>(row, column) = is_inside && !(hollow && is_number) ? 255 : 0;
    }
  return mask;
}

}  // namespace

cv::Point2d place_in_hexagon(int column, int row) {
  return kCellSquare *
         cv::Point2d((column + 0.5) / kHexagonPixels - 0.5, (row + 0.5) / kHexagonPixels - 0.5);
}

cv::Mat cut_hexagon(const cv::Mat& bgr, cv::Point2d middle, double pitch, bool flat_topped,
                    bool hollow) {
  static const std::array<std::array<cv::Mat, 2>, 2> masks = {
      {{mask_of(false, false), mask_of(false, true)}, {mask_of(true, false), mask_of(true, true)}}};
  const cv::Mat square = cut(bgr, middle, kCellSquare * pitch, kHexagonPixels);
  cv::Mat cell = cv::Mat::zeros(square.size(), square.type());
  square.copyTo(cell, masks[flat_topped ? 1 : 0][hollow ? 1 : 0]);
  return cell;
}

HexReader::HexReader(const HexAppearance& appearance)
    : named_(appearance, "[cells]", kHexagonPixels),
      usual_{{appearance.middle_x_px, appearance.middle_y_px},
             appearance.pitch_px,
             appearance.flat_topped,
             appearance.side} {
  if (appearance.side < 1) throw Error("[cells] must state the side of the board.");
}

HexReader::HexReader(Atlas atlas, std::vector<std::string> labels, HexLattice usual)
    : named_(std::move(atlas), std::move(labels)), usual_(usual) {}

HexAppearance HexReader::appearance() const {
  return {named_.pictures(), usual_.middle.x,    usual_.middle.y,
          usual_.pitch,      usual_.flat_topped, usual_.side};
}

Prediction HexReader::read_cell(const cv::Mat& bgr, const HexLattice& lattice,
                                cv::Point2d middle) const {
  return named_.atlas().classify(
      cut_hexagon(bgr, middle, lattice.pitch, lattice.flat_topped, true));
}

void HexReader::add(std::string_view label, const cv::Mat& bgr, const HexLattice& lattice,
                    cv::Point2d middle) {
  named_.add(label, cut_hexagon(bgr, middle, lattice.pitch, lattice.flat_topped, true));
}

HexReading HexReader::read(const cv::Mat& bgr) const {
  HexReading reading{usual_, {}};
  const Hexagon hexagon(usual_.side);
  for (int cell = 0; cell < hexagon.size(); ++cell)
    reading.cells.push_back(read_cell(bgr, usual_, usual_.at(hexagon.middle(cell))));
  return reading;
}

}  // namespace eyehand::cells
