// Reads a puzzle's one-line text from beginning to end; errors name the position.
#pragma once

#include <charconv>
#include <string>
#include <string_view>
#include <utility>

#include "puzzle/error.hpp"
#include "puzzle/index.hpp"
#include "puzzle/text.hpp"

namespace eyehand {

/// A position in a one-line text, which must outlive it. Blanks around the text are skipped.
class TextReader {
 public:
  /// `what`: what the text is, for messages: "Net game ID". Throws Error if the text is longer than
  /// `max_bytes`.
  TextReader(std::string_view what, std::string_view text, std::size_t max_bytes)
      : what_(what), text_(text) {
    check_length(text, what, max_bytes);
    skip_blanks();
  }

  bool done() const { return pos_ == text_.size(); }
  /// The next character; 0 at the end.
  char peek() const { return done() ? '\0' : text_[pos_]; }
  char next() { return text_[pos_++]; }
  /// Skips `c`, or `word`, if it is next; returns whether it was.
  bool take(char c) {
    if (done() || text_[pos_] != c) return false;
    ++pos_;
    return true;
  }
  bool take(std::string_view word) {
    if (text_.substr(pos_, word.size()) != word) return false;
    pos_ += word.size();
    return true;
  }
  bool at_blank() const { return kLineBlanks.find(peek()) != kLineBlanks.npos || peek() == '\n'; }
  void skip_blanks() {
    while (at_blank()) ++pos_;
  }
  bool at_digit() const { return peek() >= '0' && peek() <= '9'; }
  /// A decimal number of at most `most`. `name` is for messages: "width".
  int number(const char* name, int most) {
    if (!at_digit()) fail(std::string("expected the board's ") + name);
    long long value = 0;
    while (at_digit()) {
      value = value * 10 + (next() - '0');
      if (value > most) fail(std::string("too large a ") + name);
    }
    return static_cast<int>(value);
  }
  /// Width and height of a board of 1 to `max_tiles` tiles: "9x7".
  std::pair<int, int> size(std::size_t max_tiles) {
    const int width = number("width", static_cast<int>(max_tiles));
    if (!take('x')) fail("expected 'x' between width and height");
    const int height = number("height", static_cast<int>(max_tiles));
    if (width < 1 || height < 1) fail("a board has at least one row and one column");
    if (!is_board_size(width, height, max_tiles))
      fail("the board has more than " + std::to_string(max_tiles) + " tiles");
    return {width, height};
  }
  /// The value of a hexadecimal digit, which it skips; -1 if none is next.
  int take_hex_digit() {
    int value = 0;
    const char* const digit = text_.data() + pos_;
    if (done() || std::from_chars(digit, digit + 1, value, 16).ec != std::errc{}) return -1;
    ++pos_;
    return value;
  }

  /// Throws Error unless only blanks are left after the text of `count` things.
  void expect_end(std::size_t count, const char* things) {
    skip_blanks();
    if (!done()) fail("expected the end after " + std::to_string(count) + ' ' + things);
  }
  /// Throws Error with the position, counted from 1, and `why`.
  [[noreturn]] void fail(const std::string& why) const {
    throw Error(std::string(what_) + ", character " + std::to_string(pos_ + 1) + ": " + why);
  }

 private:
  std::string_view what_, text_;
  std::size_t pos_ = 0;
};

}  // namespace eyehand
