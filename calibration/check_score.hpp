// What was read against what is true, part by part. Three outcomes, never mixed up: read rightly,
// read wrongly, refused (the reader said that it was not sure).
#pragma once

#include <map>
#include <opencv2/core.hpp>
#include <span>
#include <string>
#include <vector>

#include "player/parts.hpp"

namespace eyehand::calibration {

enum class GestureStatus { right, wrong, refused };

struct Counts {
  long right = 0, wrong = 0, refused = 0;
  long all() const { return right + wrong + refused; }
  void add(GestureStatus outcome) {
    ++(outcome == GestureStatus::right ? right : outcome == GestureStatus::wrong ? wrong : refused);
  }
  Counts& operator+=(const Counts& other) {
    right += other.right;
    wrong += other.wrong;
    refused += other.refused;
    return *this;
  }
  bool operator==(const Counts&) const = default;
};

/// One look's result.
struct Score {
  /// Refused if the reader had any doubt; else right if every part is.
  GestureStatus board = GestureStatus::refused;
  /// One a part of the truth. A part of which the reader was not sure is refused. All are refused
  /// if the reader doubts the board as a whole (it names no part that it is not sure of, or it saw
  /// another number of parts), and all are wrong if it doubts nothing and saw another number.
  std::vector<GestureStatus> parts;
  /// Whether as many parts were seen as there are, so that they can be compared one by one.
  bool is_comparable = false;
};

/// `rejection` is Observation::rejection.
Score score(std::span<const Part> truth, std::span<const ObservedPart> seen,
            const std::string& rejection);

/// For one kind of part: what was said of those that are this. Refused ones are in `counts` alone.
struct Confusion {
  Counts counts;
  std::map<std::string, std::map<std::string, long>> said;  ///< by what is true, what was said
  std::map<std::string, long> refused;                      ///< by what is true
};

/// Of the parts whose confidence lay in [from, to), or in [from, 1] for the last: how many were
/// other than was said. Boards that were refused count too, as far as they can be compared.
struct Reliability {
  double from = 0, to = 1;
  long parts = 0, wrong = 0;
};
/// 0 to kMinPartConfidence, to 0.9, to 0.99, to 1.
std::vector<Reliability> empty_reliability();

using Confusions = std::map<std::string, Confusion>;  // by kind

/// Counts one look into both. A board with another number of parts is said to be "another board"
/// all over.
void count(std::span<const Part> truth, std::span<const ObservedPart> seen, const Score& score,
           Confusions& confusions, std::vector<Reliability>& reliability);

}  // namespace eyehand::calibration
