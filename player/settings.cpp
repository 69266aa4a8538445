#include "player/settings.hpp"

#include <spdlog/fmt/fmt.h>
#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <utility>
#include <variant>

#include "player/files.hpp"
#include "player/toml.hpp"
#include "puzzle/error.hpp"

namespace eyehand {

/// One key of the file.
struct SettingsReader::Entry {
  /// Empty for what no setting can be: dates, nested tables, mixed lists.
  std::variant<std::monostate, bool, std::int64_t, double, std::string, std::vector<std::string>>
      value;
  unsigned line = 1;
};

struct SettingsFile::State {
  using Keys = std::map<std::string, SettingsReader::Entry, std::less<>>;
  struct Table {
    unsigned line = 1;
    Keys keys;
  };
  struct AskedKey {
    std::string name, value;
    About about;
  };
  struct AskedTable {
    std::string name;
    std::vector<AskedKey> keys;
  };

  std::string name;
  bool is_blank = true;
  std::map<std::string, Table, std::less<>> tables;
  std::vector<AskedTable> asked;

  const Table* find(std::string_view table) const {
    const auto found = tables.find(table);
    return found == tables.end() ? nullptr : &found->second;
  }
};

namespace {

std::optional<Colour> to_colour(std::string_view text) {
  std::uint32_t value = 0;
  if (text.size() != 7 || text[0] != '#') return {};
  const auto [end, error] = std::from_chars(text.data() + 1, text.data() + 7, value, 16);
  if (error != std::errc{} || end != text.data() + 7) return {};
  return Colour{static_cast<int>(value >> 16), static_cast<int>(value >> 8 & 255),
                static_cast<int>(value & 255)};
}

bool has_range(const About& about) {
  return about.least < about.most;
}

std::string range_text(const About& about) {
  return fmt::format("{} to {}", about.least, about.most);
}

/// Tables and keys by the names they had in skins written for version 0.1, and the names they have
/// now. Old skins keep working.
constexpr std::array<std::pair<std::string_view, std::string_view>, 7> kRenamed = {{
    {"look", "appearance"},
    {"ground", "background"},
    {"ground_hue_deg", "background_hue_deg"},
    {"ground_hue_span_deg", "background_hue_span_deg"},
    {"ground_saturation_min", "background_saturation_min"},
    {"locked_ground_step", "locked_background_step"},
    {"ink_min", "foreground_min"},
}};

std::string current_name(std::string_view name) {
  for (const auto& [old, now] : kRenamed)
    if (name == old) return std::string(now);
  return std::string(name);
}

unsigned line_of(const toml::node& node) {
  return std::max(1u, static_cast<unsigned>(node.source().begin.line));
}

}  // namespace

SettingsFile::SettingsFile() : state_(std::make_shared<State>()) {}

SettingsFile SettingsFile::load(const std::filesystem::path& file) {
  return parse(read_file(file, kMaxSettingsBytes), file.string());
}

SettingsFile SettingsFile::parse(std::string_view text, std::string name) {
  const auto to_entry = [](const toml::node& node) {
    SettingsReader::Entry entry{.value = {}, .line = line_of(node)};
    if (const auto* flag = node.as_boolean()) {
      entry.value = flag->get();
    } else if (const auto* whole = node.as_integer()) {
      entry.value = whole->get();
    } else if (const auto* number = node.as_floating_point()) {
      entry.value = number->get();
    } else if (const auto* words = node.as_string()) {
      entry.value = words->get();
    } else if (const auto* list = node.as_array();
               list && (list->empty() || list->is_homogeneous<std::string>())) {
      std::vector<std::string> items;
      for (const auto& item : *list) items.push_back(item.as_string()->get());
      entry.value = std::move(items);
    }
    return entry;
  };

  SettingsFile file;
  State& state = *file.state_;
  state.name = std::move(name);
  state.is_blank = false;
  try {
    const toml::table root = toml::parse(text, state.name);
    State::Table& top = state.tables[""];
    for (const auto& [key, node] : root) {
      if (const auto* sub = node.as_table()) {
        State::Table& table = state.tables[current_name(key.str())];
        table.line = line_of(node);
        for (const auto& [sub_key, sub_node] : *sub)
          table.keys[current_name(sub_key.str())] = to_entry(sub_node);
      } else {
        top.keys[std::string(key.str())] = to_entry(node);
      }
    }
  } catch (const toml::parse_error& error) {
    throw Error(fmt::format("{}:{}: not valid TOML: {}; fix this line.", state.name,
                            std::max(1u, static_cast<unsigned>(error.source().begin.line)),
                            error.description()));
  }
  return file;
}

const std::string& SettingsFile::name() const {
  return state_->name;
}

void SettingsFile::finish() const {
  std::string known;
  for (const auto& asked : state_->asked)
    if (!asked.name.empty()) known += (known.empty() ? "[" : ", [") + asked.name + "]";
  for (const auto& entry : state_->tables) {
    const auto& [name, table] = entry;
    const bool is_known =
        name.empty() || std::any_of(state_->asked.begin(), state_->asked.end(),
                                    [&](const auto& asked) { return asked.name == entry.first; });
    if (!is_known)
      throw Error(fmt::format("{}:{}: table [{}] is unknown; the tables here are {}.", state_->name,
                              table.line, name, known));
  }
}

void SettingsFile::fail(std::string_view table, std::string_view key,
                        std::string_view what_is_wrong) const {
  unsigned line = 1;
  if (const State::Table* in = state_->find(table)) {
    const auto entry = in->keys.find(key);
    line = entry == in->keys.end() ? in->line : entry->second.line;
  }
  throw Error(fmt::format("{}:{}: key '{}' {}: {}", state_->name, line, key,
                          table.empty() ? "before the first table" : fmt::format("in [{}]", table),
                          what_is_wrong));
}

std::string SettingsFile::reference() const {
  std::string result;
  for (const auto& table : state_->asked) {
    if (!table.name.empty()) result += fmt::format("\n[{}]\n", table.name);
    for (const auto& key : table.keys) {
      result += fmt::format("{:<32} # {}{}{}\n", key.name + " = " + key.value,
                            key.about.required ? "must be set: " : "", key.about.what,
                            has_range(key.about) ? " (" + range_text(key.about) + ")" : "");
    }
  }
  return result;
}

SettingsReader::SettingsReader(const SettingsFile& file, std::string_view table)
    : file_(file), table_(table) {
  auto& asked = file.state_->asked;
  is_new_ =
      std::none_of(asked.begin(), asked.end(), [&](const auto& t) { return t.name == table; });
  if (is_new_) asked.push_back({table_, {}});
}

/// Notes that the key exists; returns what the file sets it to, or null.
const SettingsReader::Entry* SettingsReader::visit(std::string_view key, const std::string& value,
                                                   const About& about) {
  visited_.emplace_back(key);
  SettingsFile::State& state = *file_.state_;
  if (is_new_) {
    for (auto& asked : state.asked)
      if (asked.name == table_) asked.keys.push_back({std::string(key), value, about});
  }
  if (const auto* in = state.find(table_)) {
    if (const auto entry = in->keys.find(key); entry != in->keys.end()) return &entry->second;
  }
  if (about.required && !state.is_blank)
    file_.fail(table_, key, fmt::format("missing; add it ({}).", about.what));
  return nullptr;
}

void SettingsReader::finish() const {
  const auto* in = file_.state_->find(table_);
  if (!in) return;
  for (const auto& [key, entry] : in->keys)
    if (std::find(visited_.begin(), visited_.end(), key) == visited_.end())
      file_.fail(table_, key,
                 fmt::format("unknown; the keys here are {}.", fmt::join(visited_, ", ")));
}

void SettingsReader::fail_type(std::string_view key, std::string_view wanted) const {
  file_.fail(table_, key, fmt::format("has the wrong type; it must be {}.", wanted));
}

void SettingsReader::check_range(std::string_view key, double value, const About& about) const {
  if (!std::isfinite(value) || (has_range(about) && (value < about.least || value > about.most)))
    file_.fail(table_, key,
               fmt::format("{} is out of range; it must be {}.", value,
                           has_range(about) ? range_text(about) : "any finite number"));
}

void SettingsReader::operator()(std::string_view key, double& member, const About& about) {
  const Entry* entry = visit(key, to_toml(member), about);
  if (!entry) return;
  double value = 0;
  if (const auto* number = std::get_if<double>(&entry->value)) {
    value = *number;
  } else if (const auto* whole = std::get_if<std::int64_t>(&entry->value)) {
    value = static_cast<double>(*whole);
  } else {
    fail_type(key, "a number");
  }
  check_range(key, value, about);
  member = value;
}

void SettingsReader::operator()(std::string_view key, int& member, const About& about) {
  const Entry* entry = visit(key, to_toml(member), about);
  if (!entry) return;
  const auto* whole = std::get_if<std::int64_t>(&entry->value);
  if (!whole) fail_type(key, "a whole number");
  About range = about;
  if (!has_range(range)) {
    range.least = std::numeric_limits<int>::min();
    range.most = std::numeric_limits<int>::max();
  }
  check_range(key, static_cast<double>(*whole), range);
  member = static_cast<int>(*whole);
}

void SettingsReader::operator()(std::string_view key, bool& member, const About& about) {
  const Entry* entry = visit(key, to_toml(member), about);
  if (!entry) return;
  const auto* flag = std::get_if<bool>(&entry->value);
  if (!flag) fail_type(key, "true or false");
  member = *flag;
}

void SettingsReader::operator()(std::string_view key, std::string& member, const About& about) {
  const Entry* entry = visit(key, to_toml(member), about);
  if (!entry) return;
  const auto* text = std::get_if<std::string>(&entry->value);
  if (!text) fail_type(key, "a text in quotes");
  if (about.required && text->empty()) file_.fail(table_, key, "empty; it must be set.");
  member = *text;
}

void SettingsReader::operator()(std::string_view key, std::vector<std::string>& member,
                                const About& about) {
  const Entry* entry = visit(key, to_toml(member), about);
  if (!entry) return;
  const auto* list = std::get_if<std::vector<std::string>>(&entry->value);
  if (!list) fail_type(key, "a list of texts such as [\"a\", \"b\"]");
  member = *list;
}

void SettingsReader::operator()(std::string_view key, Colour& member, const About& about) {
  const Entry* entry = visit(key, to_toml(member), about);
  if (!entry) return;
  const auto* text = std::get_if<std::string>(&entry->value);
  const auto colour = text ? to_colour(*text) : std::nullopt;
  if (!colour) fail_type(key, "a colour such as \"#1e90ff\"");
  member = *colour;
}

void SettingsReader::operator()(std::string_view key, std::vector<Colour>& member,
                                const About& about) {
  const Entry* entry = visit(key, to_toml(member), about);
  if (!entry) return;
  const auto* list = std::get_if<std::vector<std::string>>(&entry->value);
  std::vector<Colour> colours;
  for (const auto& text : list ? *list : std::vector<std::string>{""}) {
    const auto colour = to_colour(text);
    if (!colour) fail_type(key, "a list of colours such as [\"#1e90ff\", \"#ffffff\"]");
    colours.push_back(*colour);
  }
  member = std::move(colours);
}

void SettingsReader::operator()(std::string_view key, std::chrono::milliseconds& member,
                                const About& about) {
  const Entry* entry = visit(key, to_toml(member), about);
  if (!entry) return;
  const auto* whole = std::get_if<std::int64_t>(&entry->value);
  if (!whole) fail_type(key, "a whole number of milliseconds");
  check_range(key, static_cast<double>(*whole), about);
  member = std::chrono::milliseconds(*whole);
}

std::size_t SettingsReader::choose(std::string_view key, std::span<const std::string_view> names,
                                   std::size_t chosen, const About& about) {
  const Entry* entry = visit(key, to_toml(std::string(names[chosen])), about);
  if (!entry) return chosen;
  const auto* text = std::get_if<std::string>(&entry->value);
  const auto found = text ? std::find(names.begin(), names.end(), *text) : names.end();
  if (found == names.end()) {
    std::string list;
    for (const auto name : names) list += (list.empty() ? "" : ", ") + to_toml(std::string(name));
    fail_type(key, "one of " + list);
  }
  return static_cast<std::size_t>(found - names.begin());
}

}  // namespace eyehand
