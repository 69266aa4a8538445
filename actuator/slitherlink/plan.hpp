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

/// What draws a line.
enum class Gestures {
  click,  ///< a click on an edge changes its mark
  drag,   ///< the pointer, held down, draws along from vertex to vertex
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

/// How a program is played.
struct Controls {
  Gestures method = Gestures::click;
  int line_button = 1;  ///< X button number

  // What a click on the middle of an edge makes of it.
  Mark unknown_becomes = Mark::line;
  Mark line_becomes = Mark::unknown;
  Mark cross_becomes = Mark::unknown;

  /// The most edges that one drag goes along. A drag that begins on an edge without a line draws,
  /// crosses or not; one that begins on a line erases.
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
  visit("drag_edges", controls.drag_edges,
        About{"edges that one drag goes along, at most", 1, 1000000});
}

/// The gestures that make exactly the lines of `answer` lines on the board; crosses are set nowhere
/// and removed only where a line must be. Lines that are right already are not touched.
///
/// By clicks: as few on the middle of each edge as the controls allow (two where a cross must
/// become a line in a program that clears it first), in an order of short travel
/// (actuator/travel.hpp). By drags: edges to be erased, then edges to be drawn, each in trails as
/// long as they come, so that an empty board is one drag along the loop.
///
/// `vertices` has one point per vertex, `answer` one mark per edge. Throws Error if they are of
/// another board's size, or if no number of clicks leads to what is wanted. Some 5 microseconds per
/// edge that must change.
Plan plan(const Board& now, std::span<const Mark> answer, std::span<const ScreenPoint> vertices,
          const Controls& controls);

}  // namespace eyehand::slitherlink
