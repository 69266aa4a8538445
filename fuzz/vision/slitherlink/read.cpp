// Reading Slitherlink from pictures, with and without a previous reading.
#include "vision/slitherlink/read.hpp"

#include "fuzz/vision/picture.hpp"
#include "puzzle/slitherlink/text.hpp"

namespace {

template <class T>
std::vector<T> sorted(std::vector<T> all) {
  std::sort(all.begin(), all.end());
  return all;
}

}  // namespace

void eyehand::fuzz::run(std::string_view input) {
  static const auto kAppearances = load_appearances<slitherlink::Appearance>({"sgt-loopy", "pzpr"});
  static const auto kBoards = load_pictures(
      {"fuzz/pictures/loopy-squares", "fuzz/pictures/loopy-5", "fuzz/pictures/loopy-triangles",
       "tests/data/pzpr/empty-24", "tests/data/pzpr/half-45"});
  Bytes bytes(input);
  const auto& appearance =
      kAppearances[static_cast<std::size_t>(bytes.choice(kAppearances.size()))];
  const Frame frame = make_frame(bytes, kBoards);
  const slitherlink::Reading reading = slitherlink::read(frame, appearance);
  slitherlink::draw(frame, reading);
  const slitherlink::Board& board = reading.board;
  require(board.grid || !reading.accepted(), "an accepted reading has a board");
  if (!board.grid) return;
  slitherlink::validate(board);
  slitherlink::check(board);
  check_confidence(reading.clue_confidence, board.clues.size(), reading.accepted(), kMinConfidence);
  check_confidence(reading.edge_confidence, board.marks.size(), reading.accepted(), kMinConfidence);
  require(reading.where.size() == static_cast<std::size_t>(board.grid->vertices()),
          "every vertex has a place");
  const std::string text = slitherlink::to_text(board);
  require(slitherlink::from_text(text) == board, "the text contains the whole board", text);
  if (!reading.accepted()) return;
  const slitherlink::Reading again = slitherlink::read(frame, appearance, &reading);
  require(again.accepted(), "the same picture is accepted again", again.rejection);
  // Edges and faces may be numbered differently.
  require(sorted(again.board.clues) == sorted(board.clues), "the same clues are read again", text);
  require(sorted(again.board.marks) == sorted(board.marks), "the same marks are read again", text);
}
