#include "vision/png.hpp"

#include <gtest/gtest.h>
#include <spng.h>

#include <cstdlib>
#include <filesystem>
#include <opencv2/imgproc.hpp>

#include "puzzle/error.hpp"

namespace eyehand {
namespace {

cv::Mat noise(int type, cv::Size size = {37, 21}) {
  cv::Mat image(size, type);
  cv::randu(image, 0, 256);
  return image;
}

std::string error_of(std::string_view bytes) {
  try {
    decode_png(bytes, "some.png");
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

/// A PNG of the given kind with these samples, from top left.
std::string png_of(spng_ihdr header, const std::string& samples, const spng_plte& palette = {}) {
  spng_ctx* context = spng_ctx_new(SPNG_CTX_ENCODER);
  spng_plte colours = palette;
  spng_set_option(context, SPNG_ENCODE_TO_BUFFER, 1);
  spng_set_ihdr(context, &header);
  if (palette.n_entries > 0) spng_set_plte(context, &colours);
  EXPECT_EQ(spng_encode_image(context, samples.data(), samples.size(), SPNG_FMT_PNG,
                              SPNG_ENCODE_FINALIZE),
            0);
  std::size_t size = 0;
  int error = 0;
  void* bytes = spng_get_png_buffer(context, &size, &error);
  std::string png(static_cast<const char*>(bytes), size);
  std::free(bytes);
  spng_ctx_free(context);
  return png;
}

TEST(Png, PicturesComeBackUnchanged) {
  for (const cv::Size size : {cv::Size(1, 1), cv::Size(1, 300), cv::Size(37, 21)}) {
    const cv::Mat image = noise(CV_8UC3, size);
    EXPECT_EQ(cv::norm(decode_png(encode_png(image), ""), image, cv::NORM_INF), 0) << size;
  }
  const cv::Mat large = noise(CV_8UC3);
  const cv::Mat part = large(cv::Rect(5, 4, 20, 10));
  EXPECT_EQ(cv::norm(decode_png(encode_png(part), ""), part, cv::NORM_INF), 0);
}

TEST(Png, GreyAndTransparentPicturesAreWrittenAndReadAsBgr) {
  const cv::Mat grey = noise(CV_8UC1), clear = noise(CV_8UC4);
  cv::Mat bgr;
  cv::cvtColor(grey, bgr, cv::COLOR_GRAY2BGR);
  EXPECT_EQ(cv::norm(decode_png(encode_png(grey), ""), bgr, cv::NORM_INF), 0);
  cv::cvtColor(clear, bgr, cv::COLOR_BGRA2BGR);
  EXPECT_EQ(cv::norm(decode_png(encode_png(clear), ""), bgr, cv::NORM_INF), 0);
}

TEST(Png, EveryKindOfPngIsRead) {
  const auto pixel = [](const std::string& png) { return decode_png(png, "").at<cv::Vec3b>(0, 0); };
  spng_ihdr header{};
  header.width = header.height = 1;
  header.bit_depth = 1;
  EXPECT_EQ(pixel(png_of(header, "\x80")), cv::Vec3b(255, 255, 255));
  header.bit_depth = 16;
  header.color_type = SPNG_COLOR_TYPE_TRUECOLOR;
  EXPECT_EQ(pixel(png_of(header, "\x11\x11\x22\x22\x33\x33")), cv::Vec3b(0x33, 0x22, 0x11));
  header.bit_depth = 8;
  header.interlace_method = SPNG_INTERLACE_ADAM7;
  EXPECT_EQ(pixel(png_of(header, "\x11\x22\x33")), cv::Vec3b(0x33, 0x22, 0x11));
  header.interlace_method = SPNG_INTERLACE_NONE;
  header.color_type = SPNG_COLOR_TYPE_INDEXED;
  spng_plte palette{};
  palette.n_entries = 2;
  palette.entries[1] = {1, 2, 3, 0};
  EXPECT_EQ(pixel(png_of(header, "\x01", palette)), cv::Vec3b(3, 2, 1));
}

TEST(Png, OtherFormatsAreRecognisedAndRefused) {
  for (const std::string& bytes :
       {std::string("\xff\xd8\xff\xe0"), std::string("BM12"), std::string("P6\n1 1\n255\nabc"),
        std::string("GIF89a"), std::string("RIFF1234WEBP")}) {
    EXPECT_TRUE(is_picture(bytes)) << bytes;
    EXPECT_NE(error_of(bytes).find("must be PNG"), std::string::npos) << bytes;
  }
  for (const char* text : {"", "5x5:12345", "RIFF", "P"}) {
    EXPECT_FALSE(is_picture(text)) << text;
    EXPECT_NE(error_of(text), "") << text;
  }
}

TEST(Png, ADamagedFileIsAnError) {
  const std::string good = encode_png(noise(CV_8UC3));
  EXPECT_TRUE(is_picture(good));
  for (std::size_t length = 0; length < good.size() - 12;
       length += 1 + length / 8)  // IEND may lack
    EXPECT_NE(error_of(good.substr(0, length)), "") << length;
  for (std::size_t i = 8; i < good.size(); i += 7) {
    std::string bad = good;
    bad[i] = static_cast<char>(bad[i] ^ 0x55);
    error_of(bad);  // must not crash; a changed ancillary chunk is not an error
  }
}

TEST(Png, TooLargePicturesAreRefusedBeforeTheyAreDecoded) {
  const cv::Mat wide(1, kMaxPictureSide + 1, CV_8UC1, cv::Scalar(0));
  EXPECT_NE(error_of(encode_png(wide)).find("larger than 16384 pixels"), std::string::npos);
  const cv::Mat widest(1, kMaxPictureSide, CV_8UC1, cv::Scalar(0));
  EXPECT_EQ(error_of(encode_png(widest)), "");
}

TEST(Png, OnlyPicturesOf8BitsAreWritten) {
  for (const cv::Mat& image : {cv::Mat(), noise(CV_8UC2), noise(CV_16UC3)})
    EXPECT_THROW(encode_png(image), Error);
}

TEST(Png, FilesAreNamedInErrors) {
  std::string folder = std::filesystem::temp_directory_path() / "png_test.XXXXXX";
  ASSERT_NE(mkdtemp(folder.data()), nullptr);
  const std::filesystem::path file = folder + "/some.png";
  const cv::Mat image = noise(CV_8UC3);
  save_png(file, image);
  EXPECT_EQ(cv::norm(load_png(file), image, cv::NORM_INF), 0);
  const auto error_naming = [](const std::filesystem::path& name, auto attempt) {
    try {
      attempt(name);
    } catch (const Error& error) {
      return std::string(error.what()).starts_with(name.string());
    }
    return false;
  };
  const auto load = [](const auto& name) { load_png(name); };
  const auto save = [&](const auto& name) { save_png(name, image); };
  EXPECT_TRUE(error_naming(folder, load));
  EXPECT_TRUE(error_naming(folder + "/missing.png", load));
  EXPECT_TRUE(error_naming(folder + "/missing/some.png", save));
  EXPECT_TRUE(error_naming(folder + "/some.jpg", save));
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace eyehand
