#include "calibration/slitherlink/learn_geometry.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <optional>

#include "actuator/slitherlink/plan.hpp"
#include "calibration/learner.hpp"
#include "calibration/slitherlink/edges.hpp"
#include "player/games.hpp"
#include "player/slitherlink/correspondence.hpp"

namespace eyehand::calibration {
namespace {

using slitherlink::Mark;

/// A number whose colour has moved farther than this has a different colour.
constexpr int kColourChanged = 40;
/// How often to try solving a board, each time more slowly.
constexpr int kAttempts = 3;
/// How many lines are drawn to see whether they hide the grid.
constexpr std::size_t kLinesToTry = 12;

class SlitherlinkGeometryLearner : Learner {
 public:
  SlitherlinkGeometryLearner(Prober& prober, const LearnOptions& options)
      : Learner(prober, options), edges_(prober, options.report) {}

  Learned run() {
    edges_.find_out();
    appearance_ = edges_.appearance();
    check_grid_with_lines();
    timing_ = edges_.timing();
    name_numbers();
    find_speed();
    see_win();
    timing_.set_waits(pace_);
    return finish();
  }

 private:
  /// Numbers that look alike are the same digit. The program itself may show which one: a number is
  /// in error with one line too many around it. Otherwise Tesseract is asked.
  void name_numbers() {
    const cv::Mat before = prober_.frame().image.clone();
    std::string names;
    std::vector<bool> seen(10, false);
    for (const auto& faces : alike_numbers(before, edges_.grid())) {
      int digit = count_lines(faces);
      const bool is_counted = digit >= 0;
      if (!is_counted) digit = ocr_of(before, edges_.grid(), faces);
      if (digit < 0 || digit > 9)
        stop(End::unreadable,
             fmt::format("the number on {} faces could not be identified.", faces.size()));
      for (auto& sample : samples_of(before, edges_.grid(), faces, digit))
        appearance_.digits.push_back(std::move(sample));
      seen[static_cast<std::size_t>(digit)] = true;
      names += fmt::format("{}{} ({}{})", names.empty() ? "" : ", ", digit, faces.size(),
                           is_counted ? "" : ", by its shape");
    }
    report("digits", names);
    for (std::size_t digit = 0; digit < 4; ++digit)
      if (!seen[digit])
        report("digits", fmt::format("there is no {}: boards with one may be rejected", digit));
  }

  /// Draws lines around one of these faces, one at a time, until its number changes colour: then
  /// there is one too many. -1 if it never does.
  int count_lines(const std::vector<int>& faces) {
    const cv::Point2d middle(edges_.start().image.cols / 2.0, edges_.start().image.rows / 2.0);
    int face = -1;
    double nearest = 1e9;
    for (const int f : faces) {
      const auto edges = edges_.grid().grid().edges_of_face(f);
      const double off = cv::norm(edges_.grid().middle(edges[0]) - middle);
      if (off < nearest &&
          std::all_of(edges.begin(), edges.end(), [&](int e) { return edges_.is_free(e); })) {
        nearest = off;
        face = f;
      }
    }
    if (face < 0 || !shows_errors_) return -1;
    const Colour before = number_colour(prober_.frame().image, edges_.grid(), face);
    const auto edges = edges_.grid().grid().edges_of_face(face);
    const std::vector<int> around(edges.begin(), edges.end());
    // A program that shows errors shows one when all sides of a face are drawn, unless its number
    // is the maximum.
    if (!has_shown_error_) {
      edges_.toggle(around);
      has_shown_error_ = is_other_colour(face, before);
      take_away(around);
      if (!has_shown_error_) {
        shows_errors_ = ++tries_ < 2;
        return -1;
      }
    }
    int drawn = 0, count = -1;
    std::optional<Colour> changed;
    std::vector<int> lines;
    for (const int e : edges) {
      edges_.toggle({e});
      lines.push_back(e);
      ++drawn;
      if (edges_.is_free(e) || !edges_.now(e).ends) {
        take_away(lines);
        stop(End::stuck, "the program does not count all clicks.");
      }
      const Colour now = number_colour(prober_.frame().image, edges_.grid(), face);
      if (!changed && distance(now, before) <= kColourChanged) continue;
      if (changed) {
        // A number with exactly its count of lines may have a colour of its own.
        if (distance(now, *changed) > kColourChanged) ++count;
        break;
      }
      changed = now;
      count = drawn - 1;
    }
    take_away(lines);
    return count;
  }

  /// Lines may hide the grid.
  void check_grid_with_lines() {
    const std::vector<int> lines = disjoint_edges(kLinesToTry);
    edges_.toggle(lines);
    const slitherlink::Reading reading = read_now();
    take_away(lines);
    if (!reading.board.grid || reading.board.grid->faces() != edges_.grid().grid().faces())
      stop(End::unreadable, "the grid cannot be found with lines on it: " + reading.rejection);
  }

  bool is_other_colour(int face, const Colour& before) const {
    return distance(number_colour(prober_.frame().image, edges_.grid(), face), before) >
           kColourChanged;
  }

  /// Clears lines just drawn; those for which a gesture was lost are cleared one by one.
  void take_away(const std::vector<int>& lines) {
    edges_.toggle(lines);
    for (const int e : lines) edges_.clear(e);
  }

  slitherlink::Reading read_now() const { return slitherlink::read(prober_.frame(), appearance_); }

