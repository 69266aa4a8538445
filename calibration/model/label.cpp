#include "calibration/model/label.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <functional>
#include <opencv2/imgproc.hpp>
#include <optional>
#include <tuple>

#include "actuator/model/plan.hpp"
#include "calibration/lattice_search.hpp"
#include "calibration/model/cell_clusters.hpp"
#include "calibration/model/learn_digits.hpp"
#include "calibration/prober.hpp"
#include "player/games.hpp"
#include "puzzle/text.hpp"
#include "vision/model/read.hpp"

namespace eyehand::calibration {
namespace {

using model::CellKind;
using model::CellSeen;

/// Equal numbers beside the board.
struct NumberCluster {
  Glyph glyph;
  Group group;
  std::vector<model::NumberSeen> numbers;
};

/// What a person says that a cluster means, in the words of a skin.
struct Meaning {
  std::vector<std::string> words;
  int number = -1;  ///< that is drawn, for the word `number` or `mark number`
};

std::optional<int> whole(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::vector<std::string> words_of(const std::string& answer) {
  std::vector<std::string> words;
  for (const std::string& word : split(trimmed(answer), ' '))
    if (!word.empty()) words.push_back(word);
  return words;
}

class PageLabelling final : public Labelling {
 public:
  PageLabelling(const Frame& frame, const model::Rules& rules) : frame_(frame), rules_(rules) {
    const auto found = guess_coloured_lines(frame.image);
    if (!found || !is_board_size(found->lattice.columns, found->lattice.rows, model::kMaxCells))
      throw LearnStopped(End::unreadable,
                         "the window shows no grid of lines between square cells.");
    grid_ = *found;
    cells_.emplace(frame, grid_.lattice);
    find_numbers(model::Board(grid_.lattice.columns, grid_.lattice.rows));
    list_groups();
  }

  void try_clicks(Prober& prober) override {
    if (rules_.has_numbers()) return;
    prober.rest();
    prober.park_outside(grid_.lattice.bounds());
    // A cell of each cluster: those that look empty first, and large clusters.
    std::vector<std::tuple<bool, std::size_t, int>> candidates;
    for (const auto& [seen, glyph, group, cells, drawn] : clusters())
      candidates.emplace_back(!seen.is_drawn, cells.size(), cells[cells.size() / 2]);
    std::ranges::sort(candidates, std::greater());
    for (const auto& [is_empty, size, cell] : candidates)
      if (click_through(prober, cell)) return list_groups();
    throw LearnStopped(End::stuck, "clicks change no cell.");
  }

  const std::vector<Group>& groups() const override { return groups_; }
  std::string question() const override {
    std::string what = "For each group: blank, ";
    for (const std::string_view symbol : rules_.symbols)
      if (!whole(symbol)) what += std::string(symbol) + ", ";
    what += "the number that it shows, ";
    what += rules_.has_numbers() ? "mark N if the player has put the number N there"
                                 : "mark 1 (" + std::string(rules_.mark) + ") or mark 0";
    return what +
           "; several things with commas between them, and given if the player cannot change it.";
  }
  std::vector<std::string> further_questions() const override {
    if (rules_.has_numbers())
      return {"the key that removes a number, such as BackSpace, or - if the next one replaces it"};
    std::vector<std::string> questions;
    for (const char* button : {"left", "middle", "right"})
      if (!are_tried())
        questions.push_back("the marks through which a " + std::string(button) +
                            " click leads, such as ? 1 0 (? for none), or - if it does nothing");
    questions.push_back("must every cell be marked, also with 0? y or n");
    return questions;
  }
  bool is_answer(const std::string& answer) const override {
    for (std::size_t i = 0; i < clusters().size(); ++i)
      if (is_answer_for(i, answer)) return true;
    return false;
  }
  bool is_answer_for(std::size_t question, const std::string& answer) const override {
    if (question < clusters().size()) return kind_of(question, meaning_of(answer)).has_value();
    if (question < groups_.size()) return whole(trimmed(answer)).has_value();
    const std::vector<std::string> words = words_of(answer);
    if (rules_.has_numbers()) return words.size() == 1;
    if (are_tried() || question == groups_.size() + kButtons) return answer == "y" || answer == "n";
    return answer == "-" || (words.size() > 1 && std::ranges::all_of(words, [](const auto& word) {
                               return word == "?" || word == "0" || word == "1";
                             }));
  }

  Learned learn(const std::vector<std::string>& answers,
                const LearnOptions& options) const override {
    const model::Appearance appearance = appearance_for(answers);
    check_reading(appearance, answers);
    SkinText skin = begin_labelled_skin(options);
    skin.table("lattice", grid_.appearance);
    skin.table("appearance", appearance);
    if (!are_tried()) skin.comment("No picture shows how it is played: this is what was answered.");
    skin.table("controls", controls_for(answers));
    write_careful_pace(skin, options, Prober::careful_pace());
    return learned_from(skin.text(), frame_, options);
  }

 private:
  static constexpr std::size_t kButtons = 3;

  void list_groups() {
    groups_.clear();
    for (const CellCluster& cluster : clusters()) groups_.push_back(cluster.group);
    for (const NumberCluster& cluster : numbers_) groups_.push_back(cluster.group);
  }
  const std::vector<CellCluster>& clusters() const { return cells_->all(); }

  /// Clicks a cell with each button until it looks as before or no longer changes. Whether any
  /// click changes it.
  bool click_through(Prober& prober, int cell) {
    constexpr std::size_t kMostMarks = 4;
    const cv::Point2d middle =
        grid_.lattice.centre(cell % grid_.lattice.columns, cell / grid_.lattice.columns);
    const auto click = [&](std::size_t button) {
      return cells_->add(prober.click(middle, static_cast<int>(button) + 1).frame, cell);
    };
    const std::size_t found = cells_->add(prober.frame(), cell);
    std::size_t now = found;
    bool is_changed = false;
    for (std::size_t button = 0; button < kButtons; ++button) {
      std::vector<std::size_t>& trail = trails_[button] = {now};
      while (trail.size() <= kMostMarks && (trail.size() == 1 || now != found)) {
        now = click(button);
        if (now == trail.back()) break;
        trail.push_back(now);
      }
      is_changed |= trail.size() > 1;
    }
    for (std::size_t i = 0; i < 2 * kButtons && now != found; ++i) now = click(i % kButtons);
    return is_changed;
  }

  /// Any board of the puzzle shows whether there are blocks, or numbers beside the board; these
  /// stand at the sides where more are seen.
  void find_numbers(const model::Board& board) {
    const model::Board any = read(rules_, find_game(rules_.name)->generate({}, Deadline()));
    usual_.blocks = !any.layers.empty();
    if (any.lines.empty()) return;
    const auto numbers_at = [&](const std::string& sides) {
      usual_.numbers = sides;
      return model::Reader(rules_, usual_, grid_.appearance).read(frame_).numbers;
    };
    const auto fuller = [&](const char* a, const char* b) {
      return std::string(numbers_at(a).size() >= numbers_at(b).size() ? a : b);
    };
    model::Board with_lines = board;
    const bool are_four = any.lines.size() > at(any.width + any.height);
    with_lines.lines.resize(at(board.width + board.height) * (are_four ? 2 : 1));
    for (const auto& seen : numbers_at(are_four ? "tblr" : fuller("t", "b") + fuller("l", "r"))) {
      const Glyph glyph = glyph_of(seen.foreground);
      auto like = std::ranges::find_if(numbers_, [&](const NumberCluster& cluster) {
        return is_like_shape(glyph, cluster.glyph);
      });
      if (like == numbers_.end()) {
        cv::Mat picture;
        cv::cvtColor(~seen.foreground, picture, cv::COLOR_GRAY2BGR);
        const std::string name = "number " + std::to_string(seen.of + 1) + " of " +
                                 with_lines.name(static_cast<int>(seen.place));
        like = numbers_.insert(like, {glyph, {picture, 0, {}, name}, {}});
      }
      like->numbers.push_back(seen);
      ++like->group.cells;
    }
  }

  Meaning meaning_of(const std::string& answer) const {
    Meaning meaning;
    for (const std::string& part : split(answer, ',')) {
      const std::string_view word = trimmed(part);
      const bool is_mark = word.starts_with("mark ") && rules_.has_numbers();
      const auto number = whole(is_mark ? trimmed(word.substr(5)) : word);
      if (number) meaning.number = *number;
      meaning.words.emplace_back(!number ? word : is_mark ? "mark number" : "number");
    }
    return meaning;
  }

  /// The kind of cell, as skins describe it; empty if the cluster cannot mean that.
  std::string kind_text(const CellSeen& seen, const Meaning& meaning) const {
    const auto name = [](Colour colour) { return to_toml(colour).substr(1, 7); };  // unquoted
    std::string text = name(seen.background);
    if (seen.is_drawn) {
      text += meaning.number >= 0 ? " number " : seen.is_large ? " large " : " small ";
      text += name(seen.foreground_colour);
    }
    return text + ": " + joined(meaning.words);
  }
  std::optional<CellKind> kind_of(std::size_t cluster, const Meaning& meaning) const {
    try {
      return model::parse_cell(kind_text(clusters()[cluster].seen, meaning), rules_);
    } catch (const Error&) {
      return std::nullopt;
    }
  }

  model::Appearance appearance_for(const std::vector<std::string>& answers) const {
    model::Appearance appearance = usual_;
    DigitReader digits({});
    const auto learn = [&](std::size_t group, int number, const cv::Mat& drawn) {
      if (!learn_number(number, drawn, digits, appearance.digits))
        throw LearnStopped(End::unreadable, "cluster " + std::to_string(group + 1) +
                                                " does not show the digits of " +
                                                std::to_string(number) + '.');
    };
    // What may be a number as well as something else counts as a number, if it looks like one.
    std::vector<std::string> numbers, others;
    std::vector<std::pair<CellSeen, std::vector<std::string>>> known;
    const auto add_kind = [&](const CellSeen& seen, const Meaning& meaning) {
      const bool is_number = meaning.number >= 0;
      const bool is_known = std::ranges::any_of(known, [&](const auto& other) {
        return other.second == meaning.words && have_like_colours(other.first, seen) &&
               (is_number || other.first.is_large == seen.is_large);
      });
      if (is_known) return;
      known.emplace_back(seen, meaning.words);
      (is_number ? numbers : others).push_back(kind_text(seen, meaning));
    };
    std::vector<Colour> blank;  // backgrounds
    for (std::size_t i = 0; i < clusters().size(); ++i)
      if (trimmed(answers[i]) == "blank" && !clusters()[i].seen.is_drawn)
        blank.push_back(clusters()[i].seen.background);
    for (std::size_t i = 0; i < clusters().size(); ++i) {
      const Meaning meaning = meaning_of(answers[i]);
      CellSeen seen = clusters()[i].seen;
      if (meaning.number >= 0)
        for (const cv::Mat& drawn : clusters()[i].drawn) learn(i, meaning.number, drawn);
      else if (seen.is_drawn)
        appearance.digits.push_back(to_sample(kNoDigit, clusters()[i].glyph));
      add_kind(seen, meaning);
      // What is drawn on one kind of blank cells may be drawn on the others.
      const auto is_like = [&](Colour other) { return is_like_background(seen.background, other); };
      if (!seen.is_drawn || std::ranges::none_of(blank, is_like)) continue;
      for (const Colour background : blank) {
        seen.background = background;
        add_kind(seen, meaning);
      }
    }
    for (std::size_t i = 0; i < numbers_.size(); ++i)
      for (const model::NumberSeen& seen : numbers_[i].numbers)
        learn(clusters().size() + i, number_of(i, answers), seen.foreground);
    appearance.cells = std::move(numbers);
    appearance.cells.insert(appearance.cells.end(), others.begin(), others.end());
    return appearance;
  }

  int number_of(std::size_t number_cluster, const std::vector<std::string>& answers) const {
    return *whole(trimmed(answers[clusters().size() + number_cluster]));
  }

  /// Throws LearnStopped unless everything is read as it was named.
  void check_reading(const model::Appearance& appearance,
                     const std::vector<std::string>& answers) const {
    const model::Reading reading = model::Reader(rules_, appearance, grid_.appearance).read(frame_);
    for (std::size_t i = 0; i < clusters().size(); ++i) {
      const Meaning meaning = meaning_of(answers[i]);
      const CellKind kind = *kind_of(i, meaning);
      for (const int cell : clusters()[i].cells) {
        const int clue = reading.board.clues[at(cell)], mark = reading.board.marks[at(cell)];
        const bool is_clue = kind.clue_is_number
                                 ? model::clue_name(rules_, clue) == std::to_string(meaning.number)
                                 : clue == kind.clue;
        const bool is_mark = mark == (kind.mark_is_number ? meaning.number : kind.mark);
        if (!is_clue || !is_mark) fail_to_read(reading.board.name(cell));
      }
    }
    for (std::size_t i = 0; i < numbers_.size(); ++i)
      for (const model::NumberSeen& seen : numbers_[i].numbers) {
        const auto line = seen.place - at(reading.board.cells());
        if (reading.board.lines[line][seen.of] != number_of(i, answers))
          fail_to_read(groups_[clusters().size() + i].name);
      }
  }

  [[noreturn]] static void fail_to_read(const std::string& what) {
    throw LearnStopped(End::unreadable, "the learned appearance reads " + what +
                                            " in another way than the answers.");
  }

  model::Controls controls_for(const std::vector<std::string>& answers) const {
    model::Controls controls;
    controls.mark_all = controls.type = rules_.has_numbers();
    const std::string last(trimmed(answers.back()));
    if (controls.type) {
      if (last != "-") controls.erase = last;
      return controls;
    }
    controls.mark_all = last == "y";
    const std::array cycles = {&controls.left, &controls.middle, &controls.right};
    for (std::size_t i = 0; i < kButtons; ++i)
      if (are_tried())
        *cycles[i] = cycle_of(trails_[i], answers);
      else if (const std::string& answer = answers[groups_.size() + i]; answer != "-")
        *cycles[i] = words_of(answer);
    return controls;
  }
  bool are_tried() const { return !trails_[0].empty(); }
  /// The marks of the clusters on a trail; empty if there is one.
  std::vector<std::string> cycle_of(const std::vector<std::size_t>& trail,
                                    const std::vector<std::string>& answers) const {
    std::vector<std::string> cycle;
    for (const std::size_t cluster : trail) {
      const int mark = kind_of(cluster, meaning_of(answers[cluster]))->mark;
      cycle.push_back(mark == model::kBlank ? "?" : std::to_string(mark));
    }
    if (cycle.front() == cycle.back()) cycle.pop_back();
    return cycle;
  }

  Frame frame_;
  const model::Rules& rules_;
  LatticeGuess grid_;
  model::Appearance usual_;             ///< what the answers do not change
  std::optional<CellClusters> cells_;   ///< the first groups
  std::vector<NumberCluster> numbers_;  ///< the others
  std::vector<Group> groups_;
  /// Per button, the clusters through which clicks on a cell led; empty if none was clicked.
  std::array<std::vector<std::size_t>, kButtons> trails_;
};

}  // namespace

std::unique_ptr<Labelling> label_page(const Frame& frame, const model::Rules& rules) {
  return std::make_unique<PageLabelling>(frame, rules);
}

}  // namespace eyehand::calibration
