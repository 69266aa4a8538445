// A grid in connected parts, as a layer of Board: per cell, the first cell of its part.
#pragma once

#include <functional>
#include <vector>

#include "puzzle/model/board.hpp"

namespace eyehand::model {

/// A number from 0 to n - 1, drawn at random.
using Draw = std::function<int(int n)>;

/// Cells that share a side are joined if `are_joined` says so of the first and the second.
std::vector<int> joined_parts(const Board& board,
                              const std::function<bool(int cell, int next)>& are_joined);
/// Rectangles of as many cells as the board is wide, which they divide.
std::vector<int> rectangles(const Board& board, int width);
/// The width of such rectangles; 0 if the parts are others.
int width_of_rectangles(const Board& board, const std::vector<int>& parts);
/// Lets connected parts exchange cells at random. They stay connected and keep their sizes.
void mix_parts(const Board& board, std::vector<int>& parts, const Draw& draw);
/// Random parts of at most `largest` cells. Few are single cells.
std::vector<int> random_parts(const Board& board, int largest, const Draw& draw);

}  // namespace eyehand::model
