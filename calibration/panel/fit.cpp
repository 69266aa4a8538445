#include "calibration/panel/fit.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numbers>
#include <opencv2/imgproc.hpp>

#include "calibration/changes.hpp"
#include "calibration/panel/hues.hpp"
#include "calibration/panel/tiles.hpp"
#include "vision/panel/marks.hpp"
#include "vision/statistics.hpp"

namespace eyehand::calibration {
namespace {

/// Colours that differ by at most this much are the same state.
constexpr int kOneState = 12;
/// Beyond this distance from a tile's centre, in pitches, marks are measured: no symbol of any size
/// reaches that far.
constexpr double kSymbolReach = 0.395;

/// Foregrounds differ from their tiles by at least this much.
constexpr int kForegroundStep = 100;

/// Visits the pixels of a tile with their offset from its centre, in pixels.
void visit_tile(const cv::Mat& bgr, cv::Point2d middle, double half, const PixelVisit& visit) {
  visit_box(bgr,
            cv::Rect(cv::Point(cvFloor(middle.x - half), cvFloor(middle.y - half)),
                     cv::Point(cvCeil(middle.x + half), cvCeil(middle.y + half))),
            middle, visit);
}

/// The most common colour along the four sides of a tile, slightly inside it.
Colour rim_colour(const cv::Mat& bgr, const cv::Rect& box) {
  ColourCounts counts;
  const cv::Point2d middle(box.x + (box.width - 1) / 2.0, box.y + (box.height - 1) / 2.0);
  const double half = box.width / 2.0;
  visit_tile(bgr, middle, half, [&](Colour c, cv::Point2d off) {
    const double far = cv::norm(off) / half;
    if (far > 0.84 && far < 0.95) count_colour(counts, c);
  });
  return commonest(counts).value_or(Colour{});
}

/// A corner's radius in pixels, from the area missing from the box.
double corner_of(const cv::Mat& changed, const cv::Rect& box) {
  std::vector<std::vector<cv::Point>> outlines;
  cv::findContours(changed(box).clone(), outlines, cv::RETR_EXTERNAL, cv::CHAIN_APPROX_NONE);
  cv::Mat whole = cv::Mat::zeros(box.size(), CV_8UC1);
  cv::drawContours(whole, outlines, -1, cv::Scalar(255), cv::FILLED);
  const double missing = box.area() - cv::countNonZero(whole);
  return std::sqrt(std::max(0.0, missing) / (4 - std::numbers::pi));
}

/// The centres of tiles as large as this one.
std::vector<cv::Point2d> tiles_like(const cv::Mat& bgr, const panel::Appearance& appearance,
                                    const cv::Rect& box) {
  std::vector<cv::Point2d> middles;
  for (const cv::Rect& other :
       boxes_of(other_than(bgr, appearance.background.front()), box.width / 2))
    if (std::abs(other.width - box.width) <= 2 && std::abs(other.height - box.height) <= 2)
      middles.emplace_back(other.x + other.width / 2.0, other.y + other.height / 2.0);
  return middles;
}

std::string shape_text(double width, double corner, double symbol, double bolt, double bridge) {
  return fmt::format("{:.3g} {:.3g} {:.3g} {:.3g} {:.3g}", std::clamp(width, 0.6, 0.98),
                     std::clamp(corner, 0.0, 0.5), symbol, std::clamp(bolt, 0.1, 0.5),
                     std::clamp(bridge, 0.15, 0.6));
}

}  // namespace

double pitch_of(const panel::Reading& reading) {
  const auto& where = reading.where;
  if (reading.board.width > 1) return cv::norm(where[1] - where[0]);
  if (reading.board.height > 1) return cv::norm(where[1] - where[0]);
  return reading.area.width;
}

std::optional<panel::Appearance> appearance_of_tile(const ToggledTile& tile) {
  panel::Appearance appearance;
  ColourCounts counts;
  for (int y = 0; y < tile.before.rows; ++y)
    for (int x = 0; x < tile.before.cols; ++x) {
      const Colour c = colour_at(tile.before, x, y);
      const bool is_around =
          x < tile.box.x - 1 || y < tile.box.y - 1 || x > tile.box.br().x || y > tile.box.br().y;
      const bool is_near = std::abs(x - tile.box.x - tile.box.width / 2) < tile.box.width * 0.6 &&
                           std::abs(y - tile.box.y - tile.box.height / 2) < tile.box.height * 0.6;
      if (is_around && is_near) count_colour(counts, c);
    }
  const auto background = commonest(counts);
  if (!background) return std::nullopt;
  appearance.background = {*background};
  Colour unlit = rim_colour(tile.before, tile.box), lit = rim_colour(tile.after, tile.box);
  if (distance(unlit, lit) <= 2 * kOneState || distance(unlit, *background) <= kOneState ||
      distance(lit, *background) <= kOneState)
    return std::nullopt;
  if (brightness(unlit) > brightness(lit)) std::swap(unlit, lit);
  appearance.unlit = {unlit};
  appearance.lit = {lit};
  appearance.on_unlit = {lit};
  appearance.on_lit = {brightness(*background) < brightness(unlit) ? *background : unlit};
  for (std::size_t hue = 0; hue < kHueLists.size(); ++hue)
    appearance.*kHueLists[hue] = {kUsualHues[hue]};
  // A colour that does not occur.
  appearance.walker = {Colour{255, 0, 255}};

  const auto middles = tiles_like(tile.before, appearance, tile.box);
  double pitch = 0;
  for (std::size_t i = 0; i < middles.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const double d = cv::norm(middles[i] - middles[j]);
      if (pitch <= 0 || d < pitch) pitch = d;
    }
  const double wide = (tile.box.width + tile.box.height) / 2.0;
  if (pitch < wide || pitch > 2 * wide) return std::nullopt;
  const double corner = corner_of(changed_pixels(tile.before, tile.after), tile.box);
  // Unobserved values get the usual defaults.
  const double width = wide / pitch, session = corner < 0.02 * wide ? 0 : corner / pitch;
  appearance.shapes = {
      shape_text(width, std::min(session, width / 2), 0.92, 0.41 * width - 0.2 * session, 0.38)};
  appearance.cell_min_px = 15;
  return appearance;
}

std::optional<bool> is_lit(const cv::Mat& bgr, const panel::Appearance& appearance,
                           cv::Point2d middle, double pitch) {
  std::array<int, 3> votes{};  // unlit, lit, neither
  // Between the marks in the corners and what is in the centre, on all four sides.
  for (int i = 0; i < 4; ++i)
    for (const double off : {-0.06, 0.0, 0.06}) {
      const double far = 0.395 * pitch;
      const cv::Point2d along = i < 2 ? cv::Point2d(i == 0 ? far : -far, off * pitch)
                                      : cv::Point2d(off * pitch, i == 2 ? far : -far);
      const cv::Point at(cvRound(middle.x + along.x), cvRound(middle.y + along.y));
      if (!cv::Rect({}, bgr.size()).contains(at)) continue;
      const Colour c = colour_at(bgr, at.x, at.y);
      const bool unlit = distance(c, appearance.unlit.front()) <= kOneState;
      const bool lit = distance(c, appearance.lit.front()) <= kOneState;
      ++votes[unlit ? 0 : lit ? 1 : 2];
    }
  if (std::max(votes[0], votes[1]) < 7) return std::nullopt;
  return votes[1] > votes[0];
}

namespace {

class Completion {
 public:
  Completion(panel::Appearance& appearance, const ToggledPanel& panel)
      : appearance_(appearance), panel_(panel), pitch_(pitch_of(panel.where)) {
    std::sscanf(appearance.shapes.front().c_str(), "%lf %lf %lf %lf %lf", &width_, &corner_,
                &symbol_, &bolt_, &bridge_);
  }

