// From a Slitherlink board to its solution, in the fewest clicks or drags.
#pragma once

#include <array>
#include <span>
#include <string_view>
#include <utility>

#include "actuator/gesture.hpp"
#include "puzzle/about.hpp"
#include "puzzle/slitherlink/board.hpp"

namespace eyehand::slitherlink {

/// The gesture that draws a line.
enum class Gestures {
  click,  ///< a click on an edge changes its mark
  drag,   ///< dragging draws from vertex to vertex
};
constexpr auto choices(Gestures) {
  return std::array{std::pair{std::string_view("click"), Gestures::click},
                    std::pair{std::string_view("drag"), Gestures::drag}};
}
constexpr auto choices(Mark) {
  return std::array{std::pair{std::string_view("unknown"), Mark::unknown},
                    std::pair{std::string_view("line"), Mark::line},
                    std::pair{std::string_view("cross"), Mark::cross}};
}

/// How a program plays Slitherlink.
struct Controls {
  Gestures method = Gestures::click;
  int line_button = 1;  ///< X button number

  // What an edge becomes when its centre is clicked.
  Mark unknown_becomes = Mark::line;
  Mark line_becomes = Mark::unknown;
  Mark cross_becomes = Mark::unknown;

  /// The most edges along one drag. A drag that begins on an edge without a line draws, even over
  /// crosses; one that begins on a line erases.
  int drag_edges = 1000;
};

template <class Visitor>
void describe(Controls& controls, Visitor&& visit) {
  visit("method", controls.method,
        About{"what draws a line: a \"click\" on the edge, or a \"drag\" from vertex to vertex, "
              "which erases where it begins on a line"});
  visit("line_button", controls.line_button,
        About{"the button that draws: 1 left, 2 middle, 3 right", 1, 9});
  visit("unknown_becomes", controls.unknown_becomes,
        About{"what a click makes of an edge that is neither line nor cross"});
  visit("line_becomes", controls.line_becomes, About{"what a click makes of a line"});
  visit("cross_becomes", controls.cross_becomes, About{"what a click makes of a cross"});
  visit("drag_edges", controls.drag_edges, About{"the most edges along one drag", 1, 1000000});
}

/// The gestures that leave exactly the lines of `answer` on the board. No crosses are added, and
/// crosses are removed only where a line must be. Correct lines are not touched.
///
/// By clicks: as few on the centre of each edge as the controls allow (two if the program clears a
/// cross before it draws a line), in an order of short travel (actuator/travel.hpp). By drags:
/// first the edges to erase, then the edges to draw, each in trails as long as possible, so that an
/// empty board takes a single drag along the loop.
///
/// `vertices` has one point per vertex, `answer` one mark per edge. Throws Error if they belong to
/// a board of another size, or if no number of clicks leads to the mark wanted. About 5
/// microseconds per edge that must change.
Plan plan(const Board& now, std::span<const Mark> answer, std::span<const ScreenPoint> vertices,
          const Controls& controls);

}  // namespace eyehand::slitherlink
