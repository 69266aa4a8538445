// A board as SVG, cell by cell, so that a page can show how it fills up.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace eyehand {

/// A cell as a Deduction numbers it.
struct DrawnCell {
  std::string outline;  ///< the points of a polygon: "0,0 40,0 40,40"
  std::string content;  ///< SVG elements; empty if nothing is in it
};

struct DrawnBoard {
  double width = 0, height = 0;
  std::string background = {};  ///< SVG elements below the cells
  std::vector<DrawnCell> cells = {};
  bool empty() const { return cells.empty(); }
};

/// The side of a square cell.
inline constexpr double kDrawnCell = 40;

namespace svg {

/// The elements, with attributes such as `fill="#333"`.
std::string rectangle(double x, double y, double width, double height, std::string_view attributes);
std::string line(double x1, double y1, double x2, double y2, std::string_view attributes);
std::string circle(double x, double y, double radius, std::string_view attributes);
/// Centred. The text needs no escapes.
std::string text(double x, double y, std::string_view text, std::string_view attributes = {});
/// The points of a square cell whose top left corner is here.
std::string square(double x, double y);

}  // namespace svg
}  // namespace eyehand
