#include "calibration/hexiom/label.hpp"

#include <algorithm>

#include "vision/hexiom/cell.hpp"
#include "vision/hexiom/lattice.hpp"
#include "vision/hexiom/read.hpp"

namespace eyehand::calibration {
namespace {

/// A cell with at least this contrast is not empty.
constexpr double kSomething = 40;
/// Numerals at least this alike are the same; if they are even more alike, one sample is enough.
constexpr double kOneNumeral = 0.88, kOneSample = 0.97;

/// Whether one of these samples is so similar that another is not needed.
bool is_known(const hexiom::Numeral& numeral, const std::vector<hexiom::Numeral>& samples) {
  return std::any_of(samples.begin(), samples.end(), [&](const hexiom::Numeral& sample) {
    return hexiom::likeness(numeral, sample) > kOneSample;
  });
}

class HexiomLabelling final : public Labelling {
 public:
  explicit HexiomLabelling(const Frame& frame) : frame_(frame) {
    const auto found =
        find_hex_lattice(frame.image, appearance_.cell_min_px, appearance_.foreground_min);
    if (!found.lattice)
      throw LearnStopped(End::unreadable,
                         "the window shows no board of hexagons: " + found.why_not);
    const HexLattice& lattice = *found.lattice;
    const Hexagon hexagon(lattice.side);
    for (int cell = 0; cell < hexagon.size(); ++cell) {
      if (found.cells[static_cast<std::size_t>(cell)] != HexCell::drawn) continue;
      const cv::Point2d middle = lattice.at(hexagon.middle(cell));
      const auto status = hexiom::measure_cell(frame.image, appearance_, middle, lattice.pitch,
                                               lattice.flat_topped);
      if (status.foreground.contrast < kSomething) continue;
      const int half = static_cast<int>(lattice.pitch / 2);
      const cv::Rect box =
          cv::Rect(cvRound(middle.x) - half, cvRound(middle.y) - half, 2 * half, 2 * half);
      add(status.foreground, box);
    }
    if (members_.empty()) throw LearnStopped(End::unreadable, "all cells of the board are empty.");
  }

  const std::vector<Group>& groups() const override { return groups_; }
  std::string question() const override {
    return "For each group: the number on its pieces, 0 to 6, or - if it is not a piece.";
  }
  bool is_answer(const std::string& answer) const override {
    return answer == "-" || (answer.size() == 1 && answer[0] >= '0' && answer[0] <= '6');
  }

  Learned learn(const std::vector<std::string>& answers,
                const LearnOptions& options) const override {
    hexiom::Appearance appearance = appearance_;
    for (std::size_t i = 0; i < answers.size(); ++i) {
      if (answers[i] == "-") continue;
      std::vector<hexiom::Numeral> kept;
      for (const hexiom::CellForeground& foreground : members_[i]) {
        const hexiom::Numeral numeral = foreground.numeral(0, 0);
        if (is_known(numeral, kept)) continue;
        kept.push_back(numeral);
        appearance.numerals.push_back(hexiom::to_sample('A', answers[i][0] - '0', foreground));
      }
    }
    if (appearance.numerals.empty()) throw LearnStopped(End::unreadable, "no number was given.");
    SkinText skin = begin_labelled_skin(options);
    skin.comment("Lock marks were not learned: locked pieces are treated as free.");
    skin.table("appearance", appearance);
    skin.new_game(options.new_game_keys, options.dismiss_keys);
    return learned_from(skin.text(), frame_, options);
  }

 private:
  void add(const hexiom::CellForeground& foreground, const cv::Rect& place) {
    const hexiom::Numeral numeral = foreground.numeral(0, 0);
    std::size_t best = members_.size();
    double best_likeness = kOneNumeral;
    for (std::size_t i = 0; i < members_.size(); ++i) {
      const double likeness = hexiom::likeness(numeral, members_[i].front().numeral(0, 0));
      if (likeness < best_likeness) continue;
      best_likeness = likeness;
      best = i;
    }
    if (best == members_.size()) members_.emplace_back();
    members_[best].push_back(foreground);
    add_to_group(groups_, best, frame_, place);
  }

  Frame frame_;
  hexiom::Appearance appearance_;
  std::vector<Group> groups_;
  std::vector<std::vector<hexiom::CellForeground>> members_;  ///< of each cluster
};

}  // namespace

std::unique_ptr<Labelling> label_hexiom(const Frame& frame) {
  return std::make_unique<HexiomLabelling>(frame);
}

}  // namespace eyehand::calibration
