// What must hold for every text format: a text is refused with an Error, or its board survives
// writing and reading, and is then written as the same text.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "fuzz/target.hpp"
#include "puzzle/slitherlink/text.hpp"
#include "puzzle/text.hpp"

namespace eyehand::fuzz {

/// Checks that for one text. Returns its board, or nothing if the text is refused.
template <class Read, class Write>
auto round_trip(std::string_view text, Read read, Write write)
    -> std::optional<decltype(read(text))> {
  auto board = unless_error([&] { return read(text); });
  if (!board) return {};
  validate(*board);
  const std::string written = write(*board);
  const auto again = unless_error([&] { return read(std::string_view(written)); });
  require(again.has_value(), "what was written can be read", written);
  require(*again == *board, "what was written is the same board", written);
  require(write(*again) == written, "a board has one text", written);
  return board;
}

/// Any text can be split into puzzles, none of which is empty.
template <class Split>
void split(std::string_view text, Split split_texts) {
  for (const std::string& part : split_texts(text))
    require(!part.empty(), "no puzzle of a text is empty");
}

/// Calls everything that must work for any valid Slitherlink board.
inline void use(const slitherlink::Board& board) {
  slitherlink::check(board);
  slitherlink::to_svg(board);
  if (board.grid->shape()) slitherlink::to_picture(board);
  const std::string text = slitherlink::to_text(board);
  require(slitherlink::from_text(text) == board, "the shortest text contains the whole board",
          text);
}

}  // namespace eyehand::fuzz
