#include "vision/lights/sets.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <opencv2/imgproc.hpp>
#include <optional>

#include "vision/lights/diagram.hpp"
#include "vision/statistics.hpp"

namespace eyehand::lights {
namespace {

/// Lines that differ less from the background, 0 to 255, are not seen.
constexpr int kContrastMin = 12;
/// The misfit of a diagram that cannot be that small, or is not seen.
constexpr double kUnfitted = 1e6;
/// Blurred pictures of larger squares, in pixels, are made smaller.
constexpr double kUsualStep = 6;
/// Where lines are blurred, drawings must differ at least so much.
constexpr double kInkMin = 40;
/// How far lines may be blurred, in pixels: faint foreground further off is a line of its own. With
/// 2, a neighbouring square that was blurred by 2 pixels was overlooked.
constexpr int kBlurred = 1;
/// The share of a square's inside that is foreground: at most in a hollow one, at least in a filled
/// one. In between, the drawing is rejected.
constexpr double kHollowMax = 0.15, kFilledMin = 0.85;
/// The share of a line's pixels that are foreground: at most without a line, at least with one. In
/// between, the drawing is rejected.
constexpr double kNoLine = 0.35, kLine = 0.65;

/// How far a tile's pixels differ from its background, and which of them are drawing.
struct Drawing {
  cv::Mat contrast, foreground;
  bool is_faint = false;  ///< there is more than its foreground, as where thin lines are blurred
  cv::Point2d middle;     ///< of the tile, from the corner of these
};

/// How far from a tile's edge the gap may be blurred into it, pixels.
int rim_of(const cv::Rect& box) {
  return 1 + box.width / 24;
}

Drawing drawing_of(const cv::Mat& bgr, const DrawnTile& tile) {
  cv::Mat contrast(tile.box.size(), CV_8U);
  int most = 0;
  const int rim = rim_of(tile.box);
  for (int y = 0; y < contrast.rows; ++y)
    for (int x = 0; x < contrast.cols; ++x) {
      const bool inner = std::min({x, y, contrast.cols - 1 - x, contrast.rows - 1 - y}) >= rim;
      const int d =
          inner ? distance(colour_at(bgr, tile.box.x + x, tile.box.y + y), tile.background) : 0;
      contrast.at<uchar>(y, x) = static_cast<uchar>(d);
      most = std::max(most, d);
    }
  Drawing drawing{contrast, contrast > std::max(kContrastMin, most / 2), false,
                  tile.middle - cv::Point2d(tile.box.tl())};
  cv::Mat beside;
  cv::dilate(drawing.foreground, beside, cv::Mat::ones(2 * kBlurred + 1, 2 * kBlurred + 1, CV_8U));
  drawing.is_faint = cv::countNonZero((contrast > kContrastMin) & ~beside) > 0;
  return drawing;
}

/// The scale of the drawings: a square's side from line to line, and the middle of a tile's own
/// square, in pixels from the tile's.
struct Scale {
  double step = 0;
  cv::Point2d middle;
};

/// The run of foreground through a pixel along a row or a column: its length and its middle, to a
/// fraction of a pixel by its blurred ends.
struct Run {
  double length = 0, middle = 0;
};

Run run_through(const Drawing& drawing, cv::Point at, cv::Point along) {
  const cv::Rect all({}, drawing.foreground.size());
  cv::Point first = at, last = at;
  while (all.contains(first - along) && drawing.foreground.at<uchar>(first - along)) first -= along;
  while (all.contains(last + along) && drawing.foreground.at<uchar>(last + along)) last += along;
  double sum = 0, moment = 0, most = 0;
  for (cv::Point p = first - along; p != last + 2 * along; p += along) {
    if (!all.contains(p)) continue;
    const double contrast = drawing.contrast.at<uchar>(p);
    sum += contrast;
    moment += contrast * p.dot(along);
    most = std::max(most, contrast);
  }
  return {sum / most, moment / sum};
}

/// From the filled squares in the tiles' middles.
std::optional<Scale> find_scale(const std::vector<Drawing>& drawings) {
  std::vector<double> steps, x, y;
  for (const Drawing& drawing : drawings) {
    const cv::Point centre(drawing.foreground.cols / 2, drawing.foreground.rows / 2);
    if (!drawing.foreground.at<uchar>(centre)) continue;
    const Run across = run_through(drawing, centre, {1, 0});
    const Run down = run_through(drawing, centre, {0, 1});
    if (std::abs(across.length - down.length) > 1 || across.length > drawing.foreground.cols / 4.0)
      continue;
    steps.push_back((across.length + down.length) / 2 - 1);
    x.push_back(across.middle - drawing.middle.x);
    y.push_back(down.middle - drawing.middle.y);
  }
  if (2 * steps.size() < drawings.size() || steps.empty()) return std::nullopt;
  const Scale scale{median(steps), {median(x), median(y)}};
  if (scale.step < 2) return std::nullopt;
  return scale;
}

bool is_drawn(const Drawing& drawing, double x, double y) {
  const cv::Point p(cvRound(x), cvRound(y));
  return cv::Rect({}, drawing.foreground.size()).contains(p) && drawing.foreground.at<uchar>(p);
}

/// How much of the line from a corner, without its ends, is foreground.
double share_of_line(const Drawing& drawing, double step, cv::Point2d from, cv::Point2d along) {
  const int last = std::max(1, static_cast<int>(std::lround(step)) - 1);
  int foreground = 0;
  for (int i = 1; i <= last; ++i)
    foreground += is_drawn(drawing, from.x + along.x * i, from.y + along.y * i);
  return static_cast<double>(foreground) / last;
}

/// How much of a square's inside is; beside the lines there may be blur.
double share_of_inside(const Drawing& drawing, double step, cv::Point2d from) {
  const int beside = step >= 6 ? 2 : 1;
  const int last = std::max(beside, static_cast<int>(std::lround(step)) - beside);
  int foreground = 0, all = 0;
  for (int y = beside; y <= last; ++y)
    for (int x = beside; x <= last; ++x, ++all)
      foreground += is_drawn(drawing, from.x + x, from.y + y);
  return static_cast<double>(foreground) / all;
}

/// The diagram where lines are at least a pixel wide and sharp.
Diagram sharp_diagram(const Drawing& drawing, const Scale& scale) {
  const cv::Point2d middle = drawing.middle + scale.middle;
  const auto corner = [&](int u, int v) {
    return middle + cv::Point2d((u - 0.5) * scale.step, (v - 0.5) * scale.step);
  };
  Diagram diagram;
  for (int v = -kDiagramReach; v <= kDiagramReach + 1; ++v)
    for (int u = -kDiagramReach; u <= kDiagramReach + 1; ++u) {
      const cv::Point2d from = corner(u, v);
      if (u <= kDiagramReach)
        diagram.above(u, v) = share_of_line(drawing, scale.step, from, {1, 0});
      if (v <= kDiagramReach) diagram.left(u, v) = share_of_line(drawing, scale.step, from, {0, 1});
      if (u <= kDiagramReach && v <= kDiagramReach)
        diagram.inside(u, v) = share_of_inside(drawing, scale.step, from);
    }
  const cv::Point2d first = corner(-kDiagramReach, -kDiagramReach) - cv::Point2d(1, 1);
  const cv::Point2d last = corner(kDiagramReach + 1, kDiagramReach + 1) + cv::Point2d(1, 1);
  for (int y = 0; y < drawing.foreground.rows; ++y)
    for (int x = 0; x < drawing.foreground.cols; ++x)
      if (drawing.foreground.at<uchar>(y, x) &&
          (x < first.x || y < first.y || x > last.x || y > last.y))
        diagram.has_more = true;
  return diagram;
}

/// Tells which squares of a diagram are drawn.
class SetReader {
 public:
  explicit SetReader(const Diagram& diagram) : diagram_(diagram) {}

