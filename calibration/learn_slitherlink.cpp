#include "calibration/learn_slitherlink.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>

#include "actuator/plan_slitherlink.hpp"
#include "calibration/pace_search.hpp"
#include "calibration/skin_text.hpp"
#include "calibration/slitherlink_look.hpp"
#include "player/games.hpp"
#include "player/slitherlink_match.hpp"

namespace eyehand::calibration {
namespace {

using slitherlink::Mark;

/// A program goes through no more states of an edge.
constexpr int kMostStates = 4;
/// A colour that is further from another than this is another.
constexpr int kOtherColour = 40;
constexpr std::array kButtons = {1, 3, 2};

/// What clicks with one button make of an untouched edge, one after another, until it is as before.
struct Cycle {
  int button = 0;
  std::vector<EdgeState> states;
};

class Learner {
 public:
  Learner(Prober& prober, const LearnWish& wish) : prober_(prober), wish_(wish) {}

  Learned run() {
    see_grid();
    find_buttons();
    find_line();
    find_cross();
    name_numbers();
    find_speed();
    see_win();
    timing_.set_waits(pace_);
    return finish();
  }

 private:
  void say(std::string_view stage, const std::string& what) const {
    if (wish_.say) wish_.say(stage, what);
  }
  [[noreturn]] static void give_up(End end, const std::string& why) {
    throw LearnStopped(end, why);
  }

  void see_grid() {
    start_ = prober_.rest();
    auto found = find_grid(start_);
    if (!found)
      give_up(End::not_sure, "there is no grid of dots to be seen; is a Slitherlink board there?");
    grid_ = std::move(*found);
    look_ = grid_.look;
    // What most edges are is what nobody has touched.
    std::vector<std::pair<EdgeState, int>> kinds;
    for (int e = 0; e < grid_.grid().edges(); ++e) {
      const EdgeState state = now(e);
      const auto kind = std::find_if(kinds.begin(), kinds.end(),
                                     [&](const auto& of) { return of.first.same(state); });
      if (kind == kinds.end())
        kinds.emplace_back(state, 1);
      else
        ++kind->second;
    }
    untouched_ = std::max_element(kinds.begin(), kinds.end(), [](const auto& a, const auto& b) {
                   return a.second < b.second;
                 })->first;
    look_.undecided = untouched_.colour;
    // From the middle outwards.
    const cv::Point2d middle(start_.image.cols / 2.0, start_.image.rows / 2.0);
    for (int e = 0; e < grid_.grid().edges(); ++e)
      if (now(e).same(untouched_)) free_.push_back(e);
    std::sort(free_.begin(), free_.end(), [&](int a, int b) {
      return cv::norm(grid_.middle(a) - middle) < cv::norm(grid_.middle(b) - middle);
    });
    if (free_.empty()) give_up(End::not_sure, "all edges are decided; learn on a fresh board.");
    say("grid",
        fmt::format("{} dots {}, {} faces, {} edges {}", grid_.grid().vertices(),
                    to_setting(look_.dot), grid_.grid().faces(), grid_.grid().edges(),
                    look_.method == slitherlink::Method::dots ? "that do not show" : "drawn"));
  }

  EdgeState now(int edge) const { return edge_state(prober_.frame().image, grid_, edge); }
  bool is_free(int edge) const { return now(edge).same(untouched_); }

  Effect click(int edge, int button) { return prober_.click(grid_.middle(edge), button); }

  void find_buttons() {
    const int edge = free_.front();
    for (const int button : kButtons) {
      Cycle cycle{button, {}};
      for (int i = 0; i <= kMostStates; ++i) {
        const Effect effect = click(edge, button);
        timing_.note(effect);
        const EdgeState state = now(edge);
        if (state.same(untouched_)) break;
        cycle.states.push_back(state);
      }
      if (static_cast<int>(cycle.states.size()) > kMostStates)
        give_up(End::stuck,
                fmt::format("button {} changes an edge and does not change it back.", button));
      if (!cycle.states.empty()) cycles_.push_back(cycle);
    }
    if (cycles_.empty() && look_.method == slitherlink::Method::strokes)
      give_up(End::stuck, "no button changes an edge.");
  }

