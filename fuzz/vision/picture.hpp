// Pictures for the readers, made from a fuzzer's bytes. A reader would hardly ever find a lattice
// in noise, so most inputs are edits to a picture of a real board: rectangles, lines, circles and
// digits drawn on it, colours shifted, parts moved, cropped, scaled or blurred.
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

/// The largest width or height of a picture, in pixels: larger ones would take too long to read.
inline constexpr int kMaxSide = 500;

/// The first byte selects one of the pictures, which up to 24 edits of eight bytes each then
/// change; or noise, of which two bytes are the size, at most 96x96, and the rest, repeated, the
/// pixels.
Frame make_frame(Bytes& bytes, const std::vector<cv::Mat>& boards);

/// Pictures by their paths in the source tree, without `.png`.
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
