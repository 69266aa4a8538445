#include "solver/slitherlink/patterns.hpp"

#include <algorithm>
#include <array>
#include <sstream>

#include "puzzle/error.hpp"
#include "puzzle/index.hpp"
#include "solver/slitherlink/patterns_text.hpp"

namespace eyehand::slitherlink {
namespace {

/// A picture has a character for each vertex, edge and face: (2 * columns + 1) by (2 * rows + 1).
struct Picture {
  std::vector<std::string> lines;
  int columns() const { return static_cast<int>(lines[0].size() / 2); }
  int rows() const { return static_cast<int>(lines.size() / 2); }
};

/// Calls with the edge's number and its place in the picture.
template <class Visit>
void for_each_edge(int columns, int rows, Visit visit) {
  int e = 0;
  for (int y = 0; y <= rows; ++y)
    for (int x = 0; x < columns; ++x) visit(e++, 2 * x + 1, 2 * y);
  for (int y = 0; y < rows; ++y)
    for (int x = 0; x <= columns; ++x) visit(e++, 2 * x, 2 * y + 1);
}

class Parser {
 public:
  explicit Parser(std::string_view text) : in_(std::string(text)) {}

  std::vector<Pattern> parse() {
    while (next_line()) {
      if (line_.empty()) {
        end_pattern();
      } else if (line_.front() == '+' || is_in_picture_) {
        picture_line();
      } else {
        word();
      }
    }
    end_pattern();
    return std::move(patterns_);
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw Error("Line " + std::to_string(number_) + " of the patterns: " + what + ".");
  }

  bool next_line() {
    while (std::getline(in_, line_)) {
      ++number_;
      while (!line_.empty() && line_.back() == ' ') line_.pop_back();
      line_.erase(0, std::min(line_.find_first_not_of(' '), line_.size()));
      if (line_.empty() || line_.front() != '#') return true;
    }
    return false;
  }

  void word() {
    if (line_.starts_with("pattern ")) {
      end_pattern();
      has_pattern_ = true;
      pattern_.name = line_.substr(8);
    } else if (!has_pattern_) {
      fail("'" + line_ + "' stands before the first pattern");
    } else if (line_.starts_with("because ")) {
      pattern_.because = line_.substr(8);
    } else if (line_ == "easy") {
      pattern_.is_easy = true;
    } else if (line_ == "needs a way out") {
      pattern_.needs_way_out = true;
    } else if (line_ == "contradiction") {
      pattern_.is_contradiction = true;
    } else {
      fail("'" + line_ +
           "' is none of: pattern NAME, because WORDS, easy, needs a way out, contradiction");
    }
  }

  void picture_line() {
    if (!has_pattern_) fail("a picture without a pattern");
    is_in_picture_ = true;
    std::istringstream parts(line_);
    std::string before, after;
    parts >> before >> after;
    if (after == "->") {
      after.clear();
      parts >> after;
    }
    if (after.empty() != pattern_.is_contradiction)
      fail("rules have two pictures side by side, contradictions have one");
    const auto& first = before_.lines.empty() ? before : before_.lines[0];
    if (before.size() != first.size() || (!after.empty() && after.size() != first.size()))
      fail("the picture's lines are not equally long");
    before_.lines.push_back(before);
    if (!after.empty()) after_.lines.push_back(after);
  }

  static bool is_in_order(const Picture& picture) {
    for (std::size_t y = 0; y < picture.lines.size(); ++y)
      for (std::size_t x = 0; x < picture.lines[y].size(); ++x) {
        const std::string_view allowed =
            y % 2 == 0 ? (x % 2 == 0 ? "+" : ".-x") : (x % 2 == 0 ? ".|x" : ".01234");
        if (allowed.find(picture.lines[y][x]) == std::string_view::npos) return false;
      }
    return true;
  }

  static std::vector<Mark> marks(const Picture& picture) {
    std::vector<Mark> marks;
    for_each_edge(picture.columns(), picture.rows(), [&](int, int x, int y) {
      const char c = picture.lines[at(y)][at(x)];
      marks.push_back(c == '.' ? Mark::unknown : c == 'x' ? Mark::cross : Mark::line);
    });
    return marks;
  }

