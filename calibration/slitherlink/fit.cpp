#include "calibration/slitherlink/fit.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <opencv2/imgproc.hpp>

#include "calibration/colours.hpp"
#include "vision/digits.hpp"
#include "vision/foreground.hpp"

namespace eyehand::calibration {
namespace {

/// How many of a picture's colours are tried for the dots.
constexpr std::size_t kColoursToTry = 6;
/// A grid with fewer faces is not a board.
constexpr int kMinFaces = 7;
/// How long to search for a grid. All that are found take less than three seconds.
constexpr std::chrono::seconds kSearchTime{6};
/// Two grids in the same place share this much of their area.
constexpr double kSameArea = 0.8;
/// Anything that differs less than this from the background is background.
constexpr int kForeground = 24;
/// Glyphs of one digit differ by less (0: identical, 1: nothing in common). To ask once too often
/// is better than to mistake two digits for one.
constexpr double kAlike = 0.06;
/// Around a face that has no strokes, this share of an edge is no part of a number; otherwise, the
/// strokes and their fringe, in pixels.
constexpr double kRimShare = 0.13, kFringe = 1.2;
/// The minimum number of pixels in a number.
constexpr int kNumberPixels = 5;
constexpr std::size_t kFacesToSample = 2;

/// The usual colours, the most common first, and then the one that stands out most: that of dots
/// may be rare.
std::vector<Colour> usual_colours(const cv::Mat& bgr) {
  std::vector<Colour> colours;
  const std::vector<Colour> all = common_colours(bgr);
  const auto add = [&](Colour colour) {
    if (std::all_of(colours.begin(), colours.end(),
                    [&](Colour c) { return distance(c, colour) > kForeground; }))
      colours.push_back(colour);
  };
  for (std::size_t i = 0; i < all.size() && colours.size() <= kColoursToTry; ++i) add(all[i]);
  if (!all.empty())
    add(*std::max_element(all.begin(), all.end(), [&](Colour a, Colour b) {
      return distance(a, all.front()) < distance(b, all.front());
    }));
  return colours;
}

double edge_length(const FoundGrid& grid) {
  const auto& edge = grid.grid().edge(0);
  return cv::norm(grid.vertex(edge.a) - grid.vertex(edge.b));
}

/// A face's pixels, without those of its edges and vertices.
cv::Mat inside(const FoundGrid& grid, int face, cv::Rect& box) {
  std::vector<cv::Point> corners;
  for (const int v : grid.grid().vertices_of_face(face)) {
    const cv::Point2d p = grid.vertex(v);
    corners.emplace_back(cvRound(p.x), cvRound(p.y));
  }
  box = cv::boundingRect(corners);
  for (cv::Point& p : corners) p -= box.tl();
  cv::Mat mask = cv::Mat::zeros(box.size(), CV_8UC1);
  const std::vector<std::vector<cv::Point>> loops = {corners};
  cv::fillPoly(mask, loops, cv::Scalar(255));
  // A narrow face has its number next to its edges.
  const bool has_strokes = grid.reading.stroke_width > 0;
  const double rim =
      has_strokes ? grid.reading.stroke_width / 2 + kFringe : kRimShare * edge_length(grid);
  cv::polylines(mask, loops, true, cv::Scalar(0), 2 * static_cast<int>(std::ceil(rim)) + 1);
  for (const cv::Point& p : corners)
    cv::circle(mask, p, static_cast<int>(std::ceil(grid.reading.dot_radius + kFringe)),
               cv::Scalar(0), cv::FILLED);
  return mask;
}

}  // namespace

std::optional<FoundGrid> find_grid(const Frame& frame, slitherlink::Method method) {
  const Deadline limit = Deadline::after(kSearchTime);
  std::optional<FoundGrid> best;
  const std::vector<Colour> colours = usual_colours(frame.image);
  for (std::size_t i = 1; i < colours.size() && !limit.passed(); ++i) {
    FoundGrid found;
    found.appearance.method = method;
    found.appearance.dot = colours[i];
    found.background = colours.front();
    found.appearance.line = {colours[i]};
    found.reading = slitherlink::read(frame, found.appearance, nullptr, limit);
    if (!found.reading.board.grid || found.grid().faces() < kMinFaces) continue;
    // Where strokes bend, their colour may be taken for that of small dots.
    const auto area = [](const FoundGrid& of) { return of.reading.area.area(); };
    const bool is_same_area =
        best && std::min(area(*best), area(found)) > kSameArea * std::max(area(*best), area(found));
    if (!best || (is_same_area ? found.reading.dot_radius > best->reading.dot_radius
                               : area(found) > area(*best)))
      best = std::move(found);
  }
  return best;
}

EdgeState edge_state(const cv::Mat& bgr, const FoundGrid& grid, int edge) {
  const Colour background = grid.background;
  const auto& ends = grid.grid().edge(edge);
  const cv::Point2d a = grid.vertex(ends.a), b = grid.vertex(ends.b);
  const cv::Point2d way = b - a, across = cv::Point2d(-way.y, way.x) / cv::norm(way);
  std::vector<Rgb> colours;
  EdgeState state{{}, true, true};
  for (const double t : {0.22, 0.3, 0.46, 0.5, 0.54, 0.7, 0.78}) {
    Colour strongest = background;
    for (int d = -1; d <= 1; ++d) {
      const cv::Point2d p = a + t * way + d * across;
      const cv::Point at(cvRound(p.x), cvRound(p.y));
      if (!cv::Rect({}, bgr.size()).contains(at)) continue;
      const Colour here = colour_at(bgr, at.x, at.y);
      if (distance(here, background) > distance(strongest, background)) strongest = here;
    }
    const bool foreground = distance(strongest, background) >= 6;
    bool& whole = std::abs(t - 0.5) < 0.1 ? state.middle : state.ends;
    whole = whole && foreground;
    if (foreground) colours.push_back(rgb(strongest));
  }
  if (!colours.empty()) state.colour = to_colour(median(std::move(colours)));
  return state;
}

slitherlink::FaceContent number_content(const cv::Mat& bgr, const FoundGrid& grid, int face) {
  cv::Rect box;
  const cv::Mat mask = inside(grid, face, box);
  cv::Mat part(box.size(), CV_8UC3);
  const Colour background = grid.background;
  const cv::Scalar paint(background.b, background.g, background.r);
  part.setTo(paint);
  const cv::Rect seen = box & cv::Rect({}, bgr.size());
  bgr(seen).copyTo(part(seen - box.tl()), mask(seen - box.tl()));
  slitherlink::FaceContent content;
  double most = 0;
  cv::minMaxLoc(distances(part, background), nullptr, &most);
  content.contrast = cvRound(most);
  content.foreground = foreground_of(part, paint);
  if (cv::countNonZero(content.foreground > 90) < kNumberPixels) content.foreground.setTo(0);
  return content;
}

std::vector<AlikeEdges> alike_edges(const cv::Mat& bgr, const FoundGrid& grid) {
  std::vector<AlikeEdges> clusters;
  for (int edge = 0; edge < grid.grid().edges(); ++edge) {
    const EdgeState state = edge_state(bgr, grid, edge);
    auto same =
        std::ranges::find_if(clusters, [&](const auto& of) { return of.state.same(state); });
    if (same == clusters.end()) same = clusters.insert(same, {state, {}});
    same->which.push_back(edge);
  }
  return clusters;
}

std::vector<std::vector<int>> alike_numbers(const cv::Mat& bgr, const FoundGrid& grid) {
  std::vector<std::pair<Glyph, std::vector<int>>> groups;
  for (int face = 0; face < grid.grid().faces(); ++face) {
    const cv::Mat foreground = number_content(bgr, grid, face).foreground;
    if (cv::countNonZero(foreground) == 0) continue;
    const Glyph glyph = glyph_of(foreground);
    auto group = std::ranges::find_if(
        groups, [&](const auto& of) { return distance(of.first, glyph) < kAlike; });
    if (group == groups.end()) group = groups.insert(group, {glyph, {}});
    group->second.push_back(face);
  }
  std::vector<std::vector<int>> faces;
  for (auto& [glyph, of] : groups) faces.push_back(std::move(of));
  std::stable_sort(faces.begin(), faces.end(),
                   [](const auto& a, const auto& b) { return a.size() > b.size(); });
  return faces;
}

void add_samples(const cv::Mat& foreground, int digit, std::vector<std::string>& samples) {
  for (const double scale : {1.0, 0.6, 0.8, 1.5, 2.2}) {
    cv::Mat scaled;
    cv::resize(foreground, scaled, {}, scale, scale, scale < 1 ? cv::INTER_AREA : cv::INTER_CUBIC);
    std::string sample = to_sample(digit, glyph_of(scaled));
    if (std::ranges::count(samples, sample) == 0) samples.push_back(std::move(sample));
  }
}

std::vector<std::string> samples_of(const cv::Mat& bgr, const FoundGrid& grid,
                                    const std::vector<int>& faces, int digit) {
  std::vector<std::string> samples;
  for (std::size_t i = 0; i < std::min(faces.size(), kFacesToSample); ++i)
    add_samples(number_content(bgr, grid, faces[i]).foreground, digit, samples);
  return samples;
}

}  // namespace eyehand::calibration
