#include "calibration/survey.hpp"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

#include "calibration/areas.hpp"
#include "calibration/changes.hpp"
#include "calibration/learn.hpp"
#include "puzzle/index.hpp"
#include "vision/appeared.hpp"
#include "vision/cells/patch.hpp"

namespace eyehand::calibration {
namespace {

/// Changes closer together than this, pixels, belong to one cell.
constexpr int kJoin = 7;
/// The smallest cell to look for, pixels.
constexpr int kCellMinPx = 12;
/// Fewer changed pixels are noise.
constexpr int kChangedMin = 30;
/// The largest share of what a press changes that a mark on the cell pressed last may be: a focus
/// frame around a small disc was 17 %.
constexpr double kMarked = 0.3;
/// If two clicks leave more than this share of what either changed, what one does is unclear: a win
/// may have replaced the board.
constexpr double kMostLeft = 0.4;
/// What changes within this distance of a click, pixels, may be its effect.
constexpr int kNear = 50;
/// Two changes with at least this share in common are the same.
constexpr double kSame = 0.9;
/// How many places to try before giving up.
constexpr std::size_t kMaxPlaces = 60;
constexpr std::size_t kMostSizes = 8, kOfEachSize = 2;  // areas of one size that are tried
/// How many clicks are kept that a second one did not undo.
constexpr std::size_t kMostUnreturned = 4;
/// A cell has changed if the share of it that has is at least this much of the usual share.
constexpr double kChangedShare = 0.4;
/// Steps are known to a few pixels. If a cell's sides differ by kMostOblong, they are not those of
/// one cell.
constexpr Oblong kOblong{.share = 0.04, .px = 3};
constexpr double kMostOblong = 1.8;
/// The ratios of such sides, and of what is drawn in the cell, differ by no more than this factor.
constexpr double kSameShape = 0.8;
/// What changes more of the known board than this, as a share of all that it changes, is a cell.
constexpr double kOnBoard = 0.15;
/// A lattice that is off by more pixels than this at the board's rim is fitted again.
constexpr double kSlipPx = 1.5;
/// Anything this similar to known cells is clicked, to see whether it is one.
constexpr float kPerhapsCell = 0.3F;

/// The part of the changes nearest to a point: a cell, or all that flip if they touch. The rest may
/// be a clock.
cv::Rect part_near(const cv::Mat& changed, cv::Point at) {
  const auto distance = [at](const cv::Rect& box) {
    const cv::Point inside(std::clamp(at.x, box.x, box.br().x),
                           std::clamp(at.y, box.y, box.br().y));
    return cv::norm(at - inside);
  };
  std::vector<cv::Rect> parts = regions_of(changed, kJoin);
  std::erase_if(
      parts, [](const cv::Rect& part) { return std::max(part.width, part.height) < kCellMinPx; });
  if (parts.empty()) return cv::boundingRect(changed);
  return *std::min_element(parts.begin(), parts.end(),
                           [&](const auto& a, const auto& b) { return distance(a) < distance(b); });
}

}  // namespace

std::vector<double> coverage(const cv::Mat& mask, const Lattice& lattice) {
  cv::Mat sums;
  cv::integral(mask / 255, sums, CV_32S);
  std::vector<double> shares;
  const auto clamped = [](double v, int most) { return std::clamp(cvRound(v), 0, most); };
  for (int row = 0; row < lattice.rows; ++row)
    for (int column = 0; column < lattice.columns; ++column) {
      const int x0 = clamped(lattice.origin.x + column * lattice.pitch, mask.cols);
      const int x1 = clamped(lattice.origin.x + (column + 1) * lattice.pitch, mask.cols);
      const int y0 = clamped(lattice.origin.y + row * lattice.pitch, mask.rows);
      const int y1 = clamped(lattice.origin.y + (row + 1) * lattice.pitch, mask.rows);
      const int count =
          sums.at<int>(y1, x1) - sums.at<int>(y0, x1) - sums.at<int>(y1, x0) + sums.at<int>(y0, x0);
      shares.push_back(count / (lattice.pitch * lattice.pitch));
    }
  return shares;
}

std::vector<bool> cells_changed(const cv::Mat& mask, const Lattice& lattice) {
  const std::vector<double> shares = coverage(mask, lattice);
  const double most = *std::max_element(shares.begin(), shares.end());
  std::vector<bool> changed;
  for (const double share : shares) changed.push_back(share > kChangedShare * most);
  return changed;
}

Lattice lattice_around(const std::vector<cv::Mat>& masks, double pitch) {
  cv::Rect all;
  for (const cv::Mat& mask : masks) all |= cv::boundingRect(mask);
  std::vector<cv::Mat> sums(masks.size());
  for (std::size_t i = 0; i < masks.size(); ++i) cv::integral(masks[i](all) / 255, sums[i], CV_32S);
  const auto count = [&](const cv::Mat& sum, double x, double y) {
    const int x0 = std::clamp(cvRound(x), 0, all.width),
              x1 = std::clamp(cvRound(x + pitch), 0, all.width);
    const int y0 = std::clamp(cvRound(y), 0, all.height),
              y1 = std::clamp(cvRound(y + pitch), 0, all.height);
    return static_cast<double>(sum.at<int>(y1, x1) - sum.at<int>(y0, x1) - sum.at<int>(y1, x0) +
                               sum.at<int>(y0, x0));
  };
  // The origins that concentrate the changes in the fewest cells; of those that are equally good
  // (where there are gaps between cells), the middle one.
  const int steps = cvRound(pitch);
  cv::Mat score(steps, steps, CV_64F, cv::Scalar(0));
  for (int v = 0; v < steps; ++v)
    for (int u = 0; u < steps; ++u)
      for (const cv::Mat& sum : sums)
        for (double y = v - pitch; y < all.height; y += pitch)
          for (double x = u - pitch; x < all.width; x += pitch) {
            const double cell = count(sum, x, y);
            score.at<double>(v, u) += cell * cell;
          }
  double most = 0;
  cv::minMaxLoc(score, nullptr, &most);
  const auto middle = [&](bool across) {
    double cosine = 0, sine = 0;
    for (int v = 0; v < steps; ++v)
      for (int u = 0; u < steps; ++u) {
        if (score.at<double>(v, u) < 0.995 * most) continue;
        const double angle = 2 * CV_PI * (across ? u : v) / steps;
        cosine += std::cos(angle);
        sine += std::sin(angle);
      }
    const double turn = std::atan2(sine, cosine) / (2 * CV_PI);
    return (turn < 0 ? turn + 1 : turn) * pitch;
  };
  const cv::Point2d origin =
      cv::Point2d(all.tl()) + cv::Point2d(middle(true) - pitch - 0.5, middle(false) - pitch - 0.5);
  Lattice lattice{origin, pitch, static_cast<int>(std::ceil(all.width / pitch)) + 1,
                  static_cast<int>(std::ceil(all.height / pitch)) + 1};
  // Drop columns and rows in which nothing changed.
  std::vector<double> most_of(at(lattice.columns * lattice.rows), 0);
  for (const cv::Mat& mask : masks) {
    const auto shares = coverage(mask, lattice);
    for (std::size_t i = 0; i < shares.size(); ++i) most_of[i] = std::max(most_of[i], shares[i]);
  }
  const double usual = *std::max_element(most_of.begin(), most_of.end());
  int x0 = lattice.columns, x1 = -1, y0 = lattice.rows, y1 = -1;
  for (int y = 0; y < lattice.rows; ++y)
    for (int x = 0; x < lattice.columns; ++x)
      if (most_of[at(y * lattice.columns + x)] > kChangedShare * usual) {
        x0 = std::min(x0, x), x1 = std::max(x1, x);
        y0 = std::min(y0, y), y1 = std::max(y1, y);
      }
  lattice.origin += cv::Point2d(x0 * pitch, y0 * pitch);
  lattice.columns = x1 - x0 + 1;
  lattice.rows = y1 - y0 + 1;
  return lattice;
}

std::optional<Press> Survey::press_twice(cv::Point at, bool is_again) {
  const Effect there = prober_.click(at);
  const int changed = cv::countNonZero(there.difference);
  if (changed < kChangedMin) {
    // It may have changed a cell where something else, such as a message, came or went before.
    const cv::Rect near = cv::Rect(at - cv::Point(kNear, kNear), cv::Size(2 * kNear, 2 * kNear)) &
                          cv::Rect({}, there.before.size());
    const cv::Mat all = changed_pixels(there.before, there.frame.image)(near);
    if (cv::countNonZero(all) >= kChangedMin) prober_.click(at);
    return std::nullopt;
  }
  const Effect back = prober_.click(at);
  const cv::Mat restored = parts_restored(
      there.difference, prober_.differences(there.before, back.frame.image) & there.difference,
      kMarked);
  if (changed - cv::countNonZero(restored) >= kChangedMin && unreturned_.size() < kMostUnreturned)
    unreturned_.push_back({at, there.before, there.frame.image, there.difference});
  const int returned = cv::countNonZero(restored);
  if (is_more_than_cells(there.difference) || returned < kChangedMin) {
    // A message may have taken the first click and gone, or that click won a game: then the second
    // one has changed a cell, and a third one changes it back.
    if (cv::countNonZero(back.difference) >= kChangedMin) prober_.click(at);
    return std::nullopt;
  }
  const int most = std::max(changed, cv::countNonZero(back.difference));
  if (!is_again && most - returned > kMostLeft * most) return press_twice(at, true);
  presses_.push_back({at, there.before, there.frame.image,
                      without_glow(restored, there.before, there.frame.image)});
  return presses_.back();
}

std::optional<Press> Survey::press(int column, int row) {
  const cv::Point2d middle = lattice_.centre(column, row);
  const cv::Point at(cvRound(middle.x), cvRound(middle.y));
  if (!prober_.frame().on_screen.contains(at)) return std::nullopt;
  return press_twice(at);
}

bool Survey::find_first() {
  const cv::Mat picture = prober_.frame().image;
  std::vector<cv::Point> places = places_like_tiles(picture), others = promising_places(picture);
  // Lamps may be of two sizes, and the background a pattern in which they would be lost.
  std::vector<std::vector<cv::Rect>> sizes = areas_of_one_size(picture);
  sizes.resize(std::min(sizes.size(), kMostSizes));
  for (const std::vector<cv::Rect>& areas : sizes)
    for (std::size_t i = 0; i < std::min(areas.size(), kOfEachSize); ++i)
      places.push_back((areas[i].tl() + areas[i].br()) / 2);
  places.insert(places.end(), others.begin(), others.end());
  std::erase_if(places, [&](cv::Point place) { return prober_.is_restless(place); });
  places.resize(std::min(places.size(), kMaxPlaces));
  for (const cv::Point place : places) {
    const auto press = press_twice(place);
    if (!press) continue;
    // Try again without the pointer over it, which may be large, or may highlight what is under it.
    prober_.park_outside(cv::boundingRect(press->changed));
    presses_.clear();
    if (press_twice(place)) return true;
  }
  return false;
}

/// How far the change moves from the first press to a press on an adjacent cell.
std::optional<cv::Point> Survey::step_towards(cv::Point direction, std::vector<Press>& unclear) {
  const Press first = presses_.front();
  const cv::Rect part = part_near(first.changed, first.at);
  const int reach = std::max(part.width, part.height);
  const int step = std::max(kCellMinPx / 2, reach / 8);
  int end = 4 * reach;
  for (int way = step; way < end; way += step) {
    const cv::Point at = first.at + way * direction;
    if (!prober_.frame().on_screen.contains(at)) break;
    const auto press = press_twice(at);
    if (!press || common_share(press->changed, first.changed) > kSame) continue;
    const auto shift = step_between(first, *press);
    if (shift) {
      const int along = shift->x * direction.x + shift->y * direction.y;
      const int aside = std::abs(shift->x * direction.y) + std::abs(shift->y * direction.x);
      if (along >= kCellMinPx && aside <= 2 + along / 20) return *shift;
    } else {
      unclear.push_back(presses_.back());
      presses_.pop_back();
    }
    // Something else reacted, such as selected text; or each cell flips another set, as the board's
    // edge cuts sets off. Then the next one is no farther away than what a press changes.
    end = std::min(end, way + reach);
  }
  return std::nullopt;
}

cv::Size2d Survey::find_pitches() {
  std::vector<Press> unclear;
  const auto along = [&](cv::Point direction) -> double {
    for (const int sign : {1, -1})
      if (const auto shift = step_towards(sign * direction, unclear))
        return std::abs(shift->dot(direction));
    return 0;
  };
  const std::vector<cv::Rect> cells = cells_flipped(presses_.front());
  for (std::size_t i = 1; i < cells.size(); ++i) press_twice((cells[i].tl() + cells[i].br()) / 2);
  cv::Size2d pitches;
  if (!cells.empty()) pitches = pitches_of_parts(presses_, cells.front().size());
  if (pitches.width == 0) pitches.width = along({1, 0});
  if (pitches.height == 0) pitches.height = along({0, 1});
  unclear.insert(unclear.end(), presses_.begin(), presses_.end());
  if (const cv::Size cell = touching_cell(unclear); !cell.empty()) {
    pitches = pitches_of_parts(unclear, cell);
    // There may be one of them by itself, but no two.
    if (pitches.width == 0) pitches.width = cell.width;
    if (pitches.height == 0) pitches.height = cell.height;
  } else if (pitches.width + pitches.height == 0) {
    pitches = pitches_of_parts(unclear, smallest_cell(unclear));
  }
  if (pitches.width + pitches.height == 0)
    throw LearnStopped(End::unreadable, "one place reacts to clicks, but none beside it.");
  const double shorter = std::min(pitches.width, pitches.height),
               longer = std::max(pitches.width, pitches.height);
  // A step may have skipped a cell, unless cells are as oblong as that.
  const cv::Size cell = smallest_cell(unclear);
  const double shape = pitches.width * cell.height, other = pitches.height * cell.width;
  const bool is_cell = shorter > 0 && std::min(shape, other) > kSameShape * std::max(shape, other);
  if (longer > kMostOblong * shorter && !is_cell) {
    const double pitch = shorter > 0 ? shorter : longer;
    return {pitch, pitch};
  }
  const double mean = (shorter + longer) / 2;
  return kOblong.is(pitches) ? pitches : cv::Size2d(mean, mean);
}

void Survey::make_square(cv::Size2d pitches) {
  const cv::Point first = prober_.frame().to_screen(presses_.front().at);
  presses_.clear();
  unreturned_.clear();
  prober_.set_stretch(pitches.width / pitches.height);
  prober_.rest();
  if (!press_twice(prober_.frame().to_image(first)))
    throw LearnStopped(End::stuck, "a cell no longer reacts to clicks.");
}

std::vector<cells::Sample> Survey::changed_cells(int pixels) const {
  std::vector<cells::Sample> samples;
  for (const Press& press : presses_) {
    const std::vector<bool> changed = cells_changed(press.changed, lattice_);
    for (int i = 0; i < static_cast<int>(changed.size()); ++i) {
      if (!changed[at(i)]) continue;
      const cv::Point2d middle = lattice_.centre(i % lattice_.columns, i / lattice_.columns);
      for (const cv::Mat& picture : {press.before, press.after})
        samples.push_back({0, i, cells::cut(picture, middle, lattice_.pitch, pixels)});
    }
  }
  return samples;
}

/// Beyond each side of the known board, anything that looks like a cell and reacts like one is a
/// cell.
void Survey::find_extent() {
  const auto grow = [&](cv::Point by) {
    const cells::Atlas atlas(changed_cells(cells::kPatchPixels));
    const int length = by.x != 0 ? lattice_.rows : lattice_.columns;
    for (int i = 0; i < length; ++i) {
      const int along = (length / 2 + (i % 2 ? i / 2 + 1 : -i / 2) + length) % length;
      const int column = by.x < 0 ? -1 : by.x > 0 ? lattice_.columns : along;
      const int row = by.y < 0 ? -1 : by.y > 0 ? lattice_.rows : along;
      const auto is_perhaps_cell = [&](const cv::Mat& picture) {
        const cv::Mat patch =
            cells::cut(picture, lattice_.centre(column, row), lattice_.pitch, cells::kPatchPixels);
        return atlas.classify(patch).confidence >= kPerhapsCell;
      };
      if (!is_perhaps_cell(prober_.frame().image)) continue;
      const auto pressed = press(column, row);
      if (!pressed) continue;
      // Text reacts, too, by being selected. A cell may be covered now, by a pointer that the
      // program draws, but others change with it.
      const cv::Mat on_board =
          pressed->changed(lattice_.bounds() & cv::Rect({}, pressed->changed.size()));
      const bool is_linked =
          cv::countNonZero(on_board) > kOnBoard * cv::countNonZero(pressed->changed);
      // What changes by itself now and then may have done so just now.
      const auto reacts_again = [&] {
        const std::size_t known = presses_.size();
        const auto again = press(column, row);
        presses_.resize(known);
        return again && common_share(again->changed, pressed->changed) > kSame;
      };
      if (!is_linked && !(is_perhaps_cell(pressed->after) && reacts_again())) {
        presses_.pop_back();
        continue;
      }
      lattice_.origin -= lattice_.pitch * cv::Point2d(by.x < 0, by.y < 0);
      lattice_.columns += by.x != 0;
      lattice_.rows += by.y != 0;
      return true;
    }
    return false;
  };
  for (const cv::Point by : {cv::Point(1, 0), cv::Point(-1, 0), cv::Point(0, 1), cv::Point(0, -1)})
    while (grow(by)) continue;
}

void Survey::fit_lattice(double pitch) {
  const auto fit = [&] {
    std::vector<cv::Mat> masks;
    for (const Press& press : presses_) masks.push_back(press.changed);
    lattice_ = lattice_around(masks, pitch);
  };
  fit();
  find_extent();
  fit();
}

void Survey::refine() {
  const cv::Size2d fitted = pitches_of_far_presses(presses_, lattice_);
  const int most = std::max(lattice_.columns, lattice_.rows);
  const auto slips = [&](double a, double b) { return std::abs(a - b) * most / 2 > kSlipPx; };
  if (!slips(fitted.width, lattice_.pitch) && !slips(fitted.height, lattice_.pitch)) return;
  double pitch = (fitted.width + fitted.height) / 2;
  if (slips(fitted.width, fitted.height)) {
    const cv::Point2d before = prober_.frame().scale;
    prober_.set_stretch(prober_.stretch() * fitted.width / fitted.height);
    const Frame& now = prober_.frame();
    const cv::Point2d by(now.scale.x / before.x, now.scale.y / before.y);
    for (auto* presses : {&presses_, &unreturned_})
      for (Press& press : *presses) {
        press.at = {cvRound(press.at.x * by.x), cvRound(press.at.y * by.y)};
        for (cv::Mat* picture : {&press.before, &press.after})
          cv::resize(*picture, *picture, now.image.size(), 0, 0, cv::INTER_LINEAR);
        cv::resize(press.changed, press.changed, now.image.size(), 0, 0, cv::INTER_NEAREST);
      }
    pitch = fitted.width * by.x;
  }
  fit_lattice(pitch);
}

void Survey::run() {
  if (!find_first())
    throw NothingReacts("no click changed anything that a second click changed back.");
  cv::Size2d pitches = find_pitches();
  if (pitches.width != pitches.height) {
    make_square(pitches);
    pitches = find_pitches();
  }
  fit_lattice(pitches.width);
  refine();
}

}  // namespace eyehand::calibration
