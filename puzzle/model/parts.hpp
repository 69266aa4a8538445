// A grid in connected parts, as a layer of Board: per cell, the first cell of its part.
#pragma once

#include <functional>
#include <vector>

#include "puzzle/model/board.hpp"

namespace eyehand::model {

/// A number from 0 to n - 1, drawn at random.
using Draw = std::function<int(int n)>;

/// Rectangles of one size, which divides the board's.
std::vector<int> rectangles(const Board& board, int width, int height);
/// Lets connected parts exchange cells at random. They stay connected and keep their sizes.
void mix_parts(const Board& board, std::vector<int>& parts, const Draw& draw);
/// Random parts of at most `largest` cells. Few are single cells.
std::vector<int> random_parts(const Board& board, int largest, const Draw& draw);

}  // namespace eyehand::model
