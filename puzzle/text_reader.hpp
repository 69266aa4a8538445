// Reads a puzzle's one-line text from beginning to end; errors name the place.
#pragma once

#include <string>
#include <string_view>

#include "puzzle/error.hpp"

namespace eyehand {

/// A position in a one-line text, which must outlive it.
class TextReader {
 public:
  /// `what`: what the text is, for messages: "Net game ID".
  TextReader(std::string_view what, std::string_view text) : what_(what), text_(text) {}

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
  void skip_blanks() {
    while (!done() && (peek() == ' ' || peek() == '\t' || peek() == '\r' || peek() == '\n')) ++pos_;
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

  /// Throws Error with the position, counted from 1, and `why`.
  [[noreturn]] void fail(const std::string& why) const {
    throw Error(std::string(what_) + ", character " + std::to_string(pos_ + 1) + ": " + why);
  }

 private:
  std::string_view what_, text_;
  std::size_t pos_ = 0;
};

}  // namespace eyehand
