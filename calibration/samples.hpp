// Labelled samples: pictures of a program's boards, and what is on them. Programs draw boards that
// they are given (the skin's table [samples] says how); of programs that cannot, pictures are kept.
#pragma once

#include <cstdint>
#include <filesystem>
#include <opencv2/core.hpp>
#include <string>
#include <vector>

#include "calibration/run_program.hpp"
#include "player/skin.hpp"

namespace eyehand::calibration {

/// Largest file of puzzles or of one puzzle, in bytes, and largest picture, in pixels a side.
inline constexpr std::size_t kMaxSampleText = 16u << 20;
inline constexpr int kMaxSampleSide = 16384;

/// One board; its pictures are made as they are asked for.
struct Sample {
  std::string name;               ///< for people: "board 3", "easy-330x370"
  std::string truth;              ///< in the game's text format
  std::string variant;            ///< what {variant} is; empty if there are none
  std::filesystem::path picture;  ///< of one that is kept; else empty
};

class Samples {
 public:
  /// Those of the skin; or, if `folder` is not empty, the pictures in it. Throws Error if the skin
  /// says of none, if they are not there, or if the program that draws them is not installed.
  Samples(const Skin& skin, const std::filesystem::path& folder);

  const std::vector<Sample>& all() const { return all_; }
  /// Whether the program draws them, at any of sizes() and in other colours.
  bool are_drawn() const { return are_drawn_; }
  const std::vector<std::string>& sizes() const { return skin_.samples.sizes; }
  bool has_colours() const { return are_drawn_ && !skin_.samples.colours.empty(); }

  /// As the program shows it, at the usual size or as it was kept. Throws Error if it cannot be
  /// had.
  cv::Mat picture(const Sample& sample) const;
  /// Drawn at another size.
  cv::Mat picture_at(const Sample& sample, const std::string& size) const;
  /// Drawn with each channel of each colour up to `most` (0 to 255) lighter or darker.
  cv::Mat recoloured(const Sample& sample, double most, std::uint64_t seed) const;

  /// New puzzles by the program, `each` of each of the parameters that the skin names; they join
  /// all(). Throws Error if the skin does not say how.
  void generate(int each);

 private:
  cv::Mat draw(const Sample& sample, const std::string& size,
               const std::vector<std::string>& colours) const;
  void add_boards(const std::string& text);
  void add_pictures(const std::filesystem::path& folder);

  Skin skin_;
  bool are_drawn_ = false;
  std::vector<Sample> all_;
  ScratchFolder scratch_;
};

/// Variables that set the program's colours ("NAME=#rrggbb"), each channel moved by up to `most`,
/// as rrggbb without the #, which is how the programs want them.
std::vector<std::string> moved_colours(const std::vector<std::string>& colours, double most,
                                       std::uint64_t seed);

}  // namespace eyehand::calibration
