// A page in a Chromium window of its own, without toolbars.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace eyehand::test {

/// The command that shows `url` in a window of this size ("WIDTH,HEIGHT", pixels). `profile` is a
/// folder of its own; the browser asks the network for nothing else.
inline std::vector<std::string> chromium(const std::string& url, const std::string& size,
                                         const std::filesystem::path& profile) {
  return {"chromium",
          "--app=" + url,
          "--window-size=" + size,
          "--force-device-scale-factor=1",
          "--no-sandbox",
          "--test-type",
          "--disable-gpu",
          "--no-first-run",
          "--disable-background-networking",
          "--disable-component-update",
          "--disable-sync",
          "--disable-quic",
          "--user-data-dir=" + profile.string()};
}

}  // namespace eyehand::test
