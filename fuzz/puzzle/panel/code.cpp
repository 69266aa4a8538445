// Taiji Maker's codes of panels.
#include <vector>

#include "fuzz/puzzle/texts.hpp"
#include "puzzle/panel/text.hpp"

void eyehand::fuzz::run(std::string_view input) {
  split(input, panel::split_texts);
  const auto board = round_trip(input, panel::from_code, panel::to_code);
  if (!board) return;
  panel::check(*board);
  panel::to_picture(*board);
  // A walk along the first row, which need not be a valid one.
  std::vector<int> path;
  for (int x = 0; x < board->width; ++x) path.push_back(x);
  panel::check_walk(*board, path);
}
