#include "vision/panel/state.hpp"

#include <algorithm>
#include <cmath>

#include "vision/panel/fit.hpp"

namespace eyehand::panel {
namespace {

/// With such a share of what the next best drawing leaves, and so small a mean squared difference,
/// all three channels, no second look is needed.
constexpr double kClearAhead = 0.2, kNoise = 150;
/// The mean squared difference that may be left; ...
constexpr double kMaxLeft = 1800;
/// ... but for this share of the pixels no channel may be far off.
constexpr double kPixelsOff = 0.04;
/// Fewer pixels mean nothing.
constexpr std::size_t kFewest = 12;

}  // namespace

StateReader::StateReader(const Atlas& atlas, const Palette& palette)
    : atlas_(atlas), palette_(palette) {
  const AtlasSize& size = atlas.size;
  const int side = size.side;
  cv::Mat symbols = cv::Mat::zeros(side, side, CV_32F);
  for (const SymbolLayers& one : atlas.symbols)
    symbols = cv::max(symbols, one.main + one.rest + one.outline);
  const double free = symbol_free(size, palette.shape) + 0.3 + std::min(size.blur, 0.4);
  const double trail = std::max(0.05 * side, size.unit) / 2 + 0.6 + size.blur;
  const double bridge = palette.shape.bridge * side / 2 + 0.8 + size.blur;
  const double spilled =
      std::max(atlas.frame_reach - (side - size.tile / 2) + 0.5 * size.blur, 0.0);
  for (int row = 0; row < side; ++row)
    for (int column = 0; column < side; ++column) {
      const cv::Point p(column, row);
      const double x = std::abs(column + 0.5 - side / 2.0), y = std::abs(row + 0.5 - side / 2.0);
      const double inside = atlas.inside.at<float>(p);
      const bool is_symbol = atlas.distance.at<float>(p) <= free || symbols.at<float>(p) >= 0.12F;
      const bool is_beside = inside <= 0 || (inside <= 0.5 && std::min(x, y) <= bridge);
      if (is_symbol || is_beside || std::min(x, y) < trail) continue;
      pixels_[all].push_back(p);
      if (inside > spilled) pixels_[inner].push_back(p);
    }
  for (const bool lit : {false, true}) states_[lit ? 1 : 0] = draw_all(lit, false);
}

cv::Mat StateReader::draw(bool lit, int marks, bool has_walker) const {
  const int side = atlas_.size.side;
  const cv::Vec3f own = lit ? palette_.lit : palette_.unlit;
  const cv::Vec3f foreground = lit ? palette_.on_lit : palette_.on_unlit;
  cv::Mat picture(side, side, CV_32FC3);
  for (int row = 0; row < side; ++row)
    for (int column = 0; column < side; ++column) {
      const cv::Point p(column, row);
      auto& drawn = picture.at<cv::Vec3f>(p);
      drawn = palette_.background + (own - palette_.background) * atlas_.tile.at<float>(p);
      if (has_walker) {
        const cv::Point around = p + cv::Point(atlas_.fringe, atlas_.fringe);
        drawn += (palette_.walker - drawn) * atlas_.frame.at<float>(around);
      }
      drawn += (foreground - drawn) * atlas_.marks[marks].at<float>(p);
    }
  return picture;
}

StateReader::States StateReader::draw_all(bool lit, bool has_walker) const {
  States states;
  for (int marks = 0; marks < kMarks; ++marks) states.drawn[marks] = draw(lit, marks, has_walker);
  for (const Where where : {all, inner})
    for (int i = 0; i < kMarks; ++i)
      for (int j = 0; j < i; ++j)
        states.between[where][i][j] = states.between[where][j][i] =
            compare(states.drawn[i], states.drawn[j], pixels_[where]).left;
  return states;
}

StateReading StateReader::read_at(Where where, const cv::Mat& cell, bool has_walker) const {
  const std::vector<cv::Point>& at = pixels_[where];
  StateReading reading;
  if (at.size() < kFewest) return reading;
  const auto closest = [&](const States& states) {
    double least = -1;
    for (const cv::Mat& drawn : states.drawn) {
      const double now = compare(cell, drawn, at).left;
      least = least < 0 ? now : std::min(least, now);
    }
    return least;
  };
  States walked[2];
  if (has_walker)
    for (const bool lit : {false, true}) walked[lit ? 1 : 0] = draw_all(lit, true);
  const States* states_by_lit = has_walker ? walked : states_;
  const bool lit = closest(states_by_lit[1]) < closest(states_by_lit[0]);
  const States& states = states_by_lit[lit ? 1 : 0];
  Explained explained[kMarks];
  int best = 0;
  const auto find_best = [&](auto&& explain_one) {
    for (int marks = 0; marks < kMarks; ++marks) {
      explained[marks] = explain_one(states.drawn[marks]);
      if (explained[marks].left < explained[best].left) best = marks;
    }
  };
  const double pixels = static_cast<double>(at.size());
  find_best([&](const cv::Mat& drawn) { return compare(cell, drawn, at); });
  const bool is_clear =
      explained[best].left <= kNoise * pixels &&
      std::all_of(explained, explained + kMarks, [&](const Explained& one) {
        return &one == &explained[best] || explained[best].left <= kClearAhead * one.left;
      });
  if (!is_clear) find_best([&](const cv::Mat& drawn) { return explain(cell, drawn, at); });
  reading.lit = lit;
  reading.start = (best & 1) != 0;
  reading.locked = (best & 2) != 0;
  reading.error = explained[best].left / (kMaxLeft * pixels);
  reading.confidence = 1;
  for (int marks = 0; marks < kMarks; ++marks)
    if (marks != best)
      reading.confidence =
          std::min(reading.confidence, apart(explained[best].left, explained[marks].left,
                                             states.between[where][best][marks], at.size()));
  reading.is_other = reading.error > 1 || explained[best].far_off > kPixelsOff * pixels + 1;
  if (reading.is_other) reading.confidence = std::min(reading.confidence, 0.2F);
  return reading;
}

StateReading StateReader::read(const cv::Mat& cell, bool has_walker) const {
  const StateReading reading = read_at(all, cell, has_walker);
  return reading.is_other ? read_at(inner, cell, has_walker) : reading;
}

}  // namespace eyehand::panel
