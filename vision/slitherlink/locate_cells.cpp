// A detail of read_cells.cpp: where a board is that is not where it was learned.
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "puzzle/index.hpp"
#include "vision/cells/patch.hpp"
#include "vision/components.hpp"
#include "vision/foreground.hpp"
#include "vision/slitherlink/read_cells.hpp"
#include "vision/slitherlink/repeats.hpp"

namespace eyehand::slitherlink {
namespace {

/// The search for the board: how many repeats are tried, how many steps around each, and the least
/// mean confidence of the vertices.
constexpr std::size_t kMostRepeatsTried = 4;
const std::array<cv::Point2d, 4> kHalves = {
    {{0, 0}, {0.5, 0.5}, {0.5, 0}, {0, 0.5}}};  ///< what repeats may be faces or edges
constexpr int kStepsAside = 2;
constexpr double kPerhaps = 0.3;
/// The search for a board of other numbers of columns and rows begins with this many faces per
/// side.
constexpr int kCore = 2;
/// How finely vertices are sought in a cell that repeats, in pitches.
constexpr double kSpotStep = 0.07;
/// The least share of vertices in a line that must be recognised if the line belongs to a board of
/// another size, and the share of those of a board.
constexpr double kMostOfALine = 0.75, kMostOfABoard = 0.9;
/// How much room there must be around it, in pitches; where there edges of faces beyond would be
/// seen, and how much those differ on average from what is beside them, 0 to 255.
constexpr double kRoom = 0.4, kEdgeBeyond = 0.28, kBesideEdge = 0.25, kSeenBeyond = 8;
/// Digits beyond have this much room on all sides and at least this size, in pitches. This many, or
/// this share of faces if that is more, mean that the board goes on.
constexpr double kBesideDigit = 0.18, kLeastDigit = 0.06, kDigitsBeyond = 0.3;
constexpr int kFewDigits = 2;

/// The colour of the pixels around a place.
cv::Scalar colour_around(const cv::Mat& bgr, cv::Point2d place) {
  const cv::Rect box =
      cv::Rect(cvRound(place.x) - 1, cvRound(place.y) - 1, 3, 3) & cv::Rect({}, bgr.size());
  return box.empty() ? cv::Scalar() : cv::mean(bgr(box));
}

/// Whether this may be a part of the usual board: what is covered or scrolled away keeps its pitch.
bool may_be_part(const Lattice& lattice, const Lattice& usual) {
  const bool is_usual_pitch = std::abs(lattice.pitch / usual.pitch - 1) <= kAnotherPitch;
  return is_usual_pitch ? lattice.columns < usual.columns || lattice.rows < usual.rows
                        : 2 * lattice.columns * lattice.rows < usual.columns * usual.rows;
}

}  // namespace

double CellReader::fit(const cv::Mat& bgr, const BoardPlace& place) const {
  const Lattice& lattice = place.lattice;
  double sum = 0;
  const int vertices = (lattice.columns + 1) * (lattice.rows + 1);
  for (int v = 0; v < vertices; ++v) {
    const cells::Prediction match =
        dots_.atlas().classify(cells::cut(bgr, vertex_at(lattice, v), place.patch, kPatchPixels));
    if (dots_.label(match.label) == kDotLabels[1]) sum += match.confidence;
  }
  return sum / vertices;
}

/// The vertices repeat, or the faces or edges do, which are half a step off.
std::optional<Lattice> CellReader::locate(const cv::Mat& bgr) const {
  Lattice best = edges_.usual();
  double most = 0;
  const auto try_at = [&](cv::Point2d origin, double pitch) {
    const Lattice lattice{origin, pitch, best.columns, best.rows};
    const cv::Rect2d picture(0, 0, bgr.cols - 1, bgr.rows - 1);
    if (!picture.contains(origin) ||
        !picture.contains(vertex_at(lattice, (best.columns + 1) * (best.rows + 1) - 1)))
      return;
    const double good = fit(bgr, {lattice, kPatchShare * pitch});
    if (good <= most) return;
    most = good;
    best = lattice;
  };
  auto repeats = find_repeats(bgr);
  if (repeats.size() > kMostRepeatsTried) repeats.resize(kMostRepeatsTried);
  for (const Repeat& repeat : repeats)
    for (const cv::Point2d half : kHalves)
      for (int down = -kStepsAside; down <= kStepsAside; ++down)
        for (int across = -kStepsAside; across <= kStepsAside; ++across)
          try_at(cv::Point2d(repeat.area.tl()) + repeat.pitch * (half + cv::Point2d(across, down)),
                 repeat.pitch);
  if (most < kPerhaps) return std::nullopt;
  // To a fraction of a pixel, in ever smaller steps.
  for (double step = 1; step >= 0.25; step /= 2)
    for (bool moves = true; moves;) {
      moves = false;
      const Lattice from = best;
      for (const double dp : {-step / 4, 0.0, step / 4})
        for (const double dx : {-step, 0.0, step})
          for (const double dy : {-step, 0.0, step})
            try_at(from.origin + cv::Point2d(dx, dy), from.pitch + dp);
      moves = best.origin != from.origin || best.pitch != from.pitch;
    }
  return best;
}

/// From a few vertices on, first more precisely, then line by line.
std::optional<BoardPlace> CellReader::extended(const cv::Mat& bgr, BoardPlace place) const {
  Lattice& lattice = place.lattice;
  double most = fit(bgr, place);
  if (most < kPerhaps) return std::nullopt;
  // One value at a time, in ever smaller steps.
  const auto refine = [&](double least) {
    for (double step = 1; step >= least; step /= 2)
      for (bool moves = true; moves;) {
        moves = false;
        // Across, down, the pitch around the middle, the share of the size of what is drawn.
        for (const cv::Vec4d& by : {cv::Vec4d(step, 0, 0, 0), cv::Vec4d(0, step, 0, 0),
                                    cv::Vec4d(0, 0, step / 4, 0), cv::Vec4d(0, 0, 0, step / 20)})
          for (const int sign : {1, -1}) {
            BoardPlace other = place;
            other.lattice.pitch += sign * by[2];
            other.lattice.origin += sign * (cv::Point2d(by[0], by[1]) -
                                            by[2] / 2 * cv::Point2d(lattice.columns, lattice.rows));
            other.patch *= 1 + sign * by[3];
            const double good = fit(bgr, other);
            if (good <= most) continue;
            most = good;
            place = other;
            moves = true;
          }
      }
  };
  refine(0.5);
  if (most < kMinConfidence) return std::nullopt;
  const cv::Rect2d picture(0, 0, bgr.cols - 1, bgr.rows - 1);
  const auto goes_on = [&](cv::Point step) {
    const int count = (step.x != 0 ? lattice.rows : lattice.columns) + 1;
    int seen = 0;
    for (int i = 0; i < count; ++i) {
      const cv::Point at(step.x > 0   ? lattice.columns + 1
                         : step.x < 0 ? -1
                                      : i,
                         step.y > 0   ? lattice.rows + 1
                         : step.y < 0 ? -1
                                      : i);
      const cv::Point2d vertex = lattice.origin + lattice.pitch * cv::Point2d(at);
      seen += picture.contains(vertex) && dot_at(bgr, place.patch, vertex) > 0;
    }
    return seen >= kMostOfALine * count;
  };
  for (bool grows = true; grows;) {
    grows = false;
    for (const cv::Point step :
         {cv::Point(1, 0), cv::Point(-1, 0), cv::Point(0, 1), cv::Point(0, -1)}) {
      if (!goes_on(step)) continue;
      lattice.origin -= lattice.pitch * cv::Point2d(step.x < 0, step.y < 0);
      lattice.columns += step.x != 0;
      lattice.rows += step.y != 0;
      grows = true;
      // A pitch that is a little wrong adds up.
      most = fit(bgr, place);
      refine(0.5);
    }
  }
  refine(0.25);
  return place;
}

/// Whether something as large as a digit, or the part of one that the picture shows, stands by
/// itself in the middle of a face whose side towards the board is from `a` to `b`.
bool CellReader::has_digit_beyond(const cv::Mat& bgr, cv::Point2d a, cv::Point2d b,
                                  cv::Point2d out) const {
  const cv::Point2d along = (1 - 2 * kBesideDigit) / 2 * (b - a), middle = (a + b) / 2;
  const double pitch = cv::norm(b - a);
  const cv::Rect box = cv::Rect(cv::Rect2d(middle - along + kBesideDigit * pitch * out,
                                           middle + along + (1 - kBesideDigit) * pitch * out)) &
                       cv::Rect({}, bgr.size());
  if (box.empty()) return false;
  const cv::Mat window = bgr(box);
  const cv::Mat ink = distances(window, to_colour(median_colour(window))) >= foreground_min_;
  return std::ranges::any_of(components(ink, Corners::connect), [&](const Component& piece) {
    const cv::Rect& of = piece.box;
    const bool is_right = of.br().x == box.width, is_low = of.br().y == box.height;
    // What reaches into the face from the board is drawn on its edge.
    const bool is_apart = out.x == 0 ? of.x > 0 && !is_right && (out.y > 0 ? of.y > 0 : !is_low)
                                     : of.y > 0 && !is_low && (out.x > 0 ? of.x > 0 : !is_right);
    return is_apart && std::max(of.width, of.height) >= kLeastDigit * pitch;
  });
}

bool CellReader::ends_here(const cv::Mat& bgr, const BoardPlace& place) const {
  const Lattice& lattice = place.lattice;
  const cv::Rect2d picture(0, 0, bgr.cols - 1, bgr.rows - 1);
  const auto ends = [&](cv::Point first, cv::Point along, cv::Point out, int count) {
    int digits = 0;
    cv::Scalar off;  // the colour where edges would be, compared with what is beside them
    for (int i = 0; i < count; ++i) {
      const cv::Point2d vertex = lattice.origin + lattice.pitch * cv::Point2d(first + i * along);
      if (!picture.contains(vertex + kRoom * lattice.pitch * cv::Point2d(out))) return false;
      const cv::Point2d next = vertex + lattice.pitch * cv::Point2d(out);
      if (picture.contains(next) && dot_at(bgr, place.patch, next) > 0) return false;
      const cv::Point2d middle = vertex + kEdgeBeyond * lattice.pitch * cv::Point2d(out),
                        aside = kBesideEdge * lattice.pitch * cv::Point2d(along);
      off += colour_around(bgr, middle) -
             (colour_around(bgr, middle - aside) + colour_around(bgr, middle + aside)) / 2;
      digits += i > 0 && has_digit_beyond(bgr, vertex - lattice.pitch * cv::Point2d(along), vertex,
                                          cv::Point2d(out));
    }
    return digits < std::max<double>(kFewDigits, kDigitsBeyond * (count - 1)) &&
           cv::norm(off, cv::NORM_INF) < kSeenBeyond * count;
  };
  const int wide = lattice.columns + 1, high = lattice.rows + 1;
  return ends({0, 0}, {1, 0}, {0, -1}, wide) && ends({0, high - 1}, {1, 0}, {0, 1}, wide) &&
         ends({0, 0}, {0, 1}, {-1, 0}, high) && ends({wide - 1, 0}, {0, 1}, {1, 0}, high);
}

std::optional<BoardPlace> CellReader::locate_another(const cv::Mat& bgr) const {
  const Lattice& usual = edges_.usual();
  auto repeats = find_repeats(bgr);
  if (repeats.size() > kMostRepeatsTried) repeats.resize(kMostRepeatsTried);
  std::optional<BoardPlace> best;
  const auto vertices = [](const BoardPlace& of) {
    return (of.lattice.columns + 1) * (of.lattice.rows + 1);
  };
  for (const Repeat& repeat : repeats) {
    // What repeats may be anything in a cell.
    Lattice start;
    double most = 0;
    const double pitch = repeat.pitch;
    for (double down = 0; down < 1; down += kSpotStep)
      for (double across = 0; across < 1; across += kSpotStep) {
        const Lattice core{cv::Point2d(repeat.at) + pitch * cv::Point2d(across - 1, down - 1),
                           pitch, kCore, kCore};
        for (const double patch : {pitch, usual.pitch}) {
          const double good = fit(bgr, {core, kPatchShare * patch});
          if (good <= most) continue;
          most = good;
          start = core;
        }
      }
    if (most == 0) continue;
    const auto place = extended(bgr, place_on(bgr, start));
    if (!place || (best && vertices(*best) >= vertices(*place))) continue;
    int seen = 0;
    for (int v = 0; v < vertices(*place); ++v)
      seen += dot_at(bgr, place->patch, vertex_at(place->lattice, v)) > 0;
    if (seen >= kMostOfABoard * vertices(*place) && !may_be_part(place->lattice, usual) &&
        ends_here(bgr, *place))
      best = place;
  }
  return best;
}

}  // namespace eyehand::slitherlink