  /// Clicks the edge until it is as nobody had touched it.
  void clear(int edge) {
    for (const Cycle& cycle : cycles_)
      for (std::size_t i = 0; i <= cycle.states.size(); ++i) {
        if (is_free(edge)) return;
        click(edge, cycle.button);
      }
    if (!is_free(edge)) give_up(End::stuck, "an edge could not be cleared again.");
  }

  /// Whether edges in this state turn to another colour where three of them meet: then they are
  /// lines, and in error.
  std::optional<Colour> error_colour(const Cycle& cycle, std::size_t state) {
    const auto& grid = grid_.grid();
    for (const int edge : free_) {
      const auto around = grid.edges_of_vertex(grid.edge(edge).a);
      if (around.size() < 3 ||
          !std::all_of(around.begin(), around.end(), [&](int e) { return is_free(e); }))
        continue;
      const std::vector<int> three(around.begin(), around.begin() + 3);
      for (const int e : three)
        for (std::size_t i = 0; i <= state; ++i) click(e, cycle.button);
      std::optional<Colour> other;
      for (const int e : three) {
        const EdgeState shown = now(e);
        if (distance(shown.colour, cycle.states[state].colour) > kOtherColour) other = shown.colour;
      }
      for (const int e : three) clear(e);
      return other;
    }
    return std::nullopt;
  }

  void find_line() {
    struct Candidate {
      const Cycle* cycle;
      std::size_t state;
      std::optional<Colour> error;
    };
    std::vector<Candidate> candidates;
    for (const Cycle& cycle : cycles_)
      for (std::size_t i = 0; i < cycle.states.size(); ++i) {
        const EdgeState& state = cycle.states[i];
        if (!state.ends || !state.middle) continue;
        const bool known = std::any_of(
            candidates.begin(), candidates.end(),
            [&](const Candidate& other) { return other.cycle->states[other.state].same(state); });
        if (!known) candidates.push_back({&cycle, i, error_colour(cycle, i)});
      }
    if (candidates.empty()) {
      find_drag();
      return;
    }
    // An error shows what a line is; else what stands out most is.
    const auto rank = [&](const Candidate& of) {
      const int contrast = distance(of.cycle->states[of.state].colour, grid_.ground);
      return (of.error ? 1000 : 0) + contrast;
    };
    const Candidate best = *std::max_element(
        candidates.begin(), candidates.end(),
        [&](const Candidate& a, const Candidate& b) { return rank(a) < rank(b); });
    line_ = best.cycle->states[best.state];
    cycle_ = *best.cycle;
    clicks_to_line_ = best.state + 1;
    controls_.line_button = cycle_.button;
    look_.line = {line_.colour};
    if (best.error) look_.line.push_back(*best.error);
    say("line", fmt::format("{} with button {}{}", to_setting(line_.colour), controls_.line_button,
                            best.error ? ", in error " + to_setting(*best.error) : std::string()));
  }

  /// A line that is drawn from dot to dot, and erased the same way.
  void find_drag() {
    const int edge = free_.front();
    controls_.method = slitherlink::Gestures::drag;
    for (const int button : kButtons) {
      controls_.line_button = button;
      timing_.note(toggle({edge}));
      const EdgeState state = now(edge);
      if (state.same(untouched_)) continue;
      toggle({edge});
      if (!is_free(edge)) clear(edge);
      if (!state.ends || !state.middle) continue;
      line_ = state;
      look_.line = {line_.colour};
      say("line", fmt::format("{} by dragging with button {}", to_setting(line_.colour), button));
      return;
    }
    give_up(End::stuck, "neither a click nor a drag with any button draws a line along an edge.");
  }

