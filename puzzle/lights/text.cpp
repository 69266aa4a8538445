#include "puzzle/lights/text.hpp"

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <utility>

#include "puzzle/text_reader.hpp"

namespace eyehand::lights {
namespace {

/// Tiles of the largest board whose sets are always written in full.
constexpr std::size_t kMostWrittenInFull = 1024;

/// `count` bits from hexadecimal digits, highest first; what is left of the last digit must be 0.
std::vector<bool> read_bits(TextReader& in, std::size_t count, const std::string& what) {
  std::vector<bool> bits;
  while (bits.size() < count) {
    const int digit = in.take_hex_digit();
    if (digit < 0) in.fail("expected a hexadecimal digit of " + what);
    for (int bit = 3; bit >= 0; --bit) {
      const bool is_set = (digit >> bit & 1) != 0;
      if (bits.size() < count)
        bits.push_back(is_set);
      else if (is_set)
        in.fail("too many bits of " + what + " before this");
    }
  }
  return bits;
}

void append_bits(std::string& text, const std::vector<bool>& bits) {
  for (std::size_t i = 0; i < bits.size(); i += 4) {
    unsigned digit = 0;
    for (std::size_t k = i; k < i + 4; ++k)
      digit = digit << 1 | (k < bits.size() && bits[k] ? 1u : 0u);
    text += "0123456789abcdef"[digit];
  }
}

struct Head {
  Board board;  ///< with empty sets
  bool wrapping = false;
};

/// Size and parameters, including the colon.
Head read_head(TextReader& in) {
  const auto [width, height] = in.size(kMaxTiles);
  bool wrapping = false;
  while (!in.take(':')) {
    if (in.take('w')) {
      wrapping = true;
      continue;
    }
    if (in.done()) in.fail("expected ':' and the sets of the tiles");
    if (in.peek() == '#') in.fail("a random seed is not a board: give an ID with ':' and sets");
    if (!in.take('c') && !in.take('r')) in.fail("expected 'c', 'r', 'w' or ':'");
  }
  return {Board::make(width, height), wrapping};
}

/// The offsets of `[PATTERN]`, whose bracket has been taken.
std::vector<Offset> read_pattern(TextReader& in) {
  std::string pattern, why;
  while (!in.done() && in.peek() != ']') pattern += in.next();
  std::vector<Offset> offsets;
  try {
    offsets = offsets_of(pattern);
  } catch (const Error& error) {
    why = error.what();
  }
  if (!why.empty()) in.fail(why);
  if (!in.take(']')) in.fail("expected ']' after the pattern");
  return offsets;
}

void read_sets(TextReader& in, std::size_t digits_left, bool wrapping, Board& board) {
  if (in.take('+')) {
    board = wrapping ? Board::same(board.width, board.height, kPlus, true)
                     : Board::plus(board.width, board.height);
    return;
  }
  if (in.take('[')) {
    board = Board::same(board.width, board.height, read_pattern(in), wrapping);
    return;
  }
  if (wrapping) in.fail("expected '+' or '[' and a pattern, as the board wraps");
  // Before allocating anything: is the text long enough?
  if (board.size() * board.size() / 4 > digits_left)
    in.fail("the text ends before the sets of " + std::to_string(board.size()) + " tiles");
  const std::size_t tiles = board.size();
  const auto bits = read_bits(in, tiles * tiles, "the sets");
  for (std::size_t i = 0; i < bits.size(); ++i)
    if (bits[i]) board.flips[i / tiles].push_back(static_cast<int>(i % tiles));
}

/// `:+`, `:[PATTERN]` or `w:[PATTERN]`; empty if the sets should, or must, be written in full.
std::string short_sets(const Board& board) {
  if (board.size() <= kMostWrittenInFull) return "";
  if (has_plus_sets(board)) return ":+";
  // Sets that cross the rim may also fit a pattern that does not, but it is as large as the board.
  for (const bool wrapping : {true, false}) {
    const auto offsets = same_offsets(board, wrapping);
    const auto is_far = [](Offset offset) {
      return std::max(std::abs(offset.x), std::abs(offset.y)) > kMaxPatternSide / 2;
    };
    if (offsets && std::none_of(offsets->begin(), offsets->end(), is_far))
      return (wrapping ? "w:[" : ":[") + to_pattern(*offsets) + ']';
  }
  return "";
}

/// Whether it is rows of 0 and 1.
bool is_presses(std::string_view text) {
  return !text.empty() && text.find_first_not_of("01/") == std::string_view::npos;
}

}  // namespace

Board from_game_id(std::string_view text) {
  TextReader in("Lights Out game ID", text, kMaxTextBytes);
  Head head = read_head(in);
  Board board = std::move(head.board);
  read_sets(in, text.size(), head.wrapping, board);
  if (!in.take(',')) in.fail("expected ',' and the lights");
  const auto bits = read_bits(in, board.size(), "the lights");
  board.lit.assign(bits.begin(), bits.end());
  in.expect_end(board.size(), "lights");
  return board;
}

std::string to_game_id(const Board& board) {
  std::string text = std::to_string(board.width) + 'x' + std::to_string(board.height);
  if (const std::string sets = short_sets(board); !sets.empty()) {
    text += sets;
  } else {
    text += ':';
    std::vector<bool> flipped(board.size() * board.size());
    for (std::size_t tile = 0; tile < board.size(); ++tile)
      for (const int other : board.flips[tile]) flipped[tile * board.size() + at(other)] = true;
    append_bits(text, flipped);
  }
  text += ',';
  append_bits(text, std::vector<bool>(board.lit.begin(), board.lit.end()));
  return text;
}

std::vector<Offset> offsets_of(std::string_view pattern) {
  const std::size_t columns = std::min(pattern.find('/'), pattern.size());
  const std::size_t rows = (pattern.size() + 1) / (columns + 1);
  const std::size_t most = at(kMaxPatternSide);
  bool fits = columns % 2 == 1 && rows % 2 == 1 && columns <= most && rows <= most &&
              pattern.size() == rows * (columns + 1) - 1;
  std::vector<Offset> offsets;
  for (std::size_t i = 0; fits && i < pattern.size(); ++i) {
    const std::size_t x = i % (columns + 1), y = i / (columns + 1);
    fits = x == columns ? pattern[i] == '/' : pattern[i] == '0' || pattern[i] == '1';
    if (pattern[i] == '1')
      offsets.push_back({static_cast<int>(x) - static_cast<int>(columns / 2),
                         static_cast<int>(y) - static_cast<int>(rows / 2)});
  }
  if (!fits)
    throw Error("a pattern is rows of 0 and 1 separated by '/', odd in length and number up to " +
                std::to_string(kMaxPatternSide) + ", such as 010/111/010");
  return offsets;
}

std::string to_pattern(std::span<const Offset> offsets) {
  int far_x = 0, far_y = 0;
  for (const Offset offset : offsets) {
    far_x = std::max(far_x, std::abs(offset.x));
    far_y = std::max(far_y, std::abs(offset.y));
  }
  assert(std::max(far_x, far_y) <= kMaxPatternSide / 2);
  const std::size_t line = at(2 * far_x + 2);
  std::string pattern(line * at(2 * far_y + 1), '0');
  for (std::size_t i = line - 1; i < pattern.size(); i += line) pattern[i] = '/';
  pattern.pop_back();
  for (const Offset offset : offsets)
    pattern[at(offset.y + far_y) * line + at(offset.x + far_x)] = '1';
  return pattern;
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
