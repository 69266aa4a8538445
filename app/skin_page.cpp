#include "app/skin_page.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "manual/version.hpp"
#include "player/games.hpp"
#include "player/skin.hpp"
#include "puzzle/text.hpp"

namespace eyehand {
namespace {

/// Games whose skins have the same keys, and skin_reference() of them.
struct Keys {
  std::string names;
  std::vector<std::string> lines;
};

std::vector<Keys> keys_of_games() {
  std::vector<Keys> all;
  for (const Game* game : games()) {
    const std::string name(game->name());
    auto lines = split_lines(skin_reference(*game));
    const auto same = std::ranges::find(all, lines, &Keys::lines);
    if (same == all.end())
      all.push_back({name, std::move(lines)});
    else
      same->names += ", " + name;
  }
  return all;
}

/// How many lines all begin with: the tables of every skin.
std::size_t shared_lines(const std::vector<Keys>& all) {
  const auto& first = all.front().lines;
  std::size_t shared = first.size();
  for (const Keys& each : all)
    shared = std::min<std::size_t>(
        shared,
        static_cast<std::size_t>(std::ranges::mismatch(first, each.lines).in1 - first.begin()));
  while (shared > 0 && shared < first.size() && !first[shared].starts_with('[')) --shared;
  return shared;
}

/// Lines such as `[pace]` and `hold_ms = 20   # what it is`.
void add_keys(manual::Page& page, const std::vector<std::string>& lines, std::size_t from,
              std::size_t to) {
  constexpr std::string_view kComment = " # ";
  for (; from < to; ++from) {
    const std::string& line = lines[from];
    if (line.starts_with('[')) page.subsection(line);
    const auto comment = line.find(kComment), equals = line.find(" = ");
    if (comment == std::string::npos || equals == std::string::npos) continue;
    const std::string value = line.substr(equals, line.find_last_not_of(' ', comment) + 1 - equals);
    page.item(manual::bold(line.substr(0, equals)) + manual::escaped(value),
              line.substr(comment + kComment.size()));
  }
}

}  // namespace

manual::Page skin_page() {
  manual::Page page("eyehand-skin", 5, "how a program draws a game and how it is played",
                    std::string("eyehand ") + manual::kVersion);
  page.section("DESCRIPTION");
  page.paragraph(
      "A skin is a file in TOML that says how eyehand(1) finds a program's window, which game it "
      "is, how it is drawn, how it is played, and how the next game starts. Its name is that of "
      "the "
      "file without .toml. Keys are given below with their default values; unknown keys, wrong "
      "types and values out of range are errors.");
  page.section("FILES");
  page.paragraph(
      "Skins are searched for in each folder of $EYEHAND_SKINS, in $XDG_CONFIG_HOME/eyehand/skins, "
      "and among those that came with eyehand.");
  const std::vector<Keys> all = keys_of_games();
  const std::size_t shared = shared_lines(all);
  page.section("EVERY SKIN");
  add_keys(page, all.front().lines, 0, shared);
  for (const Keys& each : all) {
    page.section("SKINS OF " + each.names);
    add_keys(page, each.lines, shared, each.lines.size());
  }
  page.section("SEE ALSO");
  page.paragraph("eyehand(1), eyehand-skins(1), eyehand-learn(1)");
  return page;
}

}  // namespace eyehand