  /// Draws these edges, or erases them, each by itself.
  Effect toggle(const std::vector<int>& edges) {
    Plan plan;
    Pace pace = Prober::careful_pace();
    if (controls_.method == slitherlink::Gestures::drag) {
      pace.drag_steps = 3;
      pace.drag_step = std::chrono::milliseconds(25);
    }
    for (const int e : edges) {
      const auto& edge = grid_.grid().edge(e);
      if (controls_.method == slitherlink::Gestures::drag) {
        plan.emplace_back(Drag{prober_.on_screen(grid_.vertex(edge.a)),
                               prober_.on_screen(grid_.vertex(edge.b)),
                               controls_.line_button,
                               {}});
        continue;
      }
      const std::size_t clicks =
          is_free(e) ? clicks_to_line_ : cycle_.states.size() + 1 - clicks_to_line_;
      for (std::size_t i = 0; i < clicks; ++i)
        plan.emplace_back(Click{prober_.on_screen(grid_.middle(e)), controls_.line_button});
    }
    return prober_.perform(plan, pace);
  }

  Mark mark_of(const EdgeState& state) const {
    if (state.same(untouched_)) return Mark::unknown;
    return state.same(line_) ? Mark::line : Mark::cross;
  }

  void find_cross() {
    const bool clicks = controls_.method == slitherlink::Gestures::click;
    if (clicks) {
      controls_.unknown_becomes = mark_of(cycle_.states.front());
      controls_.line_becomes = clicks_to_line_ < cycle_.states.size()
                                   ? mark_of(cycle_.states[clicks_to_line_])
                                   : Mark::unknown;
    }
    for (const Cycle& cycle : cycles_)
      for (std::size_t i = 0; i < cycle.states.size(); ++i) {
        if (mark_of(cycle.states[i]) != Mark::cross) continue;
        look_.crossed = cycle.states[i].colour;
        say("cross", fmt::format("{} with button {}", to_setting(look_.crossed), cycle.button));
        if (!clicks) return;
        const int edge = free_.front();
        for (std::size_t k = 0; k <= i; ++k) click(edge, cycle.button);
        click(edge, controls_.line_button);
        controls_.cross_becomes = mark_of(now(edge));
        clear(edge);
        return;
      }
  }

  /// Numbers that look alike are one digit. Which one, the program itself may say: with one line
  /// too many around it, it is in error. Else Tesseract is asked.
  void name_numbers() {
    const cv::Mat before = prober_.frame().image.clone();
    std::string names;
    std::vector<bool> seen(10, false);
    for (const auto& faces : alike_numbers(before, grid_)) {
      int digit = count_lines(faces);
      const bool told = digit >= 0;
      if (!told) digit = ocr_of(before, grid_, faces);
      if (digit < 0 || digit > 9)
        give_up(End::not_sure,
                fmt::format("a number that is on {} faces cannot be told.", faces.size()));
      for (auto& sample : samples_of(before, grid_, faces, digit))
        look_.digits.push_back(std::move(sample));
      seen[static_cast<std::size_t>(digit)] = true;
      names += fmt::format("{}{} ({}{})", names.empty() ? "" : ", ", digit, faces.size(),
                           told ? "" : ", by its looks");
    }
    say("digits", names);
    for (std::size_t digit = 0; digit < 4; ++digit)
      if (!seen[digit])
        say("digits", fmt::format("there is no {}: boards with one may be refused", digit));
  }

  /// Draws lines around one of these faces, one by one, until its number's colour changes: then
  /// there is one too many. -1 if it never does.
  int count_lines(const std::vector<int>& faces) {
    const cv::Point2d middle(start_.image.cols / 2.0, start_.image.rows / 2.0);
    int face = -1;
    double nearest = 1e9;
    for (const int f : faces) {
      const auto edges = grid_.grid().edges_of_face(f);
      const double off = cv::norm(grid_.middle(edges[0]) - middle);
      if (off < nearest &&
          std::all_of(edges.begin(), edges.end(), [&](int e) { return is_free(e); })) {
        nearest = off;
        face = f;
      }
    }
    if (face < 0 || !shows_errors_) return -1;
    const Colour before = number_colour(prober_.frame().image, grid_, face);
    const auto edges = grid_.grid().edges_of_face(face);
    int drawn = 0, count = -1;
    std::vector<int> lines;
    for (const int e : edges) {
      toggle({e});
      lines.push_back(e);
      ++drawn;
      if (distance(number_colour(prober_.frame().image, grid_, face), before) <= kOtherColour)
        continue;
      count = drawn - 1;
      break;
    }
    // A program that shows an error shows it with all sides drawn around any number but the most.
    if (count < 0 && shows_errors_ && !has_shown_error_) shows_errors_ = ++tries_ < 2;
    if (count >= 0) has_shown_error_ = true;
    toggle(lines);
    for (const int e : edges)
      if (!is_free(e)) give_up(End::stuck, "a line could not be taken away again.");
    return count;
  }

