#include "calibration/net/section.hpp"

#include <algorithm>
#include <cmath>

namespace eyehand::calibration {
namespace {

/// This close to a tile's side, no mark hides a wire.
constexpr double kFrom = 0.43, kTo = 0.46;

/// The median colour beside the paths to ends' sides.
Rgb usual_background(const KnownBoard& board) {
  std::vector<Rgb> backgrounds;
  for (int t = 0; t < board.tiles(); ++t)
    if (net::degree(board.wires.found[static_cast<std::size_t>(t)]) == 1)
      for (std::size_t side = 0; side < 4; ++side)
        backgrounds.push_back(
            sample_across(board.turns.pictures[0], board.turns.lattice, t, side, kFrom, kTo)
                .background);
  return median(backgrounds);
}

}  // namespace

Rgb KnownBoard::at(std::size_t turn, int tile, double u, double v) const {
  const Lattice& l = turns.lattice;
  const cv::Point2d p = l.centre(tile % l.columns, tile / l.columns) + cv::Point2d(u, v) * l.pitch;
  const cv::Mat& bgr = turns.pictures[turn];
  return rgb(colour_at(bgr, std::clamp(cvRound(p.x), 0, bgr.cols - 1),
                       std::clamp(cvRound(p.y), 0, bgr.rows - 1)));
}

Rgb KnownBoard::piece(std::size_t turn, int tile, double x) const {
  return median(
      {at(turn, tile, -x, -x), at(turn, tile, x, -x), at(turn, tile, -x, x), at(turn, tile, x, x)});
}

Rgb KnownBoard::background(std::size_t turn, int tile) const {
  std::vector<Rgb> backgrounds;
  for (std::size_t side = 0; side < 4; ++side)
    backgrounds.push_back(
        sample_across(turns.pictures[turn], turns.lattice, tile, side, wires.from, wires.to)
            .background);
  return median(backgrounds);
}

double wire_width(const KnownBoard& board) {
  constexpr int kBins = 60;  // over half a cell
  std::array<double, kBins> sum{}, count{};
  const auto add = [&](double offset, double difference) {
    const int bin = static_cast<int>((offset + 0.25) * 2 * kBins);
    if (bin < 0 || bin >= kBins) return;
    sum[static_cast<std::size_t>(bin)] += difference;
    count[static_cast<std::size_t>(bin)] += 1;
  };
  if (board.wires.quarter == 0)
    for (int t = 0; t < board.tiles(); ++t)
      for (std::size_t side = 0; side < 4; ++side) {
        if (!board.has_wire(t, 0, side)) continue;
        const Across with =
            sample_across(board.turns.pictures[0], board.turns.lattice, t, side, kFrom, kTo);
        for (std::size_t i = 0; i < with.offset.size(); ++i)
          add(with.offset[i], apart(with.colour[i], with.background));
      }
  for (int t = 0; t < board.tiles(); ++t)
    for (std::size_t side = 0; side < 4; ++side)
      for (std::size_t k = 0; k < 4; ++k)
        for (std::size_t other = 0; other < 4; ++other) {
          if (!board.has_wire(t, k, side) || board.has_wire(t, other, side)) continue;
          const Across with =
              sample_across(board.turns.pictures[k], board.turns.lattice, t, side, kFrom, kTo);
          const Across without =
              sample_across(board.turns.pictures[other], board.turns.lattice, t, side, kFrom, kTo);
          for (std::size_t i = 0; i < with.offset.size(); ++i)
            add(with.offset[i], apart(with.colour[i], without.colour[i]));
          break;
        }
  double highest = 0;
  for (std::size_t i = 0; i < kBins; ++i)
    if (count[i] > 0) highest = std::max(highest, sum[i] /= count[i]);
  double first = 1, last = -1;
  for (std::size_t i = 0; i < kBins; ++i) {
    const double offset = (static_cast<double>(i) + 0.5) / (2 * kBins) - 0.25;
    if (count[i] == 0 || sum[i] < 0.3 * highest) continue;
    first = std::min(first, offset);
    last = std::max(last, offset);
  }
  return std::max(0.02, last - first);
}

std::vector<Colour> section_of(const KnownBoard& board, double width, bool powered) {
  constexpr int kSteps = 11;
  std::array<Rgb, kSteps> sum{};
  std::array<double, kSteps> weight{};
  for (int t = 0; t < board.tiles(); ++t)
    for (std::size_t k = 0; k < board.turns.pictures.size(); ++k)
      for (std::size_t side = 0; side < 4; ++side) {
        const bool on = board.powered[k][static_cast<std::size_t>(t)];
        if (t == board.source || on != powered || !board.has_wire(t, k, side)) continue;
        const Across across =
            sample_across(board.turns.pictures[k], board.turns.lattice, t, side, kFrom, kTo);
        for (std::size_t i = 0; i < across.offset.size(); ++i) {
          const double place = (across.offset[i] / width + 0.5) * kSteps - 0.5;
          if (place < -0.5 || place > kSteps - 0.5) continue;
          const int below = static_cast<int>(std::floor(place));
          for (const int step : {below, below + 1}) {
            if (step < 0 || step >= kSteps) continue;
            const double share = 1 - std::abs(place - step);
            sum[static_cast<std::size_t>(step)] += across.colour[i] * share;
            weight[static_cast<std::size_t>(step)] += share;
          }
        }
      }
  std::vector<Colour> colours;
  for (std::size_t i = 0; i < kSteps; ++i)
    if (weight[i] > 0) colours.push_back(to_colour(sum[i] / weight[i]));
  return colours;
}

std::vector<Colour> source_picture(const KnownBoard& board, double half) {
  constexpr int kSquares = 5, kSamples = 3;
  std::vector<Colour> picture;
  for (int row = 0; row < kSquares; ++row)
    for (int column = 0; column < kSquares; ++column) {
      Rgb sum;
      for (std::size_t k = 0; k < board.turns.pictures.size(); ++k)
        for (int i = 0; i < kSamples * kSamples; ++i)
          sum += board.at(k, board.source,
                          ((column + (i % kSamples + 0.5) / kSamples) / kSquares - 0.5) * 2 * half,
                          ((row + (i / kSamples + 0.5) / kSamples) / kSquares - 0.5) * 2 * half);
      picture.push_back(
          to_colour(sum / static_cast<double>(board.turns.pictures.size() * kSamples * kSamples)));
    }
  return picture;
}

std::vector<std::pair<double, Colour>> end_rims(const KnownBoard& board) {
  struct Rim {
    double spread, at;
    Colour colour;
  };
  std::vector<Rim> rims;
  for (double x = 0.1; x <= 0.36; x += 0.02) {
    std::vector<Rgb> colours;
    for (int t = 0; t < board.tiles(); ++t)
      if (t != board.source && net::degree(board.wires.found[static_cast<std::size_t>(t)]) == 1)
        for (std::size_t k = 0; k < board.turns.pictures.size(); ++k) {
          colours.push_back(board.at(k, t, -x, 0));
          colours.push_back(board.at(k, t, x, 0));
        }
    if (colours.empty()) return {};
    const Rgb usual = median(colours);
    std::vector<double> off;
    for (const auto& c : colours) off.push_back(apart(c, usual));
    std::sort(off.begin(), off.end());
    rims.push_back({off[off.size() * 9 / 10], x, to_colour(usual)});
  }
  if (board.wires.quarter == 0) {
    // Power may change what is drawn inside an end, which one picture does not show, so the
    // outermost distinctive place counts, unless it is background.
    const Rgb background = usual_background(board);
    std::erase_if(rims, [&](const Rim& rim) {
      return rim.spread > kOneThing || apart(rgb(rim.colour), background) < kOneThing;
    });
    std::reverse(rims.begin(), rims.end());
  } else {
    std::sort(rims.begin(), rims.end(),
              [](const Rim& a, const Rim& b) { return a.spread < b.spread; });
  }
  std::vector<std::pair<double, Colour>> best;
  for (std::size_t i = 0; i < std::min<std::size_t>(4, rims.size()); ++i)
    best.emplace_back(rims[i].at, rims[i].colour);
  return best;
}

}  // namespace eyehand::calibration
