#include "calibration/skin_text.hpp"

#include <spdlog/fmt/fmt.h>

#include <cctype>
#include <cmath>

namespace eyehand::calibration {
namespace {

constexpr std::size_t kWidth = 98;

std::string list_of(const std::vector<std::string>& items) {
  std::string result = "[", line;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const std::string item = items[i] + (i + 1 < items.size() ? "," : "");
    if (line.size() + item.size() + 3 > kWidth) {
      result += line + "\n";
      line.assign(1, ' ');
    }
    if (!line.empty()) line += ' ';
    line += item;
  }
  return result + line + "]";
}

}  // namespace

std::string to_setting(double value) {
  return fmt::format("{}", std::round(value * 1e4) / 1e4);
}

std::string to_setting(int value) {
  return std::to_string(value);
}

std::string to_setting(bool value) {
  return value ? "true" : "false";
}

std::string to_setting(const std::string& value) {
  std::string result = "\"";
  for (const char c : value) {
    if (c == '"' || c == '\\') result += '\\';
    const bool plain = static_cast<unsigned char>(c) >= 0x20 && c != 0x7f;
    result += plain ? std::string(1, c) : fmt::format("\\u{:04X}", static_cast<unsigned char>(c));
  }
  return result + '"';
}

std::string to_setting(const std::vector<std::string>& value) {
  std::vector<std::string> items;
  for (const auto& item : value) items.push_back(to_setting(item));
  return list_of(items);
}

std::string to_setting(Colour value) {
  return fmt::format("\"#{:02x}{:02x}{:02x}\"", value.r, value.g, value.b);
}

std::string to_setting(const std::vector<Colour>& value) {
  std::vector<std::string> items;
  for (const Colour& item : value) items.push_back(to_setting(item));
  return list_of(items);
}

std::string to_setting(std::chrono::milliseconds value) {
  return std::to_string(value.count());
}

SkinText::SkinText(std::string_view game, std::string_view about, const x11::WindowInfo& window) {
  text_ = "game = " + to_setting(std::string(game)) + "\n" +
          "about = " + to_setting(std::string(about)) + "\n\n[window]\n";
  if (!window.instance.empty()) text_ += "class = " + to_setting(window.instance) + "\n";
  if (!window.title.empty() || window.instance.empty())
    text_ += "title_pattern = " + to_setting(title_pattern(window.title)) + "\n";
}

void SkinText::comment(std::string_view text) {
  std::string line(1, '#');
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    if (line.size() + 1 + end > kWidth) {
      comment_ += line + "\n";
      line.assign(1, '#');
    }
    line += ' ';
    line += text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  comment_ += line + "\n";
}

void SkinText::add_table(std::string_view name, const std::string& lines) {
  text_ += "\n" + comment_ + "[" + std::string(name) + "]\n" + lines;
  comment_.clear();
}

void SkinText::new_game(const std::vector<std::string>& keys,
                        const std::vector<std::string>& dismiss) {
  if (keys.empty())
    comment("Keys that start a new game, for example [\"n\"] or [\"ctrl+n\"]; not given.");
  std::string lines = "keys = " + to_setting(keys) + "\n";
  if (!dismiss.empty()) lines += "dismiss_keys = " + to_setting(dismiss) + "\n";
  add_table("new_game", lines);
}

std::string title_pattern(std::string_view title) {
  std::string pattern = "^";
  for (std::size_t i = 0; i < title.size(); ++i) {
    const char c = title[i];
    if (std::isdigit(static_cast<unsigned char>(c))) {
      const bool goes_on = i > 0 && std::isdigit(static_cast<unsigned char>(title[i - 1]));
      if (!goes_on) pattern += "[0-9]+";
    } else {
      if (std::string_view(".[]{}()\\*+?|^$").find(c) != std::string_view::npos) pattern += '\\';
      pattern += c;
    }
  }
  return pattern + "$";
}

}  // namespace eyehand::calibration
