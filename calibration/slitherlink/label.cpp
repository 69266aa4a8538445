#include "calibration/slitherlink/label.hpp"

#include <algorithm>
#include <opencv2/imgproc.hpp>
#include <set>

#include "actuator/slitherlink/plan.hpp"
#include "calibration/colours.hpp"
#include "calibration/prober.hpp"
#include "calibration/slitherlink/fit.hpp"
#include "puzzle/slitherlink/text.hpp"

namespace eyehand::calibration {
namespace {

using slitherlink::Mark;
using slitherlink::Method;

class SlitherlinkLabelling final : public Labelling {
 public:
  explicit SlitherlinkLabelling(const Frame& frame) : frame_(frame) {
    // Where every edge is drawn, the dots alone form a lattice as well.
    auto found = find_grid(frame, Method::strokes);
    if (!found) found = find_grid(frame, Method::dots);
    if (!found)
      throw LearnStopped(
          End::unreadable,
          "the window shows no grid of dots that are joined by strokes or form a square "
          "lattice.");
    grid_ = std::move(*found);
    group_edges();
    group_numbers();
  }

  const std::vector<Group>& groups() const override { return groups_; }
  std::string question() const override {
    std::string what = "For each group: for pictures of an edge (1 to ";
    what += std::to_string(edges_.size());
    what +=
        "): line, cross, or open if it is neither; for pictures of a face (the others): the digit "
        "in it, or - if there is none.";
    return what;
  }
  bool is_answer(const std::string& answer) const override {
    return is_mark(answer) || is_number(answer);
  }
  bool is_answer_for(std::size_t group, const std::string& answer) const override {
    return group < edges_.size() ? is_mark(answer) : is_number(answer);
  }

  Learned learn(const std::vector<std::string>& answers,
                const LearnOptions& options) const override {
    slitherlink::Appearance appearance = grid_.appearance;
    slitherlink::Board named = grid_.reading.board;
    name_edges(answers, appearance, named);
    std::fill(named.clues.begin(), named.clues.end(), slitherlink::kNoClue);
    std::set<int> digits;
    for (std::size_t i = 0; i < numbers_.size(); ++i) {
      const std::string& answer = answers[edges_.size() + i];
      if (answer == "-") continue;
      const int digit = answer[0] - '0';
      digits.insert(digit);
      for (const int face : numbers_[i])
        named.clues[static_cast<std::size_t>(face)] = static_cast<std::int8_t>(digit);
      for (auto& sample : samples_of(frame_.image, grid_, numbers_[i], digit))
        appearance.digits.push_back(std::move(sample));
    }
    if (digits.empty()) throw LearnStopped(End::unreadable, "no number was given.");
    Learned learned = learned_from(text(appearance, digits, answers, options), frame_, options);
    if (learned.board != slitherlink::to_text(named))
      throw LearnStopped(End::unreadable,
                         "the learned appearance reads a different board from the answers.");
    return learned;
  }

 private:
  static bool is_mark(const std::string& answer) {
    return answer == "line" || answer == "cross" || answer == "open";
  }
  static bool is_number(const std::string& answer) {
    return answer == "-" || (answer.size() == 1 && answer[0] >= '0' && answer[0] <= '9');
  }

  void add_group(const cv::Rect& box, std::size_t cells) {
    add_to_group(groups_, groups_.size(), frame_, box);
    groups_.back().cells = static_cast<int>(cells);
  }

  void group_edges() {
    edges_ = alike_edges(frame_.image, grid_);
    for (const AlikeEdges& of : edges_) {
      const auto& ends = grid_.grid().edge(of.which[0]);
      const double half =
          0.6 * cv::norm(grid_.vertex(ends.a) - grid_.vertex(ends.b)) + grid_.reading.dot_radius;
      const cv::Point2d at = grid_.middle(of.which[0]);
      add_group(cv::Rect(cvRound(at.x - half), cvRound(at.y - half), cvRound(2 * half) + 1,
                         cvRound(2 * half) + 1),
                of.which.size());
    }
  }

  void group_numbers() {
    numbers_ = alike_numbers(frame_.image, grid_);
    for (const auto& faces : numbers_) {
      std::vector<cv::Point> corners;
      for (const int v : grid_.grid().vertices_of_face(faces[0]))
        corners.emplace_back(cvRound(grid_.vertex(v).x), cvRound(grid_.vertex(v).y));
      add_group(cv::boundingRect(corners), faces.size());
    }
    if (numbers_.empty())
      throw LearnStopped(End::unreadable, "the grid's faces contain no numbers.");
  }

  void name_edges(const std::vector<std::string>& answers, slitherlink::Appearance& appearance,
                  slitherlink::Board& named) const {
    std::vector<Colour> lines;
    for (std::size_t i = 0; i < edges_.size(); ++i) {
      const EdgeState& state = edges_[i].state;
      const bool drawn = state.ends || state.middle;
      Mark mark = Mark::unknown;
      if (answers[i] == "line") {
        mark = Mark::line;
        lines.push_back(state.colour);
      } else if (answers[i] == "cross") {
        mark = Mark::cross;
        appearance.crossed = state.colour;
      } else if (drawn) {
        appearance.undecided = state.colour;
      }
      for (const int e : edges_[i].which) named.marks[static_cast<std::size_t>(e)] = mark;
    }
    if (!lines.empty())
      appearance.line = lines;
    else if (grid_.appearance.method == Method::dots)
      throw LearnStopped(End::unreadable,
                         "the board has no line, and lines may have any colour; draw one first.");
    else
      appearance.line = {appearance.dot};
  }

  std::string text(const slitherlink::Appearance& appearance, const std::set<int>& digits,
                   const std::vector<std::string>& answers, const LearnOptions& options) const {
    const bool by_drag = appearance.method == Method::dots;
    SkinText skin = begin_labelled_skin(options);
    if (std::find(answers.begin(), answers.end(), "line") == answers.end())
      skin.comment("There was no line on the board: its colour is assumed to be that of the dots.");
    if (std::find(answers.begin(), answers.end(), "cross") == answers.end())
      skin.comment("There was no cross on the board: its colour (crossed) is a guess.");
    std::string missing;
    for (int digit = 0; digit <= 3; ++digit)
      if (!digits.contains(digit)) missing += (missing.empty() ? "" : ", ") + std::to_string(digit);
    if (!missing.empty())
      skin.comment("Not on the board, so boards that have them may be rejected: " + missing + ".");
    skin.table("appearance", appearance);
    slitherlink::Controls controls;
    if (by_drag) controls.method = slitherlink::Gestures::drag;
    skin.comment(
        "No picture shows how it is played. Usually, where edges are drawn, a click with the "
        "left button on one makes it a line and the next takes that away; where only dots are, "
        "lines are dragged from dot to dot.");
    skin.table_in_full("controls", controls);
    Pace pace = Prober::careful_pace();
    if (by_drag) {
      pace.drag_steps = 1;
      pace.drag_step = std::chrono::milliseconds(25);
    }
    write_careful_pace(skin, options, pace);
    return skin.text();
  }

  Frame frame_;
  FoundGrid grid_;
  std::vector<AlikeEdges> edges_;          ///< the first clusters
  std::vector<std::vector<int>> numbers_;  ///< the clusters after them: faces
  std::vector<Group> groups_;
};

}  // namespace

std::unique_ptr<Labelling> label_slitherlink(const Frame& frame) {
  return std::make_unique<SlitherlinkLabelling>(frame);
}

}  // namespace eyehand::calibration