  slitherlink::Reading read_now() const { return slitherlink::read(prober_.frame(), look_); }

  /// Plays the board to see what a win looks like, and takes the lines away.
  void see_win() {
    const slitherlink::Reading before = read_now();
    if (!before.sure()) give_up(End::not_sure, "the board cannot be read: " + before.doubt);
    const auto round = game_named("slitherlink").begin(parse_skin(text(), wish_.name));
    round->see(prober_.frame());
    round->solve(wish_.deadline);
    const Plan plan = round->plan();
    if (plan.empty()) {
      say("win", "what a win looks like was not seen");
      return;
    }
    std::vector<Colour> flashes;
    prober_.tell_frames([&](const Frame& frame) {
      if (frame.image.size() != start_.image.size()) return;
      note_flash(frame.image, flashes);
    });
    const Effect effect = prober_.perform(plan, pace_);
    prober_.tell_frames(nullptr);
    const slitherlink::Reading after = read_now();
    if (!after.sure() || !slitherlink::is_solved(after.board)) {
      if (after.sure() &&
          slitherlink::match({before.board, before.where}, {after.board, after.where}))
        give_up(End::stuck, "the clicks of an answer did not draw it.");
      give_up(End::not_sure, "the board is another, or hidden, once it is solved.");
    }
    for (const Colour colour : flashes) look_.line.push_back(colour);
    timing_.note(effect);
    say("win", fmt::format("after {} gestures; {}", plan.size(),
                           flashes.empty() ? "nothing flashes"
                                           : "lines turn " + to_setting(flashes.front())));
    // Back, by what has just been learned.
    const auto edges = slitherlink::match({before.board, before.where}, {after.board, after.where});
    if (!edges) give_up(End::stuck, "the board is another once it is solved.");
    std::vector<Mark> wanted;
    for (const int e : *edges) wanted.push_back(before.board.marks[static_cast<std::size_t>(e)]);
    prober_.perform(slitherlink::plan(after.board, wanted, places(after), controls_), pace_);
  }

  std::vector<ScreenPoint> places(const slitherlink::Reading& reading) const {
    std::vector<ScreenPoint> points;
    for (const auto& p : reading.where) points.push_back(prober_.on_screen({p.x, p.y}));
    return points;
  }

  /// Colours in which most of the whole board's lines are and have not been before.
  void note_flash(const cv::Mat& bgr, std::vector<Colour>& flashes) const {
    std::vector<EdgeState> states;
    int untouched = 0;
    for (int e = 0; e < grid_.grid().edges(); ++e) {
      const EdgeState state = edge_state(bgr, grid_, e);
      if (state.same(untouched_))
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
                         [&](Colour c) { return distance(c, first.colour) < kOtherColour; });
    };
    if (alike * 10 < static_cast<std::ptrdiff_t>(states.size()) * 9 || known(look_.line) ||
        known(flashes) || distance(first.colour, look_.crossed) < 12)
      return;
    flashes.push_back(first.colour);
  }

  /// Edges of which no two share a vertex.
  std::vector<int> apart(std::size_t most) const {
    std::vector<int> chosen, taken;
    for (const int e : free_) {
      const auto& edge = grid_.grid().edge(e);
      if (std::count(taken.begin(), taken.end(), edge.a) +
              std::count(taken.begin(), taken.end(), edge.b) >
          0)
        continue;
      taken.insert(taken.end(), {edge.a, edge.b});
      chosen.push_back(e);
      if (chosen.size() == most) break;
    }
    return chosen;
  }

  void find_speed() {
    if (controls_.method == slitherlink::Gestures::drag)
      find_drag_speed();
    else
      find_click_speed();
    timing_.set_waits(pace_);
    say("pace", fmt::format("{} ms held, {} ms between clicks, still after {} ms",
                            pace_.hold.count(), pace_.gap.count(), pace_.settle.count()));
  }

