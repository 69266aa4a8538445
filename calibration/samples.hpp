// Labelled samples: pictures of a program's boards, and what is on them. Programs draw boards that
// they are given (the skin's table [samples] says how); of programs that cannot, pictures are kept.
// Live windows are captured (calibration/live.hpp).
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <opencv2/core.hpp>
#include <string>
#include <utility>
#include <vector>

#include "calibration/run_program.hpp"
#include "player/skin.hpp"

namespace eyehand::calibration {

/// Largest file of puzzles or of one puzzle, in bytes.
inline constexpr std::size_t kMaxSampleText = 16u << 20;

/// One board; its pictures are made as they are asked for.
struct Sample {
  std::string name;               ///< for people: "board 3", "easy-330x370"
  std::string truth;              ///< in the game's text format
  std::string given;              ///< what {board} is: the truth, if the program takes that
  std::string variant;            ///< what {variant} is; empty if there are none
  std::filesystem::path picture;  ///< of one that is kept; else empty
  std::size_t live = 0;           ///< which live board, where they are live
};

/// A board of a live window, captured at several sizes of the window.
struct Captured {
  std::string name;   ///< for people
  std::string truth;  ///< in the game's text format
  /// By size, from small to large; the same of all boards that are put together.
  std::vector<std::pair<std::string, cv::Mat>> pictures;
  std::size_t usual = 0;  ///< which of them is as the program came up
};

class Samples {
 public:
  /// Those of the skin; or, if `folder` is not empty, the pictures in it. Throws Error if the skin
  /// says of none, if they are not there, or if the program that draws them is not installed.
  Samples(const Skin& skin, const std::filesystem::path& folder);

  /// Those of live windows. Throws Error if there are none, or not of the same sizes.
  Samples(std::vector<Captured> live, const Skin& skin);

  const std::vector<Sample>& all() const { return all_; }
  /// Whether the program draws them, at any of sizes() and in other colours.
  bool are_drawn() const { return are_drawn_; }
  bool are_live() const { return !live_.empty(); }
  /// Whether there are pictures of them at each of sizes().
  bool have_sizes() const { return are_drawn_ || are_live(); }
  const std::vector<std::string>& sizes() const { return sizes_; }
  bool has_colours() const { return are_drawn_ && !skin_.samples.colours.empty(); }

  /// As the program shows it, at the usual size or as it was kept. Throws Error if it cannot be
  /// had.
  cv::Mat picture(const Sample& sample) const;
  /// Drawn, or captured, at another size.
  cv::Mat picture_at(const Sample& sample, const std::string& size) const;
  /// Drawn with each channel of each colour up to `most` (0 to 255) lighter or darker.
  cv::Mat recoloured(const Sample& sample, double most, std::uint64_t seed) const;

  /// The command that shows it in a window, if the skin says of one, else nothing. A file that it
  /// reads is there until the next call.
  std::vector<std::string> show_command(const Sample& sample) const;

  /// New puzzles by the program, `each` of each of the parameters that the skin names; they join
  /// all(). Throws Error if the skin does not say how.
  void generate(int each);

 private:
  using Words = std::map<std::string, std::string>;  // what stands for {NAME}

  cv::Mat draw(const Sample& sample, const std::string& size,
               const std::vector<std::string>& colours) const;
  Words words_for(const Sample& sample, const std::string& size) const;
  void add_boards(const std::string& text);
  void add_board(std::string truth, std::string given);
  void add_named_boards(const std::string& text, const std::string& name);
  void add_pictures(const std::filesystem::path& folder);

  Skin skin_;
  bool are_drawn_ = false;
  std::vector<std::string> sizes_;
  std::vector<Captured> live_;  // one a sample, or none
  std::vector<Sample> all_;
  ScratchFolder scratch_;
};

/// Variables that set the program's colours ("NAME=#rrggbb"), each channel moved by up to `most`,
/// as rrggbb without the #, which is how the programs want them.
std::vector<std::string> moved_colours(const std::vector<std::string>& colours, double most,
                                       std::uint64_t seed);

}  // namespace eyehand::calibration
