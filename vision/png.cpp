#include "vision/png.hpp"

#include <spng.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <opencv2/imgproc.hpp>

#include "puzzle/error.hpp"

namespace eyehand {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view kPngSignature = "\x89PNG\r\n\x1a\n"sv;

using Context = std::unique_ptr<spng_ctx, decltype(&spng_ctx_free)>;

Error too_large(const std::string& name) {
  return Error(name + ": larger than " + std::to_string(kMaxPictureSide) +
               " pixels per side; cut out the board.");
}

}  // namespace

bool is_picture(std::string_view bytes) {
  constexpr std::array kSignatures = {"\x89PNG"sv, "\xff\xd8\xff"sv, "GIF8"sv,  "BM"sv,   "P3\n"sv,
                                      "P6\n"sv,    "P5\n"sv,         "II*\0"sv, "MM\0*"sv};
  return std::any_of(kSignatures.begin(), kSignatures.end(),
                     [&](std::string_view start) { return bytes.starts_with(start); }) ||
         (bytes.starts_with("RIFF") && bytes.substr(0, 12).ends_with("WEBP"));
}

cv::Mat decode_png(std::string_view bytes, const std::string& name) {
  if (!bytes.starts_with(kPngSignature))
    throw Error(name + ": not a PNG file; pictures must be PNG, so convert it first.");
  const Context context(spng_ctx_new(0), spng_ctx_free);
  spng_ihdr header{};
  int error = context ? spng_set_png_buffer(context.get(), bytes.data(), bytes.size()) : SPNG_EMEM;
  // A damaged comment or colour profile does no harm.
  if (!error) error = spng_set_crc_action(context.get(), SPNG_CRC_ERROR, SPNG_CRC_DISCARD);
  if (!error) error = spng_get_ihdr(context.get(), &header);
  if (!error && std::max(header.width, header.height) > kMaxPictureSide) throw too_large(name);
  cv::Mat image;
  if (!error) {
    image.create(static_cast<int>(header.height), static_cast<int>(header.width), CV_8UC3);
    error = spng_decode_image(context.get(), image.data, image.total() * image.elemSize(),
                              SPNG_FMT_RGB8, 0);
  }
  if (error)
    throw Error(name + ": damaged or incomplete PNG file (" + spng_strerror(error) +
                "); save the picture again.");
  cv::cvtColor(image, image, cv::COLOR_RGB2BGR);
  return image;
}

std::string encode_png(const cv::Mat& image) {
  if (image.empty() || image.depth() != CV_8U ||
      (image.channels() != 1 && image.channels() != 3 && image.channels() != 4))
    throw Error("a picture must have 1, 3 or 4 channels of 8 bits to become a PNG.");
  cv::Mat rgb;  // contiguous, and the image's own pixels stay as they are
  if (image.channels() == 1) rgb = image.clone();
  if (image.channels() == 3) cv::cvtColor(image, rgb, cv::COLOR_BGR2RGB);
  if (image.channels() == 4) cv::cvtColor(image, rgb, cv::COLOR_BGRA2RGBA);
  spng_ihdr header{};
  header.width = static_cast<std::uint32_t>(rgb.cols);
  header.height = static_cast<std::uint32_t>(rgb.rows);
  header.bit_depth = 8;
  header.color_type = rgb.channels() == 1   ? SPNG_COLOR_TYPE_GRAYSCALE
                      : rgb.channels() == 3 ? SPNG_COLOR_TYPE_TRUECOLOR
                                            : SPNG_COLOR_TYPE_TRUECOLOR_ALPHA;
  const Context context(spng_ctx_new(SPNG_CTX_ENCODER), spng_ctx_free);
  int error = context ? spng_set_option(context.get(), SPNG_ENCODE_TO_BUFFER, 1) : SPNG_EMEM;
  const std::array options = {
      // Windows are flat areas: runs of equal pixels, for which this is fast and small enough.
      std::pair{SPNG_IMG_COMPRESSION_LEVEL, Z_BEST_SPEED},
      std::pair{SPNG_IMG_COMPRESSION_STRATEGY, Z_RLE},
      std::pair{SPNG_FILTER_CHOICE, static_cast<int>(SPNG_FILTER_CHOICE_SUB)},
  };
  for (const auto& [option, value] : options)
    if (!error) error = spng_set_option(context.get(), option, value);
  if (!error) error = spng_set_ihdr(context.get(), &header);
  if (!error)
    error = spng_encode_image(context.get(), rgb.data, rgb.total() * rgb.elemSize(), SPNG_FMT_PNG,
                              SPNG_ENCODE_FINALIZE);
  std::size_t size = 0;
  const std::unique_ptr<void, decltype(&std::free)> bytes(
      error ? nullptr : spng_get_png_buffer(context.get(), &size, &error), std::free);
  if (!bytes) throw Error(std::string("a picture cannot become a PNG: ") + spng_strerror(error));
  return {static_cast<const char*>(bytes.get()), size};
}

cv::Mat load_png(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::error_code none;
  if (!stream || !std::filesystem::is_regular_file(file, none))
    throw Error(file.string() + ": cannot be read; check its name and permissions.");
  const std::uintmax_t size = std::filesystem::file_size(file, none);
  if (size > kMaxPictureBytes)
    throw Error(file.string() + ": larger than " + std::to_string(kMaxPictureBytes >> 20) +
                " MiB; is it a picture?");
  std::string bytes(size, '\0');
  stream.read(bytes.data(), static_cast<std::streamsize>(size));
  bytes.resize(static_cast<std::size_t>(stream.gcount()));
  return decode_png(bytes, file.string());
}

void save_png(const std::filesystem::path& file, const cv::Mat& image) {
  if (file.extension() != ".png")
    throw Error(file.string() + ": pictures are written as PNG; use a name that ends in .png.");
  const std::string bytes = encode_png(image);
  std::ofstream stream(file, std::ios::binary);
  stream.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  stream.close();
  if (!stream)
    throw Error(file.string() + ": cannot be written; does its folder exist, and is it writable?");
}

}  // namespace eyehand