  void find_click_speed() {
    const std::vector<int> three = apart(3);
    Plan plan;
    const std::size_t times = 2 * (cycle_.states.size() + 1) + clicks_to_line_;
    for (std::size_t i = 0; i < times; ++i)
      for (const int e : three)
        plan.emplace_back(Click{prober_.on_screen(grid_.middle(e)), controls_.line_button});
    pace_ = find_pace([&](const Pace& pace) {
      prober_.perform(plan, pace);
      const bool good = std::all_of(three.begin(), three.end(),
                                    [&](int e) { return now(e).ends && !is_free(e); });
      for (const int e : three) clear(e);
      return good;
    });
  }

  /// Around a face, each edge a drag; then all of it erased.
  void find_drag_speed() {
    const slitherlink::Reading before = read_now();
    const auto& grid = grid_.grid();
    int face = 0;
    for (int f = 0; f < grid.faces(); ++f) {
      const auto edges = grid.edges_of_face(f);
      if (std::all_of(edges.begin(), edges.end(), [&](int e) { return is_free(e); })) face = f;
    }
    std::vector<Mark> wanted = before.board.marks;
    for (const int e : grid.edges_of_face(face)) wanted[static_cast<std::size_t>(e)] = Mark::line;
    Pace pace;
    pace.drag_steps = 1;
    for (const int ms : {2, 5, 10, 20, 40}) {
      pace.gap = pace.drag_step = std::chrono::milliseconds(ms);
      int good = 0;
      for (int attempt = 0; attempt < 3; ++attempt) {
        prober_.perform(slitherlink::plan(before.board, wanted, places(before), controls_), pace);
        const slitherlink::Reading after = read_now();
        good += after.sure() && after.board.marks == wanted;
        for (int e = 0; e < grid.edges(); ++e)
          if (!now(e).same(edge_state(start_.image, grid_, e))) {
            if (now(e).ends && now(e).middle)
              toggle({e});
            else
              clear(e);
          }
        if (good <= attempt) break;
      }
      if (good == 3) break;
    }
    // Half as long again: a busy machine takes longer over each.
    pace.gap += pace.gap / 2;
    pace.drag_step += pace.drag_step / 2;
    pace_ = pace;
  }

  std::string text() const {
    SkinText skin("slitherlink", fmt::format("{}, as learned from its window", wish_.window.title),
                  wish_.window);
    skin.table("controls", controls_);
    skin.comment("Measured by acting faster and faster.");
    skin.table("pace", pace_);
    skin.new_game(wish_.new_game_keys, wish_.dismiss_keys);
    skin.table("look", look_);
    return skin.text();
  }

  Learned finish() {
    const Learned learned = learned_from(text(), prober_.rest(), wish_);
    const auto then = slitherlink::read(start_, look_);
    const auto now = read_now();
    const auto edges = slitherlink::match({then.board, then.where}, {now.board, now.where});
    bool same = edges && then.sure();
    for (std::size_t e = 0; same && e < edges->size(); ++e)
      same = now.board.marks[e] == then.board.marks[static_cast<std::size_t>((*edges)[e])];
    if (!same) give_up(End::stuck, "the board was not brought back.");
    return learned;
  }

  Prober& prober_;
  const LearnWish& wish_;
  Frame start_;
  FoundGrid grid_;
  slitherlink::Look look_;
  slitherlink::Controls controls_;
  EdgeState untouched_, line_;
  std::vector<int> free_;  ///< edges that nobody had touched, from the middle outwards
  std::vector<Cycle> cycles_;
  Cycle cycle_;  ///< the one that draws lines
  std::size_t clicks_to_line_ = 1;
  bool shows_errors_ = true, has_shown_error_ = false;
  int tries_ = 0;
  Pace pace_;
  Timing timing_;
};

}  // namespace

Learned learn_slitherlink(Prober& prober, const LearnWish& wish) {
  return Learner(prober, wish).run();
}

}  // namespace eyehand::calibration
