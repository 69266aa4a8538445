#include "puzzle/model/rules.hpp"

#include <algorithm>

#include "puzzle/error.hpp"

namespace eyehand::model {
namespace {

char character(const Rules& rules, int mark) {
  if (mark == kBlank) return '?';
  if (!rules.has_numbers()) return mark == 1 ? '#' : '.';
  return static_cast<char>(mark < 10 ? '0' + mark : 'a' + mark - 10);
}

/// After a blank, the marks, if there are any.
Codec marks_after(const Rules& rules) {
  return {[&rules](TextReader& in, Board& board) {
            if (!rules.is_grid() || !in.at_blank()) return;
            in.skip_blanks();
            if (in.done()) return;
            for (int cell = 0; cell < board.cells(); ++cell) {
              if (cell > 0 && board.column_of(cell) == 0 && !in.take('/'))
                in.fail("expected '/' after a row of marks");
              int mark = kBlank;
              if (in.peek() != '?') {
                mark = rules.min();
                while (mark <= rules.max(board) && character(rules, mark) != in.peek()) ++mark;
                if (mark > rules.max(board)) in.fail("expected a mark");
              }
              in.next();
              board.marks[at(cell)] = mark;
            }
          },
          [&rules](const Board& board, std::string& out) {
            if (std::ranges::any_of(board.marks, [](int mark) { return mark != kBlank; }))
              out += ' ' + marks_text(rules, board, board.marks, '/');
          }};
}

}  // namespace

const Rules& page(std::string_view name) {
  for (const Rules* rules : pages())
    if (rules->name == name) return *rules;
  throw Error("There is no page of rules for '" + std::string(name) + "'.");
}

Board read(const Rules& rules, std::string_view text) {
  const std::string title(rules.title);
  if (rules.pzpr.read && text.find(std::string(rules.pzpr_name) + '/') != text.npos)
    return read_text(rules.pzpr + marks_after(rules), title + " URL", text);
  return read_text(rules.text + marks_after(rules), title + " game ID", text);
}

std::string write(const Rules& rules, const Board& board, bool url) {
  return write_text((url ? rules.pzpr : rules.text) + marks_after(rules), board);
}

Model constrained(const Rules& rules, const Board& board) {
  Model model(board, rules.min(), rules.max(board) - rules.min() + 1);
  rules.constrain(board, model);
  return model;
}

std::string marks_text(const Rules& rules, const Board& board, const std::vector<int>& marks,
                       char between) {
  if (rules.answer) return rules.answer(board, marks);
  std::string text;
  for (int cell = 0; cell < board.cells(); ++cell) {
    if (cell > 0 && board.column_of(cell) == 0) text += between;
    text += character(rules, marks[at(cell)]);
  }
  return text;
}

std::string clue_name(const Rules& rules, int clue) {
  if (clue == kBlank) return "";
  return at(clue) < rules.symbols.size() ? std::string(rules.symbols[at(clue)])
                                         : std::to_string(clue);
}

}  // namespace eyehand::model
