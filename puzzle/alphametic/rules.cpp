#include "puzzle/model/rules.hpp"

#include <algorithm>
#include <map>

#include "puzzle/error.hpp"

namespace eyehand::alphametic {
namespace {

using namespace model;

constexpr std::size_t kMaxWords = 20, kMaxLetters = 20;

// A cell per letter; Board::lines has the words, as cells, the sum last, and Board::variant the
// letters of the cells.
Codec words() {
  return {[](TextReader& in, Board& board) {
            board.lines.assign(1, {});
            bool is_sum = false;
            while (!in.done() && !in.at_blank()) {
              const char c = in.peek();
              std::vector<int>& word = board.lines.back();
              if (c == '+' || c == '=') {
                if (word.empty()) in.fail("expected a letter");
                if (is_sum) in.fail("the sum is the last word");
                if (board.lines.size() == kMaxWords) in.fail("too many words");
                is_sum = c == '=';
                board.lines.emplace_back();
              } else if (c >= 'A' && c <= 'Z') {
                if (word.size() == kMaxLetters) in.fail("too long a word");
                if (board.variant.find(c) == board.variant.npos) board.variant += c;
                word.push_back(static_cast<int>(board.variant.find(c)));
              } else {
                in.fail("expected a capital letter, '+' or '='");
              }
              in.next();
            }
            if (!is_sum || board.lines.back().empty()) in.fail("expected '=' and the sum");
            if (board.variant.size() > 10) in.fail("there are more than ten letters");
            board.width = static_cast<int>(board.variant.size());
            board.height = 1;
            board.clues.assign(board.variant.size(), kBlank);
            board.marks = board.clues;
          },
          [](const Board& board, std::string& out) {
            for (std::size_t i = 0; i < board.lines.size(); ++i) {
              if (i > 0) out += i + 1 < board.lines.size() ? '+' : '=';
              for (const int letter : board.lines[i]) out += board.variant[at(letter)];
            }
          }};
}

void constrain(const Board& board, Model& model) {
  std::vector<Number> letters;
  for (int i = 0; i < board.cells(); ++i) letters.push_back(model.mark(i));
  model.because("each letter is a different digit").all_different(letters);
  std::size_t columns = 0;
  for (const std::vector<int>& word : board.lines) {
    columns = std::max(columns, word.size());
    model.because("no word begins with zero").require(-letters[at(word[0])].is(0));
  }
  // Each column, from the last: the digits and what is carried in, less the sum's digit and ten
  // times what is carried out, is zero.
  Number carry;
  for (std::size_t column = 0; column < columns; ++column) {
    std::map<int, int> factor;
    for (std::size_t i = 0; i < board.lines.size(); ++i)
      if (const std::vector<int>& word = board.lines[i]; column < word.size())
        factor[word[word.size() - 1 - column]] += i + 1 < board.lines.size() ? 1 : -1;
    std::vector<Number> numbers;
    std::vector<int> factors;
    for (const auto& [letter, times] : factor) {
      if (times == 0) continue;
      numbers.push_back(letters[at(letter)]);
      factors.push_back(times);
    }
    model.because("the digits of column {n} from the right sum up", kBlank,
                  static_cast<int>(column) + 1);
    if (column > 0) {
      numbers.push_back(carry);
      factors.push_back(1);
    }
    if (column + 1 < columns) {
      carry = model.number(0, static_cast<int>(board.lines.size()) - 1);
      numbers.push_back(carry);
      factors.push_back(-10);
    }
    model.sum(numbers, 0, factors);
  }
}

// The sum of `height` numbers of `width` digits. With few different digits, more of them have one
// solution.
Board begin(const Board& size, const Draw& draw) {
  constexpr int kMaxDigits = 9;
  if (size.width > kMaxDigits || size.height >= static_cast<int>(kMaxWords) || size.height < 2)
    throw Error("Alphametic: a sum has 2 to 19 words of at most 9 letters.");
  std::string text, letters = "ABCDEFGHIJ";
  long long sum = 0;
  int digits[5];
  for (int& digit : digits) digit = 1 + draw(9);
  for (int i = 0; i < size.height; ++i) {
    long long number = 0;
    for (int k = 0; k < size.width; ++k) number = number * 10 + digits[draw(5)];
    sum += number;
    if (i > 0) text += '+';
    text += std::to_string(number);
  }
  text += '=';
  text += std::to_string(sum);
  for (int i = 10; i > 1; --i) std::swap(letters[at(i - 1)], letters[at(draw(i))]);
  for (char& c : text)
    if (c >= '0' && c <= '9') c = letters[at(c - '0')];
  return read_text(words(), "sum", text);
}

std::string answer(const Board& board, const std::vector<int>& marks) {
  std::string text = write_text(words(), board);
  for (char& c : text)
    if (const auto letter = board.variant.find(c); letter != board.variant.npos)
      c = static_cast<char>('0' + marks[letter]);
  return text;
}

}  // namespace

const Rules& rules() {
  static const Rules rules = {
      .name = "alphametic",
      .title = "Alphametic",
      .about = "letters that stand for digits, so that a sum is right: SEND+MORE=MONEY",
      .usual_side = 4,
      .least = 0,
      .most = [](const Board&) { return 9; },
      .text = words(),
      .answer = answer,
      .cell_name = [](const Board& board,
                      int cell) { return std::string(1, board.variant[at(cell)]); },
      .constrain = constrain,
      .begin = begin,
      .give_clues = [](Board&, const std::vector<int>&, const Draw&) {},
  };
  return rules;
}

}  // namespace eyehand::alphametic
