// sgt-loopy's game IDs.
#include "fuzz/puzzle/texts.hpp"

void eyehand::fuzz::run(std::string_view input) {
  const auto read = [](std::string_view text) {
    auto board = slitherlink::from_loopy_id(text);
    if (!board.grid->shape()) {  // which is not written as an ID
      validate(board);
      use(board);
      throw Error("another grid");
    }
    return board;
  };
  if (const auto board = round_trip(input, read, slitherlink::to_loopy_id)) use(*board);
}
