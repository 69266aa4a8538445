#include "calibration/samples.hpp"

#include <algorithm>
#include <cstdio>
#include <map>
#include <random>
#include <sstream>

#include "player/files.hpp"
#include "player/games.hpp"
#include "process/find_program.hpp"
#include "process/process.hpp"
#include "puzzle/error.hpp"
#include "vision/png.hpp"

namespace eyehand::calibration {
namespace {

namespace fs = std::filesystem;

using Words = std::map<std::string, std::string>;

std::string filled_in(std::string text, const Words& words) {
  for (const auto& [word, value] : words) {
    const std::string mark = '{' + word + '}';
    for (std::size_t at = 0; (at = text.find(mark, at)) != std::string::npos; at += value.size())
      text.replace(at, mark.size(), value);
  }
  return text;
}

std::vector<std::string> filled_in(std::vector<std::string> texts, const Words& words) {
  for (std::string& text : texts) text = filled_in(text, words);
  return texts;
}

/// Relative to the folder of the skin's file.
fs::path from_skin(const Skin& skin, const std::string& file) {
  return (fs::path(skin.file.name()).parent_path() / file).lexically_normal();
}

}  // namespace

Samples::Samples(const Skin& skin, const fs::path& folder) : skin_(skin) {
  const SampleSource& source = skin_.samples;
  if (!folder.empty()) {
    add_pictures(folder);
  } else if (!source.render.empty()) {
    if (!find_program(source.render.front()))
      throw Error("'" + source.render.front() + "', which draws the samples of '" + skin_.name +
                  "', is not installed; or name a folder of pictures with --samples.");
    are_drawn_ = true;
    sizes_ = source.sizes;
    if (source.sizes.empty() || source.usual_size.empty())
      skin_.file.fail("samples", "sizes",
                      "missing, or usual_size is, although a program draws the samples.");
    if (!source.named_boards.empty()) {
      const fs::path file = from_skin(skin_, source.named_boards);
      add_named_boards(read_file(file, kMaxSampleText), file.string());
    }
    add_boards(read_file(from_skin(skin_, source.boards), kMaxSampleText));
  } else if (!source.pictures.empty()) {
    add_pictures(from_skin(skin_, source.pictures));
  } else {
    throw Error("The skin '" + skin_.name +
                "' has no samples; name a folder of pictures and texts with --samples.");
  }
}

Samples::Samples(std::vector<Captured> live, const Skin& skin)
    : skin_(skin), live_(std::move(live)) {
  if (live_.empty()) throw Error("No board was captured.");
  for (const auto& [size, picture] : live_.front().pictures) sizes_.push_back(size);
  for (std::size_t i = 0; i < live_.size(); ++i) {
    const Captured& board = live_[i];
    const bool is_like =
        board.usual < sizes_.size() &&
        std::equal(sizes_.begin(), sizes_.end(), board.pictures.begin(), board.pictures.end(),
                   [](const std::string& size, const auto& one) { return size == one.first; });
    if (!is_like)
      throw Error("'" + board.name + "' was captured at different sizes from the first board.");
    all_.push_back({board.name, board.truth, "", "", {}, i});
  }
}

void Samples::add_board(std::string truth, std::string given) {
  const auto& variants = skin_.samples.variants;
  Sample sample;
  sample.name = "board " + std::to_string(all_.size() + 1);
  sample.truth = std::move(truth);
  sample.given = std::move(given);
  if (!variants.empty()) {
    sample.variant = variants[all_.size() % variants.size()];
    sample.name += ' ' + sample.variant;
  }
  all_.push_back(std::move(sample));
}

void Samples::add_boards(const std::string& text) {
  for (const std::string& board : game_named(skin_.game).split(text)) add_board(board, board);
  if (all_.empty()) throw Error("There are no puzzles in the samples of '" + skin_.name + "'.");
}

void Samples::add_named_boards(const std::string& text, const std::string& name) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line.front() == '#') continue;
    const auto blank = line.find(' ');
    if (blank == std::string::npos)
      throw Error(name +
                  ": every line must be \"GIVEN BOARD\": what the program is given, a space, and "
                  "the board.");
    add_board(line.substr(blank + 1), line.substr(0, blank));
  }
}

