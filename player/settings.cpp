#include "player/settings.hpp"

#include <spdlog/fmt/fmt.h>
#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>

#include "actuator/keys.hpp"
#include "player/files.hpp"
#include "player/toml.hpp"
#include "puzzle/text.hpp"

namespace eyehand {

struct SettingsReader::Entry {
  const toml::node* node;  ///< null: not in the file
};

struct SettingsFile::State {
  struct AskedKey {
    std::string name, value;
    About about;
  };
  struct AskedTable {
    std::string name;
    std::vector<AskedKey> keys;
  };

  std::string name, text;
  bool is_blank = true;
  toml::table root;
  std::vector<AskedTable> asked;

  const toml::table* find(std::string_view table) const {
    return table.empty() ? &root : root[table].as_table();
  }
  /// Null if there is none. A table is not a key of the root.
  const toml::node* find(std::string_view table, std::string_view key) const {
    const toml::table* in = find(table);
    const toml::node* node = in ? in->get(key) : nullptr;
    return node && table.empty() && node->is_table() ? nullptr : node;
  }
};

namespace {

/// A text or a colour; nothing if it is neither.
template <class Value>
std::optional<Value> to_value(const toml::node& node) {
  auto text = node.value_exact<std::string>();
  if constexpr (std::is_same_v<Value, std::string>) {
    return text;
  } else {
    return text ? parse_colour(*text) : std::nullopt;
  }
}

template <class Value>
std::optional<std::vector<Value>> to_list(const toml::node& node) {
  const toml::array* list = node.as_array();
  if (!list) return {};
  std::vector<Value> values;
  for (const toml::node& item : *list) {
    auto value = to_value<Value>(item);
    if (!value) return {};
    values.push_back(*std::move(value));
  }
  return values;
}

/// Programs need one or two; with many, a skin could type.
constexpr std::size_t kMaxKeys = 4;

bool has_range(const About& about) {
  return about.least < about.most;
}

std::string range_text(const About& about) {
  return fmt::format("{} to {}", about.least, about.most);
}

/// The names of tables and keys in older skins, and their present names. Where only the name has
/// changed, they keep working; otherwise the error about the value names the present key.
constexpr std::array<std::pair<std::string_view, std::string_view>, 8> kRenamed = {{
    {"look", "appearance"},
    {"ground", "background"},
    {"ground_hue_deg", "background_hue_deg"},
    {"ground_hue_span_deg", "background_hue_span_deg"},
    {"ground_saturation_min", "background_saturation_min"},
    {"locked_ground_step", "locked_background_step"},
    {"ink_min", "foreground_min"},
    {"has_check_button", "check_button"},
}};

void rename_old(toml::table& table) {
  for (const auto& [old, now] : kRenamed) {
    toml::node* node = table.get(old);
    if (!node) continue;
    const std::string_view name = now;  // clang 14 cannot capture a structured binding
    node->visit([&](auto& value) { table.insert_or_assign(name, std::move(value)); });
    table.erase(old);
  }
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
  SettingsFile file;
  State& state = *file.state_;
  state.name = std::move(name);
  state.text = text;
  state.is_blank = false;
  try {
    state.root = toml::parse(text, state.name);
  } catch (const toml::parse_error& error) {
    throw Error(fmt::format("{}:{}: not valid TOML: {}; fix this line.", state.name,
                            std::max(1u, static_cast<unsigned>(error.source().begin.line)),
                            error.description()));
  }
  rename_old(state.root);
  for (auto&& [key, node] : state.root)
    if (toml::table* table = node.as_table()) rename_old(*table);
  return file;
}

const std::string& SettingsFile::name() const {
  return state_->name;
}

const std::string& SettingsFile::text() const {
  return state_->text;
}

void SettingsFile::finish() const {
  for (auto&& [key, node] : state_->root) {
    const std::string_view table = key.str();
    const bool is_known = std::ranges::count(state_->asked, table, &State::AskedTable::name) > 0;
    if (!node.is_table() || is_known) continue;
    std::vector<std::string> known;
    for (const auto& asked : state_->asked)
      if (!asked.name.empty()) known.push_back('[' + asked.name + ']');
    throw Error(fmt::format("{}:{}: table [{}] is unknown; the tables here are {}.", state_->name,
                            line_of(node), table, joined(known)));
  }
}

void SettingsFile::fail(std::string_view table, std::string_view key,
                        std::string_view what_is_wrong) const {
  const toml::node* node = state_->find(table, key);
  if (!node && !table.empty()) node = state_->find(table);
  const unsigned line = node ? line_of(*node) : 1;
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
  is_new_ = std::ranges::count(asked, table, &SettingsFile::State::AskedTable::name) == 0;
  if (is_new_) asked.push_back({table_, {}});
}

/// Records that the key exists.
SettingsReader::Entry SettingsReader::visit(std::string_view key, const std::string& value,
                                            const About& about) {
  visited_.emplace_back(key);
  SettingsFile::State& state = *file_.state_;
  if (is_new_) {
    for (auto& asked : state.asked)
      if (asked.name == table_) asked.keys.push_back({std::string(key), value, about});
  }
  const toml::node* node = state.find(table_, key);
  if (!node && about.required && !state.is_blank)
    file_.fail(table_, key, fmt::format("missing; add it ({}).", about.what));
  return {node};
}

void SettingsReader::finish() const {
  const toml::table* in = file_.state_->find(table_);
  if (!in) return;
  for (auto&& [key, node] : *in)
    if (std::ranges::count(visited_, key.str()) == 0 && !(table_.empty() && node.is_table()))
      file_.fail(table_, key.str(),
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

void SettingsReader::check_keys(std::string_view key, std::span<const std::string> names,
                                const About& about) const {
  if (!about.is_key) return;
  if (names.size() > kMaxKeys) file_.fail(table_, key, fmt::format("more than {} keys.", kMaxKeys));
  for (const std::string& name : names)
    if (const std::string why = why_forbidden(name); !name.empty() && !why.empty())
      file_.fail(table_, key, why + '.');
}

/// `parse` returns nothing for a value of the wrong type.
template <class Member, class Parse>
void SettingsReader::take(std::string_view key, Member& member, const About& about,
                          std::string_view wanted, Parse parse) {
  const toml::node* node = visit(key, to_toml(member), about).node;
  if (!node) return;
  auto value = parse(*node);
  if (!value) fail_type(key, wanted);
  if constexpr (std::is_same_v<decltype(value), std::optional<double>>)
    check_range(key, *value, about);
  if constexpr (std::is_same_v<decltype(value), std::optional<std::int64_t>>)
    check_range(key, static_cast<double>(*value), about);
  member = static_cast<Member>(*std::move(value));
}

void SettingsReader::operator()(std::string_view key, double& member, const About& about) {
  take(key, member, about, "a number", [](const toml::node& node) {
    return node.is_number() ? node.value<double>() : std::nullopt;
  });
}

void SettingsReader::operator()(std::string_view key, int& member, const About& about) {
  take(key, member, about, "a whole number", [&](const toml::node& node) {
    const auto whole = node.value_exact<std::int64_t>();
    using Limits = std::numeric_limits<int>;
    if (whole && !has_range(about))
      check_range(key, static_cast<double>(*whole), {{}, Limits::min(), Limits::max()});
    return whole;
  });
}

void SettingsReader::operator()(std::string_view key, bool& member, const About& about) {
  take(key, member, about, "true or false",
       [](const toml::node& node) { return node.value_exact<bool>(); });
}

void SettingsReader::operator()(std::string_view key, std::string& member, const About& about) {
  take(key, member, about, "a text in quotes", [&](const toml::node& node) {
    auto text = node.value_exact<std::string>();
    if (about.required && text && text->empty()) file_.fail(table_, key, "empty; it must be set.");
    return text;
  });
  check_keys(key, {&member, 1}, about);
}

void SettingsReader::operator()(std::string_view key, std::vector<std::string>& member,
                                const About& about) {
  take(key, member, about, "a list of texts such as [\"a\", \"b\"]", to_list<std::string>);
  constexpr std::string_view kFile = "file:";
  std::vector<std::string> items;
  for (std::string& item : member) {
    if (!item.starts_with(kFile)) {
      items.push_back(std::move(item));
      continue;
    }
    const auto path = std::filesystem::path(file_.name()).parent_path() / item.substr(kFile.size());
    if (!std::filesystem::is_regular_file(path))
      file_.fail(table_, key,
                 fmt::format("the file {} does not exist; correct its name.", path.string()));
    for (std::string& line : split_lines(read_file(path, kMaxSettingsBytes)))
      items.push_back(std::move(line));
  }
  member = std::move(items);
  check_keys(key, member, about);
}

void SettingsReader::operator()(std::string_view key, Colour& member, const About& about) {
  take(key, member, about, "a colour such as \"#1e90ff\"", to_value<Colour>);
}

void SettingsReader::operator()(std::string_view key, std::vector<Colour>& member,
                                const About& about) {
  take(key, member, about, "a list of colours such as [\"#1e90ff\", \"#ffffff\"]", to_list<Colour>);
}

void SettingsReader::operator()(std::string_view key, std::chrono::milliseconds& member,
                                const About& about) {
  take(key, member, about, "a whole number of milliseconds",
       [](const toml::node& node) { return node.value_exact<std::int64_t>(); });
}

std::size_t SettingsReader::choose(std::string_view key, std::span<const std::string_view> names,
                                   std::size_t chosen, const About& about) {
  const toml::node* node = visit(key, to_toml(std::string(names[chosen])), about).node;
  if (!node) return chosen;
  const auto text = node->value_exact<std::string>();
  const auto found = text ? std::ranges::find(names, std::string_view(*text)) : names.end();
  if (found == names.end()) {
    fail_type(key, "one of " + joined(names, [](auto name) { return to_toml(std::string(name)); }));
  }
  return static_cast<std::size_t>(found - names.begin());
}

}  // namespace eyehand
