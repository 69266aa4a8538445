// The game IDs of Lights Out.
#include "fuzz/puzzle/texts.hpp"
#include "puzzle/lights/text.hpp"

void eyehand::fuzz::run(std::string_view input) {
  split(input, split_lines);
  unless_error([&] { return lights::to_picture(input); });
  auto board = round_trip(input, lights::from_game_id, lights::to_game_id);
  if (!board) return;
  const lights::Board before = *board;
  const int last = static_cast<int>(board->size()) - 1;
  for (int twice = 0; twice < 2; ++twice) lights::press(*board, last);
  require(*board == before, "two presses undo each other");
}
