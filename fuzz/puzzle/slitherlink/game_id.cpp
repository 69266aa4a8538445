// sgt-loopy's game IDs.
#include "fuzz/puzzle/texts.hpp"

void eyehand::fuzz::run(std::string_view input) {
  const auto board = round_trip(input, slitherlink::from_loopy_id, slitherlink::to_loopy_id);
  if (board) use(*board);
}
