#include "vision/ocr.hpp"

#include <dlfcn.h>
#include <tesseract/capi.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <opencv2/imgproc.hpp>

#include "puzzle/error.hpp"
#include "puzzle/text.hpp"
#include "vision/plates.hpp"

namespace eyehand {
namespace {

/// Tesseract works best on characters of about this height, with background around them.
constexpr int kHeight = 40, kMargin = 20;
/// No digit is wider than this many times its height, or narrower than one pixel at kHeight.
constexpr int kMaxAspect = 5;
/// Text is read best at some 20 to 150 pixels. That of buttons is enlarged; then larger text, from
/// this height on, is read at a smaller scale.
constexpr double kTextScale = 3, kLargeTextScale = 0.75;
/// What is misread on a button at the one scale is often read at the other.
constexpr double kSecondScale = 2;
constexpr int kLargeText = 45;
constexpr std::size_t kMaxTextPixels = 4'000'000;
/// Most buttons in a picture; each takes some 35 ms.
constexpr std::size_t kMaxPlates = 40;

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
  decltype(&TessBaseAPIGetTsvText) table = nullptr;
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
        find(text, "TessBaseAPIGetUTF8Text") && find(table, "TessBaseAPIGetTsvText") &&
        find(confidence, "TessBaseAPIMeanTextConf") && find(clear, "TessBaseAPIClear") &&
        find(delete_text, "TessDeleteText");
    if (!is_complete)
      throw Error(
          "Tesseract (libtesseract.so.5 or .so.4), which reads digits and buttons, cannot be "
          "loaded; "
          "install the package tesseract-ocr.");
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
  /// `characters`: those it may recognise; empty for all.
  Recogniser(tesseract::PageSegMode mode, const char* characters)
      : tesseract_(Library::get()), api_(tesseract_.create(), tesseract_.destroy) {
    tesseract_.set_variable(api_.get(), "debug_file", "/dev/null");
    if (tesseract_.init(api_.get(), nullptr, "eng", tesseract::OEM_LSTM_ONLY) != 0)
      throw Error(
          "Tesseract's English data (eng.traineddata), which reads digits and buttons, cannot be "
          "loaded; install the package tesseract-ocr-eng.");
    tesseract_.set_variable(api_.get(), "tessedit_char_whitelist", characters);
    tesseract_.set_page_mode(api_.get(), mode);
  }

  OcrGuess read_digit(const cv::Mat& page) {
    OcrGuess guess;
    set(page);
    const Text text(tesseract_.text(api_.get()), tesseract_.delete_text);
    const char* digits = text.get();
    if (digits && digits[0] >= '0' && digits[0] <= '9' && (digits[1] < '0' || digits[1] > '9')) {
      guess.digit = digits[0] - '0';
      guess.confidence =
          std::clamp(static_cast<float>(tesseract_.confidence(api_.get())) / 100.0F, 0.0F, 1.0F);
    }
    tesseract_.clear(api_.get());
    return guess;
  }

  /// One line per piece of the layout, see to_words.
  std::string read_table(const cv::Mat& page) {
    set(page);
    const Text table(tesseract_.table(api_.get(), 0), tesseract_.delete_text);
    tesseract_.clear(api_.get());
    return table ? table.get() : "";
  }

  template <tesseract::PageSegMode kMode>
  static Recogniser& of(const char* characters = "") {
    thread_local Recogniser recogniser(kMode, characters);
    return recogniser;
  }
  static Recogniser& of_digits() { return of<tesseract::PSM_SINGLE_CHAR>("0123456789"); }

 private:
  using Text = std::unique_ptr<char, decltype(&TessDeleteText)>;

  void set(const cv::Mat& page) {
    tesseract_.set_image(api_.get(), page.data, page.cols, page.rows, 1,
                         static_cast<int>(page.step));
    tesseract_.set_resolution(api_.get(), 150);
  }