  /// Solves the board to see what a win looks like, and clears the lines.
  void see_win() {
    const slitherlink::Reading before = read_now();
    if (!before.accepted()) stop(End::unreadable, "the board cannot be read: " + before.rejection);
    const auto session = game_named("slitherlink").begin(parse_skin(text(), options_.name));
    session->observe(prober_.frame());
    session->solve(options_.deadline);
    const Plan plan = session->plan();
    if (plan.empty()) stop(End::unreadable, "the board as it is read has no solution.");
    std::vector<Colour> flashes;
    prober_.watch_frames([&](const Frame& frame) {
      if (frame.image.size() == edges_.start().image.size()) note_flash(frame.image, flashes);
    });
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
      timing_.note(prober_.perform(plan, pace_));
      prober_.watch_frames(nullptr);
      // A board full of lines is harder to read with an appearance fitted to one without.
      const auto after = slitherlink::read(prober_.rest(), appearance_, &before);
      if (attempt == 0)
        for (const Colour colour : flashes) appearance_.line.push_back(colour);
      const auto edges =
          slitherlink::match({before.board, before.where}, {after.board, after.where});
      if (!after.accepted() || !edges) {
        remove_lines();
        report("win", "the board could not be read once it was solved");
        return;
      }
      // Restore the board with what has just been learned.
      std::vector<Mark> wanted;
      for (const int e : *edges) wanted.push_back(before.board.marks[static_cast<std::size_t>(e)]);
      prober_.perform(slitherlink::plan(after.board, wanted, places(after), edges_.controls()),
                      pace_);
      remove_lines();  // whatever is left
      if (slitherlink::is_solved(after.board)) {
        report("win", fmt::format("after {} gestures; {}", plan.size(),
                                  flashes.empty() ? "nothing flashes"
                                                  : "lines turn " + to_toml(flashes.front())));
        return;
      }
      report("win", "not all lines were drawn; trying more slowly");
      pace_.gap = std::max(2 * pace_.gap, std::chrono::milliseconds(10));
    }
    stop(End::stuck, "the gestures did not draw the solution.");
  }

  void remove_lines() {
    for (const int e : edges_.free_edges()) edges_.clear(e);
  }

  std::vector<ScreenPoint> places(const slitherlink::Reading& reading) const {
    std::vector<ScreenPoint> points;
    for (const auto& p : reading.where) points.push_back(prober_.on_screen({p.x, p.y}));
    return points;
  }

  /// Colours that most of the board's lines have now and did not have before.
  void note_flash(const cv::Mat& bgr, std::vector<Colour>& flashes) const {
    std::vector<EdgeState> states;
    int untouched = 0;
    for (int e = 0; e < edges_.grid().grid().edges(); ++e) {
      const EdgeState state = edge_state(bgr, edges_.grid(), e);
      if (state.same(edges_.untouched()))
        ++untouched;
      else if (state.ends && state.middle)
        states.push_back(state);
    }
    if (states.size() < 4 || untouched == 0) return;
    const EdgeState& first = states[states.size() / 2];
    const auto alike = std::count_if(states.begin(), states.end(),
                                     [&](const EdgeState& s) { return s.same(first); });
    const auto known = [&](const std::vector<Colour>& colours) {
      return std::any_of(colours.begin(), colours.end(),
                         [&](Colour c) { return distance(c, first.colour) < kColourChanged; });
    };
    if (alike * 10 < static_cast<std::ptrdiff_t>(states.size()) * 9 || known(appearance_.line) ||
        known(flashes) || distance(first.colour, appearance_.crossed) < 12)
      return;
    flashes.push_back(first.colour);
  }

  /// Edges such that no two share a vertex.
  std::vector<int> disjoint_edges(std::size_t max_count) const {
    std::vector<int> chosen, taken;
    for (const int e : edges_.free_edges()) {
      const auto& edge = edges_.grid().grid().edge(e);
      if (std::count(taken.begin(), taken.end(), edge.a) +
              std::count(taken.begin(), taken.end(), edge.b) >
          0)
        continue;
      taken.insert(taken.end(), {edge.a, edge.b});
      chosen.push_back(e);
      if (chosen.size() == max_count) break;
    }
    return chosen;
  }

  void find_speed() {
    const std::vector<int> three = disjoint_edges(3);
    Plan plan;
    const std::size_t times = 2 * edges_.clicks_around() + edges_.clicks_to_line();
    for (std::size_t i = 0; i < times; ++i)
      for (const int e : three)
        plan.emplace_back(
            Click{prober_.on_screen(edges_.grid().middle(e)), edges_.controls().line_button});
    pace_ = find_pace([&](const Pace& pace) {
      prober_.perform(plan, pace);
      const bool good = std::all_of(three.begin(), three.end(), [&](int e) {
        return edges_.now(e).ends && !edges_.is_free(e);
      });
      for (const int e : three) edges_.clear(e);
      return good;
    });
    settle_pace();
  }

  std::string text() const {
    SkinText skin = begin_skin();
    skin.table("controls", edges_.controls());
    write_pace(skin, "acting");
    skin.table("appearance", appearance_);
    return skin.text();
  }

  Learned finish() {
    const Learned learned = try_skin(text());
    const auto then = slitherlink::read(edges_.start(), appearance_);
    const auto now = read_now();
    const auto edges = slitherlink::match({then.board, then.where}, {now.board, now.where});
    bool same = edges && then.accepted();
    for (std::size_t e = 0; same && e < edges->size(); ++e)
      same = now.board.marks[e] == then.board.marks[static_cast<std::size_t>((*edges)[e])];
    check_as_found(same);
    return learned;
  }

  SlitherlinkEdges edges_;
  slitherlink::Appearance appearance_;
  bool shows_errors_ = true, has_shown_error_ = false;
  int tries_ = 0;
};

}  // namespace

Learned learn_slitherlink_geometry(Prober& prober, const LearnOptions& options) {
  return SlitherlinkGeometryLearner(prober, options).run();
}

}  // namespace eyehand::calibration
