#include "puzzle/lights/text.hpp"

#include <algorithm>

#include "puzzle/index.hpp"
#include "puzzle/text_reader.hpp"

namespace eyehand::lights {
namespace {

constexpr int kMaxSide = static_cast<int>(kMaxTiles);
constexpr std::size_t kLongestSpeltOut = 1024;

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

/// Bits from hexadecimal digits, highest first.
class BitReader {
 public:
  BitReader(TextReader& in, const char* what) : in_(in), what_(what) {}

  bool next() {
    if (left_ == 0) {
      digit_ = hex_value(in_.peek());
      if (digit_ < 0) in_.fail(std::string("expected a hexadecimal digit of ") + what_);
      in_.next();
      left_ = 4;
    }
    --left_;
    return (digit_ >> left_ & 1) != 0;
  }
  /// The rest of the last digit must be zeros.
  void finish() {
    while (left_ > 0)
      if (next()) in_.fail(std::string("too many bits of ") + what_ + " before this");
  }

 private:
  TextReader& in_;
  const char* what_;
  int digit_ = 0, left_ = 0;
};

class BitWriter {
 public:
  explicit BitWriter(std::string& out) : out_(out) {}
  void add(bool bit) {
    digit_ = digit_ << 1 | (bit ? 1u : 0u);
    if (++bits_ == 4) write();
  }
  void finish() {
    while (bits_ > 0) add(false);
  }

 private:
  void write() {
    out_ += "0123456789abcdef"[digit_];
    digit_ = 0;
    bits_ = 0;
  }
  std::string& out_;
  unsigned digit_ = 0;
  int bits_ = 0;
};

/// Size and parameters, including the colon; the sets are still empty.
Board read_head(TextReader& in) {
  const int width = in.number("width", kMaxSide);
  if (!in.take('x')) in.fail("expected 'x' between width and height");
  const int height = in.number("height", kMaxSide);
  if (width < 1 || height < 1) in.fail("a board must have at least one row and one column");
  if (at(width) > kMaxTiles / at(height))
    in.fail("the board has more than " + std::to_string(kMaxTiles) + " tiles");
  while (!in.take(':')) {
    if (in.done()) in.fail("expected ':' and the sets of the tiles");
    if (in.peek() == '#') in.fail("a random seed is not a board: give an ID with ':' and sets");
    if (!in.take('c') && !in.take('r')) in.fail("expected 'c', 'r' or ':'");
  }
  return Board::make(width, height);
}

void read_sets(TextReader& in, std::size_t digits_left, Board& board) {
  if (in.take('+')) {
    board = Board::plus(board.width, board.height);
    return;
  }
  // Before allocating anything: is the text long enough?
  if (board.size() * board.size() / 4 > digits_left)
    in.fail("the text ends before the sets of " + std::to_string(board.size()) + " tiles");
  const int tiles = static_cast<int>(board.size());
  BitReader bits(in, "the sets");
  for (auto& set : board.flips)
    for (int other = 0; other < tiles; ++other)
      if (bits.next()) set.push_back(other);
  bits.finish();
}

/// Rows of 0 and 1, for a picture.
bool is_presses(std::string_view text) {
  return !text.empty() && text.find_first_not_of("01/") == std::string_view::npos;
}

}  // namespace

Board from_game_id(std::string_view text) {
  if (text.size() > kMaxTextBytes)
    throw Error("Lights Out game ID: longer than " + std::to_string(kMaxTextBytes) + " bytes");
  TextReader in("Lights Out game ID", text);
  in.skip_blanks();
  Board board = read_head(in);
  read_sets(in, text.size(), board);
  if (!in.take(',')) in.fail("expected ',' and the lights");
  BitReader bits(in, "the lights");
  for (auto& lit : board.lit) lit = bits.next();
  bits.finish();
  in.skip_blanks();
  if (!in.done()) in.fail("expected the end after " + std::to_string(board.size()) + " lights");
  return board;
}

std::string to_game_id(const Board& board) {
  std::string text = std::to_string(board.width) + 'x' + std::to_string(board.height) + ':';
  if (board.size() > kLongestSpeltOut && has_plus_sets(board)) {
    text += '+';
  } else {
    text.reserve(text.size() + board.size() * board.size() / 4 + board.size() / 4 + 3);
    BitWriter bits(text);
    for (const auto& set : board.flips) {
      auto next = set.begin();
      for (int other = 0; other < static_cast<int>(board.size()); ++other) {
        const bool flipped = next != set.end() && *next == other;
        if (flipped) ++next;
        bits.add(flipped);
      }
    }
    bits.finish();
  }
  text += ',';
  BitWriter bits(text);
  for (const auto lit : board.lit) bits.add(lit != 0);
  bits.finish();
  return text;
}

std::string presses_to_text(const Board& board, const std::vector<std::uint8_t>& presses) {
  std::string text;
  for (std::size_t i = 0; i < presses.size(); ++i) {
    if (i > 0 && i % at(board.width) == 0) text += '/';
    text += presses[i] ? '1' : '0';
  }
  return text;
}

std::string to_picture(const Board& board) {
  std::string picture;
  for (std::size_t i = 0; i < board.size(); ++i) {
    picture += board.lit[i] ? "■" : "·";
    picture += (i + 1) % at(board.width) == 0 ? '\n' : ' ';
  }
  return picture;
}

std::string to_picture(std::string_view text) {
  if (!is_presses(text)) return to_picture(from_game_id(text));
  std::string picture;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '/') continue;
    picture += text[i] == '1' ? "●" : "·";
    picture += i + 1 == text.size() || text[i + 1] == '/' ? '\n' : ' ';
  }
  return picture;
}

}  // namespace eyehand::lights
