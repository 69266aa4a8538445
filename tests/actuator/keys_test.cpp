#include "actuator/keys.hpp"

#include <gtest/gtest.h>

namespace eyehand {
namespace {

TEST(SkinKeys, ThatPlayGamesAreAllowed) {
  for (const char* key : {"n", "N", "7", "plus", "space", "F5", "Escape", "Return", "Left", "Tab",
                          "shift+Tab", "ctrl+n", "alt+a", "BackSpace"})
    EXPECT_EQ(why_forbidden(key), "") << key;
}

TEST(SkinKeys, ThatOthersActOnAreForbidden) {
  for (const char* key : {"alt+F4",          "super+r",
                          "super+l",         "Super_L",
                          "ctrl+alt+Delete", "ctrl+alt+t",
                          "ctrl+alt+F1",     "alt+ctrl+t",
                          "ctrl+shift+t",    "shift+ctrl+v",
                          "ctrl+V",          "ctrl+1",
                          "Print",           "alt+Print",
                          "Sys_Req",         "alt+Tab",
                          "alt+shift+Tab",   "alt+space",
                          "alt+F2",          "ctrl+Escape",
                          "ctrl+Tab",        "shift+Insert",
                          "Insert",          "ctrl+c",
                          "ctrl+d",          "ctrl+w",
                          "ctrl+q",          "XF86PowerOff",
                          "0x1008ff2a",      "Menu",
                          "ISO_Next_Group",  "",
                          "ctrl+",           "+"})
    EXPECT_NE(why_forbidden(key), "") << key;
}

}  // namespace
}  // namespace eyehand
