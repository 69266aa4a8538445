// All that is known of a game that was not won, in a folder: what a person needs who is to find out
// why.
#pragma once

#include <filesystem>
#include <string>

#include "player/play.hpp"

namespace eyehand {

/// Writes into `folder`, which is made if it is not there: `index.html`, a page with everything;
/// `before.png`, `overlay.png` (what was read and planned), `after.png`; `board.txt`, `scores.txt`
/// (how sure the last reading was of each part, the least sure first), `gestures.txt` (what was
/// sent, when, and what became of it), `log.txt`. What there is nothing of is left out. Throws
/// Error if it cannot.
void write_bundle(const std::filesystem::path& folder, std::string_view title,
                  const GameReport& report, const std::string& log);

/// "click 1 at 312,208", "drag 1 from 10,10 over 20,10 to 20,30", "key ctrl+n", "pause 20 ms".
std::string to_text(const Gesture& gesture);

}  // namespace eyehand
