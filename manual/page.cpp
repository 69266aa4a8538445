#include "manual/page.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace eyehand::manual {
namespace {

/// Characters that man(7) would replace by others, or interpret. Text goes on after the end of a
/// line.
constexpr std::pair<char, std::string_view> kEscapes[] = {
    {'\\', "\\(rs"}, {'-', "\\-"},   {'\'', "\\(aq"}, {'`', "\\(ga"},
    {'^', "\\(ha"},  {'~', "\\(ti"}, {'\n', " "}};

std::string shout(std::string_view text) {
  std::string upper(text);
  for (char& letter : upper)
    if (letter >= 'a' && letter <= 'z') letter = static_cast<char>(letter - 'a' + 'A');
  return upper;
}

/// A dot that begins a line would make it a request.
std::string line(std::string_view text) {
  return (text.starts_with('.') ? "\\&" : "") + escaped(text) + '\n';
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string all;
  for (const char character : text) {
    const auto* const found =
        std::ranges::find(kEscapes, character, [](const auto& escape) { return escape.first; });
    if (found == std::end(kEscapes))
      all += character;
    else
      all += found->second;
  }
  return all;
}

std::string bold(std::string_view text) {
  return "\\fB" + escaped(text) + "\\fR";
}

std::string italic(std::string_view text) {
  return "\\fI" + escaped(text) + "\\fR";
}

Page::Page(std::string name, int number, std::string_view summary, std::string_view program)
    : name_(std::move(name)), number_(number) {
  text_ = ".TH " + escaped(shout(name_)) + ' ' + std::to_string(number_) + " \"\" \"" +
          escaped(program) + "\"\n.nh\n.ad l\n";
  section("NAME");
  text_ += escaped(name_) + " \\- " + escaped(summary) + '\n';
}

void Page::section(std::string_view title) {
  text_ += ".SH " + line(title);
}

void Page::subsection(std::string_view title) {
  text_ += ".SS " + line(title);
}

void Page::paragraph(std::string_view text) {
  text_ += ".PP\n" + line(text);
}

void Page::marked(std::string_view text) {
  text_ += ".PP\n" + std::string(text) + '\n';
}

void Page::lines(const std::vector<std::string>& lines) {
  text_ += ".PP\n.nf\n";
  for (const std::string& each : lines) text_ += line(each);
  text_ += ".fi\n";
}

void Page::item(std::string_view term, std::string_view text) {
  text_ += ".TP\n" + std::string(term) + '\n' + line(text);
}

std::string Page::file() const {
  const std::string number = std::to_string(number_);
  return "man" + number + '/' + name_ + '.' + number;
}

}  // namespace eyehand::manual
