// A folder with everything known about a game that was not won, for a person to find out why.
#pragma once

#include <filesystem>
#include <string>

#include "player/play.hpp"

namespace eyehand {

/// Writes into `folder`, which is created if necessary: `index.html`, a page with everything;
/// `before.png`, `overlay.png` (what was read and planned), `after.png`; `board.txt`; `scores.txt`
/// (the confidence of each part in the last reading, lowest first); `gestures.txt` (what was sent,
/// when, and the outcome); `log.txt`. Empty files are omitted. Throws Error if it cannot write.
void write_bundle(const std::filesystem::path& folder, std::string_view title,
                  const GameReport& report, const std::string& log);

/// "click 1 at 312,208", "drag 1 from 10,10 over 20,10 to 20,30", "key ctrl+n", "pause 20 ms".
std::string to_text(const Gesture& gesture);

}  // namespace eyehand
