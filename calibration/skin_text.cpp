#include "calibration/skin_text.hpp"

#include <algorithm>
#include <cctype>

#include "x11/browsers.hpp"

namespace eyehand::calibration {
namespace {

constexpr std::size_t kMaxLine = 98;

}  // namespace

SkinText::SkinText(std::string_view game, std::string_view about, const x11::WindowInfo& window) {
  text_ = "game = " + to_toml(std::string(game)) + "\n" + "about = " + to_toml(std::string(about)) +
          "\n\n[window]\n";
  // A browser's class says nothing about the page, or is its address.
  const std::string title = x11::page_title(window);
  const bool is_page = x11::is_browser(window) && !title.empty();
  if (is_page)
    text_ += "is_page = true\n";
  else if (!window.instance.empty())
    text_ += "class = " + to_toml(window.instance) + "\n";
  if (!title.empty() || window.instance.empty())
    text_ += "title_pattern = " + to_toml(title_pattern(title)) + "\n";
}

void SkinText::any_solution_wins() {
  text_.insert(text_.find("\n[window]"), "any = true\n");
}

void SkinText::comment(std::string_view text) {
  std::string line(1, '#');
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    if (line.size() + 1 + end > kMaxLine) {
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
                        const std::vector<std::string>& dismiss, bool win_covers) {
  if (keys.empty())
    comment("Keys that start a new game, for example [\"n\"] or [\"ctrl+n\"]; not given.");
  std::string lines = "keys = " + to_toml(keys) + "\n";
  if (!dismiss.empty()) lines += "dismiss_keys = " + to_toml(dismiss) + "\n";
  if (win_covers) lines += "win_covers = true\n";
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
