// Slitherlink URLs of pzpr and puzz.link.
#include "fuzz/puzzle/texts.hpp"

void eyehand::fuzz::run(std::string_view input) {
  const auto board = round_trip(input, slitherlink::from_pzpr, slitherlink::to_pzpr);
  if (board) use(*board);
}
