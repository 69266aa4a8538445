// The buttons that lead from a won game to the next, found by their texts.
#pragma once

#include <opencv2/core.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "puzzle/about.hpp"

namespace eyehand {

/// The texts of buttons, in order of preference.
struct ButtonWords {
  std::vector<std::string> next;    ///< go on to the next game
  std::vector<std::string> close;   ///< only close what opened
  std::vector<std::string> cancel;  ///< close a question without doing what it asks
  std::vector<std::string> check;   ///< make the program check a solution
  std::vector<std::string> fresh;   ///< start another game whenever they are pressed
  std::vector<std::string> start;   ///< lead from a page without a board to one with it
  std::vector<std::string> menu;    ///< titles of menus, not buttons: open one that may have these
};

template <class Visitor>
void describe(ButtonWords& words, Visitor&& visit) {
  visit("next", words.next, About{"texts of buttons that go on to the next game"});
  visit("close", words.close, About{"texts of buttons that only close what opened"});
  visit("cancel", words.cancel,
        About{"texts of buttons that close a question without doing what it asks"});
  visit("check", words.check, About{"texts of buttons that make the program check a solution"});
  visit("fresh", words.fresh,
        About{"texts of buttons that are always there and start another game"});
  visit("start", words.start,
        About{"texts of buttons that lead from a page without a board to one with it"});
  visit("menu", words.menu, About{"titles of menus with an entry that starts another game"});
}

/// Reads words/buttons.toml from the first of skin_folders() that has it. Throws Error if none has
/// it, or if it is malformed.
ButtonWords load_button_words();

/// Or a text that names a key that does the same, such as "Press R to restart".
struct Button {
  std::string text;      ///< as it was read
  cv::Point at;          ///< the centre of its text, in image pixels
  std::string key = {};  ///< the name of the key; empty: it is clicked
  bool operator==(const Button&) const = default;
};

/// Whether two texts are on the same button: less than 10 pixels apart.
bool same_place(const Button& a, const Button& b);

/// Whether `text`, as Tesseract read it, is the same as `phrase` except for case, accents,
/// punctuation, and one wrong letter in five. A text that ends with a question mark is not a
/// button's.
bool says(std::string_view text, std::string_view phrase);

/// The name, as in actuator/gesture.hpp, of the key in a text such as "Press Space to play again".
/// Only Space, Return, letters and digits are taken, and "any key" means Space. Nothing unless
/// the rest of the text is one of the phrases.
std::optional<std::string> key_named_in(std::string_view text,
                                        const std::vector<std::string>& phrases);

/// The buttons in `now` that are not in `before`, an earlier picture of the same window (empty: all
/// of `now` is new): first `next`, then texts that name a key for that, then `close`, then `next`
/// with a question mark, since that may be a question that another button answers. Both are BGR.
/// About 0.1 s for a dialog. Throws Error if Tesseract is missing.
std::vector<Button> find_buttons(const cv::Mat& before, const cv::Mat& now,
                                 const ButtonWords& words);

/// Likewise, the buttons that close what has appeared and do nothing else: first `cancel`, then
/// `close`.
std::vector<Button> find_closing_buttons(const cv::Mat& before, const cv::Mat& now,
                                         const ButtonWords& words);

/// Likewise, what says one of these phrases on a line of a menu or in a menu bar, in the order of
/// the phrases.
std::vector<Button> find_menu_entries(const cv::Mat& before, const cv::Mat& now,
                                      const std::vector<std::string>& phrases);

/// The buttons anywhere in a picture of a window that say one of these phrases, in the order of the
/// phrases. About 0.5 s for a window of 1280x900. Throws Error if Tesseract is missing.
std::vector<Button> find_buttons(const cv::Mat& window, const std::vector<std::string>& phrases);

/// Where to click something without a button that appeared over `board` or a part of it: the centre
/// of what is over it. What changed elsewhere is ignored, since it may be an advertisement. Nothing
/// if nothing covers the board, or only something of a single colour.
std::optional<cv::Point> middle_of_what_covers(const cv::Rect& board, const cv::Mat& before,
                                               const cv::Mat& now);

}  // namespace eyehand