  void run() {
    find_hues();
    find_foregrounds();
    find_bridge();
    find_symbol_size();
  }

 private:
  void write(double symbol) {
    symbol_ = symbol;
    appearance_.shapes = {shape_text(width_, corner_, symbol_, bolt_, bridge_)};
  }

  /// Whether it is a tile's colour in this state, or the background.
  bool is_plain(Colour c, bool lit) const {
    return distance(c, state(lit)) <= kOneState ||
           distance(c, appearance_.background.front()) <= kOneState;
  }

  /// The colours that enough of a tile's pixels have exactly; antialiased rims have all the others.
  ColourCounts plain_colours(const cv::Mat& bgr, std::size_t tile) const {
    ColourCounts counts, plain;
    const bool lit = is_lit(bgr, appearance_, panel_.where.where[tile], pitch_).value_or(false);
    visit_tile(bgr, panel_.where.where[tile], kSymbolReach * pitch_,
               [&](Colour c, cv::Point2d off) {
                 if (cv::norm(off) < kSymbolReach * pitch_ && !is_plain(c, lit))
                   count_colour(counts, c);
               });
    const double min_pixels = std::max(4.0, 0.0012 * pitch_ * pitch_);
    for (const auto& [colour, count] : counts)
      if (count >= min_pixels) plain[colour] = count;
    return plain;
  }

