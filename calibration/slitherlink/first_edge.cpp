// A detail of edge_survey.cpp: a first edge that reacts, wherever it is.
#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

#include "calibration/learn.hpp"
#include "calibration/slitherlink/edge_survey.hpp"
#include "calibration/survey.hpp"
#include "puzzle/index.hpp"
#include "vision/slitherlink/repeats.hpp"

namespace eyehand::calibration {
namespace {

using std::chrono::milliseconds;

/// A message that disappeared by itself, and may have covered the board, has more pixels than this,
/// as have the numbers of another board.
constexpr int kCoverPixels = 500;
/// Anything that repeats less clearly than this share of the clearest is not clicked.
constexpr double kPromising = 0.2;
/// How many places to click before giving up.
constexpr std::size_t kMostHints = 6, kMostPlaces = 8;
/// Of places that are clicked in one go, none are nearer to each other than this, pixels.
constexpr int kClicksApart = 50;
/// Something changed within this many pixels of a click that drew it.
constexpr int kNearClick = 3;

}  // namespace

/// Repeats an action until the surroundings are as before; the pictures taken on the way are the
/// states of an edge if one of them has a line. `original`: the edge as it was found, if that is
/// another of its states. `states`: those passed already.
bool EdgeSurvey::explore(const std::function<Effect()>& act, cv::Point2d near,
                         const cv::Mat& original, std::vector<cv::Mat> states) {
  const auto changes = [&](const cv::Mat& a, const cv::Mat& b, int reach) {
    const cv::Rect window = around(near, reach, a.size());
    return count_in_pieces(prober_.differences(a, b)(window));
  };
  const cv::Rect surroundings = around(near, Stroke::kReach, original.size());
  const auto off = [&](const cv::Mat& state, const cv::Rect& box) {
    return cv::norm(state(box), original(box), cv::NORM_L1);
  };
  const std::size_t first_seen = states.size();
  states.push_back(prober_.frame().image);
  const auto is_now = [&](const cv::Mat& state) {
    return changes(prober_.frame().image, state, Stroke::kReach) < kUnchangedPixels;
  };
  bool is_cycle = false;
  while (!is_cycle && static_cast<int>(states.size()) <= kMostStates) {
    const Effect effect = act();
    is_cycle = is_now(states[0]);
    if (is_cycle && states.size() == 1) return false;
    timing_.note(effect);
    animation_ = std::max(animation_, effect.last);
    if (is_cycle || (states.size() > 2 && is_now(states[1]))) break;
    states.push_back(effect.frame.image);
  }
  // The program may highlight an edge that the pointer is on: only before the first click it was
  // not. That changes no more than a line does, while a message that has gone covered much.
  if (!is_cycle && first_seen > 0 && states.size() > 2 && is_now(states[1]) &&
      changes(states[0], states.back(), Stroke::kReach) <=
          changes(states[1], states.back(), Stroke::kReach)) {
    states.erase(states.begin());
    is_cycle = true;
  }
  if (!is_cycle) {
    // Something beside the edge differs, too. It is left in the state most like what was found; if
    // a message covered that, in the one with the faintest outlines: nothing is drawn there.
    const bool was_covered = is_another(original);
    const auto unlike_found = [&](const cv::Mat& state) {
      if (!was_covered) return off(state, surroundings);
      cv::Mat outlines;
      cv::Laplacian(state(surroundings), outlines, CV_16S);
      return cv::norm(outlines, cv::NORM_L1);
    };
    const cv::Mat& found = *std::min_element(
        states.begin() + static_cast<std::ptrdiff_t>(first_seen), states.end(),
        [&](const cv::Mat& a, const cv::Mat& b) { return unlike_found(a) < unlike_found(b); });
    for (int i = 0; i < kMostStates && !is_now(found); ++i) act();
    return false;
  }
  // Determine which state was found, where a line comes and goes: other edges nearby, which were
  // changed as well, may tint the faces beside it.
  std::optional<Stroke> trace;
  for (std::size_t i = 1; i < states.size(); ++i) {
    const auto stroke =
        stroke_near(states[0], states[i], prober_.differences(states[0], states[i]), near);
    if (stroke && stroke->is_long() && (!trace || stroke->contrast > trace->contrast))
      trace = stroke;
  }
  const cv::Rect box = trace ? trace->box : surroundings;
  const auto found = at(static_cast<int>(std::min_element(states.begin(), states.end(),
                                                          [&](const cv::Mat& a, const cv::Mat& b) {
                                                            return off(a, box) < off(b, box);
                                                          }) -
                                         states.begin()));
  for (std::size_t i = 0; i < found; ++i) act();
  if (!trace) return false;
  std::rotate(states.begin(), states.begin() + static_cast<std::ptrdiff_t>(found), states.end());
  std::optional<Stroke> line;
  for (std::size_t i = 1; i < states.size(); ++i) {
    const cv::Mat mask = prober_.differences(states[0], states[i]);
    const auto stroke = stroke_near(states[0], states[i], mask, near);
    if (!stroke) return false;
    if (stroke->is_long() && (!line || stroke->contrast > line->contrast)) line = stroke;
  }
  if (!line || cv::norm(line->middle - near) > Stroke::kReach) return false;
  first_ = level_segment(line->middle, line->length(), line->is_horizontal());
  states_ = std::move(states);
  return true;
}

/// Begins with what is shown now if so much has changed that it was no edge.
void EdgeSurvey::look_again() {
  if (!is_another(start_)) return;
  start_ = prober_.frame().image;
  prober_.avoid_buttons();
  report("click", "a message has gone, or the board is left changed: another one is there");
}
bool EdgeSurvey::is_another(const cv::Mat& before) const {
  return cv::countNonZero(prober_.differences(before, prober_.frame().image)) >= kCoverPixels;
}

bool EdgeSurvey::find_by_drag(cv::Point2d from, cv::Point2d to) {
  const cv::Rect screen = prober_.frame().on_screen;
  for (const cv::Point2d p : {from, to})
    if (const cv::Point at(cvRound(p.x), cvRound(p.y));
        !screen.contains(at) || prober_.is_restless(at))
      return false;
  look_again();
  const Plan plan = {Drag{prober_.on_screen(from), prober_.on_screen(to), 1, {}}};
  tried_.insert(tried_.end(), {from, (from + to) / 2, to});
  if (!explore([&] { return prober_.perform(plan, pace_); }, (from + to) / 2,
               prober_.frame().image))
    return false;
  controls_.method = slitherlink::Gestures::drag;
  // It may have drawn several edges.
  find_by_drag(from, (from + to) / 2);
  return true;
}

/// Clicks all these places, then those again around which something has changed, so that every edge
/// is restored, not only the first.
bool EdgeSurvey::find_by_clicks(const std::vector<cv::Point>& places, int reach, milliseconds gap) {
  look_again();
  const cv::Mat before = prober_.frame().image;
  std::vector<cv::Point> clicked;
  Plan plan;
  for (const cv::Point p : places) {
    if (!prober_.frame().on_screen.contains(p) || prober_.is_restless(p)) continue;
    clicked.push_back(p);
    tried_.emplace_back(p);
    plan.emplace_back(Click{prober_.on_screen(p)});
  }
  Pace pace = pace_;
  pace.gap = gap;
  if (plan.empty() || !prober_.try_out(plan, pace).changed) return false;
  bool found = false;
  for (const cv::Point p : clicked) {
    const cv::Mat mask = prober_.differences(before, prober_.frame().image);
    if (count_in_pieces(mask(around(p, reach, mask.size()))) == 0) continue;
    // Where other places nearby were clicked as well, nothing looks quite as before.
    std::vector<cv::Mat> states;
    if (clicked.size() == 1) states.push_back(before);
    if (!explore([&] { return prober_.click(p); }, p, before, std::move(states))) continue;
    found = true;
    hit_ = p;
  }
  return found;
}

bool EdgeSurvey::find_by_clicks_apart(std::vector<cv::Point> places) {
  while (!places.empty()) {
    std::vector<cv::Point> some, later;
    for (const cv::Point p : places) {
      const bool is_apart = std::none_of(some.begin(), some.end(), [&](cv::Point other) {
        return cv::norm(p - other) < kClicksApart;
      });
      (is_apart ? some : later).push_back(p);
    }
    if (find_by_clicks(some, kClicksApart / 2, pace_.gap)) return true;
    places = std::move(later);
  }
  return false;
}

/// Clicks along a diagonal, which crosses edges of both directions wherever it lies, every other
/// pixel first: an edge that is hit twice may be unchanged.
bool EdgeSurvey::find_by_scan(cv::Point2d middle, int side) {
  for (const int odd : {0, 1}) {
    const cv::Mat before = prober_.frame().image;
    std::vector<cv::Point> places;
    for (int i = odd - side / 2; i <= side / 2; i += 2)
      places.emplace_back(cvRound(middle.x) + i, cvRound(middle.y) + i);
    bool found = find_by_clicks(places, kNearClick, milliseconds(15));
    const auto is_changed = [&] {
      const cv::Mat changed = prober_.differences(before, prober_.frame().image);
      return count_in_pieces(changed(around(middle, side, changed.size()))) > kCoverPixels / 10;
    };
    // A click may have drawn a cross in the middle of an edge that it hit elsewhere.
    const std::vector<cv::Point> again = found ? std::vector<cv::Point>() : places;
    for (const cv::Point p : again) {
      if (!is_changed()) break;
      if (prober_.is_restless(p) || !explore([&] { return prober_.click(p); }, p, before, {}))
        continue;
      found = true;
      hit_ = p;
    }
    if (!found) {
      if (is_changed())
        throw LearnStopped(End::stuck, "edges that were clicked could not be restored.");
      continue;
    }
    // Other edges react as far from their middles as this one does, and perhaps no farther.
    const cv::Point2d off = cv::Point2d(hit_) - first_.middle();
    if (first_.is_horizontal())
      aim_.y = off.y;
    else
      aim_.x = off.x;
    return true;
  }
  return false;
}

bool EdgeSurvey::find_first() {
  std::vector<slitherlink::Repeat> repeats;
  std::size_t count = 0;
  const auto at = [](const slitherlink::Repeat& repeat, double x, double y) {
    return cv::Point2d(repeat.at) + repeat.pitch * cv::Point2d(x, y);
  };
  start_ = prober_.frame().image;
  // Try again if what covered the board at first has disappeared by itself, or if a click beside
  // the edge that reacts has dealt another board: nothing of the first one may remain in start_.
  bool is_found = false;
  for (int attempt = 0; attempt < 2; ++attempt) {
    look_again();
    const cv::Mat seen = prober_.frame().image;
    repeats = slitherlink::find_repeats(seen);
    std::erase_if(repeats, [&](const auto& repeat) { return prober_.is_restless(repeat.at); });
    hints_.clear();
    for (const slitherlink::Repeat& repeat : repeats) hints_.push_back(repeat.pitch);
    std::erase_if(repeats, [&](const auto& repeat) {
      return repeat.score < kPromising * repeats.front().score;
    });
    count = std::min(repeats.size(), kMostHints);
    // Whether a vertex or a face repeats, half a step to the side is the middle of an edge.
    std::vector<cv::Point> places;
    for (std::size_t i = 0; i < count; ++i)
      for (const double aside : {0.5, 0.0}) places.push_back(at(repeats[i], aside, 0));
    const auto rest = places.begin() + !places.empty();
    if (find_by_clicks_apart({places.begin(), rest}) ||
        find_by_clicks_apart({rest, places.end()})) {
      is_found = true;
      if (cv::countNonZero(changed_away(seen)) < kCoverPixels) return true;
    } else if (!is_another(seen)) {
      break;
    }
  }
  if (is_found) return true;
  for (std::size_t i = 0; i < std::min<std::size_t>(count, 3); ++i)
    for (const Segment& edge : edges_near(repeats[i].at, repeats[i].pitch))
      if (find_by_drag(edge.a, edge.b)) return true;
  for (std::size_t i = 0; i < std::min<std::size_t>(count, 3); ++i)
    if (find_by_scan(at(repeats[i], 0.4, 0), repeats[i].pitch)) return true;
  auto places = promising_places(start_);
  std::erase_if(places, [&](cv::Point place) { return prober_.is_restless(place); });
  places.resize(std::min(places.size(), kMostPlaces));
  if (find_by_clicks_apart(places)) return true;
  for (const cv::Point place : places)
    if (find_by_drag(place - cv::Point(70, 0), place + cv::Point(70, 0))) return true;
  for (const cv::Point place : places)
    if (find_by_scan(place, 90)) return true;
  return false;
}

}  // namespace eyehand::calibration
