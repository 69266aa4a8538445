// What was read compared with the truth, part by part. Three verdicts, never mixed: read correctly,
// misread, or refused (the reader was uncertain).
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "player/parts.hpp"

namespace eyehand::calibration {

enum class Verdict { right, wrong, refused };

struct Counts {
  long right = 0, wrong = 0, refused = 0;
  long all() const { return right + wrong + refused; }
  void add(Verdict outcome) {
    ++(outcome == Verdict::right ? right : outcome == Verdict::wrong ? wrong : refused);
  }
  Counts& operator+=(const Counts& other) {
    right += other.right;
    wrong += other.wrong;
    refused += other.refused;
    return *this;
  }
  bool operator==(const Counts&) const = default;
};

/// The result of one reading.
struct Score {
  /// Refused if the reader refused the board; otherwise right if every part is.
  Verdict board = Verdict::refused;
  /// One per part of the truth. A part is refused if its confidence is too low. All are refused
  /// if the reader refused the board as a whole (without a part of low confidence, or with a
  /// different number of parts), and all are wrong if it accepted a board with a different number.
  std::vector<Verdict> parts;
  /// Whether as many parts were read as there are, so that they can be compared one by one.
  bool is_comparable = false;
};

/// `rejection` is Observation::rejection.
Score score(std::span<const Part> truth, std::span<const ObservedPart> seen,
            const std::string& rejection);

/// For one kind of part: what its parts were read as. Refused ones are in `counts` only.
struct Confusion {
  Counts counts;
  std::map<std::string, std::map<std::string, long>> read_as;  ///< by truth, then by what was read
  std::map<std::string, long> refused;                         ///< by truth
};

/// How many of the parts whose confidence lay in [from, to), or in [from, 1] for the last bin, were
/// misread. Refused boards count as well, as far as their parts can be compared.
struct Reliability {
  double from = 0, to = 1;
  long parts = 0, wrong = 0;
};
/// 0 to kMinPartConfidence, to 0.9, to 0.99, to 1.
std::vector<Reliability> empty_reliability();

using Confusions = std::map<std::string, Confusion>;  // by kind

/// Counts one reading in both. A board with a different number of parts is counted as "another
/// board" throughout.
void count(std::span<const Part> truth, std::span<const ObservedPart> seen, const Score& score,
           Confusions& confusions, std::vector<Reliability>& reliability);

}  // namespace eyehand::calibration
