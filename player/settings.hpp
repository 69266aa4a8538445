// Reads a settings file (TOML) into structs that describe themselves (puzzle/about.hpp): one table
// of keys per struct gives names, types, ranges and descriptions, and serves both the loader and
// the printed reference. An unknown table or key, a missing key, a wrong type or a value out of
// range is an Error that names file, line and key, and says what to do.
//
// In TOML, double, int and bool are written as such, std::string as "text",
// std::vector<std::string> as ["a", "b"], where "file:NAME" stands for the lines of a file (from
// this file's folder), Colour as "#rrggbb", std::vector<Colour> as a list of
// these, std::chrono::milliseconds as a whole number (such keys end in _ms), and an enum as one of
// the names in its `choices`. Texts that name keys of the keyboard (About::is_key) must be ones
// that a skin may press (actuator/keys.hpp).
#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "puzzle/about.hpp"
#include "vision/appearance.hpp"

namespace eyehand {

/// The largest settings file accepted, in bytes.
inline constexpr std::size_t kMaxSettingsBytes = 1 << 20;

class SettingsReader;

/// A parsed file. Copies share their contents. To be used by one thread.
class SettingsFile {
 public:
  /// A file without keys that requires none: for defaults, and for reference().
  SettingsFile();
  /// Throws Error if the file cannot be read, is larger than kMaxSettingsBytes or is not TOML.
  static SettingsFile load(const std::filesystem::path& file);
  /// Parses a file's text; errors call the file `name`.
  static SettingsFile parse(std::string_view text, std::string name);

  /// The file's path, or the name given to parse; empty for no file.
  const std::string& name() const;
  /// What was parsed.
  const std::string& text() const;

  /// Reads the members of `into` that the file sets; the others keep their values. The table ""
  /// stands for the keys before the first table. May be called again for another struct of the same
  /// type.
  template <class S>
  void read(std::string_view table, S& into) const;

  /// To be called after all tables have been read: throws Error if the file has another.
  void finish() const;

  /// Throws Error about a key, for what types and ranges do not cover. `what_is_wrong` completes
  /// "FILE:LINE: key 'x' in [table]: ...".
  [[noreturn]] void fail(std::string_view table, std::string_view key,
                         std::string_view what_is_wrong) const;

  /// All tables and keys read so far, as a commented TOML file with the default values.
  std::string reference() const;

 private:
  friend class SettingsReader;
  struct State;
  std::shared_ptr<State> state_;
};

/// The visitor of one table, for `describe`.
class SettingsReader {
 public:
  SettingsReader(const SettingsFile& file, std::string_view table);

  struct Entry;  ///< a key of the file, see settings.cpp

  void operator()(std::string_view key, double& member, const About& about);
  void operator()(std::string_view key, int& member, const About& about);
  void operator()(std::string_view key, bool& member, const About& about);
  void operator()(std::string_view key, std::string& member, const About& about);
  void operator()(std::string_view key, std::vector<std::string>& member, const About& about);
  void operator()(std::string_view key, Colour& member, const About& about);
  void operator()(std::string_view key, std::vector<Colour>& member, const About& about);
  void operator()(std::string_view key, std::chrono::milliseconds& member, const About& about);

  template <class E>
  requires std::is_enum_v<E>
  void operator()(std::string_view key, E& member, const About& about) {
    constexpr auto all = choices(E{});
    std::vector<std::string_view> names;
    std::size_t chosen = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
      names.push_back(all[i].first);
      if (all[i].second == member) chosen = i;
    }
    member = all[choose(key, names, chosen, about)].second;
  }

  /// Throws Error if the table has a key that was not visited.
  void finish() const;

 private:
  std::size_t choose(std::string_view key, std::span<const std::string_view> names,
                     std::size_t chosen, const About& about);
  Entry visit(std::string_view key, const std::string& value, const About& about);
  template <class Member, class Parse>
  void take(std::string_view key, Member& member, const About& about, std::string_view wanted,
            Parse parse);
  [[noreturn]] void fail_type(std::string_view key, std::string_view wanted) const;
  void check_keys(std::string_view key, std::span<const std::string> names,
                  const About& about) const;
  void check_range(std::string_view key, double value, const About& about) const;

  const SettingsFile& file_;
  std::string table_;
  bool is_new_ = false;  // this table is read for the first time
  std::vector<std::string> visited_;
};

template <class S>
void SettingsFile::read(std::string_view table, S& into) const {
  SettingsReader reader(*this, table);
  describe(into, reader);
  reader.finish();
}

}  // namespace eyehand
