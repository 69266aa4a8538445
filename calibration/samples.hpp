// Labelled samples: pictures of a program's boards, with their contents. Programs draw given boards
// (the skin's table [samples] says how); for programs that cannot, pictures are stored. Live
// windows are captured (calibration/live.hpp).
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <opencv2/core.hpp>
#include <string>
#include <utility>
#include <vector>

#include "player/skin.hpp"
#include "process/temp_folder.hpp"

namespace eyehand::calibration {

/// Largest file of puzzles or of one puzzle, in bytes.
inline constexpr std::size_t kMaxSampleText = 16u << 20;

/// One board; its pictures are made on demand.
struct Sample {
  std::string name;               ///< for people: "board 3", "easy-330x370"
  std::string truth;              ///< in the game's text format
  std::string given;              ///< replaces {board}: the truth, if the program accepts that
  std::string variant;            ///< replaces {variant}; empty if there are none
  std::filesystem::path picture;  ///< of a stored sample; otherwise empty
  std::size_t live = 0;           ///< index of the live board, if live
};

/// A board of a live window, captured at several sizes of the window.
struct Captured {
  std::string name;   ///< for people
  std::string truth;  ///< in the game's text format
  /// From small to large; the same sizes for all boards used together.
  std::vector<std::pair<std::string, cv::Mat>> pictures;
  std::size_t usual = 0;  ///< index of the size at which the program started
};

class Samples {
 public:
  /// The skin's samples or, if `folder` is not empty, the pictures in it. Throws Error if the skin
  /// names none, if they are missing, or if the program that draws them is not installed.
  Samples(const Skin& skin, const std::filesystem::path& folder);

  /// Those of live windows. Throws Error if there are none, or if their sizes differ.
  Samples(std::vector<Captured> live, const Skin& skin);

  const std::vector<Sample>& all() const { return all_; }
  /// Whether the program draws them, at any of sizes() and in other colours.
  bool are_drawn() const { return are_drawn_; }
  bool are_live() const { return !live_.empty(); }
  /// Whether there are pictures of them at each of sizes().
  bool have_sizes() const { return are_drawn_ || are_live(); }
  const std::vector<std::string>& sizes() const { return sizes_; }
  bool has_colours() const { return are_drawn_ && !skin_.samples.colours.empty(); }

  /// As the program shows it, at the usual size or as stored. Throws Error if it cannot be made.
  cv::Mat picture(const Sample& sample) const;
  /// Drawn, or captured, at another size.
  cv::Mat picture_at(const Sample& sample, const std::string& size) const;
  /// Drawn with each channel of each colour moved by up to `max_change` (0 to 255).
  cv::Mat recoloured(const Sample& sample, double max_change, std::uint64_t seed) const;

  /// The command that shows it in a window, if the skin has one; otherwise empty. A file that it
  /// reads exists until the next call.
  std::vector<std::string> show_command(const Sample& sample) const;

  /// Adds new puzzles by the program to all(), `each` for each set of parameters that the skin
  /// names. Throws Error if the skin does not say how.
  void generate(int each);

 private:
  using Words = std::map<std::string, std::string>;  // values for {NAME}

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
  std::vector<Captured> live_;  // one per sample, or empty
  std::vector<Sample> all_;
  TempFolder scratch_;
};

/// Variables that set the program's colours ("NAME=#rrggbb"), each channel moved by up to
/// `max_change`, as rrggbb without the #, which is how the programs expect them.
std::vector<std::string> moved_colours(const std::vector<std::string>& colours, double max_change,
                                       std::uint64_t seed);

}  // namespace eyehand::calibration