void Samples::add_pictures(const fs::path& folder) {
  std::error_code error;
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const fs::path text = fs::path(entry.path()).replace_extension(".txt");
    std::error_code none;
    if (entry.path().extension() == ".png" && fs::exists(text, none)) files.push_back(entry.path());
  }
  if (files.empty())
    throw Error("There are no pictures NAME.png with their boards in NAME.txt in " +
                folder.string() + "; name another folder with --samples.");
  std::sort(files.begin(), files.end());
  for (const fs::path& file : files)
    all_.push_back({file.stem().string(),
                    read_file(fs::path(file).replace_extension(".txt"), kMaxSampleText), "", "",
                    file, 0});
}

Samples::Words Samples::words_for(const Sample& sample, const std::string& size) const {
  const fs::path board = scratch_.path() / "board.txt";
  write_file(board, sample.given + '\n');
  return {{"board", sample.given},
          {"board_file", board.string()},
          {"picture", (scratch_.path() / "board.png").string()},
          {"size", size},
          {"variant", sample.variant}};
}

std::vector<std::string> Samples::show_command(const Sample& sample) const {
  return filled_in(skin_.samples.show, words_for(sample, skin_.samples.usual_size));
}

cv::Mat Samples::draw(const Sample& sample, const std::string& size,
                      const std::vector<std::string>& colours) const {
  const SampleSource& source = skin_.samples;
  const Words words = words_for(sample, size);
  const fs::path picture = words.at("picture");
  std::error_code none;
  fs::remove(picture, none);
  auto environment = filled_in(source.environment, words);
  environment.insert(environment.end(), colours.begin(), colours.end());
  run_program(filled_in(source.render, words), environment);
  return load_png(picture);
}

cv::Mat Samples::picture(const Sample& sample) const {
  if (!sample.picture.empty()) return load_png(sample.picture);
  if (are_live()) {
    const Captured& board = live_.at(sample.live);
    return board.pictures.at(board.usual).second;
  }
  return draw(sample, skin_.samples.usual_size, {});
}

cv::Mat Samples::picture_at(const Sample& sample, const std::string& size) const {
  if (are_live())
    for (const auto& [name, picture] : live_.at(sample.live).pictures)
      if (name == size) return picture;
  return draw(sample, size, {});
}

cv::Mat Samples::recoloured(const Sample& sample, double max_change, std::uint64_t seed) const {
  return draw(sample, skin_.samples.usual_size,
              moved_colours(skin_.samples.colours, max_change, seed));
}

void Samples::generate(int each) {
  const SampleSource& source = skin_.samples;
  if (!are_drawn_ || source.generate.empty())
    throw Error("The skin '" + skin_.name + "' does not say how its program generates puzzles.");
  auto parameters = source.parameters;
  if (parameters.empty()) parameters.emplace_back();
  for (const std::string& one : parameters) {
    const Words words = {{"count", std::to_string(each)}, {"parameters", one}};
    add_boards(run_program(filled_in(source.generate, words),
                           filled_in(source.environment, {{"size", source.usual_size}}),
                           std::chrono::minutes(10)));
  }
}

std::vector<std::string> moved_colours(const std::vector<std::string>& colours, double max_change,
                                       std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> by(-max_change, max_change);
  std::vector<std::string> moved;
  for (const std::string& entry : colours) {
    const auto at = entry.find("=#");
    unsigned red = 0, green = 0, blue = 0;
    if (at == std::string::npos ||
        std::sscanf(entry.c_str() + at + 2, "%2x%2x%2x", &red, &green, &blue) != 3)
      throw Error("The colour '" + entry + "' must be written NAME=#rrggbb.");
    std::string value;
    for (const unsigned channel : {red, green, blue}) {
      char text[3];
      const int now = std::clamp(static_cast<int>(channel) + cvRound(by(random)), 0, 255);
      std::snprintf(text, sizeof text, "%02x", static_cast<unsigned>(now & 255));
      value += text;
    }
    moved.push_back(entry.substr(0, at + 1) + value);
  }
  return moved;
}

}  // namespace eyehand::calibration
