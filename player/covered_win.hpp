// Recognises a win that cannot be seen: programs often cover, dim or replace a board the moment it
// is solved.
#pragma once

#include <functional>
#include <opencv2/core.hpp>
#include <optional>
#include <string>

namespace eyehand {

/// The game when the only gesture missing from the solution was about to be sent.
struct BeforeLastGesture {
  cv::Mat window;  ///< captured, with the board read and accepted
  cv::Rect board;  ///< in the window's image
  std::string text;
  bool has_dialog = false;  ///< a dialog of the program was open
};

/// The game once that gesture has been sent and the window is still again, or remains unreadable.
struct AfterLastGesture {
  cv::Mat window;
  bool is_readable = false;
  cv::Rect board;                    ///< in the window's image, if it is readable
  bool is_another_puzzle = false;    ///< than before, as far as it is readable
  std::string text;                  ///< of the board, if it is readable
  std::function<bool()> has_dialog;  ///< whether a dialog is open; asked only if nothing else shows
};

struct CoveredWin {
  std::string how;           ///< for people: "the program covered the board"
  bool is_replaced = false;  ///< by a board that can be read, that of the next game
};

/// Whether the program has dimmed the board between two pictures of its window: nearly all of it
/// has changed. False if their sizes differ.
bool is_dimmed(const cv::Mat& before, const cv::Mat& now, cv::Rect board);

/// Whether something lies over the whole window, such as the veil behind a dialog: what is beside
/// the board has less contrast, and else looks as it did. False if there is nothing there whose
/// contrast could say so, or if the sizes differ. O(pixels): some 15 ms per million.
bool is_veiled(const cv::Mat& before, const cv::Mat& now, const cv::Rect& board);

/// Whether a board that is read now is what something leaves of the one before: as wide or as high,
/// without what lay at one side.
bool is_rest(const cv::Rect& before, const cv::Rect& now);

/// What the program did in answer to the gesture, if that hides a win; nothing if the board is in
/// sight as before. The caller has made sure that it is not seen solved.
std::optional<CoveredWin> covered_win(const BeforeLastGesture& before,
                                      const AfterLastGesture& after);

}  // namespace eyehand
