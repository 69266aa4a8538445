// Net's game IDs.
#include "fuzz/puzzle/texts.hpp"
#include "puzzle/net/text.hpp"

void eyehand::fuzz::run(std::string_view input) {
  const auto board = round_trip(input, net::from_game_id, net::to_game_id);
  if (!board) return;
  net::check(*board);
  net::to_picture(*board);
  require(net::is_turning_of(*board, *board), "a board can be turned into itself");
}