  void end_pattern() {
    if (has_pattern_ && !is_in_picture_) fail("pattern '" + pattern_.name + "' has no picture");
    if (!has_pattern_) return;
    for (const auto* picture : {&before_, &after_}) {
      if (picture->lines.empty()) continue;
      if (picture->lines.size() % 2 == 0 || picture->lines[0].size() % 2 == 0 ||
          !is_in_order(*picture) || std::clamp(picture->columns(), 1, 3) != picture->columns() ||
          std::clamp(picture->rows(), 1, 3) != picture->rows())
        fail("the picture of '" + pattern_.name + "' is not of 1 to 3 by 1 to 3 squares");
    }
    pattern_.columns = before_.columns();
    pattern_.rows = before_.rows();
    for (int y = 0; y < pattern_.rows; ++y)
      for (int x = 0; x < pattern_.columns; ++x) {
        const auto row = at(2 * y + 1), column = at(2 * x + 1);
        const char c = before_.lines[row][column];
        if (!pattern_.is_contradiction && after_.lines[row][column] != c)
          fail("the clues of '" + pattern_.name + "' change");
        pattern_.clues.push_back(c == '.' ? kNoClue : static_cast<std::int8_t>(c - '0'));
      }
    if (std::all_of(pattern_.clues.begin(), pattern_.clues.end(),
                    [](int clue) { return clue == kNoClue; }))
      fail("pattern '" + pattern_.name + "' has no clue");
    pattern_.before = marks(before_);
    pattern_.after = pattern_.is_contradiction
                         ? std::vector<Mark>(pattern_.before.size(), Mark::unknown)
                         : marks(after_);
    patterns_.push_back(std::move(pattern_));
    pattern_ = {};
    before_ = after_ = {};
    has_pattern_ = is_in_picture_ = false;
  }

  std::istringstream in_;
  std::string line_;
  int number_ = 0;
  bool has_pattern_ = false, is_in_picture_ = false;
  Pattern pattern_;
  Picture before_, after_;
  std::vector<Pattern> patterns_;
};

}  // namespace

std::vector<Pattern> parse_patterns(std::string_view text) {
  return Parser(text).parse();
}

const std::vector<Pattern>& patterns() {
  static const std::vector<Pattern> all = parse_patterns(kPatternsText);
  return all;
}

Pattern oriented(const Pattern& pattern, int orientation) {
  Pattern turned = pattern;
  const bool swaps = (orientation & 4) != 0;
  if (swaps) std::swap(turned.columns, turned.rows);
  // From a place in the turned picture to one in the old.
  const int width = 2 * turned.columns, height = 2 * turned.rows;
  const auto old_place = [&](int x, int y) {
    if (orientation & 1) x = width - x;
    if (orientation & 2) y = height - y;
    if (swaps) std::swap(x, y);
    return std::array{x, y};
  };
  std::vector<int> edge_at(at((2 * pattern.columns + 1) * (2 * pattern.rows + 1)));
  const auto slot = [&](int x, int y) { return at(y * (2 * pattern.columns + 1) + x); };
  for_each_edge(pattern.columns, pattern.rows,
                [&](int e, int x, int y) { edge_at[slot(x, y)] = e; });
  for_each_edge(turned.columns, turned.rows, [&](int e, int x, int y) {
    const auto [old_x, old_y] = old_place(x, y);
    const auto to = at(e), from = at(edge_at[slot(old_x, old_y)]);
    turned.before[to] = pattern.before[from];
    turned.after[to] = pattern.after[from];
  });
  for (int y = 0; y < turned.rows; ++y)
    for (int x = 0; x < turned.columns; ++x) {
      const auto [old_x, old_y] = old_place(2 * x + 1, 2 * y + 1);
      turned.clues[at(y * turned.columns + x)] =
          pattern.clues[at(old_y / 2 * pattern.columns + old_x / 2)];
    }
  return turned;
}

}  // namespace eyehand::slitherlink
