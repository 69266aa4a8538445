#include "app/pictures.hpp"

#include <algorithm>
#include <array>
#include <opencv2/imgcodecs.hpp>

#include "puzzle/error.hpp"

namespace eyehand {

using namespace std::string_view_literals;

bool is_picture(std::string_view bytes) {
  constexpr std::array kBeginnings = {"\x89PNG"sv, "\xff\xd8\xff"sv, "BM"sv,    "P3\n"sv,
                                      "P6\n"sv,    "P5\n"sv,         "II*\0"sv, "MM\0*"sv};
  return std::any_of(kBeginnings.begin(), kBeginnings.end(),
                     [&](std::string_view start) { return bytes.starts_with(start); }) ||
         (bytes.starts_with("RIFF") && bytes.substr(0, 12).ends_with("WEBP"));
}

Frame to_frame(const std::string& bytes, const std::string& name) {
  cv::Mat image;
  try {
    if (!bytes.empty())
      image = cv::imdecode(
          cv::Mat(1, static_cast<int>(bytes.size()), CV_8UC1, const_cast<char*>(bytes.data())),
          cv::IMREAD_COLOR);
  } catch (const cv::Exception&) {
    image.release();  // too many pixels; the message below will do
  }
  if (image.empty())
    throw Error(name + ": not a picture that can be read; give a PNG file, for example.");
  if (std::max(image.cols, image.rows) > kMaxPictureSide)
    throw Error(name + ": larger than " + std::to_string(kMaxPictureSide) +
                " pixels a side; cut out the board.");
  return {image, {0, 0}, cv::Rect({0, 0}, image.size())};
}

void write_picture(const std::filesystem::path& file, const cv::Mat& image) {
  bool written = false;
  try {
    written = cv::imwrite(file.string(), image);
  } catch (const cv::Exception&) {
    throw Error(file.string() +
                ": the name ends in no picture format that is known; let it end in .png.");
  }
  if (!written)
    throw Error(file.string() + ": cannot be written; is its folder there and writable?");
}

}  // namespace eyehand
