#include "app/trust.hpp"

#include <fmt/format.h>
#include <openssl/sha.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>

#include "app/exit_code.hpp"
#include "app/output.hpp"
#include "player/files.hpp"
#include "puzzle/printable.hpp"
#include "puzzle/text.hpp"

namespace eyehand {
namespace {

namespace fs = std::filesystem;

/// What is longer could not be judged.
constexpr std::size_t kMaxCommands = 4000;
constexpr std::size_t kMaxStateBytes = 1 << 20;

/// One for each list of words that becomes a command or its environment; empty if there are none.
std::vector<std::string> commands_of(const Skin& skin) {
  std::vector<std::string> all;
  const auto add = [&](std::string_view key, const std::vector<std::string>& words) {
    if (!words.empty()) all.push_back(fmt::format("{}: {}", key, join_command(words)));
  };
  add("[program] command", skin.program.command);
  add("[samples] generate", skin.samples.generate);
  add("[samples] render", skin.samples.render);
  add("[samples] show", skin.samples.show);
  if (all.empty()) return all;
  add("[program] level", skin.program.level);
  add("[samples] environment", skin.samples.environment);
  return all;
}

/// Lists in a skin may come from other files, so that its text alone does not say what it starts.
std::string hash_of(const Skin& skin, const std::vector<std::string>& commands) {
  const std::string all = skin.file.text() + '\0' + joined(commands, {}, "\n");
  std::array<unsigned char, SHA256_DIGEST_LENGTH> digest{};
  SHA256(reinterpret_cast<const unsigned char*>(all.data()), all.size(), digest.data());
  std::string hash;
  for (const unsigned char byte : digest) hash += fmt::format("{:02x}", byte);
  return hash;
}

/// Empty if neither variable is set: then nothing is remembered.
fs::path state_file() {
  const std::string state = environment("XDG_STATE_HOME"), home = environment("HOME");
  if (state.empty() && home.empty()) return {};
  return (state.empty() ? fs::path(home) / ".local/state" : fs::path(state)) /
         "eyehand/trusted-skins";
}

/// Its lines begin with the hash.
bool is_remembered(const std::string& hash) {
  const fs::path file = state_file();
  std::error_code none;
  return !file.empty() && fs::exists(file, none) &&
         std::ranges::any_of(split(read_file(file, kMaxStateBytes), '\n'),
                             [&](const std::string& line) { return line.starts_with(hash); });
}

void remember(const std::string& hash, const Skin& skin) {
  const fs::path file = state_file();
  if (file.empty()) return;
  std::error_code error;  // writing reports it
  fs::create_directories(file.parent_path(), error);
  std::ofstream out(file, std::ios::app);
  out << hash << "  " << quotable(skin.file.name(), kMaxCommands) << std::endl;
  if (!out) note(file.string() + ": cannot be written, so you will be asked again.");
}

}  // namespace

Option trust_option(bool& is_trusted) {
  return flag("--trust-skin", is_trusted,
              "start what the skin says without asking, though it did not come with Eyehand");
}

void require_trust(const Skin& skin, bool is_trusted) {
  const auto commands = commands_of(skin);
  if (is_trusted || commands.empty() || is_shipped(skin)) return;
  const std::string hash = hash_of(skin, commands);
  if (is_remembered(hash)) return;
  std::string what = "the skin " + quotable(skin.file.name(), kMaxCommands) +
                     " did not come with Eyehand, and starts programs:";
  for (const std::string& command : commands) what += "\n  " + quotable(command, kMaxCommands);
  if (what.size() > kMaxCommands || !can_ask())
    throw Failure(ExitCode::usage, what + "\nIf you trust it, use --trust-skin.");
  note(what);
  const auto answer = ask("Do you trust it? (yes/no) ");
  if (!answer || (*answer != "y" && *answer != "yes"))
    throw Failure(ExitCode::usage, "the skin is not trusted, so nothing was started.");
  remember(hash, skin);
}

}  // namespace eyehand
