#include "vision/ocr.hpp"

#include <dlfcn.h>
#include <tesseract/baseapi.h>

#include <algorithm>
#include <memory>
#include <opencv2/imgproc.hpp>

namespace eyehand {
namespace {

/// Tesseract likes letters of about this height, with ground around them.
constexpr int kHeight = 40, kRim = 20;
/// No digit is so many times as wide as it is high, or less than a pixel wide then.
constexpr int kWidest = 5;

/// Tesseract shares the work on a digit among OpenMP's threads, which takes longer than it takes
/// one thread, up to four times as long where others want the processors as well: these threads
/// wait for each other by turning around. OpenMP is there only as far as Tesseract was built with
/// it.
void keep_to_this_thread() {
  using Set = void (*)(int);
  const auto set_max_active_levels =
      reinterpret_cast<Set>(dlsym(RTLD_DEFAULT, "omp_set_max_active_levels"));
  if (set_max_active_levels) set_max_active_levels(0);
}

/// One of Tesseract's recognisers, which are slow to load and not for two threads at once.
class Recogniser {
 public:
  Recogniser() {
    keep_to_this_thread();
    api_.SetVariable("debug_file", "/dev/null");
    is_ready_ = api_.Init(nullptr, "eng", tesseract::OEM_LSTM_ONLY) == 0;
    if (!is_ready_) return;
    api_.SetVariable("tessedit_char_whitelist", "0123456789");
    api_.SetPageSegMode(tesseract::PSM_SINGLE_CHAR);
  }

  OcrGuess read(const cv::Mat& page) {
    OcrGuess guess;
    if (!is_ready_) return guess;
    api_.SetImage(page.data, page.cols, page.rows, 1, static_cast<int>(page.step));
    api_.SetSourceResolution(150);
    const std::unique_ptr<char[]> text(api_.GetUTF8Text());
    if (text && text[0] >= '0' && text[0] <= '9' && (text[1] < '0' || text[1] > '9')) {
      guess.digit = text[0] - '0';
      guess.confidence = std::clamp(static_cast<float>(api_.MeanTextConf()) / 100.0F, 0.0F, 1.0F);
    }
    api_.Clear();
    return guess;
  }

 private:
  tesseract::TessBaseAPI api_;
  bool is_ready_ = false;
};

}  // namespace

OcrGuess ocr_digit(const cv::Mat& foreground) {
  if (foreground.empty() || cv::countNonZero(foreground) == 0) return {};
  const double scale = static_cast<double>(kHeight) / foreground.rows;
  const int width = cvRound(foreground.cols * scale);
  if (width < 1 || width > kWidest * kHeight) return {};
  cv::Mat large, page;
  cv::resize(foreground, large, {width, kHeight}, 0, 0, cv::INTER_CUBIC);
  cv::copyMakeBorder(255 - large, page, kRim, kRim, kRim, kRim, cv::BORDER_CONSTANT,
                     cv::Scalar(255));
  thread_local Recogniser recogniser;
  return recogniser.read(page);
}

}  // namespace eyehand
