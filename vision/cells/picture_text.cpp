#include "vision/cells/picture_text.hpp"

#include <string_view>

#include "puzzle/error.hpp"
#include "vision/png.hpp"

namespace eyehand::cells {

std::string picture_text(const cv::Mat& image) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (const char byte : encode_png(image)) {
    text += kDigits[static_cast<unsigned char>(byte) >> 4];
    text += kDigits[static_cast<unsigned char>(byte) & 15];
  }
  return text;
}

cv::Mat picture_from(const std::string& text, const std::string& name) {
  const auto value = [&](char c) -> int {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    throw Error(name + " must be in hexadecimal, 0 to 9 and a to f.");
  };
  std::string bytes;
  for (std::size_t i = 0; i + 1 < text.size(); i += 2)
    bytes += static_cast<char>(value(text[i]) * 16 + value(text[i + 1]));
  return decode_png(bytes, name);
}

}  // namespace eyehand::cells
