#include "player/toml.hpp"

#include <spdlog/fmt/fmt.h>

#include <cmath>

namespace eyehand {
namespace {

constexpr std::size_t kMaxLine = 98;

template <class Item>
std::string list_of(const std::vector<Item>& items) {
  std::string result = "[", line;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const std::string item = to_toml(items[i]) + (i + 1 < items.size() ? "," : "");
    if (line.size() + item.size() + 3 > kMaxLine) {
      result += line + "\n";
      line.assign(1, ' ');
    }
    if (!line.empty()) line += ' ';
    line += item;
  }
  return result + line + "]";
}

}  // namespace

std::string to_toml(double value) {
  return fmt::format("{}", std::round(value * 1e4) / 1e4);
}

std::string to_toml(const std::string& value) {
  std::string result = "\"";
  for (const char c : value) {
    if (c == '"' || c == '\\') result += '\\';
    const bool plain = static_cast<unsigned char>(c) >= 0x20 && c != 0x7f;
    result += plain ? std::string(1, c) : fmt::format("\\u{:04X}", static_cast<unsigned char>(c));
  }
  return result + '"';
}

std::string to_toml(const std::vector<std::string>& value) {
  return list_of(value);
}

std::string to_toml(Colour value) {
  return fmt::format("\"#{:02x}{:02x}{:02x}\"", value.r, value.g, value.b);
}

std::string to_toml(const std::vector<Colour>& value) {
  return list_of(value);
}

}  // namespace eyehand