  DrawnSet run() {
    check_lines();
    for (int v = -kDiagramReach; v <= kDiagramReach; ++v)
      for (int u = -kDiagramReach; u <= kDiagramReach; ++u) {
        const bool own = u == 0 && v == 0;
        const double inside = diagram_.inside(u, v);
        const bool outlined = is_outlined(u, v);
        if (own ? outlined && inside > kHollowMax && inside < kFilledMin : inside > kHollowMax)
          rejection("what it flips is drawn in an unknown way");
        if (!outlined || (own && inside < 0.5)) continue;
        if (!own && is_outlined(u - 1, v) && is_outlined(u + 1, v) && is_outlined(u, v - 1) &&
            is_outlined(u, v + 1))
          rejection("it is unclear whether what it flips has a hole");
        set_.offsets.push_back({u, v});
      }
    if (diagram_.has_more) rejection("what is drawn on it reaches its edge");
    if (set_.offsets.empty()) rejection("nothing shows what it flips");
    return std::move(set_);
  }

 private:
  void rejection(const char* why) {
    if (set_.rejection.empty()) set_.rejection = why;
  }

  bool above(int u, int v) const { return diagram_.above(u, v) > 0.5; }
  bool left(int u, int v) const { return diagram_.left(u, v) > 0.5; }

