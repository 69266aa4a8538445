#include "puzzle/model/rules.hpp"

namespace eyehand::model {

Board read(const Rules& rules, std::string_view text) {
  const std::string title(rules.title);
  if (rules.pzpr.read && text.find(std::string(rules.pzpr_name) + '/') != text.npos)
    return read_text(rules.pzpr, title + " URL", text);
  return read_text(rules.text, title + " game ID", text);
}

std::string write(const Rules& rules, const Board& board, bool url) {
  return write_text(url ? rules.pzpr : rules.text, board);
}

Model constrained(const Rules& rules, const Board& board) {
  Model model(board, rules.min(), rules.max(board) - rules.min() + 1);
  rules.constrain(board, model);
  return model;
}

std::string marks_text(const Rules& rules, const Board& board, const std::vector<int>& marks) {
  if (rules.answer) return rules.answer(board, marks);
  std::string text;
  for (int c = 0; c < board.cells(); ++c) {
    if (c > 0 && board.column_of(c) == 0) text += '\n';
    const int mark = marks[at(c)];
    if (!rules.has_numbers())
      text += mark == 1 ? '#' : '.';
    else if (mark == kBlank)
      text += '.';
    else
      text += static_cast<char>(mark < 10 ? '0' + mark : 'a' + mark - 10);
  }
  return text;
}

}  // namespace eyehand::model
