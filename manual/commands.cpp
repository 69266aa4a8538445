#include "manual/commands.hpp"

#include <algorithm>
#include <sstream>

#include "manual/option.hpp"
#include "manual/version.hpp"

namespace eyehand::manual {
namespace {

struct Paragraph {
  std::string section;
  bool is_filled = true;
  std::vector<std::string> lines{};

  std::string text() const {
    std::string all;
    for (const std::string& line : lines) all += (all.empty() ? "" : " ") + line;
    return all;
  }
};

constexpr const char* kDescription = "DESCRIPTION";

/// The paragraphs of a footer.
std::vector<Paragraph> paragraphs(const std::string& footer) {
  std::vector<Paragraph> all;
  std::string section = kDescription;
  bool begins = true;
  std::istringstream stream(footer);
  for (std::string line; std::getline(stream, line);) {
    if (line.empty()) {
      begins = true;
      continue;
    }
    const bool is_filled = !line.starts_with("  ");
    if (begins && is_filled) {
      const bool is_example = line == "Examples:", is_exit = line.starts_with("Exit codes");
      if (is_example || is_exit) {
        section = is_example ? "EXAMPLES" : "EXIT STATUS";
        begins = true;
        if (line.ends_with("codes:") || is_example) continue;
      } else if (section != kDescription) {
        section = "NOTES";
      }
    }
    if (begins || all.back().is_filled != is_filled) all.push_back({section, is_filled});
    all.back().lines.push_back(is_filled ? line : line.substr(2));
    begins = false;
  }
  return all;
}

/// As it is typed: "eyehand calibrate check".
std::string words_of(const CLI::App& command) {
  const CLI::App* parent = command.get_parent();
  return (parent ? words_of(*parent) + ' ' : "") + command.get_name();
}

std::string page_name(const CLI::App& command) {
  std::string name = words_of(command);
  std::ranges::replace(name, ' ', '-');
  return name;
}

std::string names_of(const std::set<CLI::Option*>& options) {
  std::vector<std::string> names;
  for (const CLI::Option* option : options) names.push_back(option->get_name());
  std::ranges::sort(names);  // the set is in no particular order
  std::string all;
  for (const std::string& name : names) all += (all.empty() ? "" : ", ") + name;
  return all;
}

std::string synopsis(const CLI::App& command) {
  std::string line = bold(words_of(command)) + " [" + italic("OPTIONS") + ']';
  for (const CLI::Option* option : command.get_options()) {
    if (!option->get_positional()) continue;
    const std::string dots = option->get_allow_extra_args() ? "..." : "";
    const std::string name = italic(option->get_name(true)) + dots;
    line += ' ' + (option->get_required() ? name : '[' + name + ']');
  }
  if (!command.get_subcommands({}).empty()) line += ' ' + italic("COMMAND");
  return line;
}

void add_option(Page& page, const CLI::Option& option) {
  const Value value = value_of(option);
  std::string term;
  if (option.get_positional()) {
    term = italic(option.get_name(true));
  } else {
    for (const std::string& name : option.get_snames()) term += bold('-' + name) + ", ";
    for (const std::string& name : option.get_lnames())
      term += (name == option.get_lnames().front() ? "" : ", ") + bold("--" + name);
    if (!value.name.empty()) term += ' ' + italic(value.name);
  }
  std::string text = option.get_description();
  const auto add = [&text](const std::string& what, const std::string& of) {
    if (!of.empty()) text += "; " + what + ' ' + of;
  };
  std::string words;
  for (const std::string& word : value.words) words += (words.empty() ? "" : ", ") + word;
  if (value.name.find('|') == std::string::npos) add("one of", words);
  if (!value.name.empty()) add("by default", option.get_default_str());
  add("not together with", names_of(option.get_excludes()));
  add("only together with", names_of(option.get_needs()));
  if (option.get_required() && !option.get_positional()) text += "; required";
  page.item(term, text);
}

void add_options(Page& page, const CLI::App& command) {
  page.section("OPTIONS");
  for (const bool positional : {true, false})
    for (const CLI::Option* option : command.get_options())
      if (option->get_positional() == positional) add_option(page, *option);
}

Page page_of(const CLI::App& command, const std::string& program) {
  std::string summary = command.get_description();
  cut(summary, ":");
  Page page(page_name(command), 1, summary, program + ' ' + kVersion);
  page.section("SYNOPSIS");
  page.marked(synopsis(command));
  page.section(kDescription);
  page.paragraph(command.get_description());
  const auto all = paragraphs(command.get_footer());
  std::string section = kDescription;
  const auto add = [&](bool is_description) {
    for (const Paragraph& each : all) {
      if ((each.section == kDescription) != is_description) continue;
      if (each.section != section) page.section(section = each.section);
      if (each.is_filled)
        page.paragraph(each.text());
      else
        page.lines(each.lines);
    }
  };
  add(true);
  if (const auto commands = command.get_subcommands({}); !commands.empty()) {
    page.section("COMMANDS");
    for (const CLI::App* each : commands)
      page.item(bold(each->get_name()),
                each->get_description() + "; see " + page_name(*each) + "(1)");
  }
  add_options(page, command);
  add(false);
  if (const CLI::App* parent = command.get_parent()) {
    page.section("SEE ALSO");
    page.paragraph(page_name(*parent) + "(1)");
  }
  return page;
}

void add_pages(std::vector<Page>& pages, const CLI::App& command, const std::string& program) {
  pages.push_back(page_of(command, program));
  for (const CLI::App* each : command.get_subcommands({})) add_pages(pages, *each, program);
}

}  // namespace

std::vector<Page> pages(const CLI::App& program) {
  std::vector<Page> all;
  add_pages(all, program, program.get_name());
  return all;
}

}  // namespace eyehand::manual
