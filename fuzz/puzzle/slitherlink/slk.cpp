// Slitherlink's .slk files, format detection, and texts with several puzzles.
#include "fuzz/puzzle/texts.hpp"

void eyehand::fuzz::run(std::string_view input) {
  const auto board = round_trip(input, slitherlink::from_slk, slitherlink::to_slk);
  if (board) use(*board);
  split(input, slitherlink::split_texts);
  for (const std::string& text : slitherlink::split_texts(input))
    round_trip(text, slitherlink::from_text, slitherlink::to_text);
}
