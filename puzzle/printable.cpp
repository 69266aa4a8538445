#include "puzzle/printable.hpp"

#include <algorithm>
#include <array>

namespace eyehand {
namespace {

constexpr std::string_view kReplacement = "\xef\xbf\xbd";

struct Character {
  char32_t code;
  std::size_t bytes;
};
/// A byte that begins no character.
constexpr Character kInvalid = {0xFFFD, 1};

/// The first character of `text`, which is not empty.
Character first_of(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  if (byte(0) < 0x80) return {byte(0), 1};
  const std::size_t bytes = byte(0) >= 0xF0 ? 4 : byte(0) >= 0xE0 ? 3 : 2;
  if (byte(0) < 0xC2 || byte(0) > 0xF4 || text.size() < bytes) return kInvalid;
  char32_t code = byte(0) & (0x7Fu >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return kInvalid;
    code = code << 6 | (byte(i) & 0x3F);
  }
  constexpr std::array<char32_t, 5> kLeast = {0, 0, 0x80, 0x800, 0x10000};
  const bool is_surrogate = code >= 0xD800 && code <= 0xDFFF;
  if (code < kLeast[bytes] || is_surrogate || code > 0x10FFFF) return kInvalid;
  return {code, bytes};
}

bool is_control(char32_t code) {
  return code < 0x20 || (code >= 0x7F && code <= 0x9F);
}

/// Marks, embeddings, overrides and isolates of the bidirectional algorithm, and the separators of
/// lines and paragraphs.
bool is_reordering(char32_t code) {
  return code == 0x061C || code == 0x200E || code == 0x200F || (code >= 0x2028 && code <= 0x202E) ||
         (code >= 0x2066 && code <= 0x2069);
}

}  // namespace

std::string printable(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const auto [code, bytes] = first_of(text);
    const bool is_layout = code == '\n' || code == '\t' || text.starts_with("\r\n");
    const bool is_shown = is_layout || !(is_control(code) || is_reordering(code));
    result += is_shown && code != kInvalid.code ? text.substr(0, bytes) : kReplacement;
    text.remove_prefix(bytes);
  }
  return result;
}

std::string quotable(std::string_view text, std::size_t max) {
  std::string line(text);
  // As a control character that printable() replaces.
  std::ranges::replace_if(
      line, [](char c) { return c == '\n' || c == '\t'; }, '\0');
  return shortened(printable(line), max);
}

std::string shortened(std::string text, std::size_t max) {
  if (text.size() <= max) return text;
  while (max > 0 && (static_cast<unsigned char>(text[max]) & 0xC0) == 0x80) --max;
  return text.replace(max, std::string::npos, "...");
}

}  // namespace eyehand
