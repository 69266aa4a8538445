// Slitherlink graphs in JSON.
#include "fuzz/puzzle/texts.hpp"

void eyehand::fuzz::run(std::string_view input) {
  const auto board = round_trip(input, slitherlink::from_json, slitherlink::to_json);
  if (board) use(*board);
}
