#include "calibration/check_score.hpp"

#include <algorithm>

namespace eyehand::calibration {

Score score(std::span<const Part> truth, std::span<const SeenPart> seen, const std::string& doubt) {
  Score score;
  score.is_comparable = truth.size() == seen.size();
  const bool is_sure = doubt.empty();
  bool names_doubtful = false;
  if (score.is_comparable)
    names_doubtful = std::any_of(seen.begin(), seen.end(),
                                 [](const SeenPart& part) { return part.confidence < kSurePart; });
  bool all_right = score.is_comparable;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    Outcome outcome = Outcome::refused;
    if (!score.is_comparable) {
      if (is_sure) outcome = Outcome::wrong;
    } else if ((is_sure || names_doubtful) && seen[i].confidence >= kSurePart) {
      outcome = seen[i].part == truth[i] ? Outcome::right : Outcome::wrong;
    }
    score.parts.push_back(outcome);
    all_right = all_right && seen[i].part == truth[i];
  }
  if (is_sure) score.board = all_right ? Outcome::right : Outcome::wrong;
  return score;
}

std::vector<Reliability> empty_reliability() {
  return {{0, kSurePart}, {kSurePart, 0.9}, {0.9, 0.99}, {0.99, 1}};
}

void count(std::span<const Part> truth, std::span<const SeenPart> seen, const Score& score,
           Confusions& confusions, std::vector<Reliability>& reliability) {
  for (std::size_t i = 0; i < truth.size(); ++i) {
    const Outcome outcome = score.parts[i];
    Confusion& confusion = confusions[std::string(truth[i].kind)];
    confusion.counts.add(outcome);
    if (outcome == Outcome::refused)
      ++confusion.refused[truth[i].label];
    else
      ++confusion.said[truth[i].label][score.is_comparable ? seen[i].part.label : "another board"];
    if (!score.is_comparable) continue;
    const double confidence = seen[i].confidence;
    const auto bin = std::find_if(reliability.rbegin(), reliability.rend(),
                                  [&](const Reliability& r) { return confidence >= r.from; });
    if (bin == reliability.rend()) continue;
    ++bin->parts;
    if (!(seen[i].part == truth[i])) ++bin->wrong;
  }
}

}  // namespace eyehand::calibration
