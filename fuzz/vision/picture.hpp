// Pictures for the readers, made from a fuzzer's bytes. Noise alone would hardly ever get past the
// search for a lattice, so most bytes are edits of a picture of a real board: rectangles, lines,
// discs and digits drawn on it, colours shifted, parts moved, cropped, scaled, blurred.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <opencv2/core.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/target.hpp"
#include "player/settings.hpp"
#include "vision/frame.hpp"

namespace eyehand::fuzz {

/// The input byte by byte, followed by zeros.
class Bytes {
 public:
  explicit Bytes(std::string_view bytes) : bytes_(bytes) {}
  bool done() const { return at_ == bytes_.size(); }
  int next() { return done() ? 0 : static_cast<unsigned char>(bytes_[at_++]); }
  /// 0 to `count` - 1.
  int choice(std::size_t count) { return next() % static_cast<int>(count); }

 private:
  std::string_view bytes_;
  std::size_t at_ = 0;
};

/// The longest side of a picture, in pixels: larger ones would take too long to read.
inline constexpr int kMaxSide = 500;

/// The first byte selects a board's picture, or noise: then two bytes are its size and the rest its
/// pixels, repeated. Otherwise edits follow, of eight bytes each, at most 24.
Frame make_frame(Bytes& bytes, const std::vector<cv::Mat>& boards);

/// Pictures by their names in the source tree, without the `.png`.
std::vector<cv::Mat> load_pictures(const std::vector<std::string>& names);

/// The settings of a shipped skin.
SettingsFile load_settings(const std::string& skin);

/// The tables [appearance] of these skins.
template <class Appearance>
std::vector<Appearance> load_appearances(const std::vector<std::string>& skins) {
  std::vector<Appearance> appearances;
  for (const auto& skin : skins) load_settings(skin).read("appearance", appearances.emplace_back());
  return appearances;
}

/// Confidences are from 0 to 1; in an accepted reading all are at least `accepted`.
inline void check_confidence(const std::vector<float>& all, std::size_t count, bool is_accepted,
                             float accepted) {
  require(all.size() == count, "there is a confidence for each part");
  for (const float one : all) {
    require(one >= 0 && one <= 1, "confidence is from 0 to 1", std::to_string(one));
    require(!is_accepted || one >= accepted, "an accepted reading is confident of all parts",
            std::to_string(one));
  }
}

}  // namespace eyehand::fuzz
