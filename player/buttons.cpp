#include "player/buttons.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <numeric>
#include <sstream>
#include <system_error>
#include <utility>

#include "player/settings.hpp"
#include "player/skin.hpp"
#include "puzzle/error.hpp"
#include "vision/appeared.hpp"
#include "vision/ocr.hpp"

namespace eyehand {
namespace {

namespace fs = std::filesystem;

/// Parts of a dialog that are closer than this, in pixels, are read together.
constexpr int kJoin = 40;
/// At most this many regions that appeared are searched, the largest first, and none smaller.
constexpr std::size_t kMaxRegions = 8;
constexpr int kMinWidth = 16, kMinHeight = 8;
/// A text of which a smaller share is new was there before.
constexpr double kMinNew = 0.4;
/// Texts this close together, in pixels, are on the same button.
constexpr double kSamePlace = 10;
/// One letter in this many may be wrong.
constexpr std::size_t kLettersPerError = 5;

/// Accented letters and their plain forms, from U+00C0 on.
constexpr std::u32string_view kAccented =
    U"àáâãäåæçèéêëìíîïñòóôõöøùúûüýÿāăąćčďđēęěğīłńňőœŕřśşšţťūůűźżžÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝ";
constexpr std::string_view kPlain =
    "aaaaaaaceeeeiiiinoooooouuuuyyaaaccddeeegilnnoorrsssttuuuzzzaaaaaaaceeeeiiiinoooooouuuuy";
static_assert(kAccented.size() == kPlain.size());

/// Removes one UTF-8 code point from the front of `text`, which is not empty; an invalid byte
/// counts as one.
char32_t take_character(std::string_view& text) {
  const auto byte = static_cast<unsigned char>(text.front());
  const std::size_t length = byte < 0xC0 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
  char32_t character = length == 1 ? byte : byte & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < std::min(length, text.size()); ++i)
    character = character << 6 | (static_cast<unsigned char>(text[i]) & 0x3FU);
  text.remove_prefix(std::min(length, text.size()));
  return character;
}

/// Letters and digits only, in lower case and without accents. A zero counts as an O, and a sharp s
/// as `sharp_s`.
std::string folded(std::string_view text, std::string_view sharp_s = "ss") {
  std::string letters;
  while (!text.empty()) {
    const char32_t character = take_character(text);
    if (character == U'ß') letters += sharp_s;
    if (const auto at = kAccented.find(character); at != std::u32string_view::npos)
      letters += kPlain[at];
    if (character >= 128) continue;
    const char c = static_cast<char>(character);
    if (c >= 'A' && c <= 'Z') letters += static_cast<char>(c - 'A' + 'a');
    if ((c >= 'a' && c <= 'z') || (c >= '1' && c <= '9')) letters += c;
    if (c == '0') letters += 'o';
  }
  return letters;
}

/// Letters that are read as one another if they are small, as one of them: a one and an L as an I;
/// what a ü is read as, "ii" or "ti", as a U.
std::string confusable(std::string_view letters) {
  std::string all;
  for (const char letter : letters) {
    all += letter == 'l' || letter == '1' ? 'i' : letter;
    if (all.ends_with("ii") || all.ends_with("ti")) all.replace(all.size() - 2, 2, "u");
  }
  return all;
}

/// The number of letters inserted, deleted or replaced (Levenshtein distance).
std::size_t errors(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t k = 1; k <= b.size(); ++k) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[k - 1] ? 0 : 1);
      diagonal = row[k];
      row[k] = std::min({replaced, row[k] + 1, row[k - 1] + 1});
    }
  }
  return row.back();
}

double share_marked(const cv::Mat& marks, cv::Rect box) {
  box &= cv::Rect({}, marks.size());
  return box.empty() ? 0 : static_cast<double>(cv::countNonZero(marks(box))) / box.area();
}

/// All texts that appeared.
std::vector<Button> new_texts(const cv::Mat& before, const cv::Mat& now,
                              PlateTexts plate_texts = PlateTexts::one) {
  const cv::Mat marks = appeared(before, now);
  std::vector<cv::Rect> regions = regions_of(marks, kJoin);
  if (regions.size() > kMaxRegions) regions.resize(kMaxRegions);
  std::vector<Button> texts;
  for (const cv::Rect& region : regions) {
    if (region.width < kMinWidth || region.height < kMinHeight) continue;
    for (OcrText& text : ocr_texts(now(region), plate_texts)) {
      const cv::Rect box = text.box + region.tl();
      if (share_marked(marks, box) < kMinNew) continue;
      texts.push_back({std::move(text.text), (box.tl() + box.br()) / 2});
    }
  }
  return texts;
}