  /// Tiles that do not toggle have marks beyond the reach of symbols. Otherwise outlines change
  /// with the state.
  void find_foregrounds() {
    std::array<ColourCounts, 2> foregrounds;  // on unlit and on lit tiles
    visit_marks([&](bool lit, Colour c, cv::Point2d off) {
      if (cv::norm(off) > kSymbolReach * pitch_) count_colour(foregrounds[lit ? 1 : 0], c);
    });
    for (const bool lit : {false, true}) {
      auto foreground = commonest_far(foregrounds[lit ? 1 : 0], lit);
      if (!foreground) foreground = commonest_far(outlines(lit), lit);
      auto& colours = lit ? appearance_.on_lit : appearance_.on_unlit;
      if (foreground) colours = {*foreground};
    }
    std::vector<double> bolts;
    visit_marks([&](bool lit, Colour c, cv::Point2d off) {
      const Colour foreground = lit ? appearance_.on_lit.front() : appearance_.on_unlit.front();
      const double sides = std::min(std::abs(off.x), std::abs(off.y));
      if (distance(c, foreground) < 2 * kOneState && cv::norm(off) > 0.34 * pitch_ &&
          sides > 0.2 * pitch_)
        bolts.push_back((std::abs(off.x) + std::abs(off.y)) / 2);
    });
    if (bolts.size() < 8) return;
    bolt_ = eyehand::median(bolts) / pitch_;
  }

  /// The pixels of tiles that do not toggle, except those in the tile's colour.
  void visit_marks(const std::function<void(bool, Colour, cv::Point2d)>& visit) const {
    for (std::size_t t = 0; t < panel_.is_there.size(); ++t) {
      const cv::Point2d middle = panel_.where.where[t];
      const auto lit = is_lit(panel_.before, appearance_, middle, pitch_);
      if (!panel_.is_there[t] || panel_.toggled[t] || !lit) continue;
      visit_tile(panel_.before, middle, width_ * pitch_ / 2 - 2, [&](Colour c, cv::Point2d off) {
        if (!is_plain(c, *lit) && !is_in_corner(off)) visit(*lit, c, off);
      });
    }
  }

  const Colour& state(bool lit) const {
    return lit ? appearance_.lit.front() : appearance_.unlit.front();
  }

  /// The foreground contrasts with the tile. Antialiased rims are closer to the tile's colour than
  /// the foreground is.
  std::optional<Colour> commonest_far(const ColourCounts& counts, bool lit) const {
    int farthest = 0;
    for (const auto& [colour, count] : counts)
      if (count >= 4) farthest = std::max(farthest, distance(unpacked(colour), state(lit)));
    ColourCounts far;
    if (farthest < kForegroundStep) return std::nullopt;
    for (const auto& [colour, count] : counts)
      if (distance(unpacked(colour), state(lit)) > farthest - 12) far[colour] = count;
    return commonest(far);
  }

  /// Colours that occur on tiles in this state only, and are not a mixture of those present in
  /// both.
  ColourCounts outlines(bool lit) const {
    ColourCounts found;
    for (std::size_t t = 0; t < panel_.is_there.size(); ++t) {
      if (!panel_.is_there[t] || !panel_.toggled[t]) continue;
      const bool first = is_lit(panel_.before, appearance_, panel_.where.where[t], pitch_) == lit;
      const ColourCounts here = plain_colours(first ? panel_.before : panel_.after, t);
      const ColourCounts there = plain_colours(first ? panel_.after : panel_.before, t);
      for (const auto& [key, count] : here) {
        if (there.count(key)) continue;
        const Colour colour = unpacked(key);
        const bool is_mixture = std::any_of(there.begin(), there.end(), [&](const auto& hue) {
          return here.count(hue.first) && lies_between(colour, state(lit), unpacked(hue.first));
        });
        if (!is_mixture && !is_hue(colour)) found[key] += count;
      }
    }
    return found;
  }

  bool is_hue(Colour c) const {
    return std::any_of(kHueLists.begin(), kHueLists.end(),
                       [&](HueList list) { return distance((appearance_.*list).front(), c) < 5; });
  }

