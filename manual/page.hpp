// A manual page, in the language of man(7).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace eyehand::manual {

/// Text such that it is shown as it is.
std::string escaped(std::string_view text);
std::string bold(std::string_view text);
std::string italic(std::string_view text);

class Page {
 public:
  /// `name` in section `number` of the manual; `program` is the one that it belongs to, with its
  /// version.
  Page(std::string name, int number, std::string_view summary, std::string_view program);

  void section(std::string_view title);
  void subsection(std::string_view title);
  void paragraph(std::string_view text);
  /// A paragraph of what the functions above return.
  void marked(std::string_view text);
  /// Line by line, as they are.
  void lines(const std::vector<std::string>& lines);
  /// `term` is marked, too.
  void item(std::string_view term, std::string_view text);

  /// "man1/eyehand-play.1"
  std::string file() const;
  const std::string& text() const { return text_; }

 private:
  std::string name_, text_;
  int number_;
};

}  // namespace eyehand::manual
