// What TileSurvey learns from tiles whose wires are known.
#include <algorithm>

#include "calibration/net/tile_survey.hpp"
#include "puzzle/index.hpp"

namespace eyehand::calibration {
namespace {

using net::Sides;

/// Power changes some part of a tile's side by at least this much, 0 to 255.
constexpr double kPowerMin = 20;

}  // namespace

void TileSurvey::learn(const std::vector<Sides>& wires, const std::vector<int>& tiles) {
  for (int tile = 0; tile < static_cast<int>(wires.size()); ++tile)
    if (tiles.empty() || std::ranges::count(tiles, tile) > 0)
      add_samples(known_samples_, prober_.frame().image, cell_of(tile), wires[at(tile)]);
  if (tiles.empty()) add_power(wires);
  reader_.reset();
}

/// What power changes on a tile turns with it: adds pictures of the tiles that were turned as they
/// would look under the present power in their other positions.
void TileSurvey::add_power(const std::vector<Sides>& wires) {
  const cv::Mat& now = prober_.frame().image;
  for (const auto& [tile, arms] : turned_) {
    const Cell cell = cell_of(tile);
    const TurnedTile& turned = turning_.at(cell);
    const int quarters = arms.quarters == 0 ? usual_turn_ : arms.quarters;
    int position = 0;
    while (position < 4 && net::turned(arms.wires, quarters * position) != wires[at(tile)])
      ++position;
    if (position == 4) continue;
    std::vector<cells::Sample> present, found;
    add_samples(present, now, cell, wires[at(tile)]);
    add_samples(found, turned.pictures[at(position)], cell, wires[at(tile)]);
    for (int turn = 1; turn < 4; ++turn) {
      std::vector<cells::Sample> other;
      add_samples(other, turned.pictures[at((position + turn) & 3)], cell,
                  net::turned(wires[at(tile)], quarters * turn));
      for (int side = 0; side < 4; ++side) {
        const std::size_t before = at((side - quarters * turn) & 3);
        const cv::Mat change = present[before].patch - found[before].patch;
        if (cv::norm(change, cv::NORM_INF) < kPowerMin) continue;
        other[at(side)].patch += change;
        known_samples_.push_back(other[at(side)]);
      }
    }
  }
}

bool TileSurvey::learn_uncertain(const cv::Mat& picture, const std::vector<Sides>& wires,
                                 float confidence) {
  const auto parts = reader().read_at(picture, board_).parts;
  const std::size_t known = known_samples_.size();
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (parts[i].confidence < confidence) {
      const int tile = static_cast<int>(i / net::kEachSide.size());
      add_samples(known_samples_, picture, cell_of(tile), wires[at(tile)]);
    }
  if (known_samples_.size() == known) return false;
  reader_.reset();
  return true;
}

}  // namespace eyehand::calibration
