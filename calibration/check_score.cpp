#include "calibration/check_score.hpp"

#include <algorithm>

namespace eyehand::calibration {

Score score(std::span<const Part> truth, std::span<const ObservedPart> seen,
            const std::string& rejection) {
  Score score;
  score.is_comparable = truth.size() == seen.size();
  const bool is_accepted = rejection.empty();
  bool names_rejected = false;
  if (score.is_comparable)
    names_rejected = std::any_of(seen.begin(), seen.end(), [](const ObservedPart& part) {
      return part.confidence < kMinPartConfidence;
    });
  bool all_right = score.is_comparable;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    Verdict outcome = Verdict::refused;
    if (!score.is_comparable) {
      if (is_accepted) outcome = Verdict::wrong;
    } else if ((is_accepted || names_rejected) && seen[i].confidence >= kMinPartConfidence) {
      outcome = seen[i].part == truth[i] ? Verdict::right : Verdict::wrong;
    }
    score.parts.push_back(outcome);
    all_right = all_right && seen[i].part == truth[i];
  }
  if (is_accepted) score.board = all_right ? Verdict::right : Verdict::wrong;
  return score;
}

std::vector<Reliability> empty_reliability() {
  return {{0, kMinPartConfidence}, {kMinPartConfidence, 0.9}, {0.9, 0.99}, {0.99, 1}};
}

void count(std::span<const Part> truth, std::span<const ObservedPart> seen, const Score& score,
           Confusions& confusions, std::vector<Reliability>& reliability) {
  for (std::size_t i = 0; i < truth.size(); ++i) {
    const Verdict outcome = score.parts[i];
    Confusion& confusion = confusions[std::string(truth[i].kind)];
    confusion.counts.add(outcome);
    if (outcome == Verdict::refused)
      ++confusion.refused[truth[i].label];
    else
      ++confusion
            .read_as[truth[i].label][score.is_comparable ? seen[i].part.label : "another board"];
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
