// Writes skins: the counterpart of player/settings.hpp, driven by the same tables of keys
// (puzzle/about.hpp). Keys with default values are omitted.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "player/toml.hpp"
#include "puzzle/about.hpp"
#include "x11/windows.hpp"

namespace eyehand::calibration {

class SkinText {
 public:
  /// `about` is for people; the window is recognised by its class and its title, in which numbers
  /// may change; a web page by its title, in any browser.
  SkinText(std::string_view game, std::string_view about, const x11::WindowInfo& window);

  /// Says that each of several solutions wins.
  void any_solution_wins();
  /// A comment; long ones are wrapped.
  void comment(std::string_view text);

  /// The table of these settings, unless all have default values.
  template <class S>
  void table(std::string_view name, const S& settings) {
    S mine = settings, usual;
    std::vector<std::pair<std::string, std::string>> keys, defaults;
    describe(mine, [&](std::string_view key, auto& member, const About&) {
      keys.emplace_back(key, to_toml(member));
    });
    describe(usual, [&](std::string_view key, auto& member, const About&) {
      defaults.emplace_back(key, to_toml(member));
    });
    std::string lines;
    for (std::size_t i = 0; i < keys.size(); ++i)
      if (keys[i] != defaults[i]) lines += keys[i].first + " = " + keys[i].second + "\n";
    if (!lines.empty()) add_table(name, lines);
  }
  /// ... including keys with default values, so that people find and change them.
  template <class S>
  void table_in_full(std::string_view name, const S& settings) {
    S mine = settings;
    std::string lines;
    describe(mine, [&](std::string_view key, auto& member, const About&) {
      lines += std::string(key) + " = " + to_toml(member) + "\n";
    });
    add_table(name, lines);
  }
  /// What no picture shows: the keys that start a new game and those that close dialogs, and
  /// whether a win covers the board.
  void new_game(const std::vector<std::string>& keys, const std::vector<std::string>& dismiss,
                bool win_covers = false);

  const std::string& text() const { return text_; }

 private:
  void add_table(std::string_view name, const std::string& lines);
  std::string text_;
  std::string comment_;  ///< written above the next table
};

/// A pattern for this title in which every number may differ.
std::string title_pattern(std::string_view title);

}  // namespace eyehand::calibration
