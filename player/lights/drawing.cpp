#include "player/lights/drawing.hpp"

#include <string>

#include "player/games.hpp"
#include "puzzle/lights/board.hpp"
#include "puzzle/lights/text.hpp"

namespace eyehand::lights {

DrawnBoard drawing(std::string_view puzzle, const Course& course) {
  const Board board = from_game_id(puzzle);
  std::string presses = course.solution ? course.solution->answer : "";
  std::erase(presses, '/');
  constexpr double kHalf = kDrawnCell / 2, kMargin = 4;
  DrawnBoard drawing{board.width * kDrawnCell + 2 * kMargin,
                     board.height * kDrawnCell + 2 * kMargin};
  for (std::size_t tile = 0; tile < board.size(); ++tile) {
    const auto column = static_cast<int>(tile) % board.width;
    const auto row = static_cast<int>(tile) / board.width;
    const double x = column * kDrawnCell + kMargin, y = row * kDrawnCell + kMargin;
    drawing.background +=
        svg::rectangle(x + 1, y + 1, kDrawnCell - 2, kDrawnCell - 2,
                       board.lit[tile] != 0 ? R"(rx="4" fill="#fd6")" : R"(rx="4" fill="#556")");
    DrawnCell cell{svg::square(x, y)};
    cell.add(0, svg::circle(x + kHalf, y + kHalf, 9,
                            R"(fill="none" stroke="#8898b4" stroke-dasharray="3 3")"));
    if (tile < presses.size())
      cell.add(course.when(static_cast<int>(tile)),
               presses[tile] == '1'
                   ? svg::circle(x + kHalf, y + kHalf, 9, R"(fill="#1a5fb4" stroke="#fff")")
                   : "");
    drawing.cells.push_back(std::move(cell));
  }
  return drawing;
}

}  // namespace eyehand::lights
