#include "x11/browsers.hpp"

#include <gtest/gtest.h>

namespace eyehand::x11 {
namespace {

WindowInfo window(const std::string& class_name, const std::string& title) {
  WindowInfo info;
  info.title = title;
  info.instance = "127.0.0.1__page";
  info.class_name = class_name;
  return info;
}

TEST(Browsers, AreKnownByTheirClass) {
  for (const char* name :
       {"Chromium", "Chromium-browser", "Google-chrome", "Google-chrome-beta", "firefox",
        "Firefox-esr", "Navigator", "Brave-browser", "Vivaldi-stable"})
    EXPECT_TRUE(is_browser(window(name, "Pipes"))) << name;
  for (const char* name : {"", "sgt-net", "chromiumish", "foxfire"})
    EXPECT_FALSE(is_browser(window(name, "Pipes"))) << name;
}

TEST(Browsers, AddTheirNameToThePagesTitle) {
  EXPECT_EQ(page_title(window("Chromium", "Pipes - Chromium")), "Pipes");
  EXPECT_EQ(page_title(window("Google-chrome", "Pipes - 7x7 - Google Chrome")), "Pipes - 7x7");
  EXPECT_EQ(page_title(window("firefox", "Pipes \u2014 Mozilla Firefox")), "Pipes");
  EXPECT_EQ(page_title(window("firefox", "Pipes \u2014 Mozilla Firefox Private Browsing")),
            "Pipes");
  EXPECT_EQ(page_title(window("Microsoft-edge", "Pipes - Microsoft\u200b Edge")), "Pipes");
  EXPECT_EQ(page_title(window("Chromium", "Pipes")), "Pipes") << "shown as an app";
  EXPECT_EQ(page_title(window("sgt-net", "Pipes - Chromium")), "Pipes - Chromium");
}

TEST(Browsers, APageMatchesInAnyOfThem) {
  const WindowQuery query{.title_pattern = "^Pipes [0-9]+$", .is_page = true};
  EXPECT_TRUE(matches(window("Chromium", "Pipes 12"), query));
  EXPECT_TRUE(matches(window("Chromium", "Pipes 3 - Chromium"), query));
  EXPECT_TRUE(matches(window("firefox-esr", "Pipes 3 \u2014 Mozilla Firefox"), query));
  EXPECT_FALSE(matches(window("Chromium", "Pipes - Chromium"), query));
  EXPECT_FALSE(matches(window("gedit", "Pipes 12"), query));
}

}  // namespace
}  // namespace eyehand::x11