/// The texts that say one of the phrases, in the order of the phrases.
std::vector<Button> saying(const std::vector<Button>& texts,
                           std::initializer_list<const std::vector<std::string>*> phrases) {
  std::vector<Button> buttons;
  for (const auto* some : phrases)
    for (const std::string& phrase : *some)
      for (const Button& each : texts)
        if (says(each.text, phrase) && std::ranges::none_of(buttons, [&](const Button& other) {
              return same_place(each, other);
            }))
          buttons.push_back(each);
  return buttons;
}

}  // namespace

bool same_place(const Button& a, const Button& b) {
  return cv::norm(a.at - b.at) < kSamePlace;
}

ButtonWords load_button_words() {
  for (const fs::path& folder : skin_folders()) {
    const fs::path path = folder / "words/buttons.toml";
    std::error_code error;
    if (!fs::exists(path, error)) continue;
    const SettingsFile file = SettingsFile::load(path);
    ButtonWords words;
    file.read("", words);
    file.finish();
    return words;
  }
  throw Error(
      "there is no words/buttons.toml in any skin folder; set EYEHAND_SKINS to the one that has "
      "it.");
}

bool says(std::string_view text, std::string_view phrase) {
  if (text.ends_with('?')) return false;
  // A sharp s is read as a B, or as "fi" if it is narrow.
  const std::string its = confusable(folded(text));
  return std::ranges::any_of(std::array{"ss", "b", "fi"}, [&](const char* sharp_s) {
    const std::string wanted = confusable(folded(phrase, sharp_s));
    return !wanted.empty() && errors(its, wanted) <= wanted.size() / kLettersPerError;
  });
}

std::optional<std::string> key_named_in(std::string_view text,
                                        const std::vector<std::string>& phrases) {
  std::vector<std::string> words;
  std::istringstream stream{std::string(text)};
  for (std::string word; stream >> word;)
    if (std::string letters = folded(word); !letters.empty()) words.push_back(std::move(letters));
  const auto take = [&words](std::initializer_list<std::string_view> any) {
    const bool is_next =
        !words.empty() && std::find(any.begin(), any.end(), words.front()) != any.end();
    if (is_next) words.erase(words.begin());
    return is_next;
  };
  if (text.ends_with('?') || !take({"press", "hit"})) return std::nullopt;
  take({"the"});
  std::string key;
  if (take({"space", "spacebar", "any"}))
    key = "space";
  else if (take({"enter", "return"}))
    key = "Return";
  else if (!words.empty() && words.front().size() == 1)
    key = std::exchange(words.front(), ""), words.erase(words.begin());
  take({"key", "bar"});
  if (key.empty() || !take({"to", "for"})) return std::nullopt;
  take({"a", "the"});
  const std::string effect =
      std::accumulate(words.begin(), words.end(), std::string{},
                      [](std::string all, const std::string& word) { return all + ' ' + word; });
  const bool leads_on =
      std::ranges::any_of(phrases, [&](const auto& phrase) { return says(effect, phrase); });
  return leads_on ? std::optional(key) : std::nullopt;
}

std::vector<Button> find_buttons(const cv::Mat& before, const cv::Mat& now,
                                 const ButtonWords& words) {
  const std::vector<Button> texts = new_texts(before, now);
  std::vector<Button> buttons = saying(texts, {&words.next});
  for (Button text : texts)
    if (auto key = key_named_in(text.text, words.next)) {
      text.key = std::move(*key);
      buttons.push_back(std::move(text));
    }
  std::ranges::move(saying(texts, {&words.close}), std::back_inserter(buttons));
  std::vector<Button> questions;
  for (Button text : texts)
    if (text.text.ends_with('?')) {
      text.text.pop_back();
      questions.push_back(std::move(text));
    }
  std::ranges::move(saying(questions, {&words.next}), std::back_inserter(buttons));
  return buttons;
}

std::vector<Button> find_closing_buttons(const cv::Mat& before, const cv::Mat& now,
                                         const ButtonWords& words) {
  return saying(new_texts(before, now), {&words.cancel, &words.close});
}

std::vector<Button> find_menu_entries(const cv::Mat& before, const cv::Mat& now,
                                      const std::vector<std::string>& phrases) {
  return saying(new_texts(before, now, PlateTexts::several), {&phrases});
}

std::vector<Button> find_buttons(const cv::Mat& window, const std::vector<std::string>& phrases) {
  return saying(new_texts({}, window), {&phrases});
}

std::optional<cv::Point> middle_of_what_covers(const cv::Rect& board, const cv::Mat& before,
                                               const cv::Mat& now) {
  for (const cv::Rect& region : regions_of(appeared(before, now), kJoin))
    if (const cv::Rect over = region & board; !over.empty()) return (over.tl() + over.br()) / 2;
  return std::nullopt;
}

}  // namespace eyehand