  bool is_outlined(int u, int v) const {
    if (std::max(std::abs(u), std::abs(v)) > kDiagramReach) return false;
    return above(u, v) && above(u, v + 1) && left(u, v) && left(u + 1, v);
  }

  void check_line(double share, bool is_of_a_square) {
    if (share > kNoLine && share < kLine) rejection("what it flips is not drawn clearly");
    if (share > 0.5 && !is_of_a_square) rejection("it has a line that bounds no square");
  }
  /// Every line is some square's.
  void check_lines() {
    for (int v = -kDiagramReach; v <= kDiagramReach + 1; ++v)
      for (int u = -kDiagramReach; u <= kDiagramReach + 1; ++u) {
        if (u <= kDiagramReach)
          check_line(diagram_.above(u, v), is_outlined(u, v) || is_outlined(u, v - 1));
        if (v <= kDiagramReach)
          check_line(diagram_.left(u, v), is_outlined(u, v) || is_outlined(u - 1, v));
      }
  }

  const Diagram& diagram_;
  DrawnSet set_;
};

/// How much of each pixel of a tile is drawn: where it lies between the background and the tile's
/// own square, which is filled. Nothing if that is not seen.
std::optional<cv::Mat> ink_of(const cv::Mat& bgr, const DrawnTile& tile, const Scale& scale) {
  const cv::Vec3d background(tile.background.b, tile.background.g, tile.background.r);
  const cv::Point own(cvRound(tile.middle.x + scale.middle.x),
                      cvRound(tile.middle.y + scale.middle.y));
  const cv::Rect around(own - cv::Point(1, 1), cv::Size(3, 3));
  if ((around & tile.box) != around) return std::nullopt;
  std::vector<cv::Vec3b> colours;
  for (int y = around.y; y < around.br().y; ++y)
    for (int x = around.x; x < around.br().x; ++x) colours.push_back(bgr.at<cv::Vec3b>(y, x));
  const cv::Vec3d drawn = cv::Vec3d(median(colours)) - background;
  if (cv::norm(drawn, cv::NORM_INF) < kInkMin) return std::nullopt;
  cv::Mat ink(tile.box.size(), CV_64F, cv::Scalar(0));
  const int rim = rim_of(tile.box);
  for (int y = rim; y < ink.rows - rim; ++y)
    for (int x = rim; x < ink.cols - rim; ++x)
      ink.at<double>(y, x) =
          (cv::Vec3d(bgr.at<cv::Vec3b>(tile.box.y + y, tile.box.x + x)) - background).dot(drawn) /
          drawn.dot(drawn);
  return ink;
}

/// Reads drawings that are blurred. How large they are is tried out: with the right sizes, pixels
/// look as they must.
class BlurredReader {
 public:
  BlurredReader(const cv::Mat& bgr, const std::vector<DrawnTile>& tiles,
                const std::vector<Drawing>& drawings, const Scale& scale)
      : drawings_(drawings), scale_(scale) {
    for (const DrawnTile& tile : tiles) {
      inks_.push_back(ink_of(bgr, tile, scale));
      if (inks_.back() && smaller_ > 1) inks_.back() = shrunk(*inks_.back());
    }
  }