  static bool lies_between(Colour c, Colour a, Colour b) {
    const Rgb way = rgb(b) - rgb(a), to = rgb(c) - rgb(a);
    const double share = std::clamp(to.dot(way) / std::max(way.dot(way), 1.0), 0.0, 1.0);
    return cv::norm(to - share * way) < 20;
  }

  /// Outside a tile's rounded corner, as seen from its centre.
  bool is_in_corner(cv::Point2d off) const {
    const double straight = (width_ / 2 - corner_) * pitch_;
    const double x = std::abs(off.x) - straight, y = std::abs(off.y) - straight;
    return x > 0 && y > 0 && std::hypot(x, y) > corner_ * pitch_ - 2;
  }

  void find_hues() {
    std::array<ColourCounts, panel::kHues> hues;
    for (std::size_t t = 0; t < panel_.is_there.size(); ++t) {
      // Where nothing has changed, antialiased rims have not changed either.
      if (!panel_.is_there[t] || !panel_.toggled[t]) continue;
      const ColourCounts before = plain_colours(panel_.before, t),
                         after = plain_colours(panel_.after, t);
      for (const auto& [colour, count] : before)
        if (after.count(colour))
          hues[static_cast<std::size_t>(panel::hue_of(unpacked(colour)))][colour] += count;
    }
    for (std::size_t t = 0; t < panel_.is_there.size(); ++t) {
      if (!panel_.is_there[t] || panel_.toggled[t]) continue;
      const ColourCounts plain = plain_colours(panel_.before, t);
      const auto main_colour = commonest(plain);
      if (!main_colour) continue;
      for (const auto& [colour, count] : plain) {
        ColourCounts& counts = hues[static_cast<std::size_t>(panel::hue_of(unpacked(colour)))];
        const bool is_much =
            2 * count > plain.at(packed(*main_colour)) && count > 0.01 * pitch_ * pitch_;
        if (counts.empty() && is_much) counts[colour] = count;
      }
    }
    for (std::size_t hue = 0; hue < hues.size(); ++hue)
      if (const auto c = commonest(hues[hue])) appearance_.*kHueLists[hue] = {*c};
  }

  /// The width of the bridge between neighbours, measured halfway between them.
  void find_bridge() {
    const int columns = panel_.where.board.width;
    std::vector<double> widths;
    for (std::size_t t = 0; t < panel_.is_there.size(); ++t)
      for (const bool level : {true, false}) {
        const std::size_t other = t + (level ? 1 : static_cast<std::size_t>(columns));
        if (other >= panel_.is_there.size() || !panel_.is_there[t] || !panel_.is_there[other] ||
            (level && static_cast<int>(other) % columns == 0))
          continue;
        const cv::Point2d middle = (panel_.where.where[t] + panel_.where.where[other]) / 2;
        int count = 0;
        for (int i = -cvRound(0.4 * pitch_); i <= cvRound(0.4 * pitch_); ++i) {
          const cv::Point at(cvRound(middle.x) + (level ? 0 : i),
                             cvRound(middle.y) + (level ? i : 0));
          if (cv::Rect({}, panel_.before.size()).contains(at))
            count += distance(colour_at(panel_.before, at.x, at.y),
                              appearance_.background.front()) > kOneState;
        }
        if (count > 0.1 * pitch_) widths.push_back(count / pitch_);
      }
    if (widths.empty()) return;
    bridge_ = eyehand::median(widths);
  }

  /// The median of the sizes with which most is certain.
  void find_symbol_size() {
    double best = -1;
    std::vector<double> sizes;
    for (double size = 0.76; size < 1.09; size += 0.02) {
      write(size);
      double sum = 0;
      for (const cv::Mat* picture : {&panel_.before, &panel_.after}) {
        const auto reading = panel::read({*picture, {}, {}}, appearance_);
        for (const float confidence : reading.confidence)
          sum += confidence >= kMinConfidence ? 10 + static_cast<double>(confidence) : 0;
      }
      if (sum > best + 0.05) {
        best = sum;
        sizes.clear();
      }
      if (sum > best - 0.05) sizes.push_back(size);
    }
    write(sizes.empty() ? 0.92 : sizes[sizes.size() / 2]);
  }

  panel::Appearance& appearance_;
  const ToggledPanel& panel_;
  double pitch_;
  double width_ = 0.9, corner_ = 0, symbol_ = 0.92, bolt_ = 0.35, bridge_ = 0.38;
};

}  // namespace

void complete_appearance(panel::Appearance& appearance, const ToggledPanel& panel) {
  Completion(appearance, panel).run();
}

}  // namespace eyehand::calibration
