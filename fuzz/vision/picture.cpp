#include "fuzz/vision/picture.hpp"

#include <opencv2/imgproc.hpp>

#include "vision/png.hpp"

namespace eyehand::fuzz {
namespace {

constexpr int kMaxEdits = 24;

cv::Mat noise(Bytes& bytes) {
  const cv::Size size(1 + bytes.next() % 96, 1 + bytes.next() % 96);
  std::vector<int> pixels;
  while (!bytes.done()) pixels.push_back(bytes.next());
  if (pixels.empty()) pixels.push_back(0);
  cv::Mat image(size, CV_8UC3);
  for (int i = 0; i < size.area() * 3; ++i)
    image.data[i] = static_cast<std::uint8_t>(pixels[static_cast<std::size_t>(i) % pixels.size()]);
  return image;
}

/// One edit. The meaning of the numbers depends on its kind.
struct Edit {
  int what = 0, a = 0, b = 0, c = 0, d = 0, red = 0, green = 0, blue = 0;

  explicit Edit(Bytes& bytes)
      : what(bytes.next()),
        a(bytes.next()),
        b(bytes.next()),
        c(bytes.next()),
        d(bytes.next()),
        red(bytes.next()),
        green(bytes.next()),
        blue(bytes.next()) {}

  cv::Scalar colour() const { return {double(blue), double(green), double(red)}; }
  /// The rectangle with corner (a, b) and size (c, d), in 256ths of the picture, plus one pixel.
  cv::Rect area(const cv::Mat& image) const {
    const cv::Rect rect(a * image.cols / 256, b * image.rows / 256, 1 + c * image.cols / 256,
                        1 + d * image.rows / 256);
    return rect & cv::Rect({}, image.size());
  }
  cv::Point from(const cv::Mat& image) const {
    return {a * image.cols / 256, b * image.rows / 256};
  }
  cv::Point to(const cv::Mat& image) const { return {c * image.cols / 256, d * image.rows / 256}; }

  void apply(cv::Mat& image) const;
  void scale(cv::Mat& image) const;
  void move(cv::Mat& image) const;
};

/// Scales width and height by 1/128 to about 2.
void Edit::scale(cv::Mat& image) const {
  const cv::Size size(std::clamp(image.cols * (a + 1) / 128, 1, kMaxSide),
                      std::clamp(image.rows * (b + 1) / 128, 1, kMaxSide));
  constexpr std::array kHow = {cv::INTER_NEAREST, cv::INTER_LINEAR, cv::INTER_AREA};
  cv::Mat scaled;
  cv::resize(image, scaled, size, 0, 0, kHow[static_cast<std::size_t>(c) % kHow.size()]);
  image = scaled;
}

/// Copies the area to the point given by red and green.
void Edit::move(cv::Mat& image) const {
  const cv::Rect source = area(image);
  const cv::Point corner(red * image.cols / 256, green * image.rows / 256);
  const cv::Rect target = cv::Rect(corner, source.size()) & cv::Rect({}, image.size());
  if (target.empty()) return;
  const cv::Mat part = image({source.tl(), target.size()}).clone();
  part.copyTo(image(target));
}

void Edit::apply(cv::Mat& image) const {
  const cv::Rect part = area(image);
  switch (what % 15) {
    case 0:
      if (!part.empty()) image(part).setTo(colour());
      break;
    case 1:
      cv::rectangle(image, part, colour(), 1 + what / 15 % 4);
      break;
    case 2:
      cv::line(image, from(image), to(image), colour(), 1 + what / 15 % 8, cv::LINE_AA);
      break;
    case 3:
      cv::circle(image, from(image), 1 + c / 4, colour(), d % 2 ? cv::FILLED : 1 + d / 32,
                 cv::LINE_AA);
      break;
    case 4:
      cv::putText(image, std::to_string(c % 20), from(image), cv::FONT_HERSHEY_SIMPLEX,
                  0.2 + d / 128.0, colour(), 1 + what / 15 % 3, cv::LINE_AA);
      break;
    case 5:  // brighten
      image += cv::Scalar::all(a) + colour();
      break;
    case 6:  // darken
      image -= cv::Scalar::all(a) + colour();
      break;
    case 7:
      if (!part.empty()) image = image(part).clone();
      break;
    case 8:
      scale(image);
      break;
    case 9:
      move(image);
      break;
    case 10:
      cv::GaussianBlur(image, image, {}, 0.1 + a / 64.0, 0.1 + b / 64.0);
      break;
    case 11:
      if (a % 4 == 3)
        cv::transpose(image, image);
      else
        cv::flip(image, image, a % 4 - 1);
      break;
    case 12:
      if (!part.empty()) cv::bitwise_not(image(part), image(part));
      break;
    case 13: {  // add a margin
      if (image.cols + a > kMaxSide || image.rows + b > kMaxSide) break;
      cv::Mat larger;
      cv::copyMakeBorder(image, larger, b / 2, b - b / 2, a / 2, a - a / 2,
                         c % 2 ? cv::BORDER_REPLICATE : cv::BORDER_CONSTANT, colour());
      image = larger;
      break;
    }
    case 14:  // contrast
      image.convertTo(image, -1, a / 128.0, b - 128);
      break;
  }
}

}  // namespace

Frame make_frame(Bytes& bytes, const std::vector<cv::Mat>& boards) {
  Frame frame;
  const auto which = static_cast<std::size_t>(bytes.choice(boards.size() + 1));
  if (which == boards.size()) {
    frame.image = noise(bytes);
  } else {
    frame.image = boards[which].clone();
    for (int i = 0; i < kMaxEdits && !bytes.done(); ++i) Edit(bytes).apply(frame.image);
  }
  frame.on_screen = cv::Rect({}, frame.image.size());
  return frame;
}

std::vector<cv::Mat> load_pictures(const std::vector<std::string>& names) {
  cv::setNumThreads(1);
  std::vector<cv::Mat> pictures;
  for (const auto& name : names) {
    pictures.push_back(load_png(EYEHAND_SOURCE "/" + name + ".png"));
    require(!pictures.back().empty(), "the picture can be loaded", name);
  }
  return pictures;
}

SettingsFile load_settings(const std::string& skin) {
  return SettingsFile::load(EYEHAND_SOURCE "/skins/" + skin + ".toml");
}

}  // namespace eyehand::fuzz