  const Library& tesseract_;
  std::unique_ptr<TessBaseAPI, decltype(&TessBaseAPIDelete)> api_;
};

struct Word {
  std::string text;
  cv::Rect box;
  std::string line;  ///< block, paragraph and line
};

/// The words of a table as Tesseract writes it: level, page, block, paragraph, line, word, left,
/// top, width, height, confidence, text, separated by tabs.
std::vector<Word> to_words(const std::string& table) {
  std::vector<Word> words;
  for (const std::string& row : split(table, '\n')) {
    const auto fields = split(row, '\t');
    if (fields.size() < 12 || fields[0] != "5") continue;
    const auto number = [&](std::size_t i) { return std::atoi(fields[i].c_str()); };
    Word word;
    word.text = fields[11];
    word.box = {number(6), number(7), number(8), number(9)};
    for (const std::size_t i : {2U, 3U, 4U}) word.line += fields[i] + ' ';
    if (word.text.find_first_not_of(' ') != std::string::npos) words.push_back(std::move(word));
  }
  return words;
}

/// Scaled, with even margins: what Tesseract is shown of a picture of text.
cv::Mat to_page(const cv::Mat& grey, int border, double scale) {
  cv::Mat page;
  cv::resize(grey, page, {}, scale, scale, scale < 1 ? cv::INTER_AREA : cv::INTER_CUBIC);
  cv::copyMakeBorder(page, page, kMargin, kMargin, kMargin, kMargin, border, cv::Scalar(255));
  return page;
}

/// Where a word of a page is in the picture that the page was made of.
cv::Rect in_picture(const cv::Rect& on_page, double scale) {
  const cv::Point2d from = cv::Point2d(on_page.tl() - cv::Point(kMargin, kMargin)) / scale;
  return {cv::Point(from), cv::Size(cv::Size2d(on_page.size()) / scale)};
}

std::vector<OcrText> separate_lines(const cv::Mat& grey, double scale) {
  const cv::Mat page = to_page(grey, cv::BORDER_REPLICATE, scale);
  if (page.cols <= 2 * kMargin || page.rows <= 2 * kMargin) return {};
  std::vector<OcrText> texts;
  std::string line;
  for (const Word& word : to_words(Recogniser::of<tesseract::PSM_SPARSE_TEXT>().read_table(page))) {
    const cv::Rect box = in_picture(word.box, scale);
    const bool goes_on =
        !texts.empty() && word.line == line &&
        box.x - texts.back().box.br().x < std::max(box.height, texts.back().box.height);
    if (goes_on) {
      texts.back().text += ' ' + word.text;
      texts.back().box |= box;
    } else {
      texts.push_back({word.text, box});
    }
    line = word.line;
  }
  return texts;
}

/// What is on a button, in one line or several.
OcrText all_words(const Plate& plate, double scale) {
  const cv::Mat page = to_page(255 - plate.foreground, cv::BORDER_CONSTANT, scale);
  OcrText line;
  // A dialog may be a plate of which only the button is read: it is where its words are.
  for (const Word& word :
       to_words(Recogniser::of<tesseract::PSM_SINGLE_BLOCK>().read_table(page))) {
    line.text += (line.text.empty() ? "" : " ") + word.text;
    line.box |= in_picture(word.box, scale) + plate.box.tl();
  }
  return line;
}

/// What is on a menu: its first words are not to be taken for an icon, as on a button.
std::vector<OcrText> entries_on(const cv::Mat& plate) {
  return separate_lines(cv::mean(plate)[0] < 128 ? cv::Mat(255 - plate) : plate, kTextScale);
}

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
  return Recogniser::of_digits().read_digit(page);
}

std::vector<OcrText> ocr_texts(const cv::Mat& bgr, PlateTexts plate_texts) {
  if (bgr.empty() || bgr.total() > kMaxTextPixels) return {};
  cv::Mat grey;
  cv::cvtColor(bgr, grey, cv::COLOR_BGR2GRAY);
  // What is on plates first, by itself: Tesseract takes a dark one for a picture.
  std::vector<OcrText> texts;
  std::vector<Plate> plates = find_plates(bgr);
  if (plates.size() > kMaxPlates) {
    // What is between the strokes of symbols is smaller than buttons.
    std::ranges::sort(plates, std::ranges::greater{},
                      [](const Plate& plate) { return plate.box.area(); });
    plates.resize(kMaxPlates);
  }
  for (const Plate& plate : plates)
    if (plate_texts == PlateTexts::one) {
      texts.push_back(all_words(plate, kTextScale));
      if (OcrText again = all_words(plate, kSecondScale); again.text != texts.back().text)
        texts.push_back(std::move(again));
    } else {
      for (OcrText& text : entries_on(grey(plate.box)))
        texts.push_back({std::move(text.text), text.box + plate.box.tl()});
    }
  std::vector<OcrText> lines = separate_lines(grey, kTextScale);
  for (OcrText& text : separate_lines(grey, kLargeTextScale))
    if (text.box.height >= kLargeText) lines.push_back(std::move(text));
  for (OcrText& text : lines) {
    const bool is_on_plate = std::any_of(plates.begin(), plates.end(), [&](const Plate& plate) {
      return plate.box.contains((text.box.tl() + text.box.br()) / 2);
    });
    if (!is_on_plate) texts.push_back(std::move(text));
  }
  std::erase_if(texts, [](const OcrText& text) { return text.text.empty(); });
  return texts;
}

std::string ocr_problem() {
  try {
    Recogniser::of_digits();
    return {};
  } catch (const Error& error) {
    return error.what();
  }
}

}  // namespace eyehand
