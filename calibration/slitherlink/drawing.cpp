#include "calibration/slitherlink/drawing.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "calibration/colours.hpp"
#include "calibration/learn.hpp"
#include "player/slitherlink/correspondence.hpp"
#include "puzzle/index.hpp"

namespace eyehand::calibration {
namespace {

using slitherlink::Mark;
using slitherlink::Method;

/// Vertices are in the same place if they are no further apart than this share of an edge.
constexpr double kSamePlace = 0.1;
/// Colours of lines that differ by less are one; a colour has at least this many edges.
constexpr double kOneLine = 24;
constexpr int kFewestEdges = 2;

[[noreturn]] void fail(const std::string& why) {
  throw LearnStopped(End::unreadable, "the board is not drawn as dots and strokes: " + why);
}

/// A pixel of each dot, in its middle or beside that, differs most from the background: the median
/// of those. The colour that found the grid may be that of something larger, which happens to be
/// like the dots.
Colour colour_of_dots(const cv::Mat& bgr, const FoundGrid& grid) {
  std::vector<Rgb> colours;
  for (int v = 0; v < grid.grid().vertices(); ++v) {
    const cv::Point middle(cvRound(grid.vertex(v).x), cvRound(grid.vertex(v).y));
    Colour most = grid.background;
    for (int y = middle.y - 1; y <= middle.y + 1; ++y)
      for (int x = middle.x - 1; x <= middle.x + 1; ++x) {
        if (!cv::Rect({}, bgr.size()).contains({x, y})) continue;
        const Colour here = colour_at(bgr, x, y);
        if (distance(here, grid.background) > distance(most, grid.background)) most = here;
      }
    colours.push_back(rgb(most));
  }
  return to_colour(median(std::move(colours)));
}

/// The survey's grid as it is found by its dots alone.
std::optional<FoundGrid> find_dots(const EdgeSurvey& survey) {
  auto found = find_grid({survey.start(), {}, {}}, Method::dots);
  if (!found || !(found->grid() == *survey.grid())) return std::nullopt;
  for (int edge = 0; edge < survey.grid()->edges(); ++edge) {
    const Segment place = survey.segment(edge);
    if (cv::norm(found->middle(edge) - place.middle()) > kSamePlace * place.length())
      return std::nullopt;
  }
  found->appearance.dot = colour_of_dots(survey.start(), *found);
  return found;
}

/// The colours of lines, untouched edges and crosses.
void measure_colours(const EdgeSurvey& survey, const FoundGrid& grid,
                     slitherlink::Appearance& appearance) {
  std::array<std::vector<Rgb>, 3> colours;  // by mark
  for (const auto& [image, marks] : survey.pictures())
    for (const int edge : survey.free_edges()) {
      const EdgeState state = edge_state(image, grid, edge);
      if (state.ends || state.middle)
        colours[static_cast<std::size_t>(marks[at(edge)])].push_back(rgb(state.colour));
    }
  const auto& [unknown, line, cross] = colours;
  appearance.line.clear();
  for (const Cluster& cluster : clusters_of(line, kOneLine))
    if (cluster.count >= kFewestEdges) appearance.line.push_back(to_colour(cluster.mean));
  if (!unknown.empty()) appearance.undecided = to_colour(median(unknown));
  if (!cross.empty()) appearance.crossed = to_colour(median(cross));
}

}  // namespace

slitherlink::Appearance fit_drawing(const EdgeSurvey& survey, const Numbers& numbers) {
  const auto grid = survey.drawn() ? survey.drawn() : find_dots(survey);
  if (!grid) fail("dots do not show the grid.");
  slitherlink::Appearance appearance = grid->appearance;
  appearance.digits = numbers.samples;
  measure_colours(survey, *grid, appearance);
  if (appearance.line.empty()) fail("lines have no colour of their own.");
  std::vector<std::uint8_t> is_free(at(survey.grid()->edges()), 0);
  for (const int edge : survey.free_edges()) is_free[at(edge)] = 1;
  slitherlink::LocatedBoard seen{slitherlink::Board::of(survey.grid()), {}};
  seen.board.clues = numbers.clues;
  for (int v = 0; v < survey.grid()->vertices(); ++v) {
    const cv::Point2d place = survey.vertex(v);
    seen.where.push_back({place.x, place.y});
  }
  slitherlink::Reading before;
  for (const auto& [image, marks] : survey.pictures()) {
    auto reading = slitherlink::read({image, {}, {}}, appearance);
    // Dots may be lost in wide lines, but the game begins without any. There are no pictures of
    // cells to read other grids with.
    if (!reading.accepted() && before.accepted() && before.board.grid && !survey.lattice())
      reading = slitherlink::read({image, {}, {}}, appearance, &before);
    if (!reading.accepted()) fail(reading.rejection);
    const auto edges = slitherlink::match(seen, {reading.board, reading.where});
    if (!edges) fail("the grid or its numbers look different beside lines.");
    for (std::size_t i = 0; i < edges->size(); ++i) {
      const int edge = (*edges)[i];
      if (is_free[at(edge)] && reading.board.marks[i] != marks[at(edge)])
        fail("edges are read differently.");
    }
    before = std::move(reading);
  }
  return appearance;
}

}  // namespace eyehand::calibration