  std::vector<DrawnSet> run() {
    find_sizes();
    std::vector<DrawnSet> sets;
    for (std::size_t i = 0; i < inks_.size(); ++i) {
      const auto diagram = diagram_with(i, best_);
      sets.push_back(diagram ? SetReader(*diagram).run()
                             : DrawnSet{{}, "what it flips is drawn too faintly"});
    }
    return sets;
  }

 private:
  void find_sizes() {
    constexpr double kLeast = 0.05, kMost = 0.4, kStep = 0.0125;  // of a filled square
    double least = std::numeric_limits<double>::max();
    const auto attempt = [&](const DiagramScale& scale) {
      const double misfit = misfit_with(scale);
      if (misfit < least) best_ = scale, least = misfit;
    };
    const double filled = scale_.step + 1;
    for (double share = kLeast; share < kMost; share += kStep)
      attempt({(1 - share) * filled, share * filled, scale_.middle});
    // In pixels. The squares' middles are known least exactly, and all else depends on them.
    constexpr double kAway = 0.5, kBy = 0.05;
    for (const auto& [step, line, x, y] : {std::array{0, 0, 1, 0},
                                           {0, 0, 0, 1},
                                           {1, 0, 0, 0},
                                           {-1, 1, 0, 0},
                                           {0, 0, 1, 0},
                                           {0, 0, 0, 1}}) {
      const DiagramScale from = best_;
      for (double by = -kAway; by <= kAway; by += kBy)
        attempt(
            {from.step + step * by, from.line + line * by, from.middle + by * cv::Point2d(x, y)});
    }
  }

  /// Where a picture was enlarged, an edge may be spread over several pixels.
  cv::Mat shrunk(const cv::Mat& ink) const {
    const cv::Size size(ink.cols / smaller_, ink.rows / smaller_);
    cv::Mat result;
    cv::resize(ink({{}, size * smaller_}), result, size, 0, 0, cv::INTER_AREA);
    return result;
  }

  /// `scale`: with the middle in pixels from a tile's.
  std::optional<Diagram> diagram_with(std::size_t tile, const DiagramScale& scale) const {
    if (!inks_[tile]) return std::nullopt;
    const double times = 1.0 / smaller_;
    const cv::Point2d half(0.5, 0.5), middle = drawings_[tile].middle + scale.middle + half;
    return fitted_diagram(*inks_[tile],
                          {times * scale.step, times * scale.line, times * middle - half});
  }

  double misfit_with(const DiagramScale& scale) const {
    constexpr std::size_t kExamples = 9;
    double sum = 0;
    const std::size_t every = inks_.size() / kExamples + 1;
    for (std::size_t i = 0; i < inks_.size(); i += every) {
      const auto diagram = diagram_with(i, scale);
      sum += diagram ? diagram->misfit : kUnfitted;
    }
    return sum;
  }

  const std::vector<Drawing>& drawings_;
  const Scale& scale_;
  const int smaller_ = std::max(1, static_cast<int>(scale_.step / kUsualStep));  ///< how often
  std::vector<std::optional<cv::Mat>> inks_;
  DiagramScale best_;  ///< with the middle in pixels from a tile's
};

}  // namespace

std::vector<DrawnSet> read_sets(const cv::Mat& bgr, const std::vector<DrawnTile>& tiles) {
  std::vector<Drawing> drawings;
  for (const DrawnTile& tile : tiles) drawings.push_back(drawing_of(bgr, tile));
  const auto scale = find_scale(drawings);
  if (!scale) {
    const DrawnSet unseen{{}, "there are no drawings of what tiles flip"};
    return std::vector<DrawnSet>(tiles.size(), unseen);
  }
  const auto rejections = [](const std::vector<DrawnSet>& sets) {
    return std::count_if(sets.begin(), sets.end(),
                         [](const auto& s) { return !s.rejection.empty(); });
  };
  std::vector<DrawnSet> sets;
  for (const Drawing& drawing : drawings) {
    sets.push_back(SetReader(sharp_diagram(drawing, *scale)).run());
    if (drawing.is_faint) sets.back().rejection = "what it flips is drawn too faintly";
  }
  if (rejections(sets) == 0) return sets;
  auto blurred = BlurredReader(bgr, tiles, drawings, *scale).run();
  return rejections(blurred) < rejections(sets) ? blurred : sets;
}

}  // namespace eyehand::lights
