// The buttons that lead from a game that was won to the next: found by what they say.
#pragma once

#include <opencv2/core.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "puzzle/about.hpp"

namespace eyehand {

/// What buttons say, most wanted first.
struct ButtonWords {
  std::vector<std::string> next;   ///< they go on to the next game
  std::vector<std::string> close;  ///< they only close what opened
  std::vector<std::string> check;  ///< they have a solution checked
  std::vector<std::string> fresh;  ///< they start another game whenever they are pressed
};

template <class Visitor>
void describe(ButtonWords& words, Visitor&& visit) {
  visit("next", words.next, About{"what buttons say that go on to the next game"});
  visit("close", words.close, About{"what buttons say that only close what opened"});
  visit("check", words.check, About{"what buttons say that have a solution checked"});
  visit("fresh", words.fresh,
        About{"what buttons say that are always there and start another game"});
}

/// From words/buttons.toml in the first of skin_folders() that has it. Throws Error if none has, or
/// if it is broken.
ButtonWords load_button_words();

struct Button {
  std::string text;  ///< as it was read
  cv::Point at;      ///< its text's middle, in image pixels
  bool operator==(const Button&) const = default;
};

/// Whether `text`, as Tesseract read it, is the same as `phrase` but for case, accents,
/// punctuation, and one wrong letter in five. A text that ends with a question mark is no button's.
bool says(std::string_view text, std::string_view phrase);

/// The buttons in `now` that were not there in `before`, a picture of the same window (empty: all
/// of `now` is new), most wanted first: `next`, then `close`. Both BGR. Some 0.1 s for a dialog.
/// Throws Error if Tesseract is missing.
std::vector<Button> find_buttons(const cv::Mat& before, const cv::Mat& now,
                                 const ButtonWords& words);

/// The buttons in all of a picture of a window that say one of these phrases, the first first. Some
/// 0.5 s for a window of 1280x900. Throws Error if Tesseract is missing.
std::vector<Button> find_buttons(const cv::Mat& window, const std::vector<std::string>& phrases);

/// Where to click what appeared over `board`, or a part of it, if that has no button. Elsewhere,
/// an advertisement may have changed. Nothing if what covers the board is even, or nothing does.
std::optional<cv::Point> middle_of_what_covers(const cv::Rect& board, const cv::Mat& before,
                                               const cv::Mat& now);

}  // namespace eyehand
