// What TileSurvey learns from tiles whose wires are known.
#include <algorithm>

#include "calibration/net/tile_survey.hpp"
#include "puzzle/index.hpp"

namespace eyehand::calibration {
namespace {

using net::Sides;

/// Power changes some part of a tile's side by at least this much, 0 to 255.
constexpr double kPowerApart = 20;

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
        if (cv::norm(change, cv::NORM_INF) < kPowerApart) continue;
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

int TileSurvey::clicks(int tile) const {
  const auto clicked = clicked_.find(cell_of(tile));
  return clicked == clicked_.end() ? 0 : clicked->second;
}

/// How many sides in a picture of the window are read with certainty, as they should be or not;
/// `wires` are the whole board's.
TileSurvey::Certain TileSurvey::read_certain(const cv::Mat& picture,
                                             const std::vector<Sides>& wires) const {
  Certain count;
  const auto parts = reader().read_at(picture, board_).parts;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (parts[i].confidence < kMinConfidence) continue;
    const bool is_wire = (wires[i / 4] & net::kEachSide[i % 4]) != 0;
    ++((parts[i].label == 1) == is_wire ? count.right : count.wrong);
  }
  return count;
}

void TileSurvey::learn_found(const std::vector<Sides>& wires) {
  if (read_certain(found_, wires).right == 4 * wires.size()) return;
  const std::vector<cells::Sample> known = known_samples_;
  const auto learn_from = [&](std::size_t first, std::size_t step) {
    known_samples_ = known;
    for (std::size_t tile = first; tile < wires.size(); tile += step)
      add_samples(known_samples_, found_, cell_of(static_cast<int>(tile)), wires[tile]);
    reader_.reset();
  };
  // If a click was not counted, a tile lay in another way: either half of the tiles, once known,
  // must not contradict the other one.
  for (const std::size_t half : {0U, 1U}) {
    learn_from(half, 2);
    if (read_certain(found_, wires).wrong == 0) continue;
    known_samples_ = known;
    reader_.reset();
    return;
  }
  learn_from(0, 1);
}

}  // namespace eyehand::calibration
