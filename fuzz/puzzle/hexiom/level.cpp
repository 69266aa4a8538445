// Hexiom's level files.
#include "fuzz/puzzle/texts.hpp"
#include "puzzle/hexiom/text.hpp"

void eyehand::fuzz::run(std::string_view input) {
  split(input, hexiom::split_texts);
  const auto board = round_trip(input, hexiom::from_text, hexiom::to_text);
  if (!board) return;
  hexiom::first_fault(*board);
  hexiom::to_picture(*board);
  require(hexiom::is_arrangement_of(board->cells, *board), "a board is an arrangement of itself");
  const Hexagon hexagon(board->side);
  const auto all = hexiom::symmetries(*board);
  require(!all.empty() && all.front() == 0, "changing nothing is a symmetry");
  for (const int symmetry : all)
    require(hexiom::is_arrangement_of(hexiom::image(board->cells, hexagon, symmetry), *board),
            "an image is an arrangement");
}
