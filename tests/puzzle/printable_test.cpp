#include "puzzle/printable.hpp"

#include <gtest/gtest.h>

#include <random>

#include "tests/support/effort.hpp"

namespace eyehand {
namespace {

const std::string kSign = "\xef\xbf\xbd";

TEST(Printable, TextStaysAsItIs) {
  for (const char* text :
       {"", "Net", "größer ≥ 1\n", "\tunique\r\n", "│ ● │", "日本語", "𝔑𝔢𝔱", "�"})
    EXPECT_EQ(printable(text), text);
}

TEST(Printable, ControlCharactersAreReplaced) {
  EXPECT_EQ(printable("a\x1b]0;b\x07z"), "a" + kSign + "]0;b" + kSign + "z");
  EXPECT_EQ(printable("100 %\rgone"), "100 %" + kSign + "gone");
  EXPECT_EQ(printable("\x7f\b"), kSign + kSign);
  EXPECT_EQ(printable("\u009b31m"), kSign + "31m") << "C1, in UTF-8";
  EXPECT_EQ(printable("\x9b"
                      "31m"),
            kSign + "31m")
      << "C1, as a byte";
  EXPECT_EQ(printable(std::string_view("\0", 1)), kSign);
}

TEST(Printable, WhatReordersTextIsReplaced) {
  for (const char* character : {"\u202e", "\u202a", "\u2066", "\u2069", "\u200f", "\u061c"})
    EXPECT_EQ(printable(std::string("a") + character + "z"), "a" + kSign + "z");
}

TEST(Printable, BytesThatAreNotUtf8AreReplaced) {
  EXPECT_EQ(printable("\xff"), kSign);
  EXPECT_EQ(printable("\xc3"), kSign) << "the end is missing";
  EXPECT_EQ(printable("\xc0\x9b"), kSign + kSign) << "longer than needed";
  EXPECT_EQ(printable("\xe0\x82\x9b"), kSign + kSign + kSign) << "longer than needed";
  EXPECT_EQ(printable("\xed\xa0\x80"), kSign + kSign + kSign) << "half a pair";
  EXPECT_EQ(printable("\xf4\x90\x80\x80"), kSign + kSign + kSign + kSign) << "beyond Unicode";
}

TEST(Printable, OfAnyBytesIsPrintable) {
  std::mt19937_64 random(1);
  for (int i = 0; i < effort(20'000); ++i) {
    std::string bytes(random() % 12, '\0');
    for (char& byte : bytes) byte = static_cast<char>(random());
    const std::string shown = printable(bytes);
    EXPECT_EQ(printable(shown), shown);
    for (const unsigned char byte : shown)
      EXPECT_TRUE(byte >= 0x20 || byte == '\n' || byte == '\t' || byte == '\r');
  }
}

TEST(Quotable, IsOneShortLine) {
  EXPECT_EQ(quotable("Net\neyehand:\tdone"), "Net" + kSign + "eyehand:" + kSign + "done");
  EXPECT_EQ(quotable(std::string(1000, 'a')), std::string(80, 'a') + "...");
  EXPECT_EQ(quotable("größer", 3), "gr...") << "no half characters";
  EXPECT_EQ(quotable("größer", 4), "grö...");
}

}  // namespace
}  // namespace eyehand
