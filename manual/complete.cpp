#include "manual/complete.hpp"

#include <algorithm>
#include <exception>
#include <optional>

#include "manual/option.hpp"

namespace eyehand::manual {
namespace {

constexpr const char* kFiles = ":files\n";

/// What the words before the last one say of it.
struct Place {
  const CLI::App* command;
  const CLI::Option* option = nullptr;  ///< whose value it is
  std::size_t positionals = 0;          ///< how many came before
};

std::vector<const CLI::Option*> positionals_of(const CLI::App& command) {
  return command.get_options([](const CLI::Option* each) { return each->get_positional(); });
}

const CLI::App* subcommand(const CLI::App& command, const std::string& name) {
  for (const CLI::App* each : command.get_subcommands({}))
    if (each->get_name() == name) return each;
  return nullptr;
}

Place find_place(const CLI::App& program, const std::vector<std::string>& words) {
  Place place{&program};
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    const std::string& word = words[i];
    if (word.starts_with("--")) {
      const CLI::Option* option = place.command->get_option_no_throw(word);
      place.option = option && option->get_items_expected_max() > 0 ? option : nullptr;
    } else if (place.option) {
      if (!place.option->get_allow_extra_args()) place.option = nullptr;
    } else if (const CLI::App* inner = subcommand(*place.command, word)) {
      place = {inner};
    } else {
      ++place.positionals;
    }
  }
  return place;
}

class Candidates {
 public:
  explicit Candidates(std::string typed) : typed_(std::move(typed)) {}

  void add(const std::string& word, std::string what = "") {
    if (!word.starts_with(typed_) || word.find_first_of("\n\t") != std::string::npos) return;
    cut(what, "\n");
    lines_ += before_ + word + (what.empty() ? "" : '\t' + what) + '\n';
  }

  void add_options(const CLI::App& command) {
    for (const CLI::Option* option : command.get_options())
      if (!option->get_positional()) add(option->get_name(), option->get_description());
  }

  void add_values(const CLI::Option& option, const Lists& lists) {
    const Value value = value_of(option);
    for (const std::string& word : value.words) add(word);
    auto list = lists.find(value.name);
    if (list == lists.end()) list = lists.find(option.get_name(true));
    try {
      if (list != lists.end())
        for (const std::string& word : list->second()) add(word);
    } catch (const std::exception&) {  // without a display there are no windows
    }
    const bool is_file = value.name.find("FILE") != std::string::npos || value.name == "DIR";
    if (is_file || (list != lists.end() && lines_.empty())) lines_ += kFiles;
  }

  /// The last word is --option=value.
  void add_assigned(const CLI::App& command, const Lists& lists) {
    std::string name = typed_;
    typed_ = cut(name, "=");
    before_ = name + '=';
    if (const CLI::Option* option = command.get_option_no_throw(name)) add_values(*option, lists);
  }

  const std::string& lines() const { return lines_; }

 private:
  std::string typed_, before_, lines_;
};

}  // namespace

std::string completions(const CLI::App& program, std::vector<std::string> words,
                        const Lists& lists) {
  // bash takes "--option=value" for three words.
  if (!words.empty() && words.back() == "=") words.emplace_back();
  std::erase(words, "=");
  if (words.empty()) words.emplace_back();
  const Place place = find_place(program, words);
  const std::string& typed = words.back();
  Candidates all(typed);
  if (typed.starts_with("--") && typed.find('=') != std::string::npos) {
    all.add_assigned(*place.command, lists);
  } else if (typed.starts_with('-')) {
    all.add_options(*place.command);
  } else if (place.option) {
    all.add_values(*place.option, lists);
  } else {
    for (const CLI::App* each : place.command->get_subcommands({}))
      all.add(each->get_name(), each->get_description());
    const auto positionals = positionals_of(*place.command);
    if (!positionals.empty()) {
      const CLI::Option& last = *positionals[std::min(place.positionals, positionals.size() - 1)];
      if (place.positionals < positionals.size() || last.get_allow_extra_args())
        all.add_values(last, lists);
    }
  }
  return all.lines();
}

}  // namespace eyehand::manual
