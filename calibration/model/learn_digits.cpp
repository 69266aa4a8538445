#include "calibration/model/learn_digits.hpp"

#include "vision/model/read.hpp"

namespace eyehand::calibration {
namespace {

/// A digit that is read with less confidence is worth a sample.
constexpr float kPlain = 0.8F;

/// The number that this is a picture of; negative if there is none, or it is not known.
int number_at(const model::NumberSeen& seen, const model::Board& truth,
              const model::Reading& reading) {
  const std::size_t cells = truth.clues.size();
  if (seen.place < cells)
    return truth.clues[seen.place] != model::kBlank ? truth.clues[seen.place]
                                                    : truth.marks[seen.place];
  if (seen.place >= cells + truth.lines.size())
    return truth.layers.back()[seen.place - cells - truth.lines.size()];
  const std::vector<int>& line = truth.lines[seen.place - cells];
  return reading.board.lines[seen.place - cells].size() == line.size() ? line[seen.of] : -1;
}

}  // namespace

bool learn_number(int number, const cv::Mat& foreground, DigitReader& digits,
                  std::vector<std::string>& samples) {
  const std::string text = std::to_string(number);
  const std::vector<cv::Mat> pictures = digits_of(foreground);
  if (number < 0 || pictures.size() != text.size()) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const int digit = text[i] - '0';
    const DigitGuess guess = digits.read_by_samples(pictures[i]);
    if (guess.digit == digit && guess.confidence >= kPlain) continue;
    const Glyph glyph = glyph_of(pictures[i]);
    digits.add(digit, glyph);
    samples.push_back(to_sample(digit, glyph));
  }
  return true;
}

std::vector<std::string> learn_digits(const Skin& skin, const Samples& samples) {
  const model::Rules& rules = model::page(skin.game);
  model::Appearance appearance;
  LatticeAppearance lattice;
  skin.file.read("appearance", appearance);
  skin.file.read("lattice", lattice);
  const model::Reader reader(rules, appearance, lattice);
  DigitReader digits(appearance.digits);
  std::vector<std::string> learned;

  const auto learn_from = [&](const cv::Mat& picture, const model::Board& truth) {
    Frame frame;
    frame.image = picture;
    const model::Reading reading = reader.read(frame);
    if (reading.board.clues.size() != truth.clues.size() ||
        reading.board.lines.size() != truth.lines.size() ||
        reading.board.layers.size() != truth.layers.size())
      return;
    for (const model::NumberSeen& seen : reading.numbers)
      learn_number(number_at(seen, truth, reading), seen.foreground, digits, learned);
  };
  for (const Sample& sample : samples.all()) {
    const model::Board truth = read(rules, sample.truth);
    if (!samples.have_sizes()) {
      learn_from(samples.picture(sample), truth);
      continue;
    }
    for (const std::string& size : samples.sizes())
      learn_from(samples.picture_at(sample, size), truth);
  }
  return learned;
}

}  // namespace eyehand::calibration
