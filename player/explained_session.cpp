#include "player/explained_session.hpp"

#include <algorithm>
#include <chrono>
#include <limits>
#include <utility>
#include <variant>

#include "player/drawing.hpp"
#include "puzzle/index.hpp"

namespace eyehand {
namespace {

constexpr std::chrono::seconds kExplainTime{10};

/// Of the places that reach as far as this point, the one whose centre is nearest. A place reaches
/// beyond itself by half its longer side, because an edge has hardly any width.
template <class Places>
auto nearest(const Places& places, cv::Point to) {
  auto best = places.end();
  double least = std::numeric_limits<double>::max();
  for (auto each = places.begin(); each != places.end(); ++each) {
    const cv::Rect& place = each->place;
    const int reach = std::max(place.width, place.height) / 2;
    const cv::Rect wide(place.x - reach, place.y - reach, place.width + 2 * reach + 1,
                        place.height + 2 * reach + 1);
    const cv::Point2d from_centre = cv::Point2d(to) - cv::Point2d(place.tl() + place.br()) / 2;
    const double distance = from_centre.dot(from_centre);
    if (!wide.contains(to) || distance >= least) continue;
    best = each;
    least = distance;
  }
  return best;
}

/// Where what it changes is; nothing for keys and pauses.
std::optional<cv::Point> target_of(const Gesture& gesture) {
  if (const auto* click = std::get_if<Click>(&gesture)) return cv::Point(click->at.x, click->at.y);
  if (const auto* drag = std::get_if<Drag>(&gesture)) return cv::Point(drag->to.x, drag->to.y);
  return std::nullopt;
}

}  // namespace

Observation ExplainedSession::observe(const Frame& frame) {
  frame_ = frame;
  Observation seen = session_.observe(frame);
  area_ = seen.area;
  board_ = seen.text;
  return seen;
}

Status ExplainedSession::solve(Deadline deadline) {
  steps_.clear();
  const Status status = session_.solve(deadline);
  const Trace trace = [this](const Deduction& step) { steps_.push_back(step); };
  if (status != Status::none && status != Status::timeout)
    game_.solve(
        board_,
        {.deadline = deadline.at_most(kExplainTime), .trace = &trace, .rules = session_.rules()});
  decided_at_ = course_of({}, steps_).decided_at;
  return status;
}

std::vector<ExplainedSession::Decided> ExplainedSession::decided_cells() const {
  std::vector<Decided> decided;
  const std::vector<cv::Rect> cells = session_.cells();
  for (std::size_t cell = 0; cell < std::min(cells.size(), decided_at_.size()); ++cell)
    if (decided_at_[cell] > 0)
      decided.push_back({{frame_.to_screen(cells[cell].tl()), frame_.to_screen(cells[cell].br())},
                         decided_at_[cell]});
  return decided;
}

Plan ExplainedSession::plan() const {
  Plan plan = session_.plan();
  const std::size_t moving = plan.size() - std::min(plan.size(), session_.checks());
  struct Unit {
    int step;
    Plan gestures;
  };
  std::vector<Unit> units;
  const std::vector<Decided> decided = decided_cells();
  for (std::size_t i = 0; i < moving; ++i) {
    const Gesture& gesture = plan[i];
    const bool is_typed = std::holds_alternative<Key>(gesture);
    if (is_typed ? units.empty() : !std::holds_alternative<Click>(gesture)) return plan;
    if (!is_typed) {
      const auto cell = nearest(decided, *target_of(gesture));
      units.push_back({cell == decided.end() ? std::numeric_limits<int>::max() : cell->step, {}});
    }
    units.back().gestures.push_back(gesture);
  }
  std::ranges::stable_sort(units, {}, &Unit::step);
  auto next = plan.begin();
  for (Unit& unit : units) next = std::ranges::move(unit.gestures, next).out;
  return plan;
}

const Deduction* ExplainedSession::step_of(const Gesture& gesture) const {
  const auto target = target_of(gesture);
  if (!target) return nullptr;
  const std::vector<Decided> decided = decided_cells();
  const auto cell = nearest(decided, *target);
  return cell == decided.end() ? nullptr : &steps_[at(cell->step - 1)];
}

}  // namespace eyehand
