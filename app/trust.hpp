// Consent to the programs that a skin starts.
#pragma once

#include "app/options.hpp"
#include "player/skin.hpp"

namespace eyehand {

/// --trust-skin
Option trust_option(bool& is_trusted);

/// To be called before anything that a skin says is started. A skin that came with Eyehand, or that
/// names no commands, may. Of any other, the commands are shown, and the user is asked once: the
/// consent is kept with the SHA-256 of the skin and its commands in
/// $XDG_STATE_HOME/eyehand/trusted-skins. `is_trusted`: the user has consented on the command line,
/// for this time. Throws Failure (usage) without consent, and if there is no terminal to ask on.
void require_trust(const Skin& skin, bool is_trusted);

}  // namespace eyehand
