#include "vision/ocr.hpp"

#include <dlfcn.h>
#include <tesseract/capi.h>

#include <algorithm>
#include <memory>
#include <opencv2/imgproc.hpp>

#include "puzzle/error.hpp"

namespace eyehand {
namespace {

/// Tesseract works best on characters of about this height, with background around them.
constexpr int kHeight = 40, kMargin = 20;
/// No digit is wider than this many times its height, or narrower than one pixel at kHeight.
constexpr int kMaxAspect = 5;

/// The functions we use of Tesseract's C API, which is the same in versions 4 and 5. Never
/// unloaded.
struct Library {
  void* handle = nullptr;
  decltype(&TessBaseAPICreate) create = nullptr;
  decltype(&TessBaseAPIDelete) destroy = nullptr;
  decltype(&TessBaseAPIInit2) init = nullptr;
  decltype(&TessBaseAPISetVariable) set_variable = nullptr;
  decltype(&TessBaseAPISetPageSegMode) set_page_mode = nullptr;
  decltype(&TessBaseAPISetImage) set_image = nullptr;
  decltype(&TessBaseAPISetSourceResolution) set_resolution = nullptr;
  decltype(&TessBaseAPIGetUTF8Text) text = nullptr;
  decltype(&TessBaseAPIMeanTextConf) confidence = nullptr;
  decltype(&TessBaseAPIClear) clear = nullptr;
  decltype(&TessDeleteText) delete_text = nullptr;

  Library() {
    for (const char* name : {"libtesseract.so.5", "libtesseract.so.4"})
      if (!handle) handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    const bool is_complete =
        handle && find(create, "TessBaseAPICreate") && find(destroy, "TessBaseAPIDelete") &&
        find(init, "TessBaseAPIInit2") && find(set_variable, "TessBaseAPISetVariable") &&
        find(set_page_mode, "TessBaseAPISetPageSegMode") &&
        find(set_image, "TessBaseAPISetImage") &&
        find(set_resolution, "TessBaseAPISetSourceResolution") &&
        find(text, "TessBaseAPIGetUTF8Text") && find(confidence, "TessBaseAPIMeanTextConf") &&
        find(clear, "TessBaseAPIClear") && find(delete_text, "TessDeleteText");
    if (!is_complete)
      throw Error(
          "Tesseract (libtesseract.so.5 or .so.4), which reads digits, cannot be loaded; install "
          "the "
          "package tesseract-ocr.");
    use_one_thread();
  }

  static const Library& get() {
    static const Library library;
    return library;
  }

 private:
  template <class Function>
  bool find(Function& function, const char* name) {
    function = reinterpret_cast<Function>(dlsym(handle, name));
    return function != nullptr;
  }

  /// Tesseract shares the work on a digit among OpenMP's threads. That takes longer than one
  /// thread, up to four times as long when other processes are busy, because those threads wait for
  /// each other by spinning. OpenMP is present only if Tesseract was built with it.
  void use_one_thread() {
    void (*set_max_active_levels)(int) = nullptr;
    if (find(set_max_active_levels, "omp_set_max_active_levels")) set_max_active_levels(0);
  }
};

/// One of Tesseract's recognisers, which are slow to load and not thread-safe.
class Recogniser {
 public:
  Recogniser() : tesseract_(Library::get()), api_(tesseract_.create(), tesseract_.destroy) {
    tesseract_.set_variable(api_.get(), "debug_file", "/dev/null");
    if (tesseract_.init(api_.get(), nullptr, "eng", tesseract::OEM_LSTM_ONLY) != 0)
      throw Error(
          "Tesseract's English data (eng.traineddata), which reads digits, cannot be loaded; "
          "install "
          "the package tesseract-ocr-eng.");
    tesseract_.set_variable(api_.get(), "tessedit_char_whitelist", "0123456789");
    tesseract_.set_page_mode(api_.get(), tesseract::PSM_SINGLE_CHAR);
  }

  OcrGuess read(const cv::Mat& page) {
    OcrGuess guess;
    tesseract_.set_image(api_.get(), page.data, page.cols, page.rows, 1,
                         static_cast<int>(page.step));
    tesseract_.set_resolution(api_.get(), 150);
    const std::unique_ptr<char, decltype(&TessDeleteText)> text(tesseract_.text(api_.get()),
                                                                tesseract_.delete_text);
    const char* digits = text.get();
    if (digits && digits[0] >= '0' && digits[0] <= '9' && (digits[1] < '0' || digits[1] > '9')) {
      guess.digit = digits[0] - '0';
      guess.confidence =
          std::clamp(static_cast<float>(tesseract_.confidence(api_.get())) / 100.0F, 0.0F, 1.0F);
    }
    tesseract_.clear(api_.get());
    return guess;
  }

  static Recogniser& of_this_thread() {
    thread_local Recogniser recogniser;
    return recogniser;
  }

 private:
  const Library& tesseract_;
  std::unique_ptr<TessBaseAPI, decltype(&TessBaseAPIDelete)> api_;
};

}  // namespace

OcrGuess ocr_digit(const cv::Mat& foreground) {
  if (foreground.empty() || cv::countNonZero(foreground) == 0) return {};
  const double scale = static_cast<double>(kHeight) / foreground.rows;
  const int width = cvRound(foreground.cols * scale);
  if (width < 1 || width > kMaxAspect * kHeight) return {};
  cv::Mat large, page;
  cv::resize(foreground, large, {width, kHeight}, 0, 0, cv::INTER_CUBIC);
  cv::copyMakeBorder(255 - large, page, kMargin, kMargin, kMargin, kMargin, cv::BORDER_CONSTANT,
                     cv::Scalar(255));
  return Recogniser::of_this_thread().read(page);
}

std::string ocr_problem() {
  try {
    Recogniser::of_this_thread();
    return {};
  } catch (const Error& error) {
    return error.what();
  }
}

}  // namespace eyehand
